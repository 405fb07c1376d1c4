"""What is true of one endless run, against the definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.decide.spec.endless import Endless
from counterpoint.errors import Fault
from counterpoint.logic.formula import Formula
from counterpoint.logic.parser import parse
from counterpoint.verdict import Trace

from ...search.spec.reference import is_true, keeps, short_runs
from ...search.spec.tables import Tabled, formulas, tables


@given(tables(3, fair=True, bounded=True), formulas(), st.data())
def test_a_run_keeps_and_satisfies_what_it_does_by_definition(
    of: Tabled, formula: Formula, data: st.DataObject
) -> None:
    runs = list(short_runs(of, 3))
    if not runs:
        return
    trace = data.draw(st.sampled_from(runs))
    assert trace.loop is not None
    states = [int(str(state)) for state in trace.states]
    run = Endless(of, trace)
    assert run.satisfies(formula, of.probes) == is_true(of, states, trace.loop, formula)
    for condition, kept in zip(of.fairness_conditions, of.fair, strict=True):
        assert run.keeps(condition) == keeps(of, states[trace.loop :], *kept)


def test_where_a_trace_ends_its_run_stutters() -> None:
    of = Tabled([[("go", 1)], []], true={"q": frozenset({1}), "b": frozenset({(1, 1)})})
    run = Endless(of, Trace(0, (("go", 1),)))
    assert run.satisfies(parse("!q & X G q & X X G b & X !b"), of.probes)


def test_a_formula_about_other_runs_is_not_asked_of_one() -> None:
    of = Tabled([[]], true={"q": frozenset()})
    with pytest.raises(Fault, match="no formula of linear time"):
        Endless(of, Trace(0)).satisfies(parse("G EF q"), of.probes)


def test_strong_fairness_minds_what_is_enabled_now_and_then() -> None:
    true = {"p": frozenset({0}), "q": frozenset({0, 1}), "a": frozenset()}
    of = Tabled([[("go", 1)], [("back", 0)]], true=true)
    run = Endless(of, Trace(0, (("go", 1), ("back", 0)), loop=0))
    kept = {
        (strong, where): run.keeps(condition)
        for strong in (False, True)
        for where in ("p", "q")
        for condition in Tabled(
            of.steps, true=true, fair=[(strong, "a", where)]
        ).fairness_conditions
    }
    assert kept == {(False, "p"): True, (False, "q"): False, (True, "p"): False, (True, "q"): False}
