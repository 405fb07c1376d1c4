"""Formulas that no early end of a run makes false."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.logic.formula import Formula
from counterpoint.logic.fragments import ignores_ends
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from tests.share import share

from .formulas import atoms, paths, states
from .meaning import kripkes
from .semantics import Kripke, Move, satisfying


@pytest.mark.slow
@given(st.one_of(states(), paths(atoms())), kripkes(), st.sets(st.integers(0, 4)))
@settings(max_examples=share(200))
def test_what_ignores_ends_stays_true_if_runs_stop(
    formula: Formula, kripke: Kripke, ends: set[int]
) -> None:
    core = to_core(formula)
    steps = tuple(
        (Move("rest", state),) if state in ends else moves
        for state, moves in enumerate(kripke.steps)
    )
    if ignores_ends(core):
        assert satisfying(core, kripke) <= satisfying(core, Kripke(steps, kripke.props))


@pytest.mark.parametrize(
    "text", ["p", "AG p", "!EF p", "G (p -> G q)", "A[p W q]", "G p | G q", "nu Z. p & []Z"]
)
def test_an_invariant_ignores_ends(text: str) -> None:
    assert ignores_ends(to_core(parse(text)))


@pytest.mark.parametrize(
    "text",
    ["F p", "G F p", "AG EF p", "EF p", "A[p U q]", "G (p -> X q)", "[]p", "[a]p", "<a>true",
     "G p | F q", "AG enabled(a)", "AG !enabled(a)", "nu Z. p & [][]Z", "<<one>> G p"],
)  # fmt: skip
def test_what_must_come_does_not_ignore_ends(text: str) -> None:
    assert not ignores_ends(to_core(parse(text)))
