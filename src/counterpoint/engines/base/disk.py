"""The folder in which a check of a module keeps states, one folder in it for each search."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ...errors import BadCheckpoint
from .cluster import Cluster

MADE = "search-made"
"""The file which says that the folder was made for the check, and goes with it."""


class Closed(Protocol):
    """A search that can be closed; what it wrote stays."""

    def __exit__(self, *_: object) -> None: ...


class Disk:
    """Where the searches of a check keep states on disk.

    If it was not `asked_for`, a search goes there only when memory is used up.
    """

    def __init__(
        self,
        place: Callable[[], Path],
        of: Callable[[], str],
        *,
        named: bool,
        cluster: Cluster | None = None,
    ) -> None:
        """`place` names the folder when it is needed, and `of` gives what identifies the check.

        If it was `named` by the user, what was found may stay there. With a cluster, its workers
        search.
        """
        self._named, self.cluster = named, cluster
        self.asked_for = named or cluster is not None
        self._place, self._signature = place, of
        self._folder: Path | None = None
        self._is_made = False
        self._number = 0
        self._purpose = ""
        self._open: list[Closed] = []

    def begin(self, purpose: str) -> None:
        """Note the start of the next search of the check, for this purpose."""
        self._number += 1
        self._purpose = purpose

    @property
    def identity(self) -> str:
        """A text that only the same search of the same check has."""
        return f"{self._signature()} {self._number} {self._purpose}"

    @property
    def folder(self) -> Path:
        """The folder of the current search, which may not exist."""
        return self.top / f"search-{self._number}"

    @property
    def top(self) -> Path:
        """The folder of the check; raises `BadCheckpoint` if anything else is in it."""
        if self._folder is None:
            folder = self._place()
            self._is_made = not folder.exists()
            try:
                names = [] if self._is_made else [each.name for each in folder.iterdir()]
                folder.mkdir(parents=True, exist_ok=True)
                if self._is_made:
                    (folder / MADE).touch()
            except OSError as error:
                raise BadCheckpoint(f"{folder} cannot be written: {error.strerror}") from None
            self._is_made |= MADE in names
            if any(not name.startswith("search-") for name in names):
                raise BadCheckpoint(f"{folder} holds other files: name an empty folder")
            self._folder = folder
        return self._folder

    @property
    def to_go_on(self) -> str:
        """How to go on with what was found."""
        return f"what was found is in {self._folder}: go on with --recover {self._folder}"

    def opened(self, search: Closed) -> None:
        """Note a search that is open in the current folder."""
        self._open.append(search)

    def rest(self) -> None:
        """Close the searches that are open: what they found is not needed any more."""
        while self._open:
            self._open.pop().__exit__()

    def close(self, *, stays: bool) -> bool:
        """Close all searches; returns whether something stays to go on with, if it may."""
        self.rest()
        if self._folder is None:
            return False
        every = [*self._folder.glob("search-*")]
        folders = [each for each in every if each.is_dir()]
        if stays and self._named and folders:
            return True
        for each in every:
            if each in folders:
                shutil.rmtree(each, ignore_errors=True)
            else:
                each.unlink(missing_ok=True)
        if self._is_made:
            with suppress(OSError):  # somebody put something else there
                self._folder.rmdir()
        return False
