"""Checkpoints: a search saved to a file periodically, so that it can resume after a crash."""

from __future__ import annotations

import errno
import os
import pickle
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from ....errors import BadCheckpoint, CounterpointError
from ....tuning import USUAL, Tuning

MAGIC = b"counterpoint checkpoint 6\n"
"""The first line of a checkpoint; a file in another format is not read."""

_KIND = MAGIC[: MAGIC.rindex(b" ")]
_CHUNK = 1 << 20


class _HashingWriter:
    """A file being written, and the SHA-256 sum of what was written to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._sum = file, sha256()

    def write(self, data: Any) -> int:
        self._sum.update(data)
        return self._file.write(data)

    @property
    def sum(self) -> bytes:
        return self._sum.digest()


class _InterruptibleReader:
    """Reads a file through Python code, in which Ctrl-C is noticed while a pickle is loaded."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size)

    def readline(self) -> bytes:
        return self._file.readline()

    def readinto(self, room: Any) -> int:
        return self._file.readinto(room)


def _beside(path: Path) -> Path:
    """The file that is written first, and then renamed; its folder is made if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
    return path.with_name(f"{path.name}.new")


def _is_whole(file: BinaryIO, size: int) -> bool:
    """Whether a file of `size` bytes ends with the SHA-256 sum of all bytes before the sum."""
    left, found = size - sha256().digest_size, sha256()
    while left > 0 and (data := file.read(min(left, _CHUNK))):
        found.update(data)
        left -= len(data)
    return left == 0 and file.read() == found.digest()


OTHER = "{} is a checkpoint of another version of Counterpoint: check anew, without --recover"


class Checkpoint:
    """The checkpoint file of one check; the text `of` identifies the check.

    A check may consist of several searches, one after the other. Those before the saved one are
    repeated. With `go_on`, the saved search resumes where it was; raises `BadCheckpoint` if the
    file cannot be read or belongs to another check. The file is a pickle: never read one from an
    untrusted source. `written` is called with the path when the file is first written, unless
    `go_on`. The path and the text may be functions; they are called when first needed. If the path
    is None, nothing is written. `every` is the number of seconds between two checkpoints.

    A file given by its path was asked for: raises `BadCheckpoint` at once if it cannot be written.
    If that fails later, such as on a full disk, `failed` is called with a sentence, the last file
    remains, and the check goes on.

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
        written: Callable[[Path], object] = lambda path: None,
        failed: Callable[[str], object] = warnings.warn,
        tuning: Tuning = USUAL,
    ) -> None:
        self._where, self._signature = path, of
        self._pause = self._every = tuning.checkpoint_every if every is None else every
        self._written, self._failed = written, failed
        self._share = tuning.checkpoint_share
        self._search = (0, "")
        self._last = time.perf_counter()
        if not callable(path):
            self._require_writable(Path(path))
        self._kept = self._read() if go_on else None
        self._is_written = go_on
        self._is_final = False

    @cached_property
    def path(self) -> Path | None:
        """The path of the file; None if none is written."""
        return self._where() if callable(self._where) else Path(self._where)

    @cached_property
    def _of(self) -> str:
        return self._signature() if callable(self._signature) else self._signature

    def begin(self, what: str) -> None:
        """Start the next search of the check, described by the text `what`."""
        self._search = self._search[0] + 1, what

    def kept(self, kind: str) -> Any:
        """The data saved for the current search if it is of this kind, returned once; else None."""
        kept = self._kept
        if kept is None or (kept["search"], kept["kind"]) != (self._search, kind):
            return None
        self._kept = None
        return kept["what"]

    def look(self, kind: str, keep: Callable[[], Any], *, ended: bool = False) -> None:
        """Save the data that `keep` returns, if it is time for a checkpoint.

        A search calls this wherever it could resume. It is also time if a limit `ended` the search
        and the user asked for the file; that file is final: no later search overwrites it.
        """
        began = time.perf_counter()
        asked_for = ended and not callable(self._where)
        is_time = asked_for or began - self._last >= self._pause
        if self._kept is not None or self._is_final or not is_time:
            return
        if self.path is None:
            return
        try:
            self._write(self.path, {"search": self._search, "kind": kind, "what": keep()})
        except OSError as error:
            self._note_failure(self.path, error)
            return
        self._is_final = asked_for
        self._last = time.perf_counter()
        self._pause = max(self._every, self._share * (self._last - began) if self._every else 0.0)
        if not self._is_written:
            self._written(self.path)
            self._is_written = True

    def close(self) -> None:
        """Remove the file: the check is complete."""
        if self._is_written and self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _note_failure(self, path: Path, error: OSError) -> None:
        """Say that the file could not be written, if the user asked for it; try again later."""
        if callable(self._where):  # the user did not ask for it
            self._pause = float("inf")
            return
        self._last = time.perf_counter()
        before = f"; {path} is still the checkpoint before" if self._is_written else ""
        self._failed(f"the checkpoint could not be written: {error.strerror}{before}")

    def _require_writable(self, path: Path) -> None:
        """Raise `BadCheckpoint` unless a file can be written to this path; leaves no trace."""
        try:
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            beside = _beside(path)
            beside.open("wb").close()
            beside.unlink()
        except OSError as error:
            raise BadCheckpoint(f"{path} cannot be written: {error.strerror}") from None
        except ValueError as error:
            raise BadCheckpoint(f"{str(path)!r} is not the name of a file: {error}") from None

    def _write(self, path: Path, kept: dict[str, Any]) -> None:
        """Write the file atomically: in case of an error, the old one remains."""
        beside = _beside(path)
        try:
            with beside.open("wb") as file:
                summed = _HashingWriter(file)
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
                found: dict[str, Any] = pickle.load(_InterruptibleReader(file))
        except OSError as error:
            raise BadCheckpoint(f"{path} cannot be read: {error.strerror}") from None
        except (CounterpointError, MemoryError):
            raise
        except Exception as error:  # not damaged, so another version wrote it
            raise BadCheckpoint(f"{OTHER.format(path)} ({error})") from None
        if found["of"] != self._of:
            raise BadCheckpoint(f"{path} is of another check: its modules or options differ")
        return found

    def _require_whole(self, path: Path, file: BinaryIO) -> None:
        """Position a file after its first line; raises `BadCheckpoint` if it is not intact.

        A damaged file might load as another search, and loading a pickle can run any code.
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
