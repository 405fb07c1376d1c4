"""Atoms and formulas without time, as tests of single states."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from counterpoint import Program
from counterpoint.errors import Misuse, UnknownAtom
from counterpoint.examples.nim import model
from counterpoint.games.atoms import atom_of, is_of_states, past_of, predicate_of
from counterpoint.logic.parser import parse
from tests.engines import programs as p
from tests.engines.kripkes import Listed
from tests.logic.semantics import Kripke, Move

TWO = Listed(Kripke(((Move("a", 0),), (Move("a", 1),)), {"p": frozenset({0})}))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("p", [True, False]),
        ("!p", [False, True]),
        ("p & true", [True, False]),
        ("p | !p", [True, True]),
        ("p -> false", [False, True]),
        ("p <-> p", [True, True]),
        ("p <-> false", [False, True]),
        ("enabled(a) & !enabled(rest)", [True, True]),
    ],
)
def test_goals_without_time_are_tests_of_single_states(text: str, values: list[bool]) -> None:
    test = predicate_of(parse(text), partial(atom_of, system=TWO))
    assert [test(0), test(1)] == values
    with pytest.raises(Misuse, match="give goals without time"):
        predicate_of(parse(f"G ({text})"), partial(atom_of, system=TWO))


def test_variables_of_a_model_can_be_asked_for() -> None:
    nim = model()
    start: Any = next(iter(nim.initial()))
    assert predicate_of(parse("!p1_wins & {pile0 = 3}"), partial(atom_of, system=nim))(start)


def test_what_is_asked_of_a_state_and_what_of_the_way_are_told_apart() -> None:
    program = Program(p.request(p.A, p.B)).network()
    assert not is_of_states("A", program)
    assert is_of_states("enabled(A)", program)
    assert is_of_states("p1_wins", model())
    assert not is_of_states("take", model())
    assert not is_of_states("once(take)", model())
    asked = past_of([parse("{A} & once(B) & enabled(A) & !enabled(rest)")], program)
    assert [(one.text, one.ever) for one in asked] == [("A", False), ("once(B)", True)]


def test_names_without_a_meaning_are_told_with_those_that_have_one() -> None:
    with pytest.raises(UnknownAtom, match="there is no atom 'q'; there are p"):
        past_of([parse("q")], TWO)
    with pytest.raises(UnknownAtom, match=r"no event of the program\. .* events are A, B"):
        past_of([parse("requested(A)")], Program(p.request(p.A, p.B)).network())
    with pytest.raises(UnknownAtom, match="there is no event 'C'; there are A, B"):
        past_of([parse("once(C)")], Program(p.request(p.A, p.B)).network())
