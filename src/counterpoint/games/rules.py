"""Strategies as short lists of rules, learned from all of their positions.

Separate and conquer (Furnkranz, Artificial Intelligence Review 13, 1999): find the rule that covers
the most of the remaining positions and is right in all of them, then continue without these
positions. So the list is exact: no position is left out, and none gets a move that was not among
its options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Bools, Floats, Ints
from ..errors import Misuse
from ..model.system import Label


@dataclass(frozen=True, slots=True)
class Condition:
    """A variable has a value, or does not have it."""

    variable: str
    equal: bool
    value: str

    def holds(self, shown: Mapping[str, str]) -> bool:
        return (shown.get(self.variable) == self.value) == self.equal

    def __str__(self) -> str:
        return f"{self.variable} {'=' if self.equal else '!='} {self.value}"


@dataclass(frozen=True, slots=True)
class Rule:
    """A move that applies if all conditions hold and no earlier rule applies.

    `covers` is the number of positions to which it applies.
    """

    when: tuple[Condition, ...]
    move: Label
    covers: int

    def applies(self, shown: Mapping[str, str]) -> bool:
        """Whether a state, as shown by its system, meets the conditions."""
        return all(condition.holds(shown) for condition in self.when)

    def __str__(self) -> str:
        when = " and ".join(map(str, self.when))
        head = f"when {when}" if when else "otherwise"
        return f"{head}: {self.move}   ({self.covers:,} position{'s' * (self.covers != 1)})"


def learned(
    positions: Sequence[Mapping[str, str]], options: Sequence[Sequence[Label]]
) -> tuple[Rule, ...]:
    """Rules such that the first rule that applies to a position gives one of its options.

    Raises `Misuse` if positions without a common option are shown alike.

    >>> for rule in learned([{"x": "0"}, {"x": "1"}, {"x": "2"}], [["a"], ["a", "b"], ["b"]]):
    ...     print(rule)
    when x != 2: a   (2 positions)
    otherwise: b   (1 position)
    """
    learner = _Learner(positions, options)
    rules = []
    left = np.ones(len(positions), bool)
    while left.any():
        rule, covered = learner.best(left)
        rules.append(rule)
        left &= ~covered
    return tuple(rules)


class _Learner:
    def __init__(
        self, positions: Sequence[Mapping[str, str]], options: Sequence[Sequence[Label]]
    ) -> None:
        self.positions = positions
        self.labels = list(dict.fromkeys(label for labels in options for label in labels))
        numbers = {label: k for k, label in enumerate(self.labels)}
        self.allowed: Bools = np.zeros((len(positions), len(self.labels)), bool)
        for row, labels in enumerate(options):
            self.allowed[row, [numbers[label] for label in labels]] = True
        self.conditions = _conditions(positions)
        equal = [
            np.array([shown.get(c.variable) == c.value for shown in positions], bool) == c.equal
            for c in self.conditions
        ]
        self.meets: Bools = np.array(equal, bool).reshape(len(self.conditions), len(positions))

    def best(self, left: Bools) -> tuple[Rule, Bools]:
        """The rule that covers the most of the positions left, and which ones it covers.

        Among equals it is the one with the fewest conditions.
        """
        found = [self._grown(left, move) for move in range(len(self.labels))]
        move = max(range(len(found)), key=lambda m: (found[m][1].sum(), -len(found[m][0]), -m))
        when, covered = found[move]
        if not covered.any():
            self._ambiguous(left)
        conditions = tuple(self.conditions[c] for c in when)
        return Rule(conditions, self.labels[move], int(covered.sum())), covered

    def _grown(self, left: Bools, move: int) -> tuple[list[int], Bools]:
        """Conditions under which all positions left allow `move`, and which positions meet them.

        Greedy: each condition is the one with the greatest gain. No positions if none of them help.
        """
        when: list[int] = []
        covered = left
        while (wrong := covered & ~self.allowed[:, move]).any():
            right = covered & self.allowed[:, move]
            hits = _count(self.meets, right)
            misses = _count(self.meets, wrong)
            useful = misses < wrong.sum()
            if not (useful & (hits > 0)).any():
                return when, np.zeros_like(left)
            worth = np.where(useful, _gain(hits, misses, right.sum(), wrong.sum()), -np.inf)
            when.append(int(worth.argmax()))
            covered = covered & self.meets[when[-1]]
        return self._pruned(left, move, when)

    def _pruned(self, left: Bools, move: int, when: list[int]) -> tuple[list[int], Bools]:
        """The conditions without redundant ones; the first conditions are tried first."""
        wrong = left & ~self.allowed[:, move]
        for condition in tuple(when):
            fewer = [c for c in when if c != condition]
            if not (wrong & self._meeting(fewer)).any():
                when = fewer
        return when, left & self._meeting(when)

    def _meeting(self, when: list[int]) -> Bools:
        return np.asarray(self.meets[when].all(axis=0))

    def _ambiguous(self, left: Bools) -> None:
        shown = self.positions[int(left.argmax())]
        raise Misuse(
            f"positions shown as {dict(shown)} have no winning move in common: the way in which "
            "states are shown does not tell them apart"
        )


def _conditions(positions: Sequence[Mapping[str, str]]) -> list[Condition]:
    values: dict[str, dict[str, None]] = {}
    for shown in positions:
        for variable, value in shown.items():
            values.setdefault(variable, {})[value] = None
    return [
        Condition(variable, equal, value)
        for equal in (True, False)
        for variable, found in values.items()
        if len(found) > 1
        for value in found
    ]


def _count(meets: Bools, among: Bools) -> Ints:
    return np.asarray(np.count_nonzero(meets[:, among], axis=1))


def _gain(hits: Ints, misses: Ints, right: int, wrong: int) -> Floats:
    """FOIL's information gain of each condition, for all positions that it keeps."""
    before = np.log2(right / (right + wrong)) if right else 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = hits * (np.log2(hits / (hits + misses)) - before)
    return np.asarray(np.where(hits > 0, gain, -np.inf))
