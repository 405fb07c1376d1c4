"""A TLA+ value over several lines: what does not fit on one is broken between its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..tla.values import is_sequence, items, listed, show

MOST = 100
"""Maximum number of parts that are shown of a set or a function."""

ROOM = 24
"""Columns that a part needs; with fewer left, it begins on a separate line."""

Lines: TypeAlias = list[str]


def spread(value: Any, width: int) -> Lines:
    """The lines of a value in TLC's notation, no longer than `width` if possible.

    >>> from ..tla.values import record
    >>> print(*spread(record(who=(1, 2, 3), what="asks"), 21), sep="\\n")
    [what |-> "asks",
     who |-> <<1, 2, 3>>]
    """
    whole = show(value)
    if len(whole) <= width or type(value) not in (tuple, frozenset) or not value:
        return [whole]
    left, right = _BRACKETS[whole[0]]
    sign = " @@" if left == "(" else ","
    inner = width - len(left)
    parts, room = _parts(value, left), inner - max(len(sign), len(right))
    lines = [_part(head, part, room) for head, part in parts[:MOST]]
    if len(parts) > MOST:
        lines.append([f"... and {len(parts) - MOST:,} more"])
    marked = [_closed(part, sign) for part in lines[:-1]] + [_closed(lines[-1], right)]
    return _indented(left, _joined(marked, inner if left in "<<{" else 0))


_BRACKETS = {"<": ("<<", ">>"), "{": ("{", "}"), "[": ("[", "]"), "(": ("(", ")")}


def _parts(value: Any, left: str) -> Sequence[tuple[str, Any]]:
    """The parts of a value, each with the text before it."""
    if type(value) is frozenset:
        return [("", part) for part in listed(value)]
    if is_sequence(value):
        return [("", part) for part in value]
    if left == "[":
        return [(f"{name} |-> ", part) for name, part in items(value)]
    return [(f"{show(key)} :> ", part) for key, part in items(value)]


def _part(head: str, value: Any, width: int) -> Lines:
    """The lines of a part: after its head, or below it if little room is left there."""
    room = width - len(head)
    if head and room < ROOM and len(show(value)) > room:
        return [head.rstrip(), *(f"  {line}" for line in spread(value, width - 2))]
    return _indented(head, spread(value, room))


def _joined(parts: Sequence[Lines], width: int) -> Lines:
    """The lines of all parts; consecutive parts of one line each share a line if they fit."""
    lines: Lines = []
    open_ = False
    for part in parts:
        if open_ and len(part) == 1 and len(lines[-1]) + 1 + len(part[0]) <= width:
            lines[-1] += f" {part[0]}"
        else:
            lines += part
        open_ = len(part) == 1
    return lines


def _indented(head: str, lines: Lines) -> Lines:
    return [head + lines[0], *(" " * len(head) + line for line in lines[1:])]


def _closed(lines: Lines, end: str) -> Lines:
    return [*lines[:-1], lines[-1] + end]
