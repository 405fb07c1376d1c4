"""Which positions of a long run are shown, and what is said of those that are left out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def held(steps: int, loop: int | None, most: int) -> list[int]:
    """The positions of a run that are shown: all, or else about `most` of them.

    These are the first ones, the last ones, and those around the beginning of the loop.

    >>> held(3, None, 10), held(100, None, 4), held(100, 50, 6)
    ([0, 1, 2, 3], [0, 1, 99, 100], [0, 1, 49, 50, 51, 99, 100])
    """
    if steps < most:
        return list(range(steps + 1))
    part = most // (2 if loop is None else 3)
    found = {*range(part), *range(steps + 1 - part, steps + 1)}
    if loop is not None:
        found |= {*range(max(0, loop - part // 2), min(steps, loop + part // 2) + 1)}
    return sorted(found)


def gaps(positions: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last of the steps that are left out, for each gap between positions.

    A step is shown at the position that it leads to.

    >>> gaps([0, 1, 99, 100])
    [(2, 98)]
    """
    return [(here + 1, there - 1) for here, there in pairwise(positions) if there > here + 1]


def left_out(positions: Sequence[int], of: str = "this report") -> str:
    """The steps that are left out, in words; empty if none are."""
    spans = gaps(positions)
    if not spans:
        return ""
    count = sum(last - first + 1 for first, last in spans)
    which = " and ".join(span(first, last) for first, last in spans)
    return f"{count:,} of them are left out of {of}: {which}"


def span(first: int, last: int) -> str:
    """The numbers of the first and the last of some steps, as text."""
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"
