"""The steps of a level that wait until the values of their targets are looked up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np

from ...base.arrays import U64
from ..levels.runs import bytes_of

To: TypeAlias = "tuple[int, int]"
"""Who sent edges, and the shard of their targets."""


class Edges:
    """Edges by sender and shard, as `kernel` has them: in memory, or in files if they are many."""

    def __init__(self, folder: Path, width: int, most: int) -> None:
        """They have `width` words; up to `most` of them are in memory."""
        self._folder, self._width, self.most = folder, width, most
        self._waiting: dict[To, list[U64]] = {}
        self._counts: dict[To, int] = {}
        self._held = 0
        self._lock = threading.Lock()

    def keep(self, sender: int, shard: int, edges: U64) -> None:
        """Keep some edges; the array may be used by nobody else after that."""
        with self._lock:
            to = sender, shard
            self._waiting.setdefault(to, []).append(edges)
            self._counts[to] = self._counts.get(to, 0) + len(edges)
            self._held += len(edges)
            if self._held > self.most:
                self._spill()

    def _spill(self) -> None:
        for to, waiting in self._waiting.items():
            with self._path(to).open("ab") as file:
                for edges in waiting:
                    file.write(bytes_of(edges))
        self._waiting, self._held = {}, 0

    def senders(self, shard: int) -> list[int]:
        """Who sent edges with targets in a shard."""
        with self._lock:  # other threads drop edges of other shards
            return sorted(sender for sender, of in self._counts if of == shard)

    def count(self, sender: int, shard: int) -> int:
        """How many edges there are."""
        return self._counts[sender, shard]

    @property
    def total(self) -> int:
        """How many edges there are, of all senders to all shards."""
        return sum(self._counts.values())

    def read(self, sender: int, shard: int, rows: int) -> Iterator[U64]:
        """The edges, up to so many at a time from a file."""
        path = self._path((sender, shard))
        if path.exists():
            with path.open("rb") as file:
                while len(words := np.fromfile(file, np.uint64, rows * self._width)):
                    yield words.reshape(-1, self._width)
        yield from self._waiting.get((sender, shard), ())

    def drop(self, shard: int) -> None:
        """Forget the edges with targets in a shard."""
        with self._lock:
            for to in [to for to in self._counts if to[1] == shard]:
                self._held -= sum(map(len, self._waiting.pop(to, ())))
                del self._counts[to]
                self._path(to).unlink(missing_ok=True)

    def forget(self) -> None:
        """Forget all edges."""
        for shard in {shard for _, shard in self._counts}:
            self.drop(shard)

    def _path(self, to: To) -> Path:
        return self._folder / f"edges-{to[0]:03d}-{to[1]:05d}"
