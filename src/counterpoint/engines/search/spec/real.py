"""Real runs of a system that follow a run of representatives."""

from __future__ import annotations

from ....model.specified import Specified
from ....model.system import REST, Label, State
from ....tuning import USUAL, Tuning
from ....verdict import Trace


def real_run(of: Specified, trace: Trace, tuning: Tuning = USUAL) -> Trace | None:
    """A run of states with the same identities as those of a trace; None if none is found.

    If states are distinguished in part only, the steps of the trace lead to representatives: a real
    run may go round the loop several times before it returns to a state that it was in.
    """
    way = _Way(of, trace.start)
    if not way.follow(trace.steps):
        return None
    if trace.loop is None:
        return way.trace(None)
    heads = {way.states[trace.loop]: trace.loop}
    while way.here not in heads:
        heads[way.here] = len(way.steps)
        if len(way.steps) > tuning.longest_loop or not way.follow(trace.steps[trace.loop :]):
            return None
    return way.trace(heads[way.here])


def rounds(of: Specified, trace: Trace, tuning: Tuning = USUAL) -> Trace | None:
    """A run that follows a trace and goes round its loop until `longest_loop` steps are exceeded.

    The last round is given as the loop. Each round may visit other states, which only have the same
    identities. None if the trace has no loop, or cannot be followed.
    """
    way = _Way(of, trace.start)
    if trace.loop is None or not way.follow(trace.steps):
        return None
    around = trace.steps[trace.loop :]
    while len(way.steps) <= tuning.longest_loop:
        if not way.follow(around):
            return None
    return way.trace(len(way.steps) - len(around))


class _Way:
    def __init__(self, of: Specified, start: State) -> None:
        self._of = of
        self.states = [start]
        self.steps: list[tuple[Label, State]] = []

    @property
    def here(self) -> State:
        return self.states[-1]

    def trace(self, loop: int | None) -> Trace:
        return Trace(self.states[0], tuple(self.steps), loop)

    def follow(self, steps: tuple[tuple[Label, State], ...]) -> bool:
        """Follow steps of representatives; returns whether that was possible."""
        for label, there in steps:
            step = (REST, self.here) if label is REST else self._like(label, there)
            if step is None:
                return False
            self.steps.append(step)
            self.states.append(step[1])
        return True

    def _like(self, label: Label, there: State) -> tuple[Label, State] | None:
        """The step from here to a state with the identity of `there`; None if there is none.

        Preferred is one to `there` itself, then one with the same label.
        """
        of, wanted = self._of, self._of.identity(there)
        steps = [
            (of_it, after)
            for of_it, after in of.successors(self.here)
            if of.identity(after) == wanted and of.allows(self.here, after) and of.within(after)
        ]
        return max(steps, key=lambda step: (step[1] == there, step[0] == label), default=None)
