"""Errors as JSON, for tools that run commands."""

from __future__ import annotations

from typing import Any

from ..errors import BadFormula, CounterpointError, Fault, Place
from ..faults import is_ours, where

IN_THE_PROGRAM = "It came up in code of the program: mend it there."


def error_data(error: BaseException) -> dict[str, Any]:
    """An error as plain data: its code, message, place and remedy.

    The place has a file, line, column and text; in a formula, it has the formula and the column.
    The code of an exception that is not Counterpoint's own is the name of its class.
    """
    if isinstance(error, CounterpointError):
        code, message, remedy = error.code, error.message, error.remedy
        place = _data_of_place(error)
    else:
        code, message = type(error).__name__, str(error)
        found = place_of_error(error)
        place = None if found is None else place_data(found)
        remedy = Fault.remedy if is_ours(error) else IN_THE_PROGRAM
    return {"error": {"code": code, "message": message, "place": place, "remedy": remedy}}


def _data_of_place(error: CounterpointError) -> dict[str, Any] | None:
    if error.place is not None:
        return place_data(error.place)
    if isinstance(error, BadFormula) and error.formula:
        return {"formula": error.formula, "column": error.column}
    return None


def place_of_error(error: BaseException) -> Place | None:
    """Where an exception was raised; for a syntax error, the place in the text with the error.

    For an error of ours, it is the place that the error names; None if it names none.
    """
    if isinstance(error, CounterpointError):
        return error.place
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Place(error.filename, error.lineno, (error.text or "").rstrip(), error.offset or 0)
    file, _, line = where(error).rpartition(":")
    return Place.of_line(file, int(line)) if file else None


def place_data(place: Place) -> dict[str, Any]:
    """A place as plain data; the column is None if only the line is known."""
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column or None,
        "text": place.text,
    }
