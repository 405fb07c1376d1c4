"""Read the text of a file, or raise an error that says why that is impossible."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

from .errors import CounterpointError, Place

_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of UTF-16."""


def text_in(
    path: str | Path,
    wrong: type[CounterpointError],
    *,
    unreadable: type[CounterpointError] | None = None,
    replaces: bool = False,
    largest: int | None = None,
) -> str:
    """The text of a UTF-8 file, with line ends normalized; raises `wrong` if it is not such a file.

    Raises `unreadable`, if that is given, when the file cannot be read at all. At most `largest`
    bytes are accepted, if that is given: a larger file is an error.

    With `replaces`, invalid UTF-8 is read as replacement characters, as in comments of old texts; a
    zero byte is always an error.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read() if largest is None else file.read(largest + 1)
    except OSError as error:
        raise (unreadable or wrong)(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # a zero byte, or half of a character, in the name
        raise (unreadable or wrong)(f"{str(path)!r} is not the name of a file: {error}") from None
    if largest is not None and len(data) > largest:
        says = f"this file has more than {largest:,} bytes, and no more are read"
        raise wrong(says, Place(str(path), 1))
    if data.startswith(_WIDE):
        says = "this is a text in UTF-16, and UTF-8 is needed: save the file in UTF-8"
        raise wrong(says, Place(str(path), 1))
    if (at := _no_text_at(data, replaces=replaces)) is not None:
        says = f"the byte {data[at]:02x} cannot stand here; save the file in UTF-8"
        what = "this is no text in UTF-8" if data[at] else "this is no text"
        raise wrong(f"{what}: {says}", _place(str(path), data, at))
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def is_file(path: str | Path) -> bool:
    """Whether a file exists; False for a name that no file can have.

    >>> is_file("n" * 9999)
    False
    """
    return os.path.isfile(path)


def is_there(path: str | Path) -> bool:
    """Whether a file or a folder exists."""
    return os.path.exists(path)


def _no_text_at(data: bytes, *, replaces: bool) -> int | None:
    """The index of the first byte that cannot be in a text; None if there is none."""
    zero = data.find(0)
    if not replaces:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            return error.start if zero < 0 else min(zero, error.start)
    return None if zero < 0 else zero


def _place(file: str, data: bytes, at: int) -> Place:
    begin, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
    line = data[begin : end if end >= 0 else len(data)].decode("utf-8", "replace")
    column = len(data[begin:at].decode("utf-8", "replace")) + 1
    return Place(file, data.count(b"\n", 0, at) + 1, line, column)


def loaded_files() -> list[tuple[str, ModuleType, str]]:
    """The loaded modules of Python that were read from files: name, module and file."""
    files = ((name, it, getattr(it, "__file__", None)) for name, it in list(sys.modules.items()))
    return [(name, module, file) for name, module, file in files if file]
