"""Which player chooses which steps of a model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from itertools import combinations

from ...data import dataclass
from ...model.contested import ContestedState, contested, shown_in, where_in
from ...model.players import require_players
from .diagram import Diagram
from .explore import Space, first_state
from .moves import Batch, Step, batches


@dataclass(frozen=True, slots=True)
class Share:
    """Part of an action: the owner chooses it where `far` is true; None if no player does."""

    step: Step
    owner: str | None
    far: Diagram


class Ownership:
    """The steps of a space by their owners."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.machine = space.machine
        self.players = tuple(space.machine.model.players)

    @cached_property
    def shares(self) -> list[Share]:
        """All steps; an action without an owner is split by the player to move."""
        return [share for step in self.machine.steps for share in self._dealt(step)]

    def _dealt(self, step: Step) -> Iterator[Share]:
        if step.action.owner is not None:
            yield Share(step, step.action.owner, step.far)
            return
        nobody = step.far
        for player, turn in self._turns.items():
            yield Share(step, player, step.far & turn)
            nobody = nobody - turn
        yield Share(step, None, nobody)

    @cached_property
    def _turns(self) -> dict[str, Diagram]:
        turns = self.machine.parts.turns.items()
        return {player: self.machine.translator.truth(term) for player, term in turns}

    def steps_of(self, *owners: str | None) -> list[Batch]:
        """The steps that belong to one of these owners."""
        return batches((s.far, s.step.moves) for s in self.shares if s.owner in owners)

    def choice_of(self, *owners: str | None) -> Diagram:
        """The states in which one of these owners has a step."""
        mine = (share for share in self.shares if share.owner in owners)
        return self.machine.where_enabled(
            ((share.step, share.far) for share in mine), self.space.everything
        )

    def require_game(self, team: frozenset[str]) -> None:
        """Raise `NotAGame` if two players can choose in a state, or a team member is unknown."""
        if self._contest is not None:
            raise self._contest
        require_players(team, self.players)

    @cached_property
    def _contest(self) -> ContestedState | None:
        """The error about a state in which two players can choose; None if there is none."""
        choices = [(player, self.choice_of(player)) for player in self.players]
        for (one, its), (other, others) in combinations(choices, 2):
            if both := its & others & self.space.everything:
                return self._contested(first_state(self.space, both), one, other)
        return None

    def _contested(self, state: tuple[object, ...], one: str, other: str) -> ContestedState:
        model = self.machine.model
        where = where_in(model, state, partial(shown_in, model))
        choices = (f"{player} by {self._step(state, player)}" for player in (one, other))
        return contested(where, ", ".join(choices))

    def _step(self, state: tuple[object, ...], owner: str) -> object:
        here = self.machine.encoding.point(state)
        return next(
            share.step.action.label
            for share in self.shares
            if share.owner == owner and share.step.enabled(here & share.far)
        )
