"""The folder of a search on disk: the files of its shards, and the journal of its levels."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....errors import BadCheckpoint
from .copies import copied, copies_at
from .files import Files
from .journal import NOTHING_MORE, Journal, Level, ends_of

WORK = "work"
SYNCED_EVERY = 10.0
"""Seconds between two moments at which all that is written is forced to the disk."""


class Shelf:
    """The files and the journal of one search in a folder, all used by one process.

    A line of the journal says that a level is finished. So a search that ended at any moment, or
    for want of space, goes on from its last finished level.
    """

    def __init__(
        self,
        folder: Path,
        of: str,
        width: int,
        shards: int,
        block: int,
        form: Mapping[str, Any] = NOTHING_MORE,
        uri: str = "",
    ) -> None:
        """`of` identifies the search, and `form` is noted with it.

        A key has `width` words; runs have blocks of `block` keys. What is finished is copied to the
        `uri`, if there is one.
        """
        self.folder, self._copies = folder, copies_at(uri)
        self.files = Files(folder, folder / WORK, width, block, range(shards), self._copies)
        self._count = 0
        self.journal = Journal(folder, {"of": of, "width": width, "shards": shards}, form, uri)
        self._synced = time.monotonic()

    def open(self) -> list[Level]:
        """Begin a search, or go on with it; its finished levels.

        Raises `BadCheckpoint` if the folder holds anything else, or what it holds is damaged, or if
        it cannot be written.
        """
        try:
            levels = self.journal.open(copied(self._copies))
            self._keep_journal()
            self.files.fetch(levels)
            while missing := self.files.missing(levels):
                levels = self.cut(levels, missing - 1)
            self.files.begin(ends_of(levels))
            self._count = len(levels)
        except OSError as error:
            self.journal.close()
            raise BadCheckpoint(f"{self.folder} cannot be written: {error.strerror}") from None
        except BaseException:
            self.journal.close()
            raise
        return levels

    def cut(self, levels: list[Level], count: int) -> list[Level]:
        """The first of some levels: the others are forgotten, as states of them are damaged."""
        self.journal.cut(count)
        self.files.begin(ends_of(levels[:count]))
        self._count = count
        return levels[:count]

    def commit(self, notes: Mapping[str, Any]) -> Level:
        """Finish the level that was being found."""
        level = Level(self.files.finish(self._count), notes)
        self._count += 1
        is_time = time.monotonic() > self._synced + SYNCED_EVERY
        if is_time:  # the states before the line that says that they are there
            self.files.sync()
        self.journal.write(level)
        self._keep_journal()
        if is_time:
            self.journal.sync()
            self._synced = time.monotonic()
        return level

    def _keep_journal(self) -> None:
        if self._copies is not None:
            self._copies.keep_journal(self.journal.content)

    def close(self) -> None:
        """Remove what is needed for a while only; the finished levels stay."""
        self.files.close()
        self.journal.close()

    def discard(self) -> None:
        """Remove all that this search wrote, and the folder, if it was made for it."""
        self.journal.end()
        if self._copies is not None:
            self._copies.discard()
        self.files.discard()
        self.journal.discard()
