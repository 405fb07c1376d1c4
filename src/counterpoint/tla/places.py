"""The places inside values: a board as its squares, a record as its fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .values import arguments_of, is_sequence, items, shortly, show

MOST = 4
"""The limit on changed places that are listed; with more, the whole value is shown."""


def places(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each place in a value that is not a function itself, in TLA+ syntax, with its value.

    >>> dict(places("board", (("X", "_"), ("_", "O"))))
    {'board[1][1]': 'X', 'board[1][2]': '_', 'board[2][1]': '_', 'board[2][2]': 'O'}
    """
    if type(value) is not tuple or not value:
        yield name, value
        return
    record = arguments_of(value).is_record
    for key, part in items(value):
        yield from places(name + step_to(key, record), part)


def step_to(key: Any, record: bool) -> str:
    """How a place in a value is written after the name of the value.

    >>> step_to(1, False), step_to("pc", True)
    ('[1]', '.pc')
    """
    if record and key.isidentifier():
        return f".{key}"
    if type(key) is tuple and is_sequence(key) and len(key) > 1:
        return f"[{', '.join(map(show, key))}]"
    return f"[{show(key)}]"


def change(name: str, was: Any, now: Any) -> str:
    """What a step changes of a variable, as text: the changed places if they are few, else all.

    >>> change("board", ("_", "_", "_"), ("_", "X", "_"))
    'board[2] = "X"'
    """
    before = dict(places(name, was))
    after = dict(places(name, now))
    changed = [place for place, value in after.items() if before.get(place) != value]
    if before.keys() != after.keys() or not 0 < len(changed) <= MOST:
        return f"{name} = {shortly(now)}"
    return ", ".join(f"{place} = {shortly(after[place])}" for place in changed)
