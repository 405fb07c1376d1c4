"""Decide who wins a parity game, with a play that shows it and an audit of both strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...audit.auditor import Check
from ...audit.parity import ParityStrategies, Solved
from ...audit.reference import Reference
from ...certificate import Audited
from ...data import dataclass
from ...errors import Misuse, NotAGame
from ...model.capabilities import declared_players, priority_of
from ...model.property import WinsParity
from ...model.system import Label, State
from ...verdict import Answer, Trace, Verdict
from ..base.arrays import Ints
from ..graph.attractor import NO_MOVE, owned_by
from ..graph.explicit import ExplicitGraph
from ..graph.parity import ParityWin, compressed, parity_win
from ..space.space import GraphSpace
from .auditing import Auditing, audited
from .certified import Finder, SpaceCover


def require_parity_game(wanted: WinsParity, system: Any) -> None:
    """Raise `Misuse` unless a system has priorities, and `NotAGame` unless it has the player."""
    players = declared_players(system)
    if priority_of(system) is None:
        raise Misuse(f"{wanted} is asked of parity games, and this target has no priorities")
    if wanted.player not in players:
        known = ", ".join(players)
        raise NotAGame(f"there is no player {wanted.player!r}; there are {known}")


def priorities_of(graph: ExplicitGraph, system: Any) -> Ints:
    """The priority of each state of a graph, in the same order and parity, without gaps."""
    priority = priority_of(system)
    assert priority is not None, "asked of parity games only"
    states = map(graph.plain_state, range(graph.states))
    return compressed(np.fromiter(map(priority, states), np.int64, graph.states))


@dataclass(frozen=True, eq=False)
class SolvedParity:
    """A solved parity game: `win` is where the first player wins, and how both do."""

    system: Any
    space: GraphSpace
    win: ParityWin

    @property
    def graph(self) -> ExplicitGraph:
        return self.space.graph

    def verdict(self, name: str, wanted: WinsParity, auditing: Auditing) -> Verdict:
        """Whether a player wins from every initial state; a play shows it if not."""
        is_first = wanted.player == declared_players(self.system)[0]
        region = self.win.region if is_first else ~self.win.region
        failing = self.graph.initial[~region[self.graph.initial]]
        trace = self.play(int(failing[0])) if len(failing) else None
        answer = Answer.HOLDS if trace is None else Answer.FAILS
        reason = "" if trace else f"in {int(region.sum()):,} of {len(region):,} states"
        verdict = Verdict(name, answer, reason, trace)
        return audited(verdict, self.audit(auditing))

    def play(self, at: int) -> Trace:
        """The play from a state in which its winner follows the strategy.

        The other player takes the first step each time, so the play comes back to a state.
        """
        met: dict[int, int] = {}
        start, steps = self.graph.state(at), list[tuple[Label, State]]()
        while at not in met:
            met[at] = len(met)
            step = self._step(at)
            if step is None:
                step = int(self.graph.edges.start[at])
            at = int(self.graph.edges.target[step])
            steps.append(
                (self.graph.labels[int(self.graph.edges.event[step])], self.graph.state(at))
            )
        trace = Trace(start, tuple(steps), met[at])
        trace.replay(self.system)
        return trace

    def _step(self, at: int) -> int | None:
        """The step that the winner's strategy takes from a state; None if it has none there."""
        move = int((self.win.moves if self.win.region[at] else self.win.counter)[at])
        return None if move == NO_MOVE else move

    def audit(self, auditing: Auditing, *, reached: bool = True) -> Audited | None:
        """The result of auditing both strategies; None if nothing is audited."""
        if self.space.stopped:
            return None
        cover = SpaceCover(Finder(self.space), reached=reached)
        return auditing.of_states(cover, (), beside=self._checks)

    def _checks(self, reference: Reference) -> Sequence[Check]:
        graph, number = self.graph, self.graph.number
        priority = priority_of(self.system)
        assert priority is not None, "asked of parity games only"
        first = owned_by(graph, frozenset(declared_players(self.system)[:1]))

        def move(state: State) -> State | None:
            step = self._step(_known(number(state)))
            return None if step is None else graph.state(int(graph.edges.target[step]))

        solved = Solved(
            lambda: map(graph.state, range(graph.states)),
            lambda state: bool(self.win.region[_known(number(state))]),
            move,
            lambda state: bool(first[_known(number(state))]),
            priority,
        )
        return (ParityStrategies(solved, reference, graph.states, graph.tuning.audited_whole),)


def _known(number: int | None) -> int:
    assert number is not None, "a state of the game that was solved"
    return number


def solved_parity(system: Any, space: GraphSpace) -> SolvedParity:
    """The solution of the parity game on a space that has all states."""
    graph = space.graph
    first = frozenset(declared_players(system)[:1])
    return SolvedParity(system, space, parity_win(graph, first, priorities_of(graph, system)))
