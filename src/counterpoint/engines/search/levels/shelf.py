"""The folder of a search on disk: a file of keys for each shard, and a journal of the levels."""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
import zlib
from collections.abc import Mapping
from dataclasses import field
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from ....data import dataclass
from ....errors import BadCheckpoint
from ...base.arrays import U64
from .runs import Run, RunWriter, bytes_of, run_in

FORMAT = 1
JOURNAL = "levels.jsonl"
WORK = "work"
SYNCED_EVERY = 10.0
"""Seconds between two moments at which all that is written is forced to the disk."""


@dataclass(frozen=True, slots=True)
class Part:
    """The states of a level in the file of a shard: `rows` of them, from number `start` on."""

    start: int
    rows: int
    check: int
    """The CRC-32 of their bytes."""


@dataclass(frozen=True, slots=True)
class Level:
    """A finished level: its parts by shard, and what the search noted with it."""

    parts: Mapping[int, Part] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def states(self) -> int:
        """The number of its states."""
        return sum(part.rows for part in self.parts.values())


def is_shelf(folder: Path) -> bool:
    """Whether a search was begun in a folder."""
    return (folder / JOURNAL).is_file()


class Shelf:
    """The files of one search in a folder.

    Keys are appended to the file of their shard, level by level; a line of the journal says that a
    level is finished. So a search that ended at any moment, or for want of space, goes on from its
    last finished level: what else is in the files is cut off.
    """

    def __init__(self, folder: Path, width: int, shards: int, block: int) -> None:
        """A key has `width` words; runs in files have blocks of `block` keys."""
        self.folder, self.width, self.shards, self.block = folder, width, shards, block
        self._row = 8 * width
        self._ends = [0] * shards
        self._growing: dict[int, RunWriter] = {}
        self._journal: Any = None
        self._locked: Any = None
        self._synced = time.monotonic()
        self._is_made = False
        self._numbers = count()  # drawn from by several threads

    def open(self, of: str) -> list[Level]:
        """Begin a search, identified by `of`, or go on with it; its finished levels.

        Raises `BadCheckpoint` if the folder holds anything else, or what it holds is damaged, or if
        it cannot be written.
        """
        is_made = not self.folder.exists()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock()
            return self._begun(of, is_made)
        except OSError as error:
            self.close()
            raise BadCheckpoint(f"{self.folder} cannot be written: {error.strerror}") from None
        except BaseException:
            self.close()
            raise

    def _begun(self, of: str, is_made: bool) -> list[Level]:
        journal = self.folder / JOURNAL
        head = {"format": FORMAT, "of": of, "width": self.width, "shards": self.shards}
        if not journal.exists():
            if any(each.name != "lock" for each in self.folder.iterdir()):
                raise BadCheckpoint(f"{self.folder} holds other files: name an empty folder")
            journal.write_text(_line({**head, "made": is_made}), encoding="utf-8")
        levels = self._read(journal, head)
        shutil.rmtree(self.folder / WORK, ignore_errors=True)
        (self.folder / WORK).mkdir()
        self._cut(levels)
        self._journal = journal.open("ab", buffering=0)
        return levels

    def _lock(self) -> None:
        try:
            import fcntl  # not on every system
        except ImportError:
            return
        self._locked = (self.folder / "lock").open("w")
        try:
            fcntl.flock(self._locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._locked.close()
            raise BadCheckpoint(f"{self.folder} is in use by another check") from None

    def _read(self, journal: Path, head: Mapping[str, Any]) -> list[Level]:
        """The finished levels in a journal; a line that was not written to its end is cut off."""
        whole = 0
        found: list[Any] = []
        with journal.open("rb") as file:
            for line in file:
                data = _data(line)
                if data is None:
                    break
                found.append(data)
                whole += len(line)
        if not found:
            raise BadCheckpoint(f"{journal} cannot be read: name another folder")
        if found[0].get("format") != FORMAT:
            raise BadCheckpoint(f"{self.folder} was written by another version of Counterpoint")
        self._is_made = found[0].pop("made", False)
        if found[0] != head:
            raise BadCheckpoint(f"{self.folder} holds another search: name an empty folder")
        os.truncate(journal, whole)
        return [
            Level({int(shard): Part(*part) for shard, part in data["parts"].items()}, data["notes"])
            for data in found[1:]
        ]

    def _cut(self, levels: list[Level]) -> None:
        """Cut off what belongs to no finished level; raises `BadCheckpoint` if some is missing."""
        self._ends = [0] * self.shards
        for level in levels:
            for shard, part in level.parts.items():
                self._ends[shard] = part.start + part.rows
        for shard, end in enumerate(self._ends):
            path = self._path(shard)
            size = path.stat().st_size if path.exists() else 0
            if size < end * self._row:
                raise BadCheckpoint(f"{path} is shorter than {JOURNAL} says: name another folder")
            if path.exists():
                os.truncate(path, end * self._row)

    def append(self, shard: int, keys: U64) -> None:
        """Add keys to the level that is being found; those of a shard come in ascending order."""
        if shard not in self._growing:
            start = self._ends[shard]
            self._growing[shard] = RunWriter(self._path(shard), self.width, self.block, start)
        self._growing[shard].add(keys)

    def found(self, shard: int) -> Run:
        """The states of a shard that were added to the level that is being found."""
        return self._growing[shard].run()

    def commit(self, notes: Mapping[str, Any]) -> Level:
        """Finish the level that was being found."""
        grown = sorted(self._growing.items())
        level = Level({n: Part(of.start, of.rows, of.check) for n, of in grown}, notes)
        if (now := time.monotonic()) > self._synced + SYNCED_EVERY:
            self._sync()
            self._synced = now
        parts = {str(n): [p.start, p.rows, p.check] for n, p in level.parts.items()}
        self._journal.write(_line({"parts": parts, "notes": notes}).encode())
        for shard, part in level.parts.items():
            self._ends[shard] = part.start + part.rows
        self._growing.clear()
        return level

    def _sync(self) -> None:
        for shard, end in enumerate(self._ends):
            if end or shard in self._growing:
                with self._path(shard).open("rb") as file:
                    os.fsync(file.fileno())
        os.fsync(self._journal.fileno())

    def run(self, shard: int, part: Part) -> Run:
        """The states of a finished level in a shard; raises `BadCheckpoint` if they are damaged."""
        firsts: list[U64] = []
        check = 0
        for start in range(0, part.rows, self.block):
            keys = self.read(shard, part.start + start, min(self.block, part.rows - start))
            firsts.append(keys[0, 0])
            check = zlib.crc32(bytes_of(keys), check)
        if check != part.check:
            raise BadCheckpoint(f"{self._path(shard)} is damaged: name another folder")
        path = self._path(shard)
        heads = np.array(firsts, np.uint64)
        return run_in(path, self.width, part.start, part.rows, heads, self.block)

    def states(self, shard: int, part: Part) -> Run:
        """The same, to be read only: it does not know where a key is."""
        nothing = np.zeros(0, np.uint64)
        return run_in(self._path(shard), self.width, part.start, part.rows, nothing, self.block)

    def read(self, shard: int, start: int, rows: int) -> U64:
        """`rows` keys of a shard, from number `start` on."""
        words = rows * self.width
        found: U64 = np.fromfile(self._path(shard), np.uint64, words, offset=start * self._row)
        return found.reshape(-1, self.width)

    def work_file(self) -> Path:
        """The path of another file that is needed for a while."""
        return self.folder / WORK / f"{next(self._numbers):06d}.keys"

    def is_work(self, path: Path) -> bool:
        """Whether a file is needed for a while only."""
        return path.parent.name == WORK

    @property
    def bytes_free(self) -> int:
        """The bytes that the disk has left."""
        return shutil.disk_usage(self.folder).free

    def close(self) -> None:
        """Remove what is needed for a while only; the finished levels stay."""
        if self._journal is not None:
            self._journal.close()
            shutil.rmtree(self.folder / WORK, ignore_errors=True)
        if self._locked is not None:
            self._locked.close()

    def discard(self) -> None:
        """Remove all that this search wrote, and the folder, if it was made for it."""
        self.close()
        for shard in range(self.shards):
            self._path(shard).unlink(missing_ok=True)
        for name in (JOURNAL, "lock"):
            (self.folder / name).unlink(missing_ok=True)
        if self._is_made:
            self.folder.rmdir()

    def _path(self, shard: int) -> Path:
        return self.folder / f"shard-{shard:05d}.keys"


def is_full(error: OSError) -> bool:
    """Whether there was no space for a file."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def _line(data: Mapping[str, Any]) -> str:
    """A line of a journal, with a checksum."""
    text = json.dumps(data, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


def _data(line: bytes) -> Any:
    """The data in a line of a journal; None if it is not whole."""
    check, _, text = line.partition(b" ")
    if not line.endswith(b"\n") or check != b"%08x" % zlib.crc32(text[:-1]):
        return None
    return json.loads(text)
