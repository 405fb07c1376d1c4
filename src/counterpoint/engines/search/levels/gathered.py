"""What expanding states shows: how many steps there are, and which questions are true where."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field
from typing import Any, TypeAlias

import numpy as np

from ....data import dataclass
from ....errors import CounterpointError
from ....stopped import NOT_STOPPED, Stopped
from ...base.arrays import U8, U64
from .stepper import Expanded

Packed: TypeAlias = "tuple[int, ...]"
"""The words of a packed state."""


@dataclass(frozen=True, slots=True)
class Answered:
    """In how many of the expanded states a question is true, and the first of them.

    That is the one of the first level that is packed into the least words. Unless all are counted,
    it counts only those of that level.
    """

    count: int = 0
    level: int = 0
    state: Packed = ()

    @property
    def place(self) -> tuple[int, Packed]:
        """The level and the words of the first of them, by which they are in order."""
        return self.level, self.state

    def joined(self, other: Answered) -> Answered:
        """The same for the states of both."""
        some = (each for each in (self, other) if each.count)
        first = min(some, key=lambda each: each.place, default=self)
        return Answered(self.count + other.count, first.level, first.state)


@dataclass(slots=True)
class Gathered:
    """What was gathered from `states` expanded states: their `steps`, and answers to questions.

    `seen` is what the stepper has seen in them; None if it looks for nothing. If expanding them is
    a reason to end the search, `stopped` says so, and `trouble` which error in which state it is.
    """

    answers: list[Answered]
    states: int = 0
    steps: int = 0
    seen: U8 | None = field(default=None, compare=False)
    stopped: Stopped = field(default=NOT_STOPPED, compare=False)
    trouble: tuple[Packed, CounterpointError] | None = field(default=None, compare=False)

    def note(self, some: Expanded, states: U64, level: int) -> None:
        """Add what was expanded of some packed states of a level."""
        self.states += len(some.starts) - 1
        self.steps += some.steps
        self._end(some.stopped, some.trouble)
        for number, (count, state) in some.found.items():
            self.answers[number] = self.answers[number].joined(Answered(count, level, state))
        for number, truth in some.truths.items():
            true = states[some.first : some.first + len(truth)][truth]
            if len(true):
                found = Answered(len(true), level, least(true))
                self.answers[number] = self.answers[number].joined(found)
        if some.seen is not None:
            self.seen = some.seen.copy() if self.seen is None else self.seen | some.seen

    def add(self, other: Gathered) -> None:
        """Add what was gathered from other states."""
        self.states += other.states
        self.steps += other.steps
        pairs = zip(self.answers, other.answers, strict=True)
        self.answers = [one.joined(another) for one, another in pairs]
        self._end(other.stopped, other.trouble)
        if other.seen is not None:
            self.seen = other.seen if self.seen is None else self.seen | other.seen

    def _end(self, stopped: Stopped, trouble: tuple[Packed, CounterpointError] | None) -> None:
        self.stopped = self.stopped or stopped
        if trouble is not None and (self.trouble is None or trouble[0] < self.trouble[0]):
            self.stopped, self.trouble = stopped, trouble

    def open_questions(self, counted: Collection[int]) -> list[int]:
        """The numbers of the questions to ask: those that are counted, or true nowhere so far."""
        return [n for n, of in enumerate(self.answers) if n in counted or not of.count]

    @property
    def data(self) -> dict[str, Any]:
        """The same as data for JSON."""
        seen = self.seen
        return {
            "states": self.states,
            "steps": self.steps,
            "answers": [[of.count, of.level, of.state] for of in self.answers],
            "seen": None if seen is None else [len(seen), np.packbits(seen).tobytes().hex()],
        }


def nothing_gathered(questions: int) -> Gathered:
    """What is gathered from no states."""
    return Gathered([Answered()] * questions)


def gathered_of(data: Any) -> Gathered:
    """What `Gathered.data` is of."""
    answers = [Answered(count, level, tuple(state)) for count, level, state in data["answers"]]
    seen = None if data["seen"] is None else _seen(*data["seen"])
    return Gathered(answers, data["states"], data["steps"], seen)


def _seen(count: int, text: str) -> U8:
    return np.unpackbits(np.frombuffer(bytes.fromhex(text), np.uint8), count=count)


def least(states: U64) -> Packed:
    """The packed state that comes first, of some states in any order."""
    ties = states[states[:, 0] == states[:, 0].min()]
    return min(tuple(map(int, state)) for state in ties)
