"""The numbered events of a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from fractions import Fraction
from typing import Any

from ...data import dataclass
from ...errors import BadEvent, LimitReached
from ..event import Event
from ..tick import Tick
from ..timeout import length, unit_of
from .outside.contents import data_of
from .outside.surroundings import Surroundings
from .state.key_limits import TooLarge


def refuse_tick(events: Iterable[Event]) -> None:
    """Raise `BadEvent` if an event has the name of ticks, as formulas could not ask for it."""
    for event in events:
        if event.name == Tick.name:
            raise BadEvent(
                f"an event is called {event.name}, as are the ticks in which time passes: give it "
                "another name, as the program has timeouts"
            )


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
    timeouts: dict[int, Fraction] = field(default_factory=dict)
    """The numbers of the timeouts that statements name, each with its seconds."""
    unit: Fraction = Fraction(0)
    """The seconds that pass in a tick; 0 without timeouts."""
    tick: int | None = None
    """The number of the tick, which is no event that b-threads hear."""
    is_settled: bool = False
    """Whether the timeouts are final."""

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
            if self.tick is not None:
                refuse_tick((event,))
            self.data.adopt(data_of(event))
            known = len(self.events)
            self.events.append(event)
            self.index[event] = known
        return known

    def time(self, timeout: Event, who: str) -> None:
        """Number a timeout that the b-thread `who` names.

        Raises `LimitReached` if the timeouts are final and this is none of them.
        """
        number, seconds = self.number(timeout), length(timeout)
        if number in self.timeouts:
            return
        if self.is_settled:
            raise LimitReached(
                f"b-thread {who} waits for {timeout} in a state that was found late, as the "
                "b-thread has very many: let another b-thread name this timeout too"
            )
        self.timeouts[number] = seconds

    def settle_unit(self) -> bool:
        """Let the unit divide all lengths that are known. Returns whether it has changed."""
        unit = unit_of(self.timeouts.values())
        if unit == self.unit:
            return False
        self.unit = unit
        tick: Any = Tick(unit)
        if self.tick is None:
            self.tick = len(self.events)
            self.events.append(tick)
        else:
            del self.index[self.events[self.tick]]
            self.events[self.tick] = tick
        self.index[tick] = self.tick
        return True
