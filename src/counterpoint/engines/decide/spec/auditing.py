"""Audit answers about a specification; an answer that does not pass becomes unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from ....alarm import stopped_by
from ....audit.theories import audit_breakdown, audit_claims
from ....certificate import Audited, Extent, Said, Shown
from ....data import dataclass
from ....model.specified import About, Claim, Probe
from ....stopped import NOT_STOPPED, Stopped
from ....verdict import Answer, Verdict
from ...base.ending import hurried
from ...base.task import Task
from ...search.spec.explored import Explored
from ..auditing import audited, effort_of
from .certified import ListedStates, figures_of

UNSOUND = "what was found did not pass its audit: {fault}; please report it"
NO_VALUE = "that something has no value: there is no run that can be taken again here"


@dataclass(frozen=True, slots=True)
class Passed:
    """The verdicts after their audit, and what the audit checked of the states that were found."""

    verdicts: tuple[Verdict, ...]
    space: Audited | None = None
    stopped: Stopped = NOT_STOPPED

    def warnings(self) -> Iterator[str]:
        """The warning that the states did not pass their audit, if so."""
        if self.space is not None and self.space.fault:
            yield UNSOUND.format(fault=self.space.fault)


def passed(
    found: Explored,
    claims: Sequence[Claim | None],
    verdicts: Sequence[Verdict],
    task: Task,
    seconds: float,
) -> Passed:
    """The verdicts on some claims (None: on deadlock) after their audit.

    A sample takes a share of `seconds`, the time that the check took.
    """
    pairs = list(zip(claims, verdicts, strict=True))
    decided = [pair for pair in pairs if pair[1].answer is not Answer.UNKNOWN]
    complete = not found.stopped and found.number is not None
    if task.audit is Extent.NONE or not (decided or complete):
        return Passed(tuple(verdicts))
    effort = effort_of(task, seconds)
    try:
        with found.system.quietly():
            audit = partial(
                audit_claims,
                found.system,
                [_said(found, *pair) for pair in decided],
                ListedStates(found) if complete else None,
                figures_of(found) if task.audit is Extent.ALL else None,
                effort=effort,
                lists_starts=found.beginning.seconds < effort.seconds / 2,
            )
            space, audits = hurried(found.stopped, task.tuning, audit)
    except KeyboardInterrupt as error:
        stopped = found.stopped or stopped_by(error)
        return Passed(tuple(verdicts), Audited(0, found.found, (str(stopped),)), stopped)
    found_of = iter(audits)
    return Passed(
        tuple(
            verdict if verdict.answer is Answer.UNKNOWN else audited(verdict, next(found_of))
            for verdict in verdicts
        ),
        space,
    )


def of_breakdown(verdict: Verdict, found: Explored, message: str, task: Task) -> Verdict:
    """The verdict that something has no value, after auditing the run to that state."""
    shown, system = _shown(verdict), found.system
    if task.audit is Extent.NONE:
        return verdict
    if shown is None or system is None or system.remembers:
        return replace(verdict, audited=Audited(0, 0, (NO_VALUE,)))
    probes: list[Probe] = [*found.wanted.states, *found.wanted.steps]
    with system.quietly():
        return audited(verdict, audit_breakdown(system, shown, message, probes))


def together(verdicts: Sequence[Verdict]) -> Audited | None:
    """The combined audits of the verdicts that an answer depends on; None if there are none."""
    all_found = [verdict.audited for verdict in verdicts if verdict.audited is not None]
    if not all_found:
        return None
    return Audited(
        max(each.states for each in all_found),
        max(each.of for each in all_found),
        tuple(dict.fromkeys(what for each in all_found for what in each.unchecked)),
        next((each.fault for each in all_found if each.fault), ""),
        next((each.doubt for each in all_found if each.doubt), ""),
    )


def _said(found: Explored, claim: Claim | None, verdict: Verdict) -> Said:
    """What a verdict claims, in the form of a certificate."""
    holds = verdict.answer is Answer.HOLDS
    if holds:
        return Said(claim, holds, no_run=_is_of_no_run(claim, verdict))
    return Said(claim, holds, _shown(verdict), _count(found, claim))


def _shown(verdict: Verdict) -> Shown | None:
    trace = verdict.trace
    return None if trace is None else Shown(trace.start, trace.steps, trace.loop)


def _count(found: Explored, claim: Claim | None) -> int | None:
    """The number of states or steps found that violate a claim; None if not counted."""
    if claim is None:
        return found.deadlocks
    if not claim.counted:
        return None
    states = (
        bad.count for bad in found.bad_states if claim.probe is found.wanted.states[bad.probe]
    )
    steps = (bad.count for bad in found.bad_steps if claim.probe is found.wanted.steps[bad.probe])
    match claim.about:
        case About.STATES:
            return next(states, None)
        case About.STEPS:
            return next(steps, None)
        case _:
            return None


def _is_of_no_run(claim: Claim | None, verdict: Verdict) -> bool:
    if claim is None or claim.about is not About.RUNS or not verdict.vacuous:
        return False
    from .runs import NO_RUN, NO_START  # most claims are about states

    return NO_RUN in verdict.reason or NO_START in verdict.reason
