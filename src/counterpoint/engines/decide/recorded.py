"""Verdicts on a model that also records what formulas ask, as verdicts on the model itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...model.model import Model
from ...model.system import State
from ...verdict import Branch, Plan, Trace, Verdict


def unrecorded(verdict: Verdict, model: Model) -> Verdict:
    """The verdict with the states of the model, in which nothing is recorded.

    What is recorded comes last in a state, and does not affect the rest of it.
    """
    width = len(model.variables)
    return replace(
        verdict,
        trace=None if verdict.trace is None else _trace(verdict.trace, width),
        branches=tuple(_branch(branch, width) for branch in verdict.branches),
        plans=tuple(_plan(plan, width) for plan in verdict.plans),
    )


def _trace(trace: Trace, width: int) -> Trace:
    steps = tuple((label, _cut(state, width)) for label, state in trace.steps)
    return Trace(_cut(trace.start, width), steps, trace.loop)


def _branch(branch: Branch, width: int) -> Branch:
    return branch if branch.trace is None else replace(branch, trace=_trace(branch.trace, width))


def _plan(plan: Plan, width: int) -> Plan:
    positions = (replace(each, state=_cut(each.state, width)) for each in plan.positions)
    return replace(plan, positions=tuple(positions))


def _cut(state: Any, width: int) -> State:
    whole: State = state[:width]
    return whole
