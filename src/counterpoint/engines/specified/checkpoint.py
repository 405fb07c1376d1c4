"""Checkpoints: how far a search is, written to a file now and then, to go on from after a crash."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from ...errors import BadCheckpoint
from ...tuning import USUAL, Tuning

VERSION = 1
"""Of the form of a checkpoint: one of another form is not read."""


class Checkpoint:
    """The file of one check, `of` which it is being a text that tells it from others.

    A check may be several searches, one after the other: those before the one that was written down
    are done once more. With `go_on` that one goes on where it was; raises `BadCheckpoint` if the
    file cannot be read, or is of another check. It is a pickle: read no file of a stranger. `told`
    is called once, when there is a file to go on from. The path and the text may be functions that
    give them, asked when it is time for the first time; without a path nothing is written.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "check")
    >>> keeper = Checkpoint(file, "Clock", every=0.0)
    >>> keeper.begin("all states")
    >>> keeper.look("walk", lambda: [1, 2])
    >>> keeper = Checkpoint(file, "Clock", go_on=True)
    >>> keeper.begin("all states")
    >>> keeper.kept("walk"), keeper.kept("walk")
    ([1, 2], None)
    """

    def __init__(
        self,
        path: str | Path | Callable[[], Path | None],
        of: str | Callable[[], str],
        *,
        go_on: bool = False,
        every: float | None = None,
        told: Callable[[Path], object] = lambda path: None,
        tuning: Tuning = USUAL,
    ) -> None:
        self._where, self._whose = path, of
        self._pause = self._every = tuning.checkpoint_every if every is None else every
        self._told = told
        self._share = tuning.checkpoint_share
        self._search = (0, "")
        self._last = time.perf_counter()
        self._kept = self._read() if go_on else None
        self._is_told = go_on
        self._is_final = False

    @cached_property
    def path(self) -> Path | None:
        """Where the file is; None if there is to be none."""
        return self._where() if callable(self._where) else Path(self._where)

    @cached_property
    def _of(self) -> str:
        return self._whose() if callable(self._whose) else self._whose

    def begin(self, what: str) -> None:
        """Another search begins: of what, for what."""
        self._search = self._search[0] + 1, what

    def kept(self, kind: str) -> Any:
        """What was kept of a search of this kind that is now to go on, once; None if nothing."""
        kept = self._kept
        if kept is None or (kept["search"], kept["kind"]) != (self._search, kind):
            return None
        self._kept = None
        return kept["what"]

    def look(self, kind: str, keep: Callable[[], Any], *, ended: bool = False) -> None:
        """A search is at a place that it could go on from; it is written down if it is time.

        Time it is too where a limit `ended` the search and a file was asked for. The file is then
        left as it is: a later search of the same check does not take its place.
        """
        began = time.perf_counter()
        asked_for = ended and not callable(self._where)
        is_time = asked_for or began - self._last >= self._pause
        if self._kept is not None or self._is_final or not is_time:
            return
        self._is_final = asked_for
        if self.path is None:
            return
        try:
            self._write(self.path, {"search": self._search, "kind": kind, "what": keep()})
        except OSError as error:
            if callable(self._where):  # nobody asked for it
                self._pause = float("inf")
                return
            raise BadCheckpoint(f"{self.path} cannot be written: {error.strerror}") from None
        self._last = time.perf_counter()
        self._pause = max(self._every, self._share * (self._last - began) if self._every else 0.0)
        if not self._is_told:
            self._told(self.path)
            self._is_told = True

    def close(self) -> None:
        """The check is done: nothing is left to go on from."""
        if self._is_told and self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _write(self, path: Path, kept: dict[str, Any]) -> None:
        """The file as a whole, or as it was before."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = path.with_name(f"{path.name}.new")
        try:
            with beside.open("wb") as file:
                pickle.dump({"version": VERSION, "of": self._of, **kept}, file, protocol=5)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any]:
        path = self.path
        assert path is not None
        try:
            with path.open("rb") as file:
                found = pickle.load(file)
        except OSError as error:
            raise BadCheckpoint(f"{path} cannot be read: {error.strerror}") from None
        except Exception as error:
            raise BadCheckpoint(f"{path} is no checkpoint: {error}") from None
        if not isinstance(found, dict) or found.get("version") != VERSION:
            raise BadCheckpoint(f"{path} is no checkpoint of this version")
        if found["of"] != self._of:
            raise BadCheckpoint(f"{path} is of another check: its modules or options differ")
        return found
