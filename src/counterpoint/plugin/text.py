"""What pytest prints of verdicts, of sets of states, and of errors."""

from __future__ import annotations

import shutil
from typing import Any

from ..engines.space.stateset import StateSet
from ..errors import CounterpointError
from ..report.blame import error_text
from ..report.states import states_text
from ..report.text import WORDS, verdicts_text
from ..report.wrap import NARROW
from ..verdict import Verdict, Verdicts

MARGIN = 4
"""The columns that pytest writes before each line of an exception."""

SHOWN = 5
"""States that are shown of a set."""


def screen_width(margin: int = 0) -> int:
    """The columns of the terminal besides a margin; 80 are assumed if there is no terminal."""
    return max(NARROW, shutil.get_terminal_size().columns - margin)


def answers_first(verdicts: Verdicts, target: Any, width: int) -> str:
    """The text of verdicts as a command prints it, with the line of figures at the end.

    The first line is what the summary of pytest repeats.
    """
    figures, _, rest = verdicts_text(verdicts, target, width=width).partition("\n\n")
    return f"{rest.strip()}\n\n{figures}"


def plain(verdict: Verdict) -> str:
    """A verdict in one line, without its target."""
    reason = f"vacuously: {verdict.reason}" if verdict.vacuous else verdict.reason
    reason = f" ({reason})" if reason else ""
    events = "" if verdict.trace is None else " ".join(map(str, verdict.trace.events))
    return f"{WORDS[verdict.answer]} {verdict.name}{reason}" + (f": {events}" if events else "")


def set_text(found: StateSet) -> str:
    """The size of a set of states, and some of them."""
    return states_text(found, found.sample(SHOWN))


def said_of(error: BaseException) -> str:
    """What went wrong, without the frames of Counterpoint unless it is at fault."""
    if isinstance(error, CounterpointError):
        return f"{error}\n{error.remedy}".rstrip()
    if isinstance(error, SystemExit):
        return f"the program called sys.exit({error.code!r})"
    return error_text(error)
