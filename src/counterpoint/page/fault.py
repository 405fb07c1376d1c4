"""Why a file could not be read again: the error, its line, and the lines around it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..bp.resume import raised_at
from ..data import dataclass
from ..errors import CounterpointError
from ..report.score.source import lines_of

AROUND = 1
"""Lines that are shown before and after."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a file: what it says and where; `since` is when the version in play was read."""

    file: str
    line: int
    column: int
    message: str
    since: str

    @property
    def data(self) -> dict[str, Any]:
        """The fault as a message for the page."""
        lines = lines_of(self.file) if self.file else []
        first = max(1, self.line - AROUND)
        shown = lines[first - 1 : self.line + AROUND] if self.line else []
        return {
            "type": "notice",
            "kind": "error",
            "file": Path(self.file).name,
            "line": self.line,
            "column": self.column,
            "text": self.message,
            "since": self.since,
            "lines": [{"number": first + n, "text": text} for n, text in enumerate(shown)],
        }


def fault_of(error: BaseException, files: Sequence[str], since: str) -> Fault:
    """Where and why a file could not be read, of the files that a target stands in.

    >>> try:
    ...     compile("x = (", "m.py", "exec")
    ... except SyntaxError as error:
    ...     fault_of(error, ["m.py"], "12:00:00").line
    1
    """
    if isinstance(error, SyntaxError):
        usual = files[0] if files else ""
        file, line, column = error.filename or usual, error.lineno or 0, error.offset or 0
        return Fault(file, line, column, error.msg, since)
    if isinstance(error, CounterpointError) and error.place is not None:
        place = error.place
        return Fault(place.file, place.line, place.column, error.message, since)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename in files]
    said = error.message if isinstance(error, CounterpointError) else _said(error)
    if not own:
        return Fault(files[0] if files else "", 0, 0, said, since)
    return Fault(own[-1].filename, own[-1].lineno or 0, 0, said, since)


def said_of(error: BaseException) -> str:
    """What an error says: one of the program's own with its type, its b-thread and its line.

    >>> said_of(ValueError("boom"))
    'ValueError: boom'
    """
    if isinstance(error, CounterpointError):
        return error.message
    notes = "; ".join(note.splitlines()[0] for note in getattr(error, "__notes__", ()) if note)
    thread = _THREAD.search(notes)
    place = raised_at(error)
    where = [f"b-thread {thread[1]}"] if thread else []
    where += [f"{Path(place.file).name}:{place.line}"] if place else []
    return f"{_said(error)} ({', '.join(where)})" if where else _said(error)


_THREAD = re.compile(r"in b-thread (.+?)(?:, resumed with |, while it started)")
"""How it is noted on an error which b-thread it came from."""


def _said(error: BaseException) -> str:
    kind, text = type(error).__name__, str(error)
    return f"{kind}: {text}" if text else kind
