"""The oracle itself, on systems that are easy to see through."""

from __future__ import annotations

import pytest

from counterpoint.logic.formula import Path
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse

from .semantics import Fair, Kripke, Move, satisfying

PLAIN = Kripke(
    (
        (Move("stay", 0), Move("go", 1)),
        (Move("on", 2), Move("back", 0)),
        (Move("stay", 2),),
    ),
    {"p": frozenset({0, 1}), "q": frozenset({2}), "middle": frozenset({1})},
)


def fair(*which: tuple[bool, str]) -> Kripke:
    fairness = tuple(Fair(strong, frozenset({label})) for strong, label in which)
    return Kripke(PLAIN.steps, PLAIN.props, fairness)


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("EF q", {0, 1, 2}),
        ("AF q", {2}),
        ("EG p", {0, 1}),
        ("A[p W q]", {0, 1, 2}),
        ("E(G F middle)", {0, 1}),
        ("E(F G p & F middle)", {0, 1}),
        ("A(G F p)", set()),
        ("<on>q", {1}),
        ("[on]false", {0, 2}),
        ("mu Z. q | []Z", {2}),
        ("nu Z. p & <>Z", {0, 1}),
    ],
)
def test_formulas_are_true_where_one_expects(text: str, states: set[int]) -> None:
    assert satisfying(to_core(parse(text)), PLAIN) == states
    assert satisfying(to_core(Path(False, parse(text)), fair=True), PLAIN) == states


@pytest.mark.parametrize(
    ("kripke", "where_q_must_come"),
    [
        (fair(), {2}),
        (fair((False, "go")), {2}),
        (fair((False, "go"), (False, "on")), {2}),
        (fair((False, "go"), (True, "on")), {0, 1, 2}),
        (fair((True, "on")), {2}),
        (fair((True, "on"), (True, "go")), {0, 1, 2}),
    ],
)
def test_fair_paths_do_not_neglect_steps(kripke: Kripke, where_q_must_come: set[int]) -> None:
    assert satisfying(to_core(parse("F q"), fair=True), kripke) == where_q_must_come


def test_a_team_has_its_own_steps_and_all_others_are_against_it() -> None:
    steps = (
        (Move("a", 1, "one"), Move("b", 2, "one")),
        (Move("a", 1, "two"), Move("b", 2, "two")),
        (Move("a", 2),),
        (Move("a", 2, "one"), Move("luck", 1)),
    )
    kripke = Kripke(steps, {"goal": frozenset({2})})

    def where(text: str) -> frozenset[int]:
        return satisfying(to_core(parse(text)), kripke)

    assert where("<<one>> X goal") == {0, 2}
    assert where("<<one, two>> X goal") == {0, 1, 2}
    assert where("[[one]] X goal") == {1, 2, 3}
    assert where("<<>> X goal") == where("AX goal") == {2}
    assert where("[[]] X goal") == where("EX goal") == {0, 1, 2, 3}
