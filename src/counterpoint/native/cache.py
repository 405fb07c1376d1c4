"""Caches object code on disk, under a key of all that it depends on.

A file consists of a magic number, the SHA-256 sum of the key and the contents, and the contents.
LLVM crashes on damaged object code, and an intact file with the name of another would run the wrong
function. So a file with a wrong sum is never used; it is removed.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ..data import dataclass

_MAGIC = b"counterpoint object 2\n"
_SUFFIX = ".cpo"


def sealed(key: str, data: bytes) -> bytes:
    """The bytes of the file for a key: magic number, sum of key and contents, and contents."""
    return _MAGIC + sha256(key.encode() + b"\n" + data).digest() + data


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of at most about `max_files` files and `max_bytes` bytes; None caches nothing."""

    folder: Path | None
    max_files: int = 500
    max_bytes: int = 256 * 2**20

    def read(self, key: str) -> bytes | None:
        """The contents for `key`; None if they are not there or not intact."""
        if self.folder is None:
            return None
        path = self._path(self.folder, key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        contents = data[len(_MAGIC) + sha256().digest_size :]
        if data == sealed(key, contents):
            with suppress(OSError):
                os.utime(path)  # the least recently used files are removed first
            return contents
        self.discard(key)
        return None

    def write(self, key: str, data: bytes) -> None:
        """Store `data` under `key`; does nothing if that is impossible."""
        if self.folder is None:
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._replace(self._path(self.folder, key), sealed(key, data))
            self._shrink(self.folder)

    def discard(self, key: str) -> None:
        """Remove the file of `key`."""
        if self.folder is not None:
            with suppress(OSError):
                self._path(self.folder, key).unlink()

    def _path(self, folder: Path, key: str) -> Path:
        return folder / f"{key}{_SUFFIX}"

    def _replace(self, path: Path, data: bytes) -> None:
        """Write the file atomically: other processes see all of it or nothing."""
        # Unique among running writers; a file left by a killed one is removed by age.
        mine = path.with_name(f".{os.getpid()}-{threading.get_ident()}{_SUFFIX}")
        try:
            mine.write_bytes(data)
            os.replace(mine, path)
        except OSError:
            mine.unlink(missing_ok=True)
            raise

    def _shrink(self, folder: Path) -> None:
        """Remove the least recently used files until the rest is within bounds."""
        entries = [entry for entry in os.scandir(folder) if entry.name.endswith(_SUFFIX)]
        stats = sorted(
            (entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in entries
        )
        count, total = len(stats), sum(size for _, size, _ in stats)
        for _, size, path in stats:
            if count <= self.max_files and total <= self.max_bytes:
                return
            with suppress(OSError):
                os.unlink(path)
            count, total = count - 1, total - size


def default_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path | None:
    """The folder of the cache; None if the user has switched it off, or has no home folder.

    >>> default_folder({"COUNTERPOINT_CACHE_DIR": "off"}) is None
    True
    >>> default_folder({"XDG_CACHE_HOME": "/cache"}, "linux").as_posix()
    '/cache/counterpoint'
    """
    chosen = environment.get("COUNTERPOINT_CACHE_DIR")
    if chosen is not None:
        return None if chosen in ("", "off") else Path(chosen)
    if base := environment.get("XDG_CACHE_HOME"):
        return Path(base) / "counterpoint"
    if platform == "win32" and (base := environment.get("LOCALAPPDATA")):
        return Path(base) / "counterpoint"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if platform == "darwin" else ".cache") / "counterpoint"
