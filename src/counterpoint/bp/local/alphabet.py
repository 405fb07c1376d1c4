"""The numbered events of a program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from ...data import dataclass
from ..event import Event
from .outside.contents import data_of
from .outside.surroundings import Surroundings
from .state.key_limits import TooLarge


@dataclass(eq=False)
class Alphabet:
    """The events that can be selected, numbered as they are found."""

    events: list[Event] = field(default_factory=list)
    index: dict[Event, int] = field(default_factory=dict)
    data: Surroundings = field(default_factory=Surroundings)
    """The data of the events, which all b-threads that receive them share."""
    unfinished: int = 0
    """The number of changes to automata that have begun but were not completed."""
    learned: int = 0
    """How often a local state of some b-thread was updated for events found after it."""

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Context manager for a change of an automaton.

        Any exception but `TooLarge` leaves the change counted as unfinished.
        """
        self.unfinished += 1
        try:
            yield
        except TooLarge:
            self.unfinished -= 1
            raise
        self.unfinished -= 1

    def number(self, event: Event) -> int:
        """The number of `event`. An unknown event gets a new number."""
        known = self.index.get(event)
        if known is None:
            self.data.adopt(data_of(event))
            known = len(self.events)
            self.events.append(event)
            self.index[event] = known
        return known
