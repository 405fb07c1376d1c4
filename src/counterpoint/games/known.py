"""The known result of a solved game: its winning states, and which steps make progress to a win."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from ..engines.graph.attractor import NO_MOVE
from ..engines.space.stateset import StateSet
from ..errors import Misuse
from ..model.system import State
from .moves import records_events
from .objective import Parity
from .plan import Plan
from .region import Win


class States(Protocol):
    """The states that a team wins; the only required operation is `in`.

    They may also be `Distant` and `Counted`.
    """

    def __contains__(self, state: Any, /) -> bool: ...


@runtime_checkable
class Distant(Protocol):
    """Winning states that know how far the win is."""

    def distance(self, state: State) -> int | None:
        """The greatest number of steps to the win; None if it is not known."""


@runtime_checkable
class Counted(Protocol):
    """Winning states that know which steps make progress.

    A team wins if it takes a step with a value less than `left(state, state)` wherever there is
    one, and else stays among the winning states.
    """

    def left(self, state: State, there: State) -> int:
        """The number of steps left after a step from `state` to `there`, a winning state."""


def distance_in(states: States | None, state: State) -> int | None:
    """The greatest number of steps to the win of a team; None if it is not known."""
    return states.distance(state) if isinstance(states, Distant) else None


class WinningStates:
    """The winning states of a game with a graph.

    If the `whole` game was solved, asking about a state outside of it raises `Misuse`.
    """

    def __init__(self, win: Win, whole: bool = True) -> None:
        self._win = win
        self._whole = whole

    def __contains__(self, state: State) -> bool:
        number = self._win.graph.number(state)
        if number is None and self._whole:
            raise Misuse(_unsolved(state, records_events(self._win.graph)))
        return number is not None and bool(self._win.region[number])

    def __len__(self) -> int:
        return int(self._win.region.sum())

    def distance(self, state: State) -> int | None:
        """The greatest number of steps to the win; None for other states, or if it is not known."""
        return self._win.distance(state)

    def left(self, state: State, there: State) -> int:
        """The steps left after a step to `there`: its distance, or 0 if that is not known.

        For a parity objective, it is instead 1 if the strategy's step from `state` leads to another
        state than `there`, else 0.
        """
        win = self._win
        if not isinstance(win.objective, Parity):
            return self.distance(there) or 0
        move = win.moves[win.graph.number(state)]
        return int(move != NO_MOVE and win.graph.edges.target[move] != win.graph.number(there))


class WinningRegion:
    """The winning states of a game, in the form of the engine that solved it, and the plan."""

    def __init__(self, states: StateSet, plan: Plan) -> None:
        self._states = states
        self._plan = plan

    def __contains__(self, state: State) -> bool:
        if state in self._states:
            return True
        if state not in ~self._states:
            raise Misuse(_unsolved(state, bool(self._states.note)))
        return False

    def __len__(self) -> int:
        return len(self._states)

    def distance(self, state: State) -> int | None:
        """The greatest number of steps to the win; None for other states, or if it is not known.

        Raises `Refused` if it is needed to win but takes too much memory.
        """
        plan = self._plan
        if not plan.is_to_reach or not plan.space.contains(plan.region, state):
            return None
        return plan.left(state)

    def left(self, state: State, there: State) -> int:
        """The rank of `there` in the plan: how many of its regions are left; 0 if not known."""
        return self._plan.left(there) or 0


def _unsolved(state: State, with_events: bool) -> str:
    if with_events:
        return (
            "a goal asks about events, and a state does not tell which came: let advisor() or "
            "counsel() solve the game, and give the run that leads to the state"
        )
    return f"the state {state!r} is none of those of the game that was solved"
