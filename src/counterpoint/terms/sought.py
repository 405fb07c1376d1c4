"""Detect `x in {1, 2}`: Python looks for the expression object in the set, and not for its value.

The only method of an expression that Python calls for this is `__hash__`, so that method inspects
what the calling frame is doing. This works in CPython; elsewhere the mistake is not detected.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import FrameType
from typing import Any

_IN = dis.opmap.get("CONTAINS_OP")

_VARIABLES = ("LOAD_FAST", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF")


COMPUTED: Any = object()
"""A marker for a container that an expression has just computed, such as `set([1, 2])`."""

_COMPUTING = ("CALL", "BINARY_OP", "SET_UPDATE", "SET_ADD", "END_FOR", "STORE_FAST")
"""Instructions that complete a computed set; the last two end a comprehension in some versions."""


class _Unseen(Exception):
    """The value that an instruction leaves on the stack cannot be determined."""


def sought_in(frame: FrameType) -> Any:
    """The container in which a frame looks something up with `in`; None if it is unknown.

    It is `COMPUTED` for a container that was just computed and so has no name.

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
    """The values left on the stack by the last instructions of a frame, for simple instructions."""

    def __init__(self, frame: FrameType) -> None:
        self._frame = frame
        self._rest = list(_before(frame))

    def top(self) -> Any:
        """Remove and return the topmost value."""
        name, given = self._rest.pop()
        if name == "LOAD_CONST":
            return given
        if name.startswith(_VARIABLES):
            found = self._frame.f_locals
            return found[given] if given in found else self._frame.f_globals[given]
        if name == "LOAD_ATTR":  # only attributes of classes, such as members of an Enum
            owner = self.top()
            return vars(owner)[given] if isinstance(owner, type) else _nothing()
        if name == "BUILD_SET":
            return {self.top() for _ in range(given)}
        return COMPUTED if name.startswith(_COMPUTING) else _nothing()


def _nothing() -> Any:
    raise _Unseen


def _before(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """The instructions before the current one of a frame, with their arguments."""
    for each in dis.get_instructions(frame.f_code):
        if each.offset >= frame.f_lasti:
            return
        if isinstance(each.argval, tuple) and each.opname.startswith("LOAD_FAST"):
            for name in each.argval:  # one instruction may load two variables
                yield "LOAD_FAST", name
        elif each.opname != "CACHE":
            yield each.opname, each.argval
