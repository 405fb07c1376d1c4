"""`x in {1, 2}`: Python looks for the expression in the set, not for its value, and finds nothing.

No method of an expression is called for that but its hash, so whoever is asked for the hash looks
at what Python is doing. In CPython that shows; elsewhere the slip stays unseen.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import FrameType
from typing import Any

_IN = dis.opmap.get("CONTAINS_OP")

_VARIABLES = ("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF")


COMPUTED: Any = object()
"""Stands for a container that an expression has just made, as `set([1, 2])` does."""

_COMPUTING = ("CALL", "BINARY_OP", "SET_UPDATE", "SET_ADD", "END_FOR", "STORE_FAST")
"""Instructions that end the making of a set; the last two, in some versions, a comprehension."""


class _Unseen(Exception):
    """What an instruction leaves on the stack does not show."""


def sought_in(frame: FrameType) -> Any:
    """What a frame looks something up in by `in`; None where that does not show.

    It is `COMPUTED` where that was just computed, so that it has no name.

    >>> import sys
    >>> class Asked:
    ...     def __hash__(self):
    ...         print(sorted(sought_in(sys._getframe(1))))
    ...         return 0
    >>> Asked() in {3, 4}
    [3, 4]
    False
    """
    if frame.f_lasti < 0 or frame.f_code.co_code[frame.f_lasti] != _IN:
        return None
    try:
        return _Stack(frame).top()
    except (_Unseen, LookupError):
        return None


class _Stack:
    """What the last instructions of a frame have left, of simple kinds; the latest comes first."""

    def __init__(self, frame: FrameType) -> None:
        self._frame = frame
        self._rest = list(_before(frame))

    def top(self) -> Any:
        """The value that was left last; it is taken away."""
        name, given = self._rest.pop()
        if name == "LOAD_CONST":
            return given
        if name.startswith(_VARIABLES):
            found = self._frame.f_locals
            return found[given] if given in found else self._frame.f_globals[given]
        if name == "LOAD_ATTR":  # as that of an enumeration, which its class has
            owner = self.top()
            return vars(owner)[given] if isinstance(owner, type) else _nothing()
        if name == "BUILD_SET":
            return {self.top() for _ in range(given)}
        return COMPUTED if name.startswith(_COMPUTING) else _nothing()


def _nothing() -> Any:
    raise _Unseen


def _before(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """The instructions before the one that a frame is at, with what they are given."""
    for each in dis.get_instructions(frame.f_code):
        if each.offset >= frame.f_lasti:
            return
        if isinstance(each.argval, tuple) and each.opname.startswith("LOAD_FAST"):
            for name in each.argval:  # some instructions load two variables
                yield "LOAD_FAST", name
        elif each.opname != "CACHE":
            yield each.opname, each.argval
