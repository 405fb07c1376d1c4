"""Audit answers before they are given; an answer that does not pass becomes unknown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ...audit.auditor import Answered, Check, audit, audit_run
from ...audit.live import Live
from ...audit.reference import Reference
from ...certificate import Audited, Cover, Effort, Extent, Past, Seen, Steps
from ...errors import Undecided
from ...identity import Identity, identity
from ...logic.core import Core
from ...model.network import Network
from ...model.system import System
from ...verdict import Answer, Trace, Verdict
from ..base.task import Task

if TYPE_CHECKING:
    from ..formula.evaluate import Evaluator
    from ..space.space import Space
    from .finding import Finding

FAILED = (
    "the audit of this answer did not pass: {fault}. Please report this: Counterpoint contradicts "
    "itself here"
)


Beside: TypeAlias = Callable[[Reference], Iterable[Check]]
"""Makes further checks, to be performed in each state."""


def nothing_beside(reference: Reference) -> tuple[Check, ...]:
    """No further checks."""
    return ()


class _Spent:
    """The seconds that the audits of one check took."""

    seconds: float = 0.0


class Auditing:
    """The audits of one check; its samples together take a limited share of its time."""

    def __init__(self, system: System, task: Task, began: float | None = None) -> None:
        self._system = system
        self._task = task
        self._began = time.perf_counter() if began is None else began
        self._spent = _Spent()
        self._plain: Reference | None = None
        self._beside: dict[Identity, Auditing] = {}
        self._live: tuple[Check, ...] = ()
        if task.audit is Extent.ALL and isinstance(system, Network):
            self._live = (Live(system, task.tuning.live_onward),)

    def on(self, system: System) -> Auditing:
        """The audits of another system, such as a model that also records what was asked.

        They take their time from the same share.
        """
        if system is self._system:
            return self
        if identity(system) not in self._beside:
            made = Auditing(system, self._task, self._began)
            made._spent = self._spent
            self._beside[identity(system)] = made
        return self._beside[identity(system)]

    def of_formula(self, verdict: Verdict, finding: Finding, space: Space[Any]) -> Verdict:
        """The verdict on a formula, after auditing what was found for it in a space."""
        if finding.evaluated is None or verdict.answer is Answer.UNKNOWN:
            return verdict
        holds = verdict.answer is Answer.HOLDS
        found = self.of_region(
            space,
            finding.evaluated,
            holds=holds,
            trace=verdict.trace,
            stronger=finding.stronger,
            live=not finding.certain or space.is_fair,
        )
        return audited(verdict, found)

    def of_region(
        self,
        space: Space[Any],
        evaluated: tuple[Core, Evaluator[Any]],
        *,
        reached: bool = True,
        holds: bool | None = None,
        trace: Trace | None = None,
        beside: Beside = nothing_beside,
        stronger: Sequence[Core] = (),
        live: bool = True,
    ) -> Audited | None:
        """The result of auditing what was evaluated in a space; None if nothing is audited.

        `evaluated` is a formula, and what evaluated it. `holds` is the answer for the initial
        states; None if another question was asked. The formulas in `stronger` were found to be true
        in them. With `reached`, the space has the reachable states, else all encoded ones. Without
        `live`, no live runs are compared: a run shows the answer, so it is right whatever else
        b-threads may do.
        """
        if space.stopped or self._task.audit is Extent.NONE:
            return None
        from .certified import Evaluated, Finder, SpaceCover  # most programs ask no formula

        goal, evaluator = evaluated
        finder = Finder(space)
        tuning, thorough = self._task.tuning, self._task.audit is Extent.ALL
        most = tuning.certified_all if thorough else tuning.certified_sample
        claims = Evaluated(finder, evaluator, most, None if thorough else tuning.certified_steps)
        answers = [Answered(goal, claims, holds), *(Answered(s, claims, True) for s in stronger)]
        cover = SpaceCover(finder, reached=reached)
        return self.of_states(cover, answers, trace=trace, beside=beside, live=live)

    def of_states(
        self,
        cover: Cover,
        answers: Sequence[Answered] = (),
        *,
        trace: Trace | None = None,
        beside: Beside = nothing_beside,
        live: bool = True,
    ) -> Audited | None:
        """The result of auditing the states of a cover, and the claims `answers` about them."""
        if self._task.audit is Extent.NONE:
            return None
        start = time.perf_counter()
        reference = self._reference(cover.watched)
        found = audit(
            reference,
            cover,
            answers,
            beside=(*beside(reference), *(self._live if live else ())),
            first=() if trace is None else states_of(trace, reference),
            effort=self._effort(start),
        )
        self._spent.seconds += time.perf_counter() - start
        return found

    def of_run(self, verdict: Verdict, shows: Callable[[Seen, Steps, Steps], None]) -> Verdict:
        """The verdict that a run shows, after auditing the run.

        `shows` raises `Wrong` if the run does not show the verdict.
        """
        trace = verdict.trace
        if self._task.audit is Extent.NONE or trace is None:
            return verdict
        reference = self._reference(())
        states = states_of(trace, reference)
        steps = tuple(
            (label, seen) for (label, _), seen in zip(trace.steps, states[1:], strict=True)
        )
        cut = len(steps) if trace.loop is None else trace.loop
        found = audit_run(reference, states[0], steps[:cut], steps[cut:], shows)
        return audited(verdict, found)

    def _reference(self, watched: Sequence[Past]) -> Reference:
        """The reference semantics; without watched events a shared one, which caches steps."""
        kept = self._task.tuning.audited_kept
        most = self._task.tuning.audited_steps if self._task.audit is Extent.SAMPLE else None
        if watched:
            return Reference(self._system, watched, kept, most)
        if self._plain is None:
            self._plain = Reference(self._system, (), kept, most)
        return self._plain

    @property
    def is_over(self) -> bool:
        """Whether the next audit would look at nothing, because earlier ones used up the time."""
        return self._effort(time.perf_counter()).is_over

    def _effort(self, now: float) -> Effort:
        """The budget of the next audit."""
        spent = self._spent.seconds
        return effort_of(self._task, now - self._began - spent, spent)


def effort_of(task: Task, worked: float, spent: float = 0.0) -> Effort:
    """The budget of an audit after `worked` seconds of work and `spent` seconds of earlier audits.

    A sample gets half of the remaining time, which leaves the other half for later ones. It gets
    none if earlier samples used up the time. A state with very many steps may take a quarter of the
    time of the work.
    """
    tuning = task.tuning
    seconds = (tuning.audited_share * worked - spent) / 2
    if not spent:
        seconds = max(tuning.audited_least, seconds)
    return Effort(
        task.audit,
        tuning.audited_states,
        seconds,
        tuning.audited_seed,
        tuning.audited_whole,
        tuning.audited_apart,
        min(tuning.audited_patience, max(tuning.audited_grace, worked / 4)),
        tuning.audited_starts,
    )


def audited(verdict: Verdict, found: Audited | None) -> Verdict:
    """The verdict with the result of its audit; unknown if the audit did not pass."""
    if found is None or found.passed:
        return replace(verdict, audited=found)
    return Verdict(verdict.name, Answer.UNKNOWN, _why_unknown(found), audited=found)


def require_passed(found: Audited | None) -> None:
    """Raise `Undecided` if an audit did not pass."""
    if found is not None and not found.passed:
        raise Undecided(_why_unknown(found))


def _why_unknown(found: Audited) -> str:
    return found.doubt or FAILED.format(fault=found.fault)


def states_of(trace: Trace, reference: Reference) -> list[Seen]:
    """The states of a run, each with the watched facts about the path to it."""
    found = [Seen(trace.start)]
    for label, there in trace.steps:
        found.append(reference.after(found[-1], label, there))
    return found
