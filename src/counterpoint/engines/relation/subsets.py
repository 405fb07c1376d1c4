"""Inclusion of finite runs, by sets of states that may follow a run, with antichains.

A pair (s, T) says that some run of the first leads to s, and that the second can do the same by
runs to the states of T, and to no others. If T is empty, the run is a difference. A pair is left
out if a pair with the same s and a subset of T was found before: what is a difference from the one
is a difference from the other (De Wulf, Doyen, Henzinger and Raskin, Antichains: a new algorithm
for checking universality of finite automata, CAV 2006). So is a pair with s in T. The search is
breadth-first, so that the first difference is a shortest one.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...alarm import require_going_on
from ...data import dataclass
from .quotient import Quotient
from .saturated import TAU
from .steps import Steps

Followers = frozenset[int]


@dataclass(frozen=True, slots=True)
class Node:
    """A class of the first, and the classes of the second after the same run.

    `letter` is that of the last step, and `before` the node before it; both are None at a start.
    """

    state: int
    followers: Followers
    letter: int | None = None
    before: Node | None = None

    @property
    def path(self) -> list[Node]:
        """The nodes from the start to this one."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.before
        return found[::-1]


class Subsets:
    """The search for a run of the first that the second does not have.

    `following` are the steps of the second, `saturated` if hidden steps do not count (`weak`).
    """

    def __init__(self, quotient: Quotient, following: Steps, *, weak: bool) -> None:
        self._observed = quotient.observed
        self._steps = quotient.steps.lists
        self._following = following.by_letter
        self._weak = weak
        self._known: dict[int, list[Followers]] = {}

    def difference(self, starts: Iterable[int], others: Iterable[int]) -> Node | None:
        """A shortest run from `starts` that none from `others` matches; None if there is none."""
        begins = self._begins(others)
        todo = [
            Node(start, frozenset(t for t in begins if self._alike(t, start))) for start in starts
        ]
        for node in todo:  # grows during the loop
            require_going_on()
            if not node.followers:
                return node
            if self._is_needless(node):
                continue
            todo.extend(self._after(node, letter, there) for letter, there in self._of(node.state))
        return None

    def _of(self, state: int) -> list[tuple[int, int]]:
        return self._steps[state]

    def _alike(self, one: int, other: int) -> bool:
        return self._observed[one] == self._observed[other]

    def _begins(self, others: Iterable[int]) -> list[int]:
        if not self._weak:
            return list(others)
        return [there for t in others for there in self._following[t].get(TAU, ())]

    def _is_needless(self, node: Node) -> bool:
        """Whether a node before makes this one needless; if not, it is noted."""
        if node.state in node.followers:
            return True
        known = self._known.setdefault(node.state, [])
        if any(before <= node.followers for before in known):
            return True
        known[:] = [before for before in known if not node.followers <= before]
        known.append(node.followers)
        return False

    def _after(self, node: Node, letter: int, there: int) -> Node:
        if self._weak and letter == TAU:
            return Node(there, node.followers, letter, node)
        found = (
            target
            for follower in node.followers
            for target in self._following[follower].get(letter, ())
            if self._alike(there, target)
        )
        return Node(there, frozenset(found), letter, node)

    def followed(self, path: list[Node], last: int) -> list[int]:
        """The classes of a run of the second along a path, which ends in class `last`."""
        found = [last]
        for node, before in zip(path[::-1], path[-2::-1], strict=False):
            if self._weak and node.letter == TAU:
                found.append(found[-1])
                continue
            assert node.letter is not None
            found.append(
                min(
                    each
                    for each in before.followers
                    if found[-1] in self._following[each].get(node.letter, ())
                )
            )
        return found[::-1]
