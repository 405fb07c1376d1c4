"""The greatest simulation, as a game on pairs of states (Stirling, The joys of bisimulation, 1998).

In a pair (s, t) the attacker takes a step of s, and the defender answers with a step of t that has
the same letter and leads to a state that looks alike. The attacker wins where no answer is left.
Pairs are found from those asked for; their ranks, the number of steps to a win, by going backwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ...alarm import require_going_on
from ...data import dataclass
from .quotient import Quotient
from .steps import Steps

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attack:
    """A step of the attacker: its letter and target, and the states that answers lead to."""

    letter: int
    there: int
    answers: tuple[int, ...]


class Pairs:
    """The pairs of states that matter for some of them, and the ranks of those that are lost.

    `rank` has the number of steps that the attacker needs from a pair; a pair that is not in it
    belongs to the simulation. States of one class simulate each other.
    """

    def __init__(self, quotient: Quotient, answers: Steps, asked: Iterable[Pair]) -> None:
        self._observed = quotient.observed
        self._attacks_of = quotient.steps.lists
        self._answers_of = answers.by_letter
        self.rank: dict[Pair, int] = {}
        self._known: set[Pair] = set()
        self._users: dict[Pair, list[tuple[Pair, int]]] = {}
        self._left: dict[tuple[Pair, int], int] = {}
        self._lost: deque[Pair] = deque()
        self._explore([pair for pair in asked if self.look_alike(*pair)])
        self._go_back()

    def look_alike(self, one: int, other: int) -> bool:
        """Whether the same is observed in two classes."""
        return self._observed[one] == self._observed[other]

    def holds(self, one: int, other: int) -> bool:
        """Whether it is known that the second class simulates the first."""
        return one == other or ((one, other) in self._known and (one, other) not in self.rank)

    def attacks(self, one: int, other: int) -> list[Attack]:
        """The steps of the first class, each with the answers of the second that look alike."""
        return [
            Attack(letter, there, self._answers(letter, there, other))
            for letter, there in self._attacks_of[one]
        ]

    def _answers(self, letter: int, there: int, other: int) -> tuple[int, ...]:
        targets = self._answers_of[other].get(letter, ())
        return tuple(target for target in targets if self.look_alike(there, target))

    def _explore(self, asked: list[Pair]) -> None:
        known = self._known
        known.update(pair for pair in asked if pair[0] != pair[1])
        todo = sorted(known)
        for pair in todo:  # grows during the loop
            require_going_on()
            for number, attack in enumerate(self.attacks(*pair)):
                if attack.there in attack.answers:
                    continue
                if not attack.answers:
                    self._lose(pair, 1)
                    break
                self._left[pair, number] = len(attack.answers)
                for answer in attack.answers:
                    after = (attack.there, answer)
                    self._users.setdefault(after, []).append((pair, number))
                    if after not in known:
                        known.add(after)
                        todo.append(after)

    def _lose(self, pair: Pair, rank: int) -> None:
        if pair not in self.rank:
            self.rank[pair] = rank
            self._lost.append(pair)

    def _go_back(self) -> None:
        while self._lost:
            require_going_on()
            lost = self._lost.popleft()
            for pair, number in self._users.get(lost, ()):
                self._left[pair, number] -= 1
                if not self._left[pair, number]:
                    self._lose(pair, self.rank[lost] + 1)
