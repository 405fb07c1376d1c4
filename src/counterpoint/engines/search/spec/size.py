"""The memory that states take, where states share parts."""

from __future__ import annotations

from collections.abc import Iterable
from sys import getsizeof

from ....identity import Identity, identity
from ...base.limits import parts_of


def size_together(states: Iterable[object]) -> int:
    """The bytes that states take with all their parts, each shared part counted once.

    Numbers, strings and other atoms count nothing, as many states share them.

    >>> part = (1, 2)
    >>> size_together([(0, part), (1, part)]) < size_together([(0, (1, 2)), (1, (2, 1))])
    True
    """
    seen: set[Identity] = set()
    todo = list(states)
    size = 0
    while todo:
        part = todo.pop()
        key = identity(part)
        if key in seen:
            continue
        seen.add(key)
        inner = None if isinstance(part, type) else parts_of(part)
        if inner is not None:
            todo += inner
            size += getsizeof(part)
    return size
