"""The states that a search of a network found, as the cover of a certificate."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ....certificate import Past, Seen
from ....model.system import Label
from ...base.edges import steps_of
from ...base.outcome import NONE
from .exploration import Exploration
from .numbers import Numbers


class ExplorationCover:
    """The states of an exploration; see `certificate` for the meaning of the methods."""

    watched: tuple[Past, ...] = ()
    are_reached = True

    def __init__(self, found: Exploration) -> None:
        self.found = found
        self._numbers = Numbers(found)

    @property
    def states(self) -> int:
        return self.found.states

    @property
    def transitions(self) -> int:
        return self.found.transitions

    def every(self) -> Iterator[Seen]:
        return (self._seen(number) for number in range(self.states))

    def sample(self, count: int, rng: random.Random) -> Iterator[Seen]:
        chosen = rng.sample(range(self.states), min(count, self.states))
        return map(self._seen, chosen)

    def has(self, seen: Seen) -> bool:
        return self._numbers.number(seen.state) is not None

    def before(self, seen: Seen) -> Seen | None:
        number = self._numbers.number(seen.state)
        parent = NONE if number is None else int(self.found.parents[number])
        return None if parent == NONE else self._seen(parent)

    def steps(self, seen: Seen) -> Iterator[tuple[Label, Seen]] | None:
        number, edges = self._numbers.number(seen.state), self.found.edges
        if number is None or edges is None:
            return None
        alphabet = self.found.network.alphabet
        return ((alphabet[event], self._seen(target)) for event, target in steps_of(edges, number))

    def _seen(self, number: int) -> Seen:
        return Seen(self.found.state(number))
