"""The opponents of the person: who plays for each player, and which steps they take."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import Misuse
from ..model.naming import NamedStep
from ..model.notation import Notation, notation_of
from ..model.scope import closest
from .players import (
    AS,
    BEST,
    PERSON,
    RULES,
    SOLVERS,
    Way,
    by_advice,
    by_chance,
    by_program,
    by_winning_states,
)
from .standing import Standing
from .walk import Walk

LONGEST_REACTION = 500
"""Maximum number of consecutive steps of others before a person must act."""


class Others:
    """Decides who plays for each player: by default a person for the first, rules for all others.

    `beside` returns, for a player, the other programs that can play for the player, by name.

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

    # Who plays for which player -------------------------------------------------------------------

    @property
    def players(self) -> tuple[str, ...]:
        """The players; the first is played by the person in front of the page."""
        return self._standing.game.presenter.voices.players

    def by(self, player: str) -> str:
        """Who plays for a player: `PERSON`, `RULES`, a solver, or `AS` with a program's name."""
        return self._by.get(player, PERSON if player == self.players[0] else RULES)

    @property
    def persons(self) -> list[str]:
        """The players for whom a person plays."""
        return [player for player in self.players if self.by(player) == PERSON]

    @property
    def choosers(self) -> list[str] | None:
        """The players for whom a person plays; None if there are no players: a person then chooses
        every step.
        """
        return self.persons if self.players else None

    def ways(self, player: str) -> dict[str, Way]:
        """All ways to play for a player, including those that are not available here."""
        why_not = self._standing.why_unsolved
        ways = {RULES: Way("by its rules")}
        ways |= {how: Way(name, why_not) for how, name in SOLVERS.items()}
        ways |= {f"{AS}{name}": Way(f"as {name} does") for name in self._beside(player)}
        return ways | {PERSON: Way("a person")}

    def seat(self, player: str, how: str) -> None:
        """Set who plays for a player; raises `Misuse` if that is not possible."""
        if player not in self.players:
            known = closest(player, self.players)
            raise Misuse(f"there is no player {player!r} to play for; there are {known}")
        ways = self.ways(player)
        if how not in ways:
            raise Misuse(f"{player!r} cannot be played by {how!r}; there are {', '.join(ways)}")
        if ways[how].why_not:
            raise Misuse(f"{player!r} cannot be played by {how!r}: {ways[how].why_not}")
        self._by[player] = how

    @property
    def need_values(self) -> bool:
        """Whether any player is played by a solver, which needs the solved game."""
        return any(how in SOLVERS for how in self._by.values())

    def give_up_values(self) -> None:
        """Let the rules play for all players that a solver played for."""
        self._by = {player: RULES if how in SOLVERS else how for player, how in self._by.items()}

    # Their moves ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Reset the count of their moves between two commands."""
        self._moved = 0

    @property
    def steps(self) -> list[NamedStep]:
        """The steps that others could take; none on a person's turn, or after too many moves."""
        if not self._standing.is_playing or self._moved >= LONGEST_REACTION:
            return []
        return steps_of_others(self._standing.game, self.players, self.persons)

    def move(self, *, solving: bool = False) -> NamedStep | None:
        """The step that others take; None if it is not their turn, or a solver must wait.

        A solver waits while the game is being solved, and moves after that.
        """
        steps = self.steps
        if not steps or (solving and any(self._by.get(s.owner or "") in SOLVERS for s in steps)):
            return None
        self._moved += 1
        return self._chosen(steps)

    def _chosen(self, steps: Sequence[NamedStep]) -> NamedStep:
        """The step to take of these, some of which may belong to no player."""
        owner = next((step.owner for step in steps if step.owner is not None), None)
        how = RULES if owner is None else self.by(owner)
        mine = [step for step in steps if step.owner == owner]
        game, advisor, chance = self._standing.game, self._standing.advisor, self._chance
        if how in SOLVERS and game.legal and advisor is not None:
            if how == BEST:
                return by_advice(game, mine, advisor)
            return by_winning_states(game, mine, advisor, chance)
        found: NamedStep | None = None
        if owner is not None and how.startswith(AS):
            program = self._beside(owner).get(how.removeprefix(AS))
            found = program and by_program(game, mine, program, chance)
        return found or by_chance(steps, chance)


def steps_of_others(walk: Walk, players: Sequence[str], persons: Sequence[str]) -> list[NamedStep]:
    """The steps that others could take at the end of a walk; none on a person's turn.

    If the target has external events or timeouts, those are the person's, and all others are the
    reaction.
    """
    if walk.at < len(walk.steps):
        return []
    steps = list(walk.choices)
    if notation_of(walk.target) is Notation.PROGRAM and walk.system.unrequested:
        inside = {walk.system.alphabet[n] for n in walk.system.internal_events(walk.state)}
        return [step for step in steps if step.label in inside]
    if not players or any(step.owner in persons for step in steps):
        return []
    return steps
