"""The files of the shards of a search: one for each, with the keys of its states level by level."""

from __future__ import annotations

import errno
import os
import shutil
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path

import numpy as np

from ....errors import BadCheckpoint
from ...base.arrays import U64
from .copies import Copies
from .journal import Level, Part, ends_of
from .keys import Keys
from .runs import Run, RunWriter, bytes_of, run_in
from .sizes import Sizes


class Files:
    """The files of some shards in a folder, and others, in a folder `work`, for a while only.

    Keys are appended to the file of their shard, level by level. What was appended to a level that
    is not finished is cut off when the search goes on.
    """

    def __init__(
        self,
        folder: Path,
        work: Path,
        width: int,
        block: int,
        shards: Iterable[int],
        copies: Copies | None = None,
    ) -> None:
        """A key has `width` words; runs in files have blocks of `block` keys.

        Finished levels are copied, if they are to be, so that another machine can go on.
        """
        self._copies = copies
        self.folder, self.work, self.width, self.block = folder, work, width, block
        self._row = 8 * width
        self._ends = dict.fromkeys(shards, 0)
        self._growing: dict[int, RunWriter] = {}
        self._heads: dict[tuple[int, Part], U64] = {}
        self._numbers = count()  # drawn from by several threads

    def begin(self, ends: Mapping[int, int]) -> None:
        """Cut off what is after the ends; raises `BadCheckpoint` if something before is missing."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self._growing.clear()
        self._heads.clear()
        self._ends = {shard: ends.get(shard, 0) for shard in self._ends}
        for shard, end in self._ends.items():
            path = self.path(shard)
            size = path.stat().st_size if path.exists() else 0
            if size < end * self._row:
                raise BadCheckpoint(f"states are missing in {path}: name another folder")
            if path.exists():
                os.truncate(path, end * self._row)

    def fetch(self, levels: Sequence[Level]) -> None:
        """Get states of finished levels that are not in the files of these shards, from copies."""
        if self._copies is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        have = {shard: self._rows(shard) for shard in self._ends}
        for number, level in enumerate(levels):
            parts = {shard: level.parts[shard] for shard in have if shard in level.parts}
            short = [n for n, part in parts.items() if have[n] < part.start + part.rows]
            for shard, content in self._copies.states(number, level, short, self._row).items():
                with self.path(shard).open("r+b" if have[shard] else "wb") as file:
                    file.seek(parts[shard].start * self._row)
                    file.write(content)
                have[shard] = parts[shard].start + parts[shard].rows

    def _copy(self, number: int, parts: Mapping[int, Part]) -> None:
        """Copy the states of a level in these shards."""
        if self._copies is not None and self._ends:
            shards = range(min(self._ends), max(self._ends) + 1)
            every = (self.read(n, part.start, part.rows) for n, part in sorted(parts.items()))
            self._copies.keep(number, shards, every)

    def _rows(self, shard: int) -> int:
        path = self.path(shard)
        return path.stat().st_size // self._row if path.exists() else 0

    def missing(self, levels: Sequence[Level]) -> int:
        """The number, from 1, of the first level of which states are missing; 0 if none are."""
        for number, level in enumerate(levels, 1):
            for shard, end in ends_of([level]).items():
                path = self.path(shard)
                if not path.exists() or path.stat().st_size < end * self._row:
                    return number
        return 0

    def append(self, shard: int, keys: U64) -> None:
        """Add keys to the level that is being found; those of a shard come in ascending order."""
        if shard not in self._growing:
            start = self._ends[shard]
            self._growing[shard] = RunWriter(self.path(shard), self.width, self.block, start)
        self._growing[shard].add(keys)

    def found(self, shard: int) -> Run:
        """The states of a shard that were added to the level that is being found."""
        return self._growing[shard].run()

    def finish(self, number: int) -> dict[int, Part]:
        """Finish the level that was being found, with this number; its parts by shard."""
        grown = sorted(self._growing.items())
        parts = {n: Part(of.start, of.rows, of.check) for n, of in grown}
        self._ends.update((shard, part.start + part.rows) for shard, part in parts.items())
        self._growing.clear()
        self._copy(number, parts)
        return parts

    def sync(self) -> None:
        """Force all that was written to the disk."""
        for shard in self._ends:
            if (path := self.path(shard)).exists():
                with path.open("rb") as file:
                    os.fsync(file.fileno())

    def run(self, shard: int, part: Part) -> Run:
        """The states of a finished level in a shard; raises `BadCheckpoint` if they are damaged."""
        firsts: list[U64] = []
        check = 0
        for start in range(0, part.rows, self.block):
            keys = self.read(shard, part.start + start, min(self.block, part.rows - start))
            firsts.append(keys[0, 0])
            check = zlib.crc32(bytes_of(keys), check)
        if check != part.check:
            raise BadCheckpoint(f"{self.path(shard)} is damaged: name another folder")
        heads = np.array(firsts, np.uint64)
        path = self.path(shard)
        return run_in(path, self.width, part.start, part.rows, heads, self.block)

    def states(self, shard: int, part: Part) -> Run:
        """The same, to be read only: it does not know where a key is."""
        nothing = np.zeros(0, np.uint64)
        return run_in(self.path(shard), self.width, part.start, part.rows, nothing, self.block)

    def place(self, key: Sequence[int], shard: int, part: Part) -> int:
        """The number of a key among those of a finished level in a shard; -1 if it is not there."""
        firsts, first = self._firsts(shard, part), np.uint64(key[0])
        begin = max(0, int(np.searchsorted(firsts, first, "left")) - 1) * self.block
        end = min(part.rows, int(np.searchsorted(firsts, first, "right")) * self.block)
        if end <= begin:
            return -1
        keys = self.read(shard, part.start + begin, end - begin)
        at = bisect_left(_Listed(keys), list(key))
        return begin + at if at < len(keys) and keys[at].tolist() == list(key) else -1

    def _firsts(self, shard: int, part: Part) -> U64:
        """The first word of each block of a finished level in a shard; they are kept."""
        if (shard, part) not in self._heads:
            blocks = range(part.start, part.start + part.rows, self.block)
            firsts = [self.read(shard, start, 1)[0, 0] for start in blocks]
            self._heads[shard, part] = np.array(firsts, np.uint64)
        return self._heads[shard, part]

    def read(self, shard: int, start: int, rows: int) -> U64:
        """`rows` keys of a shard, from number `start` on."""
        words = rows * self.width
        found: U64 = np.fromfile(self.path(shard), np.uint64, words, offset=start * self._row)
        return found.reshape(-1, self.width)

    def work_file(self) -> Path:
        """The path of another file that is needed for a while."""
        return self.work / f"{next(self._numbers):06d}.keys"

    def work_folder(self) -> Path:
        """Another folder that is needed for a while."""
        folder = self.work / f"{next(self._numbers):06d}"
        folder.mkdir()
        return folder

    def is_work(self, path: Path) -> bool:
        """Whether a file is needed for a while only."""
        return path.parent == self.work

    @property
    def bytes_free(self) -> int:
        """The bytes that the disk has left."""
        return shutil.disk_usage(self.folder).free

    def close(self) -> None:
        """Remove what is needed for a while only."""
        shutil.rmtree(self.work, ignore_errors=True)

    def discard(self) -> None:
        """Remove the files of these shards, and what is needed for a while."""
        self.close()
        self._heads.clear()
        for shard in self._ends:
            self.path(shard).unlink(missing_ok=True)

    def path(self, shard: int) -> Path:
        """The file of a shard."""
        return self.folder / f"shard-{shard:05d}.keys"


class _Listed:
    """Keys as lists of words, which are in order."""

    def __init__(self, keys: U64) -> None:
        self._keys = keys

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, at: int) -> list[int]:
        words: list[int] = self._keys[at].tolist()
        return words


def located(
    key: U64, levels: Iterable[Level], files: Files, keys: Keys, sizes: Sizes
) -> tuple[int, int, int] | None:
    """The level and the shard of a key, an array with one row, and its number in both."""
    words, shard = key[0].tolist(), int(key[0, 0]) >> (keys.bits - sizes.bits)
    for number, level in enumerate(levels):
        part = level.parts.get(shard)
        if part is not None and part.rows and (at := files.place(words, shard, part)) >= 0:
            return number, shard, at
    return None


def place_of(
    key: U64, levels: Sequence[Level], files: Files, keys: Keys, sizes: Sizes
) -> tuple[int, int] | None:
    """The number of a key, an array with one row, among all states, and its level; None if none."""
    found = located(key, levels, files, keys, sizes)
    if found is None:
        return None
    level, shard, at = found
    before = sum(each.states for each in levels[:level])
    beside = sum(part.rows for n, part in levels[level].parts.items() if n < shard)
    return before + beside + at, level


def row_of(number: int, levels: Iterable[Level], files: Files, keys: Keys) -> U64:
    """The packed state with a number, from 0 on, of those of some levels."""
    for level in levels:
        for shard, part in level.parts.items():
            if number < part.rows:
                row: U64 = keys.states(files.read(shard, part.start + number, 1))[0]
                return row
            number -= part.rows
    raise IndexError("there are not so many states")


def is_full(error: OSError) -> bool:
    """Whether there was no space for a file."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)
