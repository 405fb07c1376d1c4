"""Those who play beside the person: who plays for each player, and which steps they take."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import Misuse
from ..model.naming import NamedStep
from .players import AS, BEST, PERSON, RULES, by_advice, by_chance, by_program
from .standing import Standing
from .walk import Walk

LONGEST_REACTION = 500
"""Steps that others take one after the other before somebody has to ask for more."""


class Others:
    """Who plays for the players of a game: a person for the first, the rules for all others.

    `beside` gives for a player the other programs that can play for him, by their names.

    >>> from counterpoint.examples.tictactoe import program
    >>> from counterpoint.page.loaded import Loaded
    >>> standing = Standing(Loaded("tictactoe", program))
    >>> others = Others(standing, seed=1)
    >>> others.persons, others.move()
    (['X'], None)
    >>> standing.game.take("X(0,0)")
    >>> others.move().name
    'O(1,1)'
    """

    def __init__(
        self,
        standing: Standing,
        *,
        beside: Callable[[str], Mapping[str, Any]] = lambda player: {},
        seed: int | str | None = None,
    ) -> None:
        self._standing = standing
        self._beside = beside
        self._chance = random.Random(seed)
        self._by: dict[str, str] = {}
        self._moved = 0

    # Who plays for whom ---------------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The players, the first of whom is in front of the page."""
        return self._standing.game.teller.voices.players

    def by(self, player: str) -> str:
        """Who plays for a player."""
        return self._by.get(player, PERSON if player == self.players[0] else RULES)

    @property
    def persons(self) -> list[str]:
        """The players who are persons."""
        return [player for player in self.players if self.by(player) == PERSON]

    @property
    def choosers(self) -> list[str] | None:
        """The players who are persons; None where nobody is a player, and each step a person's."""
        return self.persons if self.players else None

    def ways(self, player: str) -> dict[str, str]:
        """Who can play for a player: for each way, how the page calls it."""
        ways = {RULES: "by its rules"}
        if self._standing.goals:
            ways[BEST] = "the best strategy"
        ways |= {f"{AS}{name}": f"as {name} does" for name in self._beside(player)}
        return ways | {PERSON: "a person"}

    def seat(self, player: str, how: str) -> None:
        """Let somebody else play for a player; raises `Misuse` where that cannot be."""
        if player not in self.players or how not in self.ways(player):
            raise Misuse(f"{player!r} cannot be played by {how!r}")
        self._by[player] = how

    @property
    def need_values(self) -> bool:
        """Whether somebody plays who has to know what moves are worth."""
        return BEST in self._by.values()

    # What they do ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Let them move as often as they may between two commands."""
        self._moved = 0

    @property
    def steps(self) -> list[NamedStep]:
        """The steps that they could take now; none if it is a person's turn, or has been long."""
        if not self._standing.is_playing or self._moved >= LONGEST_REACTION:
            return []
        return steps_of_others(self._standing.game, self.players, self.persons)

    def move(self, *, solving: bool = False) -> NamedStep | None:
        """The step that they take now; None if it is not theirs, or who is to play best thinks.

        That is while the game is being solved: he answers then.
        """
        steps = self.steps
        if not steps or (solving and any(self._plays_best(step.owner) for step in steps)):
            return None
        self._moved += 1
        return self._chosen(steps)

    def _plays_best(self, owner: str | None) -> bool:
        return owner is not None and self.by(owner) == BEST

    def _chosen(self, steps: Sequence[NamedStep]) -> NamedStep:
        """The one that is taken of these steps, some of which may be nobody's."""
        owner = next((step.owner for step in steps if step.owner is not None), None)
        how = RULES if owner is None else self.by(owner)
        mine = [step for step in steps if step.owner == owner]
        game, advisor = self._standing.game, self._standing.advisor
        found: NamedStep | None = None
        if how == BEST and game.legal and advisor is not None:
            found = by_advice(game, mine, advisor)
        if owner is not None and how.startswith(AS):
            program = self._beside(owner).get(how.removeprefix(AS))
            found = program and by_program(game, mine, program, self._chance)
        return found or by_chance(steps, self._chance)


def steps_of_others(walk: Walk, players: Sequence[str], persons: Sequence[str]) -> list[NamedStep]:
    """The steps that others could take at the end of a walk; none if it is a person's turn.

    Where events come from outside, those are the person's, and the rest is the reaction.
    """
    if walk.at < len(walk.steps):
        return []
    steps = list(walk.choices)
    if getattr(walk.target, "external", None):
        inside = {walk.system.alphabet[n] for n in walk.system.internal_events(walk.state)}
        return [step for step in steps if step.label in inside]
    if not players or any(step.owner in persons for step in steps):
        return []
    return steps
