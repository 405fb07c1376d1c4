"""Where the states of a search are kept on disk if no folder is named."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from ...native.cache import default_folder

OLD = 7 * 24 * 3600
"""Seconds after which a folder is deleted that a search did not, as it was killed."""


def disk_folder() -> Path:
    """The folder with those of searches: in the cache folder, if there is one."""
    caches = default_folder()
    return Path(tempfile.gettempdir()) / "counterpoint" if caches is None else caches / "disk"


def usual_folder() -> Path:
    """A folder for one search, which does not exist yet."""
    place = disk_folder()
    with suppress(OSError):
        for folder in place.iterdir():
            if time.time() - folder.stat().st_mtime > OLD:
                shutil.rmtree(folder, ignore_errors=True)
    return place / f"{os.getpid()}-{secrets.token_hex(4)}"
