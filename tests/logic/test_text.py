"""Formulas printed and read again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadFormula
from counterpoint.logic.formula import (
    Atom,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Path,
    Variable,
)
from counterpoint.logic.parser import parse
from counterpoint.logic.text import show
from tests.share import share

from .formulas import paths, states

TEXTS = (
    "p", "X", "EX", "true", "mu", "X(1,1)", "X('a')", "at(pour(HOT),12)", "t = 1", "x[0] != 2",
    "win # \"X\"", "V", "V = 1", "V.left", "A.b", "0 <= n < 9", "p & q", "a (", "not", "3",
    "é", "f(a b)", "<->", "pc['a'] == crit",
)  # fmt: skip
LABELS = (None, "a", "put(3)", "X", "put(X(1,2))", "turn left", "V")
PLAYERS = ("one", "player 2", "X", "3")


@pytest.mark.slow
@given(states(depth=4, texts=TEXTS, labels=LABELS, players=PLAYERS))
@settings(max_examples=share(40))
def test_a_printed_formula_reads_the_same(formula: Formula) -> None:
    assert parse(show(formula)) == formula


@pytest.mark.slow
@given(paths(states(depth=1, texts=TEXTS), leaves=8))
@settings(max_examples=share(80))
def test_a_printed_path_formula_reads_the_same(formula: Formula) -> None:
    assert parse(show(formula)) == formula


@pytest.mark.slow
@given(paths(states(depth=1), leaves=5), st.data())
@settings(max_examples=share(60))
def test_no_bracket_is_left_that_could_go(formula: Formula, data: st.DataObject) -> None:
    text = show(formula)
    opened = [
        place for place, char in enumerate(text) if char == "(" and text[place - 1] not in "EA"
    ]
    if not opened:
        return
    start = data.draw(st.sampled_from(opened))
    depth, end = 0, start
    while True:
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            break
        end += 1
    without = text[:start] + " " + text[start + 1 : end] + " " + text[end + 1 :]
    try:
        read = parse(without)
    except BadFormula:
        return
    assert read != formula, without


@pytest.mark.parametrize(
    "text",
    [
        "p & (q | r) -> s <-> t",
        "(p -> q) -> r -> s",
        "p U q U (r & s)",
        "(p U q) U r",
        "G (HOT -> X !HOT)",
        "!(x = 1) & G (t = 1) & (count <= 3) U p",
        "E[p U q] & A[p W q] & E(F p & G q) & AF p",
        "<<a, b>> F p & [[]] (p U q) & <<>> X p",
        "mu X. p1_wins | t1 & <>X | t2 & []X",
        "(mu X. p | <>X) & nu Y. p & []Y",
        "<put(3)>[X(1,1)]<>[]p",
        'EX {win # "X"}',
    ],
)
def test_what_is_printed_stays_as_it_is(text: str) -> None:
    assert str(parse(text)) == text


def test_an_atom_named_like_a_variable_gets_braces() -> None:
    formula = Junction(Junctor.OR, Atom("Z"), Fix(True, "Z", Modal(True, None, Variable("Z"))))
    assert str(formula) == "{Z} | mu Z. <>Z"


def test_a_quantifier_before_a_state_formula_keeps_its_bracket() -> None:
    assert str(Path(True, Atom("p"))) == "E(p)"
