"""Whose an exception is, and what is said of one that is our own: that it is, where, what to send.

An exception of the user's passes through whole. One of ours has a remedy too: a report.
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
"""The packages that Counterpoint calls: what goes wrong in them is asked of whoever called."""


def is_the_users(error: BaseException) -> bool:
    """Whether an exception came up in code of the user's, or in what that called.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     is_the_users(error)
    True
    """
    return not where(error).startswith(_HOUSE)


def is_ours(error: BaseException) -> bool:
    """Whether an exception tells of a fault of Counterpoint, and not of what it was given."""
    if isinstance(error, Fault):
        return True
    # A text that Python cannot read is the user's, whoever has it read.
    given = isinstance(error, (CounterpointError, MemoryError, OSError, SyntaxError))
    if not isinstance(error, Exception) or given:
        return False
    # Whoever calls itself without end comes to the end of the stack in what it calls.
    calls_itself = isinstance(error, RecursionError) and _is_mostly_the_users(error)
    return not calls_itself and not is_the_users(error)


def _is_mostly_the_users(error: BaseException) -> bool:
    """Whether most calls that an exception went through, but for libraries, are the user's."""
    files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    calls = [file for file in files if not _is_library(file)]
    return 2 * sum(map(is_the_users_file, calls)) > len(calls)


def where(error: BaseException) -> str:
    """The innermost place of an exception that is not in a library: `file:line`; "" for none."""
    found = ""
    at: TracebackType | None = error.__traceback__
    while at is not None:
        file = at.tb_frame.f_code.co_filename
        if not _is_library(file):
            found = f"{file}:{at.tb_lineno}"
        at = at.tb_next
    return "" if found.startswith(_EXAMPLES) else found


def place_in_house(error: BaseException) -> str:
    """Where in Counterpoint an exception came up, without the folder that it is installed in."""
    return where(error).removeprefix(_HOUSE)


def is_the_users_file(file: str) -> bool:
    """Whether a frame of a traceback is worth showing to whose exception it is."""
    if file.startswith(_EXAMPLES):
        return True
    return not file.startswith((_HOUSE, "<frozen")) and _package(file) != "click"


def _is_library(file: str) -> bool:
    if file.startswith(_HOUSE):
        return False
    package = _package(file)
    return file.startswith("<") or package in _OURS or (not package and file.startswith(_PYTHON))


def _package(file: str) -> str:
    """The package that was added to Python which a file belongs to; empty if it is of none."""
    parts = Path(file).parts
    folder = next((part for part in _ADDED if part in parts[:-1]), None)
    return "" if folder is None else parts[parts.index(folder) + 1].removesuffix(".py")


def in_short(error: BaseException) -> str:
    """The class of an exception, its message, and where it came up.

    >>> in_short(KeyError("x"))
    "KeyError: 'x'"
    """
    said = error.message if isinstance(error, CounterpointError) else str(error)
    place = place_in_house(error)
    return f"{type(error).__name__}: {said}" + (f" at {place}" if place else "")


def versions() -> str:
    """What a report should say of the program and the machine."""
    import platform  # a cold command must feel instant, and most have nothing to report
    from importlib import metadata

    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"counterpoint {metadata.version('counterpoint')}, Python {python}, {platform.platform()}"
    )
