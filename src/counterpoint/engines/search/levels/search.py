"""A search whose states are on disk, level by level, in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ....data import dataclass
from ...base.arrays import U64
from .keys import Keys
from .shard import Shard
from .shelf import Manifest, Shelf
from .stepper import Stepper


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is in memory at once, and how many shards there are."""

    bits: int = 6
    """There are 2 ** `bits` shards."""

    chunk: int = 1 << 18
    """States that are expanded together."""

    kept: int = 1 << 22
    """Targets that are in memory before they are written."""

    block: int = 1 << 16
    """Keys of a run that are read together."""

    fan: int = 8
    """Runs of a shard, at most."""


class LevelSearch:
    """A search in progress; `levels` has the number of new states of each level and shard."""

    def __init__(self, stepper: Stepper, folder: Path, sizes: Sizes) -> None:
        self.stepper, self.sizes = stepper, sizes
        self.keys = Keys(stepper.width)
        self.shelf = Shelf(folder, stepper.width)
        self.levels: list[list[int]] = []
        self.notes: dict[str, Any] = {}
        shards = range(1 << sizes.bits)
        self.shards = [Shard(n, self.shelf, self.keys, sizes.block, sizes.fan) for n in shards]
        self._parts: list[list[Path]] = []
        self._waiting: list[list[U64]] = []
        self._count = 0

    @property
    def states(self) -> int:
        """The number of states found."""
        return sum(map(sum, self.levels))

    def run(self) -> None:
        """Search all levels that are not done; a search in the folder goes on."""
        self.shelf.begin()
        manifest = self.shelf.read_manifest(self.stepper.identity)
        if manifest is not None:
            self.levels, self.notes = manifest.levels, manifest.notes
            for shard in self.shards:
                shard.know(len(self.levels))
        if not self.levels:
            self._begin_level()
            self._put(self.keys.of(self.stepper.initial()))
            self._end_level()
        while sum(self.levels[-1]):
            self._level(len(self.levels) - 1)

    def _level(self, level: int) -> None:
        """Expand the states of a level, and keep what is new as the next."""
        self._begin_level()
        for shard, count in enumerate(self.levels[level]):
            if count:
                for block in self.shelf.blocks(self.shelf.level(level, shard), self.sizes.chunk):
                    states = self.keys.states(block)
                    self._put(self.keys.of(self.stepper.targets(states)))
        self._end_level()

    def _begin_level(self) -> None:
        self._parts = [[] for _ in self.shards]
        self._waiting = [[] for _ in self.shards]
        self._count = 0

    def _put(self, targets: U64) -> None:
        distinct = self.keys.distinct(targets)
        shards = self.keys.shards(distinct, self.sizes.bits)
        for waiting, keys in zip(self._waiting, shards, strict=True):
            waiting.append(keys)
        self._count += len(distinct)
        if self._count > self.sizes.kept:
            self._flush()

    def _flush(self) -> None:
        """Write the targets in memory to files of their shards."""
        for shard, waiting in enumerate(self._waiting):
            keys = self.keys.distinct(np.concatenate(waiting)) if waiting else None
            if keys is not None and len(keys):
                path = self.shelf.scratch(shard, len(self._parts[shard]))
                self.shelf.write(path, keys)
                self._parts[shard].append(path)
            waiting.clear()
        self._count = 0

    def _end_level(self) -> None:
        self._flush()
        level, found = len(self.levels), []
        for shard, parts in zip(self.shards, self._parts, strict=True):
            found.append(shard.absorb(level, parts))
            for part in parts:
                part.unlink()
        self.levels.append(found)
        of, bits = self.stepper.identity, self.sizes.bits
        self.shelf.write_manifest(Manifest(of, self.stepper.width, bits, self.levels, self.notes))
