"""Errors as text and as data: the message, the line, and the lines around it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..bp.resume import raised_at
from ..data import dataclass
from ..errors import CounterpointError, Place, calls_of
from ..report.score.source import lines_of

AROUND = 1
"""Number of lines that are shown before and after."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a file: its message and place; `since` is when the version in play was read."""

    code: str
    file: str
    line: int
    column: int
    message: str
    since: str

    @property
    def data(self) -> dict[str, Any]:
        """The fault as a message for the page."""
        where = excerpt(Place(self.file, self.line, column=self.column))
        return {
            "type": "notice",
            "kind": "error",
            "code": self.code,
            "text": self.message,
            "since": self.since,
            **where,
        }


def excerpt(place: Place) -> dict[str, Any]:
    """A place as plain data, with the lines around it if the file can be read."""
    lines = lines_of(place.file) if place.file else []
    first = max(1, place.line - AROUND)
    shown = lines[first - 1 : place.line + AROUND] if place.line else []
    if not shown and place.text:  # the place is not in a file
        first, shown = place.line, [place.text]
    return {
        "file": Path(place.file).name,
        "line": place.line,
        "column": place.column,
        "lines": [{"number": first + n, "text": text} for n, text in enumerate(shown)],
    }


def notice_of(error: BaseException, before: str = "") -> dict[str, Any]:
    """The message for the page that says why something was not done, with the place to blame.

    >>> notice_of(ValueError("boom"))["text"]
    'ValueError: boom'
    """
    place = _place_of(error)
    where = {} if place is None else excerpt(place)
    text = before + said_of(error)
    return {"type": "notice", "kind": "misuse", "code": code_of(error), "text": text, **where}


def code_of(error: BaseException) -> str:
    """The stable code of an error; the class name of an exception that is not Counterpoint's own.

    >>> code_of(ValueError("boom"))
    'ValueError'
    """
    return error.code if isinstance(error, CounterpointError) else type(error).__name__


def caret_lines(notice: Mapping[str, Any]) -> list[str]:
    """The line that a notice blames, and a caret below its column; empty if it blames no line.

    >>> caret_lines({"line": 7, "column": 3, "lines": [{"number": 7, "text": "  x = y"}]})
    ['    x = y', '    ^']
    """
    hit = [line["text"] for line in notice.get("lines", ()) if line["number"] == notice["line"]]
    places = [Place("", 0, text, notice["column"]) for text in hit]
    return [line for place in places for line in place.quoted().splitlines()[1:]]


def fault_of(error: BaseException, files: Sequence[str], since: str) -> Fault:
    """Where and why a file of a target could not be read; `files` are all files of the target.

    >>> try:
    ...     compile("x = (", "m.py", "exec")
    ... except SyntaxError as error:
    ...     fault_of(error, ["m.py"], "12:00:00").line
    1
    """
    code = code_of(error)
    if isinstance(error, SyntaxError):
        usual = files[0] if files else ""
        file, line, column = error.filename or usual, error.lineno or 0, error.offset or 0
        return Fault(code, file, line, column, error.msg, since)
    if isinstance(error, CounterpointError) and error.place is not None:
        place = error.place
        return Fault(code, place.file, place.line, place.column, error.message, since)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename in files]
    said = error.message if isinstance(error, CounterpointError) else _said(error)
    if not own:
        return Fault(code, files[0] if files else "", 0, 0, said, since)
    return Fault(code, own[-1].filename, own[-1].lineno or 0, 0, said, since)


def said_of(error: BaseException) -> str:
    """The message of an error, its b-thread, its line, and the definitions that led to it.

    >>> said_of(ValueError("boom"))
    'ValueError: boom'
    """
    said = error.message if isinstance(error, CounterpointError) else _said(error)
    thread, place = _thread_of(error), _place_of(error)
    where = [f"b-thread {thread}"] if thread else []
    where += [f"{Path(place.file).name}:{place.line}"] if place else []
    where += [f"in {call}" for call in calls_of(error)]
    return f"{said} ({', '.join(where)})" if where else said


def _place_of(error: BaseException) -> Place | None:
    """The line to blame: the place of Counterpoint's own errors, or where a b-thread raised."""
    if isinstance(error, CounterpointError):
        return error.place
    return raised_at(error) if _thread_of(error) else None


def _thread_of(error: BaseException) -> str:
    """The b-thread that raised an error; for user exceptions, it is read from their notes."""
    if isinstance(error, CounterpointError):
        return error.thread or ""
    notes = "; ".join(note.splitlines()[0] for note in vars(error).get("__notes__", ()) if note)
    found = _THREAD.search(notes)
    return found[1] if found else ""


_THREAD = re.compile(r"in b-thread (.+?)(?:, resumed with |, while it started)")
"""Matches the note on an error that names the b-thread that raised it."""


def _said(error: BaseException) -> str:
    kind, text = type(error).__name__, str(error)
    return f"{kind}: {text}" if text else kind
