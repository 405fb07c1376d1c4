"""Runs that show answers, audited: each step by the reference semantics, and what the run shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from ....audit.auditor import audit_run
from ....audit.inductive import truth_of
from ....audit.reference import Reference, Taken
from ....audit.runs import satisfies
from ....audit.wrong import Wrong
from ....certificate import Audited, Extent, Seen, Steps, Test
from ....logic.core import All, Core, Kind, Some, Step
from ....logic.lower import negated
from ....model.system import REST
from ....verdict import Answer, Trace, Verdict
from ...base.task import Task
from ...bounded.claims import AtFirst, Claim, Reaches, Runs
from ..auditing import audited, states_of
from .found import Found


def audited_run(verdict: Verdict, claim: Claim, reference: Reference, task: Task) -> Verdict:
    """The verdict that a run shows, after auditing the run; unknown if it does not show it."""
    trace = verdict.trace
    if task.audit is Extent.NONE or trace is None:
        return verdict
    start, *rest = states_of(trace, reference)
    steps = tuple(zip((label for label, _ in trace.steps), rest, strict=True))
    cut = len(steps) if trace.loop is None else trace.loop
    shows = Showing(claim, reference, verdict.answer)
    return audited(verdict, audit_run(reference, start, steps[:cut], steps[cut:], shows))


def with_rest(result: Audited, found: Found) -> Audited:
    """The result of an audit, with what another solver did not confirm of the proof."""
    return replace(result, unchecked=(*result.unchecked, UNCONFIRMED)) if found.in_part else result


UNCONFIRMED = "that another solver finds the proof right: it takes too long"


def shown_further(trace: Trace, claim: Claim, answer: Answer, reference: Reference) -> Trace:
    """The run with the steps that show what is true at its end, such as the violation of `X p`."""
    match claim:
        case AtFirst(of) if answer is Answer.FAILS:
            goal = negated(of)
        case Reaches(_, _, goal) if answer is claim.answer_shown:
            pass
        case _:
            return trace
    seen = states_of(trace, reference)[-1]
    more = tuple((step.label, step.there.state) for step in _onward(goal, seen, reference))
    return replace(trace, steps=(*trace.steps, *more))


def _onward(goal: Core, seen: Seen, reference: Reference) -> Iterator[Taken]:
    """Steps that show a formula which is true in a state: those that it says there are."""
    match goal:
        case Step(Kind.SOME, of, label):
            for step in reference.steps(seen):
                named = label is None or reference.is_named(label, step.label)
                if named and truth_of(of, reference)(step.there):
                    yield step
                    yield from _onward(of, step.there, reference)
                    return
        case All(parts):  # one run can show one of them
            runs = (tuple(_onward(part, seen, reference)) for part in parts)
            yield from max(runs, key=len, default=())
        case Some(parts):
            true = next(part for part in parts if truth_of(part, reference)(seen))
            yield from _onward(true, seen, reference)
        case _:
            return


class Showing:
    """The claim that a run shows an answer, for an audit: raises `Wrong` if it does not."""

    def __init__(self, claim: Claim, reference: Reference, answer: Answer) -> None:
        self._claim, self._reference, self._answer = claim, reference, answer

    def __call__(self, start: Seen, stem: Steps, loop: Steps) -> None:
        if not self._is_shown(start, stem, loop):
            raise Wrong("the run that is shown does not show the answer", start)

    def _is_shown(self, start: Seen, stem: Steps, loop: Steps) -> bool:
        states = [start, *(seen for _, seen in stem)]
        match self._claim:
            case AtFirst(of):
                return truth_of(of, self._reference)(start) is (self._answer is Answer.HOLDS)
            case Reaches(_, via, goal):
                if self._answer is not self._claim.answer_shown:
                    return True  # that nothing is reached from a state is proved, not shown
                on, at = (truth_of(part, self._reference) for part in (via, goal))
                before = takewhile(lambda seen: not at(seen), states)
                return any(map(at, states)) and all(map(on, before))
            case Runs(_, path, endless):
                if self._answer is not self._claim.answer_shown:
                    return True
                if endless and any(label is REST for label, _ in (*stem, *loop)):
                    return False

                def test(of: Core) -> Test:
                    return truth_of(of, self._reference)

                return satisfies(path, start, stem, loop, test)
