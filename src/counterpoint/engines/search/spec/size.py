"""How much memory states take that have parts in common."""

from __future__ import annotations

from collections.abc import Iterable
from sys import getsizeof

from ....identity import Identity, identity


def size_together(states: Iterable[object]) -> int:
    """The bytes that some states take with what they are made of, each part counted once.

    Numbers, texts and the like count nothing: all states have them in common.

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
        if isinstance(part, tuple | list | frozenset):
            todo += part
        elif hasattr(part, "__dict__") and not isinstance(part, type):
            todo += vars(part).values()
        else:
            continue
        size += getsizeof(part)
    return size
