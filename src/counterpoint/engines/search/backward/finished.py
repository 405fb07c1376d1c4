"""What was computed of a region before something ended that, in a file."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ...base.arrays import U64
from ..levels.runs import bytes_of

FOLDER = "regions"


class Finished:
    """The words of a region in the levels that are done, from the last level to the first.

    Each is followed by a checksum that goes on from that of the level before.
    """

    def __init__(self, folder: Path, name: str) -> None:
        """`name` is shared only by regions that are the same."""
        self._path = folder / FOLDER / name
        self._check = 0

    def read(self, sizes: Iterator[int]) -> Iterator[U64]:
        """The words of level after level, which are as many as `sizes` say; the rest is cut off."""
        self._path.parent.mkdir(exist_ok=True)
        self._path.touch()
        end = 0
        with self._path.open("rb") as file:
            for size in sizes:
                words = np.fromfile(file, np.uint64, size + 1)
                check = zlib.crc32(bytes_of(words[:-1]), self._check) if len(words) else None
                if len(words) < size + 1 or check != int(words[-1]):
                    break
                self._check, end = int(words[-1]), end + words.nbytes
                yield words[:-1]
        os.truncate(self._path, end)

    def add(self, words: U64) -> None:
        """Note the words of the next level."""
        self._check = zlib.crc32(bytes_of(words), self._check)
        with self._path.open("ab") as file:
            file.write(bytes_of(np.append(words, np.uint64(self._check))))
