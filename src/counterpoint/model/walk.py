"""Runs of a graph that the original of the graph is to repeat."""

from __future__ import annotations

from typing import NamedTuple

from .system import Label


class Walk(NamedTuple):
    """The labels of a run from the start; other walks compare its first `known` states.

    >>> Walk(("HOT", "COLD"), 1).known
    1
    """

    labels: tuple[Label, ...]
    known: int = 0
