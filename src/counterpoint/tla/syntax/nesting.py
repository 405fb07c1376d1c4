"""Limiting how deep junction lists and proofs are nested.

The scanner of the grammar stores the columns of junction lists and the levels of proofs in a buffer
of one kilobyte, without a bounds check. So a text that is nested deeper must not be parsed.
"""

from __future__ import annotations

import re

from ...errors import BadModule
from .source import Prepared

LISTS = 150
"""The most junction lists inside each other."""

PROOFS = 80
"""The most proofs inside each other."""

_BULLET = re.compile(r"/\\|\\/|\u2227|\u2228")
_LEVEL = re.compile(r"<(\d+|\+|\*)>")
_OPERAND = re.compile(r"[\w)\]}>'\"@]\s*\Z")
_KEYWORD = re.compile(r"\b(?:IN|THEN|ELSE|OTHER|ENABLED|UNCHANGED|ASSUME|PROVE|LET|IF|CASE)\s*\Z")


def check_nesting(text: Prepared) -> None:
    """Raise `BadModule` if a text is nested too deep for the parser."""
    columns: list[int] = []
    for bullet in _BULLET.finditer(text.text):
        column = bullet.start() - (text.text.rfind("\n", 0, bullet.start()) + 1)
        while columns and columns[-1] > column:
            columns.pop()
        if (not columns or columns[-1] < column) and _begins_a_list(text.text, bullet.start()):
            columns.append(column)
        if len(columns) > LISTS:
            raise _too_deep(text, bullet, f"{LISTS} junction lists")
    levels: list[str] = []
    for level in _LEVEL.finditer(text.text):
        if level[1] in levels and level[1] != "+":
            del levels[levels.index(level[1]) :]
        levels.append(level[1])
        if len(levels) > PROOFS:
            raise _too_deep(text, level, f"{PROOFS} proofs")


def _begins_a_list(text: str, position: int) -> bool:
    """Whether no operand precedes, so that this is a bullet and not an infix operator."""
    before = text[max(0, position - 80) : position]
    return not _OPERAND.search(before) or _KEYWORD.search(before) is not None


def _too_deep(text: Prepared, found: re.Match[str], what: str) -> BadModule:
    place = text.source.span_at(*found.span()).place()
    return BadModule(f"this is nested too deep: more than {what} inside each other", place)
