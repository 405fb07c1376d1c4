"""The graph of the runs: the steps that the constraints allow, and stuttering in each state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from ....errors import CounterpointError, Fault
from ....model.specified import FairnessCondition, StateProbe, StepProbe
from ....model.system import REST
from ...base.arrays import U32, Bools
from ...base.edges import Edges
from ...graph.explicit import Fair
from ...search.spec.explored import Explored, Trouble
from ...search.spec.patterns import Patterns, true_in


class NoValueAtRest(Exception):
    """A step probe has no value for the stuttering step of some state."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.error)
        self.trouble = trouble


class Graph:
    """The explored states as a graph in which each state also has a step to itself.

    An event of `edges` is the number of a kind: the steps with one label for which the same probes
    are false. Steps to states that a constraint excludes are left out.
    """

    def __init__(self, found: Explored) -> None:
        assert found.edges is not None
        assert found.facts is not None
        self.found = found
        self.steps = found.edges
        self.facts = found.facts
        self.inside = ~found.outside
        self.rests = _rests(found, self.known)
        self.labels = (*(label for label, _ in found.kinds), *(REST for _ in self.rests.patterns))
        self.patterns = (*(bits for _, bits in found.kinds), *self.rests.patterns)

    @property
    def known(self) -> Bools:
        """The states with known steps that a run can be in: array of bool."""
        is_open = self.found.is_open
        return ~self.found.outside if is_open is None else ~(self.found.outside | is_open)

    @cached_property
    def edges(self) -> Edges:
        """The steps of each state, in their order, followed by its stuttering step."""
        steps, states = self.steps, np.arange(self.found.found)
        start = steps.start.astype(np.int64)
        kept = self.inside[steps.target]
        before = np.concatenate(([0], np.cumsum(kept)))[start]  # kept steps of the states before
        first = before + np.arange(len(start))
        source = np.repeat(states, np.diff(before))
        target = np.empty(int(first[-1]), np.uint32)
        event = np.empty(int(first[-1]), np.uint32)
        places, rests = np.arange(len(source)) + source, first[1:] - 1
        target[places], target[rests] = steps.target[kept], states
        event[places], event[rests] = steps.event[kept], len(self.found.kinds) + self.rests.of
        return Edges(first.astype(np.uint64), target, event)

    def of_states(self, probe: StateProbe) -> Bools:
        """The states for which a probe is true: array of bool."""
        return self.facts.true(self.found.wanted.states.index(probe))

    def of_kinds(self, probe: StepProbe) -> Bools:
        """The kinds of steps for which a probe is true: array of bool."""
        return true_in(self.patterns, self.found.wanted.steps.index(probe))

    def fairness(self, condition: FairnessCondition) -> Fair | None:
        """A fairness condition in terms of kinds; None if it cannot be expressed so.

        That is the case if, in a known state, `enabled` is true and the graph has no such step, or
        the other way round.
        """
        kinds = self.of_kinds(condition.step)
        if condition.enabled is not None:
            taken = kinds[self.edges.event]
            there = np.logical_or.reduceat(taken, self.edges.start[:-1].astype(np.int64))
            if (there != self.of_states(condition.enabled))[self.known].any():
                return None
        return Fair(condition.strong, kinds)


def _rests(found: Explored, known: Bools) -> Patterns:
    """The step probes that are false for stuttering in each state."""
    steps = found.wanted.steps
    always = sum(1 << n for n, probe in enumerate(steps) if probe.at_rest is False)
    asked = [(1 << n, probe) for n, probe in enumerate(steps) if probe.at_rest is None]
    of: U32 = np.zeros(found.found, np.uint32)
    if not asked:
        return Patterns((always,), of)
    numbers: dict[int, int] = {always: 0}
    for state in np.flatnonzero(known).tolist():
        bits = always | _false_at_rest(found, state, asked)
        of[state] = numbers.setdefault(bits, len(numbers))
    return Patterns(tuple(numbers), of)


def _false_at_rest(found: Explored, number: int, asked: Sequence[tuple[int, StepProbe]]) -> int:
    state = found.state(number)
    try:
        return sum(bit for bit, probe in asked if not probe.holds(state, state))
    except Fault:
        raise
    except CounterpointError as error:
        raise NoValueAtRest(Trouble(number, error)) from error
