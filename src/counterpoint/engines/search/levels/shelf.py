"""The folder of a search on disk: sorted keys by level and shard, and what is finished."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ....data import dataclass
from ....errors import BadCheckpoint
from ...base.arrays import U64

FORMAT = 1
MANIFEST = "manifest.json"
SCRATCH = "scratch"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is on disk: `levels` has the number of new states of each level and shard.

    `of` identifies the search. A key has `width` words; there are 2 ** `bits` shards. `notes` are
    those of the search itself.
    """

    of: str
    width: int
    bits: int
    levels: list[list[int]]
    notes: dict[str, Any]


class Shelf:
    """The files of one search in a folder.

    Each file is written beside and then renamed, and the manifest names finished levels only. So a
    search that ended at any moment, or for want of space, goes on from its last finished level.
    """

    def __init__(self, folder: Path, width: int) -> None:
        self.folder = folder
        self._row = 8 * width
        self.width = width

    def begin(self) -> None:
        """Make the folder; what an unfinished level left in it is removed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.folder / SCRATCH, ignore_errors=True)
        (self.folder / SCRATCH).mkdir()

    def read_manifest(self, of: str) -> Manifest | None:
        """The manifest, None if there is none. Raises `BadCheckpoint` for another search."""
        try:
            data = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise BadCheckpoint(f"{self.folder / MANIFEST} cannot be read: {error}") from None
        if data.pop("format", None) != FORMAT:
            raise BadCheckpoint(f"{self.folder} was written by another version of Counterpoint")
        found = Manifest(**data)
        if (found.of, found.width) != (of, self.width):
            raise BadCheckpoint(f"{self.folder} holds another search; name an empty folder")
        return found

    def write_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest: the levels that it names are finished."""
        text = json.dumps({"format": FORMAT, **asdict(manifest)})
        beside = self.folder / f"{MANIFEST}.new"
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.folder / MANIFEST)

    def level(self, level: int, shard: int) -> Path:
        """The file of the states of a shard that are new in a level."""
        return self.folder / f"level-{level:06d}" / f"{shard:05d}.keys"

    def scratch(self, shard: int, number: int) -> Path:
        """A file of targets of the level that is being searched."""
        return self.folder / SCRATCH / f"{shard:05d}-{number:06d}.keys"

    def known(self, shard: int, number: int) -> Path:
        """A file of states of a shard that are known, merged from several levels."""
        return self.folder / SCRATCH / f"{shard:05d}-known-{number:06d}.keys"

    def write(self, path: Path, keys: U64) -> None:
        """Write keys to a file, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        try:
            with beside.open("wb") as file:
                keys.tofile(file)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        beside.replace(path)

    def read(self, path: Path) -> U64:
        """All keys of a file; none if there is no file."""
        return self.part(path, 0, -1) if path.exists() else self._none()

    def blocks(self, path: Path, rows: int) -> Iterator[U64]:
        """The keys of a file, `rows` at a time."""
        start = 0
        while len(block := self.part(path, start, rows)):
            yield block
            start += len(block)

    def part(self, path: Path, start: int, rows: int) -> U64:
        """`rows` keys of a file from number `start` on, fewer at its end; all if it is -1."""
        count = rows if rows < 0 else rows * self.width
        keys: U64 = np.fromfile(path, np.uint64, count, offset=start * self._row)
        return keys.reshape(-1, self.width)

    def rows(self, path: Path) -> int:
        """The number of keys in a file."""
        return path.stat().st_size // self._row if path.exists() else 0

    def _none(self) -> U64:
        return np.zeros((0, self.width), np.uint64)


def is_full(error: OSError) -> bool:
    """Whether there was no space for a file."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)
