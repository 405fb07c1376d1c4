"""Text wrapped to a width, and the width of the terminal."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

WIDTH = 100
"""Columns for pictures and values if the width is not known."""

NARROW = 40
"""Minimum columns to which text is wrapped: in fewer, it would be unreadable."""


def terminal_width() -> int | None:
    """The columns of the terminal, or those in `COLUMNS`; None if there is no terminal."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return max(NARROW, int(said))
    try:
        return max(NARROW, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError, AttributeError):  # not a terminal, or not a file
        return None


def near(text: str) -> str:
    """A text in which files below the current folder are named from there.

    >>> near(f"requested by ship at {os.path.abspath('shop.py')}:7")
    'requested by ship at shop.py:7'
    """
    try:
        return text.replace(os.path.join(os.getcwd(), ""), "")
    except FileNotFoundError:  # the folder was deleted
        return text


def hanging(text: str, width: int | None, first: str = "", rest: str | None = None) -> list[str]:
    """The lines of a text: the first begins with `first`, the others with `rest`, or indented.

    A word that is longer than a line makes its line too long. Without a width, the text is one
    line, for other programs to read.

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
