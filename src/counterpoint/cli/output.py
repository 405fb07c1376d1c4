"""Files that commands write: each is written whole, and none over what a command reads."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..target import COLLECTED, file_of

SOURCES = (".py", ".tla", ".cfg", ".led", ".smv", *COLLECTED)
"""The endings of files that are sources: nothing is written over them."""


def output_of(path: str, target: str, options: Mapping[str, Any], own: tuple[str, ...] = ()) -> str:
    """The file that `-o` names, wherever a program goes; an error if it may not be written.

    A command that writes sources has their endings as its `own`: over its target, or the
    configuration of that, it does not write even so.
    """
    if not path:
        raise click.UsageError("-o needs the name of a file, which is empty here")
    require_no_source("-o", path, own)
    for source in (file_of(target), options["config"]):
        if source is not None and is_same(path, str(source)):
            raise _over_a_source("-o", path)
    require_writable(path)
    return os.path.abspath(path)


def require_no_source(option: str, path: str, own: tuple[str, ...] = ()) -> None:
    """Raise `UsageError` for a file that is a source by its ending, or that of what it links to."""
    endings = {Path(each).suffix.lower() for each in (path, os.path.realpath(path))}
    if endings & {*SOURCES} - {*own}:
        raise _over_a_source(option, path)


def _over_a_source(option: str, path: str) -> click.UsageError:
    return click.UsageError(f"{option} {path} would be written over a source")


def is_same(one: str, other: str) -> bool:
    """Whether two names are those of one file, which need not be there."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def is_replaced(path: str) -> bool:
    """Whether writing replaces a file: it is a regular one, or there is none yet.

    A device is not replaced, nor is the file that one such as /dev/stdout stands for.
    """
    try:
        if os.path.abspath(path).startswith("/dev/"):
            return False
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True


def require_writable(path: str) -> None:
    """Raise `OSError` if a file cannot be written, as far as can be known; it stays as it is."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "this is a folder, and a file is needed", path)
    if not is_replaced(path):
        return
    if os.path.exists(path) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "this file may not be written", path)
    beside = _beside(path)
    try:
        beside.open("xb").close()
    except OSError as error:
        raise type(error)(error.errno, error.strerror, path) from None
    beside.unlink()


def write(path: str, data: bytes) -> None:
    """Write a file whole: it is replaced when all is written, and stays as it is after an error."""
    if not is_replaced(path):
        with Path(path).open("ab") as file:
            file.write(data)
        return
    beside, place = _beside(path), Path(os.path.realpath(path))
    try:
        beside.write_bytes(data)
        if place.exists():
            beside.chmod(stat.S_IMODE(place.stat().st_mode))
        beside.replace(place)
    finally:
        beside.unlink(missing_ok=True)


def _beside(path: str) -> Path:
    """A name beside a file, of this thread only."""
    place = Path(os.path.realpath(path))
    return place.with_name(f".{place.name[:99]}.{os.getpid()}-{threading.get_ident()}")
