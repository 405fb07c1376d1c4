"""Rows of formulas joined by `&`, or by `|`: one level each, so that a long row is not deep."""

from __future__ import annotations

from .formula import Formula, Junction, Junctor, Span

ROWS = frozenset({Junctor.AND, Junctor.OR})


def operands(junction: Junction) -> list[Formula]:
    """The formulas that a junction joins, from left to right: two, unless it is a row.

    >>> from counterpoint.logic.parser import parse
    >>> [str(part) for part in operands(parse("a & b & (c & d)"))]
    ['a', 'b', 'c & d']
    """
    parts = [junction.right]
    left = junction.left
    if junction.junctor in ROWS:
        while isinstance(left, Junction) and left.junctor is junction.junctor:
            parts.append(left.right)
            left = left.left
    return [left, *reversed(parts)]


def joined(junctor: Junctor, parts: list[Formula], span: Span) -> Formula:
    """The junction that has the parts as its `operands`.

    >>> from counterpoint.logic.parser import parse
    >>> row = parse("a | b | c")
    >>> joined(row.junctor, operands(row), row.span) == row
    True
    """
    whole = parts[0]
    for part in parts[1:]:
        whole = Junction(junctor, whole, part, span)
    return whole
