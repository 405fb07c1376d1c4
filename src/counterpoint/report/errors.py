"""Errors as JSON: for whoever runs commands from another tool."""

from __future__ import annotations

from typing import Any

from ..errors import CounterpointError, Fault, Place
from ..faults import is_ours, where

IN_THE_PROGRAM = "It came up in code of the program: mend it there."


def error_data(error: BaseException) -> dict[str, Any]:
    """An error as plain data: its code, message, place (file, line, column, text) and remedy.

    The code of an exception that is none of Counterpoint's own is the name of its class.
    """
    if isinstance(error, CounterpointError):
        code, message, remedy = error.code, error.message, error.remedy
        place = None if error.place is None else place_data(error.place)
    else:
        code, message = type(error).__name__, str(error)
        found = where(error)
        file, _, line = found.rpartition(":")
        place = place_data(Place.of_line(file, int(line))) if found else None
        remedy = Fault.remedy if is_ours(error) else IN_THE_PROGRAM
    return {"error": {"code": code, "message": message, "place": place, "remedy": remedy}}


def place_data(place: Place) -> dict[str, Any]:
    """A place as plain data; the column is None where only the line is known."""
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column or None,
        "text": place.text,
    }
