"""The memory of a run: the situations it was in, and which events led from one to another.

In most programs the same statements occur together again and again. So a run builds an automaton of
itself lazily, as regular expression engines do (K. Thompson, "Regular expression search algorithm",
1968). A step along a known edge evaluates no statement, and costs little more than resuming the
b-threads that its event wakes. `Cast` decides what may be remembered, this module how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...tuning import USUAL, Tuning
from ..event import Event
from ..sync import Sync
from .running import Running

Vector: TypeAlias = tuple[Sync, ...]
"""Statements of b-threads, in the order of the b-threads."""


class Situation:
    """A combination of statements of all b-threads: the selectable events, and the known turns."""

    __slots__ = ("selectable", "turns")

    def __init__(self, selectable: tuple[Event, ...]) -> None:
        self.selectable = selectable
        self.turns: dict[Event, Turn] = {}


class Turn:
    """The effect of an event in a situation: the b-threads that it wakes, and what follows.

    `leads_to` maps the next statements of these b-threads to the next situation.
    """

    __slots__ = ("leads_to", "woken")

    def __init__(self, woken: Sequence[Running]) -> None:
        self.woken = woken
        self.leads_to: dict[Vector, Situation] = {}


class Memory:
    """The situations of a run so far. They are valid as long as its b-threads are the same."""

    def __init__(self, tuning: Tuning = USUAL) -> None:
        self._tuning = tuning
        self._situations: dict[Vector, Situation] = {}
        self._learnt = 0
        self._began = 0

    def learns(self, step: int) -> bool:
        """Whether to remember the situation at step number `step` of the run.

        Forgets all when `memory_room` is used up. If the run made fewer than `memory_worth` steps
        for each unit of room that was used, it remembers nothing for `memory_rest` steps.
        """
        tuning = self._tuning
        if self._learnt >= tuning.memory_room:
            paid = step - self._began >= tuning.memory_worth * self._learnt
            self._began = step if paid else step + tuning.memory_rest
            self._learnt = 0
            self.forget()
        return step >= self._began

    def recall(self, statements: Vector) -> Situation | None:
        """The situation with these statements, None if it is new."""
        return self._situations.get(statements)

    def learn(self, statements: Vector, selectable: tuple[Event, ...]) -> Situation:
        """Remember a new situation."""
        here = self._situations[statements] = Situation(selectable)
        self._learnt += _room_of(statements)
        return here

    def learn_turn(self, here: Situation, event: Event, turn: Turn) -> None:
        here.turns[event] = turn
        self._learnt += _room_of(turn.woken)

    def learn_edge(self, turn: Turn, said: Vector, there: Situation) -> None:
        turn.leads_to[said] = there
        self._learnt += _room_of(said)

    def forget(self) -> None:
        """Forget all situations. Breaks the cycles among them, so that they are freed at once."""
        for situation in self._situations.values():
            situation.turns.clear()
        self._situations.clear()


def _room_of(several: Sequence[object]) -> int:
    """The room that is counted for a sequence. Most of it does not depend on the length."""
    return 1 + len(several) // 64
