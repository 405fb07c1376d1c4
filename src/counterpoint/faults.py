"""Whether an exception is the user's or a fault of Counterpoint, and what a fault's report needs.

An exception of the user's code passes through unchanged. For a fault, the remedy is a report.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from types import TracebackType

from .errors import CounterpointError, Fault

_HOUSE = str(Path(__file__).parent) + os.sep
_EXAMPLES = _HOUSE + "examples" + os.sep
_PYTHON = str(Path(os.__file__).parent) + os.sep
_ADDED = ("site-packages", "dist-packages")
_OURS = frozenset(
    [
        "click",
        "dd",
        "lark",
        "llvmlite",
        "numpy",
        "oxidd",
        "rich",
        "starlette",
        "tree_sitter",
        "tree_sitter_tlaplus",
        "uvicorn",
        "websockets",
    ]
)
"""Packages that Counterpoint calls: an exception in one of them is blamed on its caller."""


def is_the_users(error: BaseException) -> bool:
    """Whether an exception was raised in the user's code, or in a library that it called.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     is_the_users(error)
    True
    """
    return not where(error).startswith(_HOUSE)


def is_ours(error: BaseException) -> bool:
    """Whether an exception is due to a fault of Counterpoint, and not to its input."""
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        return is_ours(error.__cause__)  # Python turns what a generator raised into the first
    if isinstance(error, Fault):
        return True
    # A file that Python cannot parse is the user's, whichever code had it parsed.
    given = isinstance(error, (CounterpointError, MemoryError, OSError, SyntaxError))
    if not isinstance(error, Exception) or given:
        return False
    # Endless recursion in user code may overflow the stack in a function of ours that it calls.
    calls_itself = isinstance(error, RecursionError) and _is_mostly_the_users(error)
    return not calls_itself and not is_the_users(error)


def _is_mostly_the_users(error: BaseException) -> bool:
    """Whether most frames of an exception's traceback, libraries aside, are the user's."""
    files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    calls = [file for file in files if not _is_library(file)]
    return 2 * sum(map(is_the_users_file, calls)) > len(calls)


def where(error: BaseException) -> str:
    """The innermost `file:line` of an exception outside libraries; "" for none, or an example."""
    found = ""
    at: TracebackType | None = error.__traceback__
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        if not _is_library(file):
            found = f"{file}:{at.tb_lineno}"
        at = at.tb_next
    return "" if found.startswith(_EXAMPLES) else found


def place_in_house(error: BaseException) -> str:
    """Where in Counterpoint an exception was raised: `file:line`, relative to its folder."""
    return where(error).removeprefix(_HOUSE)


def is_the_users_file(file: str) -> bool:
    """Whether to show the user a traceback's frames of this file: those not ours, nor of click."""
    if file.startswith(_EXAMPLES):
        return True
    return not file.startswith((_HOUSE, "<frozen")) and _package(file) != "click"


def _is_library(file: str) -> bool:
    if file.startswith(_HOUSE):
        return False
    package = _package(file)
    return file.startswith("<") or package in _OURS or (not package and file.startswith(_PYTHON))


def _package(file: str) -> str:
    """The installed package that a file belongs to; empty if it belongs to none."""
    parts = Path(file).parts
    folder = next((part for part in _ADDED if part in parts[:-1]), None)
    return "" if folder is None else parts[parts.index(folder) + 1].removesuffix(".py")


def in_short(error: BaseException) -> str:
    """The class of an exception, its message, and where it was raised.

    >>> in_short(KeyError("x"))
    "KeyError: 'x'"
    """
    said = error.message if isinstance(error, CounterpointError) else str(error)
    place = place_in_house(error)
    return f"{type(error).__name__}: {said}" + (f" at {place}" if place else "")


def versions() -> str:
    """The versions of the program, Python and the platform, for a report."""
    import platform  # imported here to keep start-up quick; few commands have a fault to report
    from importlib import metadata

    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"counterpoint {metadata.version('counterpoint')}, Python {python}, {platform.platform()}"
    )
