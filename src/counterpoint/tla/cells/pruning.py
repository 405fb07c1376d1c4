"""Removes questions from conditions that were answered earlier on the same path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...data import dataclass
from ...model.factored import NOWHERE, Ask, Go
from ...tuning import USUAL, Tuning


@dataclass(frozen=True, slots=True)
class Known:
    """Factors, as bits, that were true earlier on the path, and those that were false."""

    true: int = 0
    false: int = 0

    def only(self, factors: int) -> Known:
        """What is known of some factors, given as bits."""
        return Known(self.true & factors, self.false & factors)


def pruned(
    nodes: Sequence[Go], start: int, make: Callable[[Go], int], tuning: Tuning = USUAL
) -> int:
    """The start node of an equivalent condition, in which no path asks a factor twice.

    The condition grows to a limit only; beyond it, some factors may be asked twice. `make` gives
    the number of a node, a new one if there is no equal one. A factor that writes must be the only
    one that writes its cells.

    >>> from ...model.factored import Arrive
    >>> nodes = [Arrive(), Ask(1, 0, tests=True), Ask(1, 1, 0, tests=True)]
    >>> new = list(nodes)
    >>> pruned(nodes, 2, lambda node: new.append(node) or len(new) - 1), new[3]
    (3, Ask(factor=1, then=0, otherwise=0, tests=True))
    """
    return _Pruning(nodes, start, make, tuning).restricted(start, Known())


class _Pruning:
    def __init__(
        self, nodes: Sequence[Go], start: int, make: Callable[[Go], int], tuning: Tuning
    ) -> None:
        self.nodes = nodes
        self.make = make
        self.below: dict[int, int] = {NOWHERE: 0}
        self.made: dict[tuple[int, Known], int] = {}
        self._look_below(start)
        self.left = max(tuning.pruned_least, tuning.pruned_growth * len(self.below))

    def _look_below(self, start: int) -> None:
        """Compute, for each reachable node, the factors that it and its successors ask, as bits."""
        todo = [start]
        while todo:
            number = todo[-1]
            node = self.nodes[number]
            ways = (node.then, node.otherwise) if isinstance(node, Ask) else ()
            missing = [way for way in ways if way not in self.below]
            if missing:
                todo += missing
                continue
            todo.pop()
            self.below[number] = 1 << node.factor if isinstance(node, Ask) else 0
            for way in ways:
                self.below[number] |= self.below[way]

    def restricted(self, number: int, known: Known) -> int:
        """The node that is equivalent to another where the answers of some factors are known."""
        if number == NOWHERE:
            return number
        node = self.nodes[number]
        if not isinstance(node, Ask):
            return number
        bit = 1 << node.factor
        if known.true & bit:
            return self.restricted(node.then, known)
        if known.false & bit:
            return self.restricted(node.otherwise, known)
        known = known.only(self.below[number])
        key = (number, known)
        if key not in self.made:
            self.left -= 1
            if self.left < 0:
                known = Known()
            then = self.restricted(node.then, Known(known.true | bit, known.false))
            otherwise = self.restricted(node.otherwise, Known(known.true, known.false | bit))
            same = (then, otherwise) == (node.then, node.otherwise)
            self.made[key] = (
                number if same else self.make(replace(node, then=then, otherwise=otherwise))
            )
        return self.made[key]
