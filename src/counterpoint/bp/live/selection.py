"""Selecting the next event of a run: by the index if the strategy is ranked, else by calling it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...errors import BadStrategy
from ..event import Event
from ..resume import add_note
from ..strategy import (
    Custom,
    Priority,
    Said,
    Strategy,
    ThreadPriority,
    among_enabled,
    blames_strategy,
)
from .index import Index
from .running import Running

_STEADY_RANKS = (Strategy.rank, Priority.rank, ThreadPriority.rank)
"""Methods that always give the same statement the same rank. A user's method might not."""


class Selection:
    """A strategy in one run, with the random generator of the run."""

    def __init__(self, strategy: Strategy, chance: random.Random) -> None:
        self.strategy = strategy
        self._chance = chance
        self._is_ours = strategy.is_ranked
        self.is_steady = self._is_ours and type(strategy).rank in _STEADY_RANKS
        self.chooses = type(strategy).choose is not Strategy.choose
        """Whether the strategy chooses by a method of the user's, even where there is no choice."""

    def selectable(self, index: Index) -> tuple[Event, ...]:
        """The events that the strategy allows now."""
        if self._is_ours:
            return index.selectable(self.strategy.first_only)
        said = tuple(Said(thread.thread, thread.sync) for thread in index.in_order())
        if isinstance(self.strategy, Custom):  # it checks the result itself
            return self.strategy.selectable(said)
        with blames_strategy(self.strategy, "asked which events are selectable"):
            selected = self.strategy.selectable(said)
        return among_enabled(selected, said, self.strategy)

    def rank(self, thread: Running) -> float:
        """The rank of the current requests of a b-thread."""
        try:
            return self.strategy.rank(thread.thread, thread.sync)
        except Exception as error:
            add_note(error, f"in strategy {self.strategy}, asked to rank {thread.name}", None)
            raise

    def choose(self, selectable: Sequence[Event]) -> Event:
        """Choose one of the selectable events.

        Raises `BadStrategy` if a strategy with its own `choose` returns another event.
        """
        if not self.chooses:
            return self.strategy.choose(selectable, self._chance)
        asked = f"asked to choose one of {', '.join(map(str, selectable))}"
        with blames_strategy(self.strategy, asked):
            event = self.strategy.choose(selectable, self._chance)
        if event not in selectable:
            raise BadStrategy(
                f"strategy {self.strategy} chose {event!r}, which is not selectable; "
                f"selectable are {', '.join(map(str, selectable))}"
            )
        return event
