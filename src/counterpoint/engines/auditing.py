"""Answers audited before they are given; one that does not pass is unknown, and says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..audit.auditor import Answered, Check, Effort, audit, audit_run
from ..audit.reference import Reference
from ..certificate import Audited, Cover, Extent, Seen, Steps
from ..errors import Misuse
from ..model.system import System
from ..verdict import Answer, Trace, Verdict
from .certified import Evaluated, Finder, SpaceCover
from .formula.decide import Finding
from .space import Space
from .task import Task

FAILED = (
    "the audit of this answer did not pass: {fault}. Please report this: Counterpoint contradicts "
    "itself here"
)


FEW, MANY = 10_000, 1_000_000
"""States up to which what an engine does not note is looked for: in a sample, and in all."""


class Auditing:
    """The audits of one check; together, samples take a `share` of its time, or `least` seconds."""

    def __init__(
        self, system: System, task: Task, *, share: float = 0.04, least: float = 0.005
    ) -> None:
        self._system = system
        self._task = task
        self._share, self._least = share, least
        self._began = time.perf_counter()
        self._spent = 0.0

    def of_formula(self, verdict: Verdict, finding: Finding, space: Space[Any]) -> Verdict:
        """The verdict on a formula, after what was found of it in a space was audited."""
        if finding.evaluated is None or space.stopped:
            return verdict
        goal, evaluator = finding.evaluated
        thorough = self._task.audit is Extent.ALL
        finder = Finder(space)
        claims = Evaluated(finder, evaluator, MANY if thorough else FEW)
        return self.of_states(verdict, SpaceCover(finder), [Answered(goal, claims)])

    def of_states(
        self,
        verdict: Verdict,
        cover: Cover,
        answers: Sequence[Answered] = (),
        beside: Callable[[Reference], Sequence[Check]] = lambda reference: (),
    ) -> Verdict:
        """The verdict, after what is claimed of the states of a cover was audited."""
        if self._task.audit is Extent.NONE or verdict.answer is Answer.UNKNOWN:
            return verdict
        start = time.perf_counter()
        reference = Reference(self._system, cover.watched)
        found = audit(
            reference,
            cover,
            answers,
            beside=beside(reference),
            first=() if verdict.trace is None else states_of(verdict.trace, reference),
            effort=Effort(self._task.audit, seconds=self._seconds(start)),
        )
        self._spent += time.perf_counter() - start
        return audited(verdict, found)

    def of_run(self, verdict: Verdict, shows: Callable[[Seen, Steps, Steps], None]) -> Verdict:
        """The verdict that a run shows, after the run was audited, and that it `shows` it."""
        trace = verdict.trace
        if self._task.audit is Extent.NONE or trace is None:
            return verdict
        reference = Reference(self._system)
        states = states_of(trace, reference)
        steps = tuple(
            (label, seen) for (label, _), seen in zip(trace.steps, states[1:], strict=True)
        )
        cut = len(steps) if trace.loop is None else trace.loop
        found = audit_run(reference, states[0], steps[:cut], steps[cut:], shows)
        return audited(verdict, found)

    def _seconds(self, now: float) -> float:
        """How long the next audit may take."""
        worked = now - self._began - self._spent
        return max(self._least, self._share * worked - self._spent)


def extent_of(text: str) -> Extent:
    """How much to audit; raises `Misuse`.

    >>> extent_of("all")
    <Extent.ALL: 'all'>
    """
    try:
        return Extent(text)
    except ValueError:
        known = ", ".join(extent.value for extent in Extent)
        raise Misuse(f"audit= is one of {known}, not {text!r}") from None


def audited(verdict: Verdict, found: Audited) -> Verdict:
    """The verdict with what its audit found; unknown where that did not pass."""
    if found.passed:
        return replace(verdict, audited=found)
    reason = FAILED.format(fault=found.fault)
    return Verdict(verdict.name, Answer.UNKNOWN, reason, audited=found)


def states_of(trace: Trace, reference: Reference) -> list[Seen]:
    """The states of a run, with what is true of the way to each."""
    found = [Seen(trace.start)]
    for label, there in trace.steps:
        found.append(reference.after(found[-1], label, there))
    return found
