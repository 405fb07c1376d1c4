"""Transition relations as conjunctions that are never multiplied out.

A conjunct reads few bits, and a bit that no later conjunct reads is quantified as soon as it can be
(early quantification). Small conjuncts are joined to clusters up to a size, in an order in which
bits die soon and few bits are born.

Burch, Clarke and Long: Symbolic model checking with partitioned transition relations. VLSI 1991.
Ranjan, Aziz, Brayton, Plessier and Pixley: Efficient BDD algorithms for FSM synthesis and
verification. IWLS 1995.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from ...data import dataclass
from .diagram import Diagram, Diagrams


@dataclass(frozen=True, slots=True)
class Part:
    """A conjunct, and the bits on which it may depend."""

    holds: Diagram
    bits: frozenset[int]


class Schedule:
    """The conjunction of a region with parts, some bits quantified, each as early as possible."""

    def __init__(self, on: Diagrams, parts: Sequence[Part], quantified: Iterable[int]) -> None:
        dead = set(quantified)
        ordered = in_order(parts, dead)
        read = frozenset[int]().union(*(part.bits for part in ordered))
        unread = dead - read
        self._first = on.quantifier(unread) if unread else None
        self._steps: list[tuple[Diagram, Any]] = []
        for part in reversed(ordered):
            last = part.bits & dead
            dead -= last
            self._steps.append((part.holds, on.quantifier(last) if last else None))
        self._steps.reverse()

    def product(self, region: Diagram, most: int | None = None) -> Diagram | None:
        """The quantified conjunction; None if a result has more than `most` nodes."""
        if self._first is not None:
            region = region.exists(self._first)
        for holds, quantifier in self._steps:
            region = region & holds if quantifier is None else region.and_exists(holds, quantifier)
            if most is not None and region.size > most:
                return None
        return region

    def of(self, region: Diagram) -> Diagram:
        """The quantified conjunction."""
        found = self.product(region)
        assert found is not None
        return found


def in_order(parts: Sequence[Part], quantified: Collection[int]) -> list[Part]:
    """The parts in an order in which bits to quantify die soon, and few other bits are born.

    Greedily: the next part is the one with the greatest merit.
    """
    ordering = _Ordering(parts, quantified)
    return [ordering.take() for _ in parts]


class _Ordering:
    """An order in the making: the parts that wait, and how many of them read each bit.

    Bits to quantify are `dying`, others are `born`, until the last or first part that reads them.
    """

    def __init__(self, parts: Sequence[Part], quantified: Collection[int]) -> None:
        self._waiting = list(parts)
        self._readers = Counter(bit for part in parts for bit in part.bits)
        self._dying = {bit for bit in self._readers if bit in quantified}
        self._born = {bit for bit in self._readers if bit not in quantified}

    def take(self) -> Part:
        """The next part, which waits no more."""
        best = max(range(len(self._waiting)), key=lambda at: self._merit(self._waiting[at]))
        part = self._waiting.pop(best)
        self._readers.subtract(part.bits)
        self._dying = {bit for bit in self._dying if self._readers[bit]}
        self._born -= part.bits
        return part

    def _merit(self, part: Part) -> float:
        """It grows with the share of its bits that a part reads last, and falls with those born."""
        own = part.bits & self._dying
        last = sum(self._readers[bit] == 1 for bit in own)
        share = 6 * last / len(own) if own else 6.0
        born = len(part.bits & self._born) / (len(self._born) or 1)
        return share + len(own) / (len(self._dying) or 1) - 2 * born


def clusters(on: Diagrams, parts: Sequence[Part], free: Iterable[int], most: int) -> list[Part]:
    """The parts joined to clusters of up to `most` nodes; `free` bits are quantified where local.

    The parts must be in the order in which they are to be used.
    """
    readers = Counter(bit for part in parts for bit in part.bits)
    free = set(free)
    found: list[Part] = []
    for part in (_projected(on, part, readers, free) for part in parts):
        joined = _joined(on, found[-1], part, readers, free, most) if found else None
        if joined is None:
            found.append(part)
        else:
            found[-1] = joined
    return [part for part in found if part.holds != on.true]


def _projected(on: Diagrams, part: Part, readers: Counter[int], free: set[int]) -> Part:
    """The part without the free bits that only it reads."""
    own = {bit for bit in part.bits & free if readers[bit] == 1}
    if not own:
        return part
    return Part(part.holds.exists(on.quantifier(own)), part.bits - own)


def _joined(
    on: Diagrams, one: Part, other: Part, readers: Counter[int], free: set[int], most: int
) -> Part | None:
    """The conjunction of two parts without free bits that only they read; None if too large."""
    if one.holds.size > most or other.holds.size > most:
        return None
    common = one.bits & other.bits
    own = {bit for bit in common & free if readers[bit] == 2}
    holds = (
        one.holds.and_exists(other.holds, on.quantifier(own)) if own else one.holds & other.holds
    )
    if holds.size > most:
        return None
    readers.subtract(common)
    return Part(holds, (one.bits | other.bits) - own)


@dataclass(frozen=True, slots=True)
class Bits:
    """The bits of a relation: the current and the next ones of the changed variables, in pairs,
    and those of what is chosen, which are neither."""

    now: tuple[int, ...]
    next: tuple[int, ...]
    free: frozenset[int]


class Relate:
    """A relation between the current and the next bits of the changed variables, as clusters."""

    def __init__(self, on: Diagrams, parts: Sequence[Part], bits: Bits, most: int) -> None:
        self._on, self._bits = on, bits
        ordered = in_order(parts, {*bits.now, *bits.free})
        self.clusters = clusters(on, ordered, bits.free, most)
        self._advance = on.renaming(zip(bits.next, bits.now, strict=True))
        self._back = on.renaming(zip(bits.now, bits.next, strict=True))
        self._width = len(bits.next)

    @cached_property
    def _forward(self) -> Schedule:
        return Schedule(self._on, self.clusters, {*self._bits.now, *self._bits.free})

    @cached_property
    def _backward(self) -> Schedule:
        return Schedule(self._on, self.clusters, {*self._bits.next, *self._bits.free})

    @cached_property
    def _pairs(self) -> Schedule:
        return Schedule(self._on, self.clusters, self._bits.free)

    def image(self, region: Diagram) -> Diagram:
        return self._forward.of(region).rename(self._advance)

    def preimage(self, region: Diagram) -> Diagram:
        return self._backward.of(region.rename(self._back))

    @property
    def size(self) -> int:
        """The number of nodes of its clusters."""
        return sum(part.holds.size for part in self.clusters)

    def within(self, region: Diagram, most: int) -> Relate | None:
        """The steps from the states of a region, as one diagram; None if it has over `most` nodes.

        Where few of all states are reached, it is much smaller than the clusters.
        """
        pairs = self._pairs.product(region, most) if region.size <= most else None
        if pairs is None:
            return None
        bits = Bits(self._bits.now, self._bits.next, frozenset())
        return Relate(self._on, [Part(pairs, frozenset(bits.now + bits.next))], bits, most)

    def count(self, region: Diagram, bits: int, most: int) -> int | None:
        """The number of pairs of a state of the region, which has `bits` bits, and a successor.

        None if that needs a diagram of more than `most` nodes.
        """
        pairs = self._pairs.product(region, most)
        return None if pairs is None else pairs.count(bits + self._width)
