"""Paths in a tree of searched states, by the parent of each state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .outcome import NONE


def way_to(parents: Sequence[int] | Any, number: int, root: int = NONE) -> list[int]:
    """The states on the path to a state, from its root on: each is the parent of the next.

    `parents` has for each state the number of its parent. A root has none (`NONE`) or itself as its
    parent, or is the state `root`.

    >>> way_to([NONE, 0, 1, 0], 2), way_to([NONE, 0, 1, 0], 2, root=1)
    ([0, 1, 2], [1, 2])
    """
    way = [number]
    while number != root and (parent := int(parents[number])) not in (NONE, number):
        way.append(number := parent)
    return way[::-1]
