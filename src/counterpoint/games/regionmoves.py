"""The moves of a strategy without a graph, computed from regions for one state at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..model.players import called_alike, is_clear
from ..model.system import Label, State
from ..verdict import Trace
from .game import Game, Step
from .plan import Plan
from .start import walked


class RegionMoves(Mapping[State, Label]):
    """The moves with which a team follows a `plan`.

    Iteration and `len` visit every state of the region.
    """

    def __init__(self, game: Game, team: frozenset[str], plan: Plan) -> None:
        """`game` is that of `plan.ground`."""
        self._game = game
        self._team = team
        self.plan = plan

    def __getitem__(self, state: State) -> Label:
        options = self.options(state)
        if not options:
            raise KeyError(state)
        return options[0]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without the game, which is that of the plan's states."""
        return _again, (self._team, self.plan)

    @property
    def most(self) -> int:
        """An upper bound on the number of moves, found without iterating over them."""
        return self.plan.space.count(self._undecided)

    @property
    def _undecided(self) -> Any:
        return self.plan.region & ~self.plan.done

    def __iter__(self) -> Iterator[State]:
        return (s for s in self.plan.space.members(self._undecided) if self.options(s))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def after(self, trace: Trace) -> State:
        """The state at the end of a run from the start, in the form of the plan's regions."""
        return walked(self.plan.space, trace) if self.plan.space.note else trace.states[-1]

    def options(self, state: State) -> tuple[Label, ...]:
        """The moves that follow the plan; empty if the team does not choose or no choice is needed.

        Raises `NotAGame` if all steps that follow it share their labels with steps to other states.
        """
        if not self._is_asked(state):
            return ()
        turn = self._game.turn(state)
        if turn.player not in self._team:
            return ()
        good = self._good(state, turn.moves)
        clear = (label for label, _ in good if is_clear(label, turn.moves))
        found = tuple(dict.fromkeys(clear))
        if not found:
            raise called_alike(self._game.shown(state), good[0][0])
        return found

    def all_options(self) -> Iterator[tuple[State, tuple[Label, ...]]]:
        """The states with moves, each with its `options`."""
        return ((state, self.options(state)) for state in self)

    def _is_asked(self, state: State) -> bool:
        plan = self.plan
        contains = plan.space.contains
        return contains(plan.region, state) and not contains(plan.done, state)

    def _good(self, state: State, moves: Sequence[Step]) -> list[Step]:
        """The steps to a lower rank; if there are none, those that stay where the plan says."""
        plan = self.plan
        if plan.is_loose:
            return self._into(plan.region, moves)
        rank = plan.rings.rank(state)
        found = self._into(plan.rings[rank - 1], moves) if rank else []
        found = found or self._into(plan.stays(rank), moves)
        assert found, "from a state of the region the team can follow the plan"
        return found

    def _into(self, region: Any, moves: Sequence[Step]) -> list[Step]:
        contains = self.plan.space.contains
        return [step for step in moves if contains(region, step[1])]


def _again(team: frozenset[str], plan: Plan) -> RegionMoves:
    return RegionMoves(plan.ground.game, team, plan)
