"""Merging boxes into larger ones."""

from __future__ import annotations

from collections.abc import Iterable

from ..values.spread import Box


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Fewer boxes with the same positions: adjacent boxes with a whole common side are merged.

    >>> merged([Box(0, 0, 4, 4), Box(5, 0, 9, 4), Box(0, 5, 9, 9)])
    [Box(left=0, bottom=0, right=9, top=9)]
    """
    found = list(boxes)
    while True:
        less = _upward(_sideways(found))
        if len(less) == len(found):
            return sorted(less, key=lambda box: (-box.top, box.left))
        found = less


def _sideways(boxes: list[Box]) -> list[Box]:
    """The boxes, with horizontal neighbours of the same rows merged."""
    made: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box.bottom, box.top, box.left)):
        last = made[-1] if made else None
        rows = last is not None and (last.bottom, last.top) == (box.bottom, box.top)
        if last is not None and rows and last.right + 1 == box.left:
            made[-1] = Box(last.left, last.bottom, box.right, last.top)
        else:
            made.append(box)
    return made


def _upward(boxes: list[Box]) -> list[Box]:
    """The boxes, with vertical neighbours of the same columns merged."""
    turned = (Box(box.bottom, box.left, box.top, box.right) for box in boxes)
    return [Box(box.bottom, box.left, box.top, box.right) for box in _sideways(list(turned))]
