"""The states of some shards, and the targets that wait until a level is done."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import numpy as np

from ...base.arrays import U64
from .files import Files
from .journal import Level
from .keys import Keys
from .runs import Run
from .shard import Shard
from .sizes import Sizes

Chunk: TypeAlias = "list[tuple[Run, int, int]]"
"""Some keys: runs, each with the number of the first of its keys that is meant, and how many."""


class Holding:
    """Some shards with their states. Several threads may add targets, or let shards absorb them."""

    def __init__(self, files: Files, keys: Keys, sizes: Sizes, shards: Iterable[int]) -> None:
        self.files, self.keys, self.sizes = files, keys, sizes
        self.shards = {number: Shard(number, files, keys, sizes) for number in shards}
        self.newest: dict[int, Run] = {}
        """The states of the newest level, by shard."""
        self._lock = threading.Lock()
        self._waiting = self._no_sets()
        self._held = 0

    def know(self, level: Level) -> None:
        """Know the states of the next level; raises `BadCheckpoint` if they are damaged."""
        parts = ((n, part) for n, part in level.parts.items() if n in self.shards)
        self.newest = {n: self.files.run(n, part) for n, part in parts}
        for number, run in self.newest.items():
            self.shards[number].know(run)

    def reached(self, sets: Mapping[int, U64]) -> None:
        """Keep the keys of targets, by shard, in order and distinct, until the level is done."""
        with self._lock:
            for number, some in sets.items():
                self._waiting[number].append(some)
                self._held += len(some)
            if self._held <= self.sizes.kept:
                return
            full, self._waiting, self._held = self._waiting, self._no_sets(), 0
        for number, waiting in full.items():
            self.shards[number].spill(waiting)

    def _no_sets(self) -> dict[int, list[U64]]:
        return {number: [] for number in self.shards}

    def begin_absorbing(self) -> None:
        """All targets of the level are there; `absorb` is called for each shard after that."""
        self._held = 0
        self.newest = {}

    def absorb(self, number: int) -> None:
        """Let a shard find which targets are new; they are states of the newest level then."""
        shard, waiting = self.shards[number], self._waiting[number]
        shard.reached(waiting)
        waiting.clear()
        run = shard.absorb()
        if run is not None:
            shard.know(run)
            self.newest[number] = run

    @property
    def revisited(self) -> U64 | None:
        """The key of a target that was known when its level was absorbed, if one was."""
        found = (shard.revisited for shard in self.shards.values())
        return next((key for key in found if key is not None), None)

    def has(self, key: U64) -> bool:
        """Whether a key, an array with one row, is that of a known state."""
        return self.shards[shard_of(key, self.keys, self.sizes)].has(key)

    def chunks(self, rows: int) -> Iterator[Chunk]:
        """The states of the newest level, so many at a time."""
        return chunks((self.newest[number] for number in sorted(self.newest)), rows)

    def chunks_of(self, level: Level, rows: int) -> Iterator[Chunk]:
        """The states of a finished level that are held, so many at a time."""
        parts = ((n, part) for n, part in level.parts.items() if n in self.shards)
        return chunks((self.files.states(n, part) for n, part in parts), rows)


def shard_of(key: U64, keys: Keys, sizes: Sizes) -> int:
    """The number of the shard of a key, an array with one row."""
    return int(key[0, 0]) >> (keys.bits - sizes.bits)


def chunks(runs: Iterable[Run], rows: int) -> Iterator[Chunk]:
    """The keys of some runs, so many at a time."""
    chunk: Chunk = []
    left = rows
    for run in runs:
        start = 0
        while start < run.rows:
            some = min(left, run.rows - start)
            chunk.append((run, start, some))
            start += some
            left -= some
            if not left:
                yield chunk
                chunk, left = [], rows
    if chunk:
        yield chunk


def read(chunk: Chunk) -> U64:
    """The keys of a chunk."""
    found: U64 = np.concatenate([run.read(start, rows) for run, start, rows in chunk])
    return found
