"""Why two classes are not related: a step of one that the other cannot match, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ...data import dataclass
from .pairs import Pairs
from .partition import Partition
from .quotient import Quotient
from .steps import Steps


@dataclass(frozen=True, slots=True)
class Move:
    """A step that parts two classes: who takes it, its letter and target, and all answers.

    `answers` are the classes that steps of the other with the same letter lead to, including those
    that look different.
    """

    by_first: bool
    letter: int
    there: int
    answers: tuple[int, ...]


class Parting(Protocol):
    """How classes are distinguished, in as few steps as possible."""

    def rank(self, one: int, other: int) -> int | None:
        """The number of steps that are needed; 0 if they look different, None if related."""

    def move(self, one: int, other: int) -> Move:
        """A first step for a pair with a rank from 1 up; its answers have smaller ranks."""


class OfPartition:
    """How classes are distinguished that are not bisimilar, by the rounds of a partition."""

    def __init__(self, partition: Partition, steps: Steps) -> None:
        self._partition = partition
        self._by_letter = steps.by_letter

    def rank(self, one: int, other: int) -> int | None:
        """The round after which they were in different classes."""
        return self._partition.parted(one, other)

    def move(self, one: int, other: int) -> Move:
        """A step to a class, as it was a round before, that the other does not reach."""
        rank = self.rank(one, other)
        assert rank, "they look alike, and are not related"
        moves = [
            *self._moves(one, other, rank - 1, True),
            *self._moves(other, one, rank - 1, False),
        ]
        return min(moves, key=lambda move: (len(move.answers), not move.by_first))

    def _moves(self, one: int, other: int, round_: int, by_first: bool) -> Iterable[Move]:
        at = self._partition.at
        for letter, targets in self._by_letter[one].items():
            answers = tuple(self._by_letter[other].get(letter, ()))
            reached = {at(answer, round_) for answer in answers}
            for there in targets:
                if at(there, round_) not in reached:
                    yield Move(by_first, letter, there, answers)


class OfPairs:
    """How a class is distinguished from one that does not simulate it, by the ranks of pairs."""

    def __init__(self, pairs: Pairs, answers: Steps) -> None:
        self._pairs = pairs
        self._by_letter = answers.by_letter

    def rank(self, one: int, other: int) -> int | None:
        """The number of steps that the attacker needs."""
        return self._pairs.rank.get((one, other)) if self._pairs.look_alike(one, other) else 0

    def move(self, one: int, other: int) -> Move:
        """A step after which every answer leads to a pair of smaller rank."""
        rank = self._pairs.rank[one, other]
        for attack in self._pairs.attacks(one, other):
            ranks = [self.rank(attack.there, answer) for answer in attack.answers]
            if all(each is not None and each < rank for each in ranks):
                answers = tuple(self._by_letter[other].get(attack.letter, ()))
                return Move(True, attack.letter, attack.there, answers)
        raise AssertionError("a lost pair has a step without a good answer")


@dataclass(frozen=True, slots=True)
class Turn:
    """A matched step on the way to a difference: who led, the letter, and both classes after it."""

    by_first: bool
    letter: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Way:
    """Runs of both that match, up to a step of one that the other cannot match.

    `first` and `second` are the classes in which they start. Without a `last` step, what is
    observed differs at the start.
    """

    first: int
    second: int
    turns: tuple[Turn, ...] = ()
    last: Move | None = None


def way_to(parting: Parting, first: int, second: int, quotient: Quotient) -> Way:
    """Runs that show why two classes are not related; the defender answers as long as possible."""
    observed = quotient.observed
    one, other, turns = first, second, list[Turn]()
    while observed[one] == observed[other]:
        move = parting.move(one, other)
        alike = [each for each in move.answers if observed[each] == observed[move.there]]
        if not alike:
            return Way(first, second, tuple(turns), move)
        pairs = [(move.there, a) if move.by_first else (a, move.there) for a in alike]
        one, other = max(pairs, key=lambda pair: parting.rank(*pair) or 0)
        turns.append(Turn(move.by_first, move.letter, one, other))
    return Way(first, second, tuple(turns))
