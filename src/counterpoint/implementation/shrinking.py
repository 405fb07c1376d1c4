"""Shrink a run that shows a difference: to fewer steps, and to the fewest if that is not far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..model.system import Label
from .difference import Difference

Replay: TypeAlias = Callable[[Sequence[Label]], "tuple[Difference | None, tuple[Label, ...]]"]
"""Takes a run, and returns the difference that it shows, and what is possible after it."""


def shrunk(replay: Replay, found: Difference, tries: int) -> Difference:
    """A difference that fewer steps show; the fewest, if so many `tries` are enough to know that.

    First parts of the run are left out (A. Zeller, R. Hildebrandt, "Simplifying and isolating
    failure-inducing input", 2002); then all shorter runs are tried, the shortest first. If the
    implementation does not repeat what it did, the difference stays as it was found.
    """
    left = [tries]
    again, _ = replay(found.labels)
    if again is None:
        return found
    least = _without_parts(replay, again, left)
    return _shortest(replay, least, left)


def _without_parts(replay: Replay, found: Difference, left: list[int]) -> Difference:
    """Leave out ever smaller parts of the run as long as a difference remains."""
    size = max(1, len(found.labels) // 2)
    while size and left[0] > 0:
        at = 0
        while at < len(found.labels) and left[0] > 0:
            left[0] -= 1
            shorter = (*found.labels[:at], *found.labels[at + size :])
            other, _ = replay(shorter)
            if other is not None and len(other.labels) < len(found.labels):
                found = other
            else:
                at += size
        size //= 2
    return found


def _shortest(replay: Replay, found: Difference, left: list[int]) -> Difference:
    """The difference after the fewest steps, of all runs that are shorter."""
    todo: list[tuple[Label, ...]] = [()]
    for length in range(len(found.labels)):
        following: list[tuple[Label, ...]] = []
        for labels in todo:
            if left[0] <= 0:
                return found
            left[0] -= 1
            other, possible = replay(labels)
            if other is not None and len(other.labels) <= length:
                return replace(other, is_shortest=True)
            following += [(*labels, label) for label in possible]
        todo = following
    return replace(found, is_shortest=True)
