"""What a run remembers: the situations it was in, and which events led from one to another.

Most programs come back to what they said before. So a run builds an automaton of itself as it goes
on, as regular expression engines do (K. Thompson, "Regular expression search algorithm", 1968): a
step along a known edge asks nobody's statement anything, and costs little more than resuming the
b-threads that its event wakes. `Cast` decides what may be remembered; this is how much is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...tuning import USUAL, Tuning
from ..event import Event
from ..sync import Sync
from .index import Running

Vector: TypeAlias = tuple[Sync, ...]
"""Statements of b-threads, in the order of the b-threads."""


class Situation:
    """What all b-threads say together: what can be selected, and the turn each event brings."""

    __slots__ = ("selectable", "turns")

    def __init__(self, selectable: tuple[Event, ...]) -> None:
        self.selectable = selectable
        self.turns: dict[Event, Turn] = {}


class Turn:
    """What an event does in a situation: whom it wakes, and where what they say next leads."""

    __slots__ = ("leads_to", "woken")

    def __init__(self, woken: Sequence[Running]) -> None:
        self.woken = woken
        self.leads_to: dict[Vector, Situation] = {}


class Memory:
    """The situations of a run so far, for as long as its b-threads are the same."""

    def __init__(self, tuning: Tuning = USUAL) -> None:
        self._tuning = tuning
        self._situations: dict[Vector, Situation] = {}
        self._learnt = 0
        self._began = 0

    def learns(self, step: int) -> bool:
        """Whether to remember this step of the run; forgets all when the room is used up."""
        tuning = self._tuning
        if self._learnt >= tuning.memory_room:
            paid = step - self._began >= tuning.memory_worth * self._learnt
            self._began = step if paid else step + tuning.memory_rest
            self._learnt = 0
            self.forget()
        return step >= self._began

    def recall(self, statements: Vector) -> Situation | None:
        """The situation in which the b-threads say this, None when it is new."""
        return self._situations.get(statements)

    def learn(self, statements: Vector, selectable: tuple[Event, ...]) -> Situation:
        """A new situation."""
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
        """Forget all situations, and the cycles among them, so that their room is free at once."""
        for situation in self._situations.values():
            situation.turns.clear()
        self._situations.clear()


def _room_of(several: Sequence[object]) -> int:
    """How much counts what holds as many things: most of it does not depend on their number."""
    return 1 + len(several) // 64
