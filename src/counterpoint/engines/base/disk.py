"""The folder in which a check of a module keeps states, one folder in it for each search."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from ...errors import BadCheckpoint, Refused
from .cluster import Cluster
from .lock import FolderLock
from .storage import other_search

MADE, OF, LOCK = "search-made", "search-of", "search-lock"
"""Files: that the folder was made for the check, and goes with it; which check it is; the lock."""

REMOVED = "search-removed"
"""What a folder is called while its files are removed."""

_OURS = re.compile(rf"{MADE}|{OF}|{LOCK}|{REMOVED}|search-[0-9a-f]{{12}}(-values-[0-9a-f]{{8}})?")


def is_of_the_target(error: BaseException) -> bool:
    """Whether going on would raise the same again: not so if the disk or a person ended it."""
    return isinstance(error, Exception) and not isinstance(error, OSError | Refused | BadCheckpoint)


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
        at_once: bool = False,
    ) -> None:
        """`place` names the folder when it is needed, and `of` gives what identifies the check.

        If it was `named` by the user, what was found may stay there. With a cluster, its workers
        search. It is asked for if either is so, or `at_once`.
        """
        self._named, self.cluster = named, cluster
        self.asked_for = at_once or named or cluster is not None
        self._place, self._signature = place, of
        self._folder: Path | None = None
        self._lock: FolderLock | None = None
        self._is_made = False
        self.was_there = False
        """Whether something was in the folder that a search may go on with."""
        self._purpose = ""
        self._open: list[Closed] = []

    def begin(self, purpose: str) -> None:
        """Note the start of the next search of the check, for this purpose."""
        self._purpose = purpose

    @property
    def is_used(self) -> bool:
        """Whether a search keeps states here, so that memory does not grow."""
        return bool(self._open)

    @property
    def identity(self) -> str:
        """A text that only the same search of the same check has."""
        return f"{self._signature()} {self._purpose}"

    @property
    def folder(self) -> Path:
        """The folder of the current search, which may not exist."""
        return self.top / f"search-{sha256(self._purpose.encode()).hexdigest()[:12]}"

    @property
    def top(self) -> Path:
        """The folder of the check; raises `BadCheckpoint` if anything else is in it, or uses it."""
        return self.take() if self._folder is None else self._folder

    def take(self) -> Path:
        """Take the folder of the check, which nothing else may use then; raises as `top`."""
        folder = self._place()
        try:
            self._lock_folder(folder)
        except OSError as error:
            raise BadCheckpoint(f"{folder} cannot be written: {error.strerror}") from None
        self._folder = folder
        return folder

    def _lock_folder(self, folder: Path) -> None:
        names = {each.name for each in folder.iterdir()} if folder.exists() else set()
        if not all(map(_OURS.fullmatch, names)):
            raise BadCheckpoint(f"{folder} holds other files: name an empty folder")
        self._is_made = MADE in names or not folder.exists()
        self.was_there = any((folder / name).is_dir() for name in names - {REMOVED})
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(folder, LOCK)
        try:
            self._require_the_same(folder / OF, names)
        except BaseException:
            self._lock.release()
            raise
        if self._is_made:
            (folder / MADE).touch()
        shutil.rmtree(folder / REMOVED, ignore_errors=True)

    def _require_the_same(self, file: Path, names: set[str]) -> None:
        """Raise `BadCheckpoint` if the folder is of another check; note which one it is of."""
        of = self._signature()
        if names - {MADE, LOCK, OF} and (not file.exists() or file.read_text("utf-8") != of):
            raise other_search(file.parent)
        file.write_text(of, encoding="utf-8")

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

    def forget(self) -> None:
        """Remove what was found in the current folder."""
        self.rest()
        self._remove(self.folder)

    def _remove(self, folder: Path) -> None:
        """Remove a folder: it is never there in part, whatever ends this."""
        if folder.exists():
            gone = folder.with_name(REMOVED)
            folder.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)

    def close(self, *, stays: bool) -> bool:
        """Close all searches; returns whether something stays to go on with, if it may."""
        self.rest()
        if self._folder is None or self._lock is None:
            return False
        every = [each for each in self._folder.iterdir() if _OURS.fullmatch(each.name)]
        stays = stays and self._named and any(each.is_dir() for each in every)
        try:
            if not stays:
                self._clear(every)
        finally:
            self._lock.release()
        if not stays and self._is_made:
            with suppress(OSError):  # somebody put something else there
                self._folder.rmdir()
        return stays

    def _clear(self, every: Sequence[Path]) -> None:
        """Remove all folders, then the files."""
        for each in every:
            if each.is_dir():
                self._remove(each)
        for each in every:
            if each.is_file():
                each.unlink()
