"""Sets of small integers as bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, in ascending order.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(positions: Iterable[int]) -> int:
    """The int with these bits set.

    >>> mask_of([1, 3])
    10
    """
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask
