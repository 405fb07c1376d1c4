"""Runs of a graph that are to be taken once more by what the graph was made of."""

from __future__ import annotations

from typing import NamedTuple

from .system import Label


class Walk(NamedTuple):
    """The labels of a run from the start; its first `known` states are compared by other walks.

    >>> Walk(("HOT", "COLD"), 1).known
    1
    """

    labels: tuple[Label, ...]
    known: int = 0
