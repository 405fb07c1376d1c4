"""Finds which states of a level lead into a region of the next one, in some shards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from ....errors import Refused
from ...base.arrays import U8, U64, Bools
from ..levels.files import Files
from ..levels.journal import Level, Part
from ..levels.keys import Keys
from ..levels.search import ELSEWHERE
from ..levels.sizes import Sizes
from . import kernel
from .backward import ByShard
from .choices import Choices
from .condition import Condition
from .edges import Edges
from .places import bools_of, words_of

IN_A_BUCKET = 4
"""Keys in a bucket, on average; few are compared then to find one."""


@cache
def _library() -> Any:
    from ....native import build  # imported late: commands must start fast

    return build(
        kernel.count_edges,
        kernel.place_edges,
        kernel.index_keys,
        kernel.answer,
        kernel.note_marks,
        kernel.conclude,
    )


def after_level(levels: Sequence[Level], level: int) -> Level:
    """The level after another one; an empty one after the last."""
    return levels[level + 1] if level + 1 < len(levels) else Level()


class Lead:
    """The states of one level in some shards, and what is found out about their steps.

    These states have numbers from 0 on, shard by shard. The edges of steps are sent to where their
    targets are; the marks of those that matter come back. Several threads may work on it at once.
    """

    def __init__(
        self,
        files: Files,
        keys: Keys,
        sizes: Sizes,
        level: Level,
        shards: Iterable[int],
        wanted: ByShard | None = None,
    ) -> None:
        """All states are asked, or those in `wanted`."""
        self._files, self._keys, self._sizes = files, keys, sizes
        self._parts = {n: level.parts[n] for n in shards if n in level.parts}
        self._bases: dict[int, int] = {}
        states = 0
        for shard, part in self._parts.items():
            self._bases[shard] = states
            states += part.rows
        self._states = states
        self._asked = None if wanted is None else self._bools(wanted)
        self._rules, self._good, self._bad = np.zeros((3, max(1, states)), np.uint8)
        most = sizes.kept * keys.width // (keys.width + 1)
        self.edges = Edges(files.work, keys.width + 1, most)

    def _bools(self, bits: ByShard) -> Bools:
        """Which of the states are in a region."""
        parts = (bools_of(bits[shard], part.rows) for shard, part in self._parts.items())
        return np.concatenate([np.zeros(0, bool), *parts])

    def chunks(self) -> Iterator[range]:
        """The numbers of the states, some at a time."""
        size = max(1, self._sizes.piece // 2)
        for first in range(0, self._states, size):
            yield range(first, min(first + size, self._states))

    def states(self, some: range) -> U64:
        """The packed states with some numbers in a row."""
        found = [self._keys.none()]
        for shard, part in self._parts.items():
            base = self._bases[shard]
            first, last = max(some.start, base), min(some.stop, base + part.rows)
            if first < last:
                found.append(self._files.read(shard, part.start + first - base, last - first))
        return self._keys.states(np.concatenate(found))

    def by_shard(self, bools: Bools) -> dict[int, U64]:
        """What is so for each of the states, as bits."""
        return {
            shard: words_of(bools[base : base + self._parts[shard].rows])
            for shard, base in self._bases.items()
        }

    def expand(self, choices: Choices, asked: Condition, some: range) -> Iterator[dict[int, U64]]:
        """The edges of some states, of those that are asked, by the shards of their targets."""
        states, numbers = self.states(some), np.arange(some.start, some.stop, dtype=np.uint64)
        if self._asked is not None:
            is_asked = self._asked[some.start : some.stop]
            states, numbers = states[is_asked], numbers[is_asked]
        for chosen in choices.expand(states, asked):
            sources = numbers[chosen.first : chosen.first + len(chosen.rules)]
            self._rules[sources] = chosen.rules
            yield self._routed(chosen.targets, chosen.starts, chosen.classes, sources)

    def _routed(self, targets: U64, starts: U64, classes: U8, sources: U64) -> dict[int, U64]:
        """The edges of some steps by the shards of their targets."""
        if not len(targets):
            return {}
        width, bits = self._keys.width, self._sizes.bits
        steps = kernel.Steps(
            width=width,
            keys=self._keys.of(targets).reshape(-1),
            starts=starts,
            classes=classes,
            sources=sources,
            shift=self._keys.bits - bits,
            mask=(1 << bits) - 1,
            places=np.zeros(1 << bits, np.uint64),
            edges=np.zeros(1, np.uint64),
        )
        _library().count_edges(len(targets), steps)
        counts = steps.places[:]
        ends = np.cumsum(counts, dtype=np.uint64)
        steps.places = ends - counts
        edges: U64 = np.zeros((max(1, int(ends[-1])), width + 1), np.uint64)
        steps.edges = edges.reshape(-1)
        _library().place_edges(len(sources), steps)
        return {
            shard: edges[int(ends[shard] - counts[shard]) : int(ends[shard])]
            for shard in np.flatnonzero(counts).tolist()
        }

    def answers(self, shard: int, part: Part | None, region: U64) -> Iterator[tuple[int, U64]]:
        """The marks for those who sent edges to a shard, which has this part of the next level.

        `region` has the bits of its states. Raises `Refused` if a target is not among them.
        """
        left = {sender: self.edges.count(sender, shard) for sender in self.edges.senders(shard)}
        if left and part is not None:
            starts = range(0, part.rows, self._sizes.slice)
            firsts = [self._files.read(shard, part.start + at, 1)[0, 0] for at in starts]
            sliced = self._sliced(list(left), shard, np.array(firsts, np.uint64))
            for number, start in enumerate(starts):
                known = self._known(shard, part, start)
                for sender, edges in sliced(number):
                    marks, found = known.answer(edges, region)
                    left[sender] -= found
                    if len(marks):
                        yield sender, marks
        self.edges.drop(shard)
        if any(left.values()):
            raise Refused(ELSEWHERE)

    def _known(self, shard: int, part: Part, start: int) -> _Known:
        rows = min(self._sizes.slice, part.rows - start)
        return _Known(self._files.read(shard, part.start + start, rows), start)

    def _sliced(
        self, senders: Sequence[int], shard: int, firsts: U64
    ) -> Callable[[int], Iterator[tuple[int, U64]]]:
        """Gives the edges to a shard by the slices of its keys, which begin with these words."""
        rows = max(1, self._sizes.slice // (self._keys.width + 1))
        if len(firsts) == 1:
            return lambda _: (
                (sender, edges)
                for sender in senders
                for edges in self.edges.read(sender, shard, rows)
            )
        of = Edges(self._files.work_folder(), self._keys.width + 1, self.edges.most)
        for sender in senders:
            for edges in self.edges.read(sender, shard, rows):
                for number, some in _in_slices(edges, firsts):
                    of.keep(sender, number, some)
        self.edges.drop(shard)

        def slice_(number: int) -> Iterator[tuple[int, U64]]:
            for sender in of.senders(number):
                yield from ((sender, edges) for edges in of.read(sender, number, rows))
            of.drop(number)

        return slice_

    def note(self, marks: U64) -> None:
        """Note marks of steps of these states."""
        _library().note_marks(len(marks), marks, self._good, self._bad)

    def concluded(self, region: ByShard) -> dict[int, U64]:
        """By shard, the bits of the states that lead into a region; its own bits are given, too."""
        return {shard: self._concluded(shard, region[shard]) for shard in self._parts}

    def _concluded(self, shard: int, itself: U64) -> U64:
        first, rows = self._bases[shard], self._parts[shard].rows
        found = np.zeros(len(itself), np.uint64)
        views = (of[first : first + rows] for of in (self._rules, self._good, self._bad))
        _library().conclude(rows, *views, itself, found)
        return found


def _in_slices(edges: U64, firsts: U64) -> Iterator[tuple[int, U64]]:
    """Edges by the slices that may have their targets, which begin with these first words.

    A target with the first word of a slice may be at the end of the one before, too.
    """
    words = np.ascontiguousarray(edges[:, 0])
    last = np.searchsorted(firsts, words, "right")
    last[last > 0] -= 1
    first = np.searchsorted(firsts, words, "left")
    first[first > 0] -= 1
    order = np.argsort(last, kind="stable")
    ends = np.searchsorted(last[order], np.arange(len(firsts) + 1))
    for number in np.unique(last).tolist():
        yield number, edges[order[ends[number] : ends[number + 1]]]
    for number in range(len(firsts)) if (first < last).any() else ():
        yield number, edges[(first <= number) & (number < last)]


class _Known:
    """Some keys of a shard in ascending order, which are its states from number `first` on."""

    def __init__(self, keys: U64, first: int) -> None:
        span = int(keys[-1, 0]) - int(keys[0, 0])
        buckets = max(1, len(keys) // IN_A_BUCKET)
        shift = max(0, span.bit_length() - (buckets.bit_length() - 1))
        count = (span >> shift) + 1
        self._record = kernel.Known(
            width=keys.shape[1],
            keys=keys.reshape(-1),
            rows=len(keys),
            first=first,
            shift=shift,
            index=np.zeros(count + 1, np.uint32),
        )
        _library().index_keys(count, self._record)

    def answer(self, edges: U64, region: U64) -> tuple[U64, int]:
        """The marks of edges, and how many of their targets are among the keys."""
        marks, tally = np.zeros(len(edges), np.uint64), np.zeros(1, np.uint64)
        count = _library().answer(len(edges), edges.reshape(-1), self._record, region, marks, tally)
        return marks[:count], int(tally[0])
