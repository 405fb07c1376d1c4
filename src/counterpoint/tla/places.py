"""The places inside of values: a board as its squares, a record as its fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .values import arguments_of, is_sequence, items, shortly, show

MOST = 4
"""A value in which more places differ is told as a whole."""


def places(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each place in a value that is no function itself, as TLA+ writes it, with what is there.

    >>> dict(places("board", (("X", "_"), ("_", "O"))))
    {'board[1][1]': 'X', 'board[1][2]': '_', 'board[2][1]': '_', 'board[2][2]': 'O'}
    """
    if type(value) is not tuple or not value:
        yield name, value
        return
    record = arguments_of(value).is_record
    for key, part in items(value):
        yield from places(name + _step(key, record), part)


def _step(key: Any, record: bool) -> str:
    if record and key.isidentifier():
        return f".{key}"
    if type(key) is tuple and is_sequence(key) and len(key) > 1:
        return f"[{', '.join(map(show, key))}]"
    return f"[{show(key)}]"


def change(name: str, was: Any, now: Any) -> str:
    """What becomes of a variable, as text: its places that differ if they are few, or all of it.

    >>> change("board", ("_", "_", "_"), ("_", "X", "_"))
    'board[2] = "X"'
    """
    before = dict(places(name, was))
    after = dict(places(name, now))
    changed = [place for place, value in after.items() if before.get(place) != value]
    if before.keys() != after.keys() or not 0 < len(changed) <= MOST:
        return f"{name} = {shortly(now)}"
    return ", ".join(f"{place} = {shortly(after[place])}" for place in changed)
