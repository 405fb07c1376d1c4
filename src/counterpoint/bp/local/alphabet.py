"""The events of a program by number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from ...data import dataclass
from ..event import Event
from .contents import data_of
from .room import TooLarge
from .surroundings import Surroundings


@dataclass(eq=False)
class Alphabet:
    """The events that can be selected, numbered as they are found."""

    events: list[Event] = field(default_factory=list)
    index: dict[Event, int] = field(default_factory=dict)
    data: Surroundings = field(default_factory=Surroundings)
    """What the events carry, which b-threads that receive them share."""
    unfinished: int = 0
    """Changes of automata that have begun and not ended: they are half made."""
    learned: int = 0
    """How often a local state of some b-thread was brought up to events found after it."""

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Meanwhile an automaton is changed; only `TooLarge` does not leave it half made."""
        self.unfinished += 1
        try:
            yield
        except TooLarge:
            self.unfinished -= 1
            raise
        self.unfinished -= 1

    def number(self, event: Event) -> int:
        """The number of `event`; a new one if it was not known."""
        known = self.index.get(event)
        if known is None:
            known = self.index[event] = len(self.events)
            self.events.append(event)
            self.data.adopt(data_of(event))
        return known
