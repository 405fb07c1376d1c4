"""Limits on the size of one local state of a b-thread."""

from __future__ import annotations

from sys import getsizeof
from typing import NamedTuple

from ....errors import LimitReached
from .identity import Key


class TooLarge(LimitReached):
    """A local state that would be added next is too large. Nothing was changed."""


class KeyLimits(NamedTuple):
    """Limits on the parts of the key of a local state, and on the bytes of one number or text.

    >>> room = KeyLimits(parts=9, bytes=100)
    >>> room.is_exceeded_by_a_value((str, "a" * 200)), room.with_room_for((str, "a")) == room
    (True, True)
    """

    parts: int
    bytes: int

    def with_room_for(self, key: Key) -> KeyLimits:
        """The same limits, raised if necessary so that `key` does not exceed them."""
        return KeyLimits(max(self.parts, len(key)), max(self.bytes, _largest_of(key)))

    def is_exceeded_by_a_value(self, key: Key) -> bool:
        """Whether a number or text in a key is too large."""
        large = max(map(getsizeof, key), default=0) > self.bytes  # fast, and mostly False
        return large and _largest_of(key) > self.bytes


def _largest_of(key: Key) -> int:
    values = [part for part in key if isinstance(part, int | str | bytes)]
    return max(map(getsizeof, values), default=0)
