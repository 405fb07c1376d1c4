"""Commands: what a page asks a tab for, as plain data, and what is read from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import Misuse

Command = Mapping[str, Any]
"""What a page asks for: what to `do`, and with what."""


def number_in(command: Command, name: str) -> int:
    """The number of that name; raises `Misuse` for what is none.

    >>> number_in({"do": "jump", "at": 3}, "at")
    3
    """
    value = command.get(name)
    if type(value) is not int:
        raise Misuse(f"{command.get('do')!r} takes a number as {name!r}, not {value!r}")
    return value


def names_in(command: Command, name: str) -> frozenset[str]:
    """The names of that name, none if there are none; raises `Misuse` for what is no list of them.

    >>> sorted(names_in({"do": "switch", "rules": ["a", "b"]}, "rules"))
    ['a', 'b']
    """
    value = command.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Misuse(f"{command.get('do')!r} takes a list of names as {name!r}, not {value!r}")
    return frozenset(value)
