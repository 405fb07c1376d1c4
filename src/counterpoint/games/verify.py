"""Check a strategy by following all plays with it, whatever the others do.

The team follows the strategy and all other steps remain. Every play of what remains is checked, by
search and by its cycles, independently of how the strategy was found.
"""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Bools, Ints
from ..engines.base.edges import Edges
from ..engines.graph.components import on_cycles
from ..engines.graph.explicit import ExplicitGraph
from ..model.system import Label, State
from ..verdict import Answer, Trace, Verdict
from .following import followed
from .objective import Buchi, CoBuchi, Objective, Parity, Reach, Safe
from .strategy import Strategy

_Ways: TypeAlias = dict[int, tuple[int, int] | None]
"""For each visited state, the state before it and the step from there; None at a beginning."""


def verify(
    strategy: Strategy, graph: ExplicitGraph, objective: Objective, start: Bools | None = None
) -> Verdict:
    """Whether every play from `start` in which the team follows the strategy meets the objective.

    `start` is an array of bool, one per state; by default it marks the initial states. Where the
    strategy has no move, the team may do anything as well. The trace of a failed verdict is a lost
    play.

    >>> from counterpoint.examples.nim import model
    >>> from counterpoint.games.solve import solve
    >>> solution = solve(model(piles=(1, 2)), player="player1", goal="p1_wins")
    >>> bool(verify(solution.strategy, solution.ground.graph, solution.win.objective))
    True
    >>> idle = Strategy(("player1",), {(1, 2, 1): "take(0,0)"})
    >>> verify(idle, solution.ground.graph, solution.win.objective).trace.events
    ('take(0,0)', 'take(1,0)')
    """
    begin = np.zeros(graph.states, bool)
    begin[graph.initial] = True
    loop = _ClosedLoop(
        graph, followed(strategy.table, strategy.team, graph), begin if start is None else start
    )
    found = loop.lost(objective)
    name = f"strategy of {', '.join(strategy.team)}"
    if found is None:
        return Verdict(name, Answer.HOLDS)
    reason, trace = found
    return Verdict(name, Answer.FAILS, reason, trace)


@dataclass(eq=False)
class _ClosedLoop:
    graph: ExplicitGraph
    edges: Edges
    start: Bools

    def lost(self, objective: Objective) -> tuple[str, Trace] | None:
        """Why a play is lost, and the play; None if every play is won."""
        match objective:
            case Reach(goal, hold):
                return self._unreached(goal, hold)
            case Safe(stay, escape):
                return self._unsafe(stay, np.zeros_like(stay) if escape is None else escape)
            case Buchi(often):
                return self._odd(np.where(often, 2, 1))
            case CoBuchi(always):
                return self._odd(np.where(always, 0, 1))
            case Parity(priorities):
                return self._odd(priorities)

    def _unreached(self, goal: Bools, hold: Bools | None) -> tuple[str, Trace] | None:
        inside = self._reached(goal) & ~goal
        if hold is not None and (inside & ~hold).any():
            return "the play leaves the states it has to keep to", self._way(inside & ~hold, ~goal)
        cycle = self._on_cycles(inside)
        if cycle.any():
            return "the play goes round and never gets there", self._lasso(cycle, ~goal, inside)
        return None

    def _unsafe(self, stay: Bools, escape: Bools) -> tuple[str, Trace] | None:
        left = self._reached(escape) & ~escape & ~stay
        if left.any():
            return "the play leaves the states it has to keep to", self._way(left, ~escape)
        return None

    def _odd(self, priorities: Ints) -> tuple[str, Trace] | None:
        reached = self._reached(np.zeros_like(self.start))
        found = np.unique(priorities[reached])
        for odd in found[found % 2 == 1]:
            inside = reached & (priorities <= odd)
            cycle = self._on_cycles(inside) & (priorities == odd)
            if cycle.any():
                said = "the play goes round for ever without what has to come again and again"
                return said, self._lasso(cycle, reached, inside)
        return None

    def _reached(self, stops: Bools) -> Bools:
        """The states visited by plays, up to and including the first in `stops`; array of bool."""
        reached = self.start.copy()
        front = np.flatnonzero(reached & ~stops)
        while len(front):
            reaches = np.zeros(self.graph.states, bool)
            reaches[self.edges.target[_steps_of(self.edges, front)]] = True
            fresh = reaches & ~reached
            reached |= fresh
            front = np.flatnonzero(fresh & ~stops)
        return reached

    def _on_cycles(self, inside: Bools) -> Bools:
        """The states that are on a cycle within `inside`; array of bool."""
        return on_cycles(self.edges, inside)

    def _way(self, goal: Bools, through: Bools) -> Trace:
        first, path = self._path(self._starts(), goal, through)
        return Trace(self.graph.state(first), tuple(map(self._step, path)))

    def _lasso(self, cycle: Bools, through: Bools, inside: Bools) -> Trace:
        """A play to a state on a cycle and once around the cycle."""
        first, path = self._path(self._starts(), cycle, through)
        head = int(self.edges.target[path[-1]]) if path else first
        after: _Ways = {int(self.edges.target[step]): (head, step) for step in self._steps(head)}
        _, around = self._path(after, np.arange(self.graph.states) == head, inside, head)
        steps = tuple(map(self._step, path + around))
        return Trace(self.graph.state(first), steps, loop=len(path))

    def _starts(self) -> _Ways:
        return {int(state): None for state in np.flatnonzero(self.start)}

    def _steps(self, state: int) -> range:
        return range(int(self.edges.start[state]), int(self.edges.start[state + 1]))

    def _step(self, step: int) -> tuple[Label, State]:
        target, event = int(self.edges.target[step]), int(self.edges.event[step])
        return self.graph.labels[event], self.graph.state(target)

    def _path(
        self, ways: _Ways, goal: Bools, through: Bools, source: int | None = None
    ) -> tuple[int, list[int]]:
        """The first state of a shortest path to `goal`, and its steps.

        `ways` has the possible first states. `through` marks the states that may be passed.
        """
        todo = deque(ways)
        while todo:
            here = todo.popleft()
            if goal[here]:
                return _back(here, ways, source)
            if through[here]:
                for step in self._steps(here):
                    there = int(self.edges.target[step])
                    if there not in ways:
                        ways[there] = (here, step)
                        todo.append(there)
        raise AssertionError("a state that was reached has a way to it")


def _back(end: int, ways: _Ways, source: int | None) -> tuple[int, list[int]]:
    path: list[int] = []
    here = end
    while (before := ways[here]) is not None:
        here = before[0]
        path.append(before[1])
        if here == source:
            break
    return here, path[::-1]


def _steps_of(edges: Edges, states: Ints) -> Ints:
    """The numbers of all steps that leave the given states."""
    first = edges.start[states].astype(np.int64)
    degree = edges.start[states + 1].astype(np.int64) - first
    before = np.cumsum(degree) - degree
    return np.repeat(first - before, degree) + np.arange(int(degree.sum()))
