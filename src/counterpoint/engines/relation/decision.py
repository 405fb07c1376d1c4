"""Decide whether two sides are related, and say why if they are not."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from ...logic.formula import Formula
from ...observation.relation import Relation
from ..base.limits import Limits
from .distinguishing import Distinguishing, conjunction
from .pairs import Pairs
from .parting import Move, OfPairs, OfPartition, Parting, Turn, Way, way_to
from .partition import Partition, refined
from .quotient import Quotient
from .saturated import TAU, saturated
from .steps import Steps
from .subsets import Node, Subsets
from .union import Union


class Decision:
    """The answer for a relation between the two sides of a union.

    `failing` is the side with an initial state that the other does not match: 0, 1, or None. All
    relations are decided between classes of strong bisimilarity: they are coarser.
    """

    def __init__(self, union: Union, relation: Relation, limits: Limits) -> None:
        self.union, self.relation = union, relation
        strong = refined(union.steps, union.observation)
        self.quotient = Quotient(union.steps, strong, union.observation)
        self.starts = [self.quotient.of_states(union.initial(side)) for side in (0, 1)]
        self.weak = saturated(self.quotient.steps, limits) if relation.is_weak else None
        self.failing: int | None = None
        self._node: Node | None = None
        self._pairs: Pairs | None = None
        self._partition: Partition | None = None
        if relation.is_mutual:
            self._bisimulate()
        elif relation.is_of_runs:
            self._include()
        else:
            self._simulate()

    @property
    def following(self) -> Steps:
        """The steps by which a step is matched."""
        return self.quotient.steps if self.weak is None else self.weak

    def _bisimulate(self) -> None:
        self._partition = refined(self.following, self.quotient.observation)
        of = self._partition.block
        blocks = [{int(of[start]) for start in starts} for starts in self.starts]
        failing = [side for side in (0, 1) if not blocks[side] <= blocks[1 - side]]
        for self.failing in failing:
            if self._leads(self.failing):  # it is clearer what one can do than what it cannot
                return
        self.failing = failing[0] if failing else None

    def _leads(self, side: int) -> bool:
        """Whether the failing side takes the last step of the way to a difference."""
        last = self.way().last
        return last is None or last.by_first is (side == 0)

    def _simulate(self) -> None:
        asked = [(one, other) for one in self.starts[0] for other in self.starts[1]]
        self._pairs = Pairs(self.quotient, self.following, asked)
        for one in self.starts[0]:
            if not any(self._pairs.holds(one, other) for other in self.starts[1]):
                self.failing = 0

    def _include(self) -> None:
        self._subsets = Subsets(self.quotient, self.following, weak=self.relation.is_weak)
        self._node = self._subsets.difference(*self.starts)
        self.failing = None if self._node is None else 0

    @cached_property
    def classes(self) -> int:
        """The number of classes that are distinguished."""
        if self._partition is not None:
            return self._partition.dense[1]
        return self.quotient.classes

    def block(self, state: int) -> int:
        """The class of a state of the union, as `related` takes it."""
        return int(self.quotient.of[state])

    def related(self, one: int, other: int) -> bool:
        """Whether a class is related to another one, in the order of the two sides."""
        if self._partition is not None:
            return bool(self._partition.block[one] == self._partition.block[other])
        return self._pairs is None or self._pairs.holds(one, other)

    # Why it fails ---------------------------------------------------------------------------------

    def way(self) -> Way:
        """Runs of both that show why it fails, as short as possible."""
        if self._node is not None:
            return self._way_of_runs(self._node)
        one, other = self._farthest
        first, second = (one, other) if self.failing == 0 else (other, one)
        return way_to(self._parting, first, second, self.quotient)

    @cached_property
    def _parting(self) -> Parting:
        if self._partition is not None:
            return OfPartition(self._partition, self.following)
        assert self._pairs is not None
        return OfPairs(self._pairs, self.following)

    @property
    def _farthest(self) -> tuple[int, int]:
        """An initial class that is not matched, and the one of the other side most like it.

        Of all unmatched ones it takes the fewest steps.
        """
        assert self.failing is not None
        mine, its = self.starts[self.failing], self.starts[1 - self.failing]
        best: tuple[int, int] | None = None
        for one in mine:
            if any(self._parting.rank(one, other) is None for other in its):
                continue
            pair = one, max(its, key=partial(self._rank, one))
            if best is None or self._rank(*pair) < self._rank(*best):
                best = pair
        assert best is not None, "an initial class is not matched"
        return best

    def _rank(self, one: int, other: int) -> int:
        return self._parting.rank(one, other) or 0

    def _way_of_runs(self, node: Node) -> Way:
        *path, last = node.path
        if last.letter is None or not path:
            return Way(last.state, self.starts[1][0])
        end = path[-1]
        assert end.followers, "the run before the last step is matched"
        followed = self._subsets.followed(path, min(end.followers))
        start = self._before(followed[0])
        turns = [
            Turn(True, TAU if each.letter is None else each.letter, each.state, class_)
            for each, class_ in zip(path, followed, strict=True)
        ]
        if start == followed[0]:
            del turns[0]  # it would say that nothing happens
        answers = tuple(self.following.by_letter[followed[-1]].get(last.letter, ()))
        move = Move(True, last.letter, last.state, answers)
        return Way(path[0].state, start, tuple(turns), move)

    def _before(self, class_: int) -> int:
        """The initial class of the second that leads to a class by hidden steps."""
        if self.weak is None or class_ in self.starts[1]:
            return class_
        return next(s for s in self.starts[1] if class_ in self.weak.by_letter[s][TAU])

    def formula(self, most: int) -> Formula:
        """A formula that is true at a start of the failing side, and at none of the other.

        Raises `TooLong` if it has more than `most` parts.
        """
        making = Distinguishing(self.union, self._members, weak=self.relation.is_weak, most=most)
        if self._node is not None:
            return making.run(self._node)
        assert self.failing is not None
        one, _ = self._farthest
        its = self.starts[1 - self.failing]
        return conjunction([making.apart(self._parting, one, other) for other in its])

    @cached_property
    def _members(self) -> list[int]:
        """A state of each class of the quotient."""
        members = np.zeros(self.quotient.classes, np.int64)
        members[self.quotient.of[::-1]] = np.arange(self.union.states)[::-1]
        found: list[int] = members.tolist()
        return found
