"""Text broken to fit a width, and how wide the terminal is."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

WIDTH = 100
"""Columns for pictures and values where nobody says how many there are."""

NARROW = 40
"""Columns that text is broken for at the least: in fewer nothing can be read."""


def terminal_width() -> int | None:
    """The columns of the terminal, or those that COLUMNS says; None where there is none."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return max(NARROW, int(said))
    try:
        return max(NARROW, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError, AttributeError):  # it is no terminal, or no file at all
        return None


def hanging(text: str, width: int | None, first: str = "", rest: str | None = None) -> list[str]:
    """The lines of a text: the first begins with `first`, the others with `rest` or as far in.

    A word that is too long for a line stands on one that is too long. Without a width the text is
    one line: that is for other programs to read.

    >>> print(*hanging("to be or not to be", 12, "  1  "), sep="\\n")
      1  to be
         or not
         to be
    """
    text = " ".join(text.split()) if "\n" in text else text
    if width is None:
        return [first + text]
    indent = " " * len(first) if rest is None else rest
    found = wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return [line.rstrip() for line in found] or [first.rstrip()]
