"""A folder that one process uses at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...errors import BadCheckpoint


class FolderLock:
    """A lock on a folder, by a file in it: it is free again when the process ends."""

    def __init__(self, folder: Path, name: str = "lock") -> None:
        """Lock the folder; raises `BadCheckpoint` if another process has it, and `OSError`."""
        self.path = folder / name
        self._file: Any = None
        try:
            import fcntl  # not on every system
        except ImportError:
            return
        self._file = self.path.open("w")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise BadCheckpoint(f"{folder} is in use by another check") from None

    def release(self) -> None:
        """Let others have the folder."""
        if self._file is not None:
            self._file.close()
