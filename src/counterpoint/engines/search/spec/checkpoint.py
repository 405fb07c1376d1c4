"""Checkpoints: how far a search is, written to a file now and then, to go on from after a crash."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from ....errors import BadCheckpoint, CounterpointError
from ....tuning import USUAL, Tuning

MAGIC = b"counterpoint checkpoint 3\n"
"""How a checkpoint begins: one of another form is not read."""

_KIND = MAGIC[: MAGIC.rindex(b" ")]
_CHUNK = 1 << 20


class _Summed:
    """A file that is written, and the sum of all that was."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._sum = file, sha256()

    def write(self, data: Any) -> int:
        self._sum.update(data)
        return self._file.write(data)

    @property
    def sum(self) -> bytes:
        return self._sum.digest()


class _Heard:
    """A file that is read by Python code: that hears of Ctrl-C, and loading a pickle does not."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size)

    def readline(self) -> bytes:
        return self._file.readline()

    def readinto(self, room: Any) -> int:
        return self._file.readinto(room)


def _is_whole(file: BinaryIO, size: int) -> bool:
    """Whether the sum at the end of a file is that of what stands before it."""
    left, found = size - sha256().digest_size, sha256()
    while left > 0 and (data := file.read(min(left, _CHUNK))):
        found.update(data)
        left -= len(data)
    return left == 0 and file.read() == found.digest()


OTHER = "{} is a checkpoint of another version of Counterpoint: check anew, without --recover"


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
                summed = _Summed(file)
                summed.write(MAGIC)
                pickle.dump({"of": self._of, **kept}, summed, protocol=5)
                file.write(summed.sum)
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
                self._require_whole(path, file)
                found: dict[str, Any] = pickle.load(_Heard(file))
        except OSError as error:
            raise BadCheckpoint(f"{path} cannot be read: {error.strerror}") from None
        except (CounterpointError, MemoryError):
            raise
        except Exception as error:  # it is whole, so it was written by other classes than these
            raise BadCheckpoint(f"{OTHER.format(path)} ({error})") from None
        if found["of"] != self._of:
            raise BadCheckpoint(f"{path} is of another check: its modules or options differ")
        return found

    def _require_whole(self, path: Path, file: BinaryIO) -> None:
        """Leave a file behind its first line; raises `BadCheckpoint` unless it is one, and whole.

        What is damaged could be read as another search, and pickles of strangers run their code.
        """
        begin = file.read(len(MAGIC))
        if not begin.startswith(_KIND):
            raise BadCheckpoint(f"{path} is no checkpoint: name a file that --checkpoint wrote")
        if begin != MAGIC:
            raise BadCheckpoint(OTHER.format(path))
        file.seek(0)
        if not _is_whole(file, path.stat().st_size):
            raise BadCheckpoint(f"{path} is damaged: check anew, without --recover")
        file.seek(len(MAGIC))
