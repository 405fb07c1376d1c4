"""The operations of the evaluator on the states of a search level by level.

What follows steps is computed level by level, from the last one to the first, and is decided only
where each step leads from a level to the next (backward induction).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from ....errors import LimitReached, Refused
from ....logic.automata.automaton import Automaton
from ....logic.core import Core, Kind, Paths
from ....logic.fragments import everything_in, is_propositional
from ....model.model import Model
from ....model.players import contested_in, require_players
from ....stopped import Stopped
from ...base.arrays import U64
from ..compiled.bits import Bits
from ..compiled.layers import is_plainly_a_game
from ..levels.runs import bytes_of
from .backward import Backward, ByShard
from .choices import NO_STEPS
from .condition import Condition
from .finished import Finished
from .places import Places

NEEDS_EDGES = (
    "with states on disk, a formula about whole paths, or about those of which something is "
    "assumed, is not decided: that needs the steps between the states"
)
FAIR = "with states on disk, only formulas about the state itself are decided under fairness"


class LevelAlgebra:
    """Regions as bits in memory, of states that are on disk."""

    def __init__(
        self,
        game: Model | None,
        places: Places,
        backward: Backward,
        state: Callable[[U64], Any],
        stopped: Stopped,
        kept: Callable[[str], Finished] | None = None,
        counted: str | None = None,
    ) -> None:
        """Steps and players are those of the `game`; without one, nothing is asked about them.

        `state` unpacks a state; `stopped` says why states are missing, if some are.

        If not all states count, the atom `counted` is true in those that do.

        `kept` is where the levels of an attractor that are done are kept, by a text that only the
        same attractor has.
        """
        self._kept, self._counted = kept, counted
        self._game, self._places, self._levels = game, places, places.levels
        self.backward, self._state, self.stopped = backward, state, stopped
        self._is_game: bool | None = None

    @cached_property
    def everything(self) -> Bits:
        words: Any = self._places.inside
        if self._counted is not None:
            words = self._true(self._counted)
        return Bits(words, words)

    @property
    def nothing(self) -> Bits:
        return Bits(np.zeros(self._places.words, np.uint64), self.everything.words)

    @cached_property
    def initial(self) -> Bits:
        """The initial states: those of the first level."""
        region = self.nothing
        if self._levels:
            first = self._places.of_level(self.everything.words, 0)
            self._places.put(region.words, 0, first)
        return region

    def refusal(self, goal: Core) -> str | None:
        """Why `goal` cannot be decided; None if it can, or is refused by the first step.

        Called before any work.
        """
        if any(isinstance(part, Paths) for part in everything_in(goal)):
            return NEEDS_EDGES
        if is_propositional(goal):
            return None
        if self._game is None:
            return NO_STEPS
        return FAIR if self._game.fairness else None

    def prop(self, text: str) -> Bits:
        """The states in which the atom is true; raises `UnknownAtom`."""
        everything = self.everything
        return Bits(self._true(text) & everything.words, everything.words)

    def _true(self, text: str) -> U64:
        """The words of the states in which an atom is true, also of those that do not count."""
        words: U64 = np.zeros(self._places.words, np.uint64)
        for level in range(self._levels):
            self._places.put(words, level, self.backward.true(level, text))
        return words

    def step(self, kind: Kind, region: Bits, label: str | None, team: frozenset[str]) -> Bits:
        """The states from which a step leads into the region, in the sense of `kind`.

        With `label`, only steps with that label count. Raises `Refused` if some step does not lead
        to the next level.
        """
        self._require_whole()
        self._require_game(kind, team)
        found, asked = self.nothing, Condition(kind, team, label)
        for level in range(self._levels):
            led = self._lead(level, asked, None, region)
            self._places.put(found.words, level, led)
        return found

    def until(self, kind: Kind, team: frozenset[str], hold: Bits, goal: Bits) -> Bits:
        """The least X = goal | (hold & step(kind, X, None, team)): an attractor."""
        self._require_whole()
        self._require_game(kind, team)
        region = Bits(goal.words.copy(), goal.inside)
        asked, open_ = Condition(kind, team), hold & ~goal
        levels = list(reversed(range(self._levels)))
        views = [self._places.whole(region.words, level) for level in levels]
        finished, done = self._finished(asked, hold, goal), 0
        if finished is not None:
            for done, words in enumerate(finished.read(len(view) for view in views), 1):
                views[done - 1][:] = words
        for level, view in list(zip(levels, views, strict=True))[done:]:
            wanted = self._places.of_level(open_.words, level)
            self._places.put(region.words, level, self._lead(level, asked, wanted, region))
            if finished is not None:
                finished.add(view)
        return region

    def _finished(self, asked: Condition, hold: Bits, goal: Bits) -> Finished | None:
        """Where an attractor is kept on the way, if it is."""
        if self._kept is None:
            return None
        of = sha256(f"{asked.kind.value} {sorted(asked.team)}\0".encode())
        of.update(bytes_of(hold.words))
        of.update(bytes_of(goal.words))
        return self._kept(of.hexdigest())

    def _lead(self, level: int, asked: Condition, wanted: ByShard | None, region: Bits) -> ByShard:
        here, after = (self._places.of_level(region.words, at) for at in (level, level + 1))
        return self.backward.lead(level, asked, wanted, here, after)

    def paths(self, automaton: Automaton, letters: Sequence[Bits]) -> Bits:
        raise Refused(NEEDS_EDGES)

    def _require_whole(self) -> None:
        """Raise `LimitReached` if states are missing, as steps may lead to them."""
        if self.stopped:
            raise LimitReached(f"not all states are known: {self.stopped}")

    def _require_game(self, kind: Kind, team: frozenset[str]) -> None:
        """Raise `NotAGame` if a team has an unknown player, or two players choose in a state."""
        if kind not in (Kind.FORCE, Kind.ALLOW):
            return
        assert self._game is not None, "a formula about steps was refused"
        require_players(team, self._game.players)
        if self._is_game is None:
            self._is_game = is_plainly_a_game(self._game) or self._is_uncontested(self._game)

    def _is_uncontested(self, game: Model) -> bool:
        for level in range(self._levels):
            if (packed := self.backward.contested(level)) is not None:
                raise contested_in(game, self._state(packed))
        return True
