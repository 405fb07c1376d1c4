"""Commands: plain data by which a page asks a tab for something, and how to read them."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping
from typing import Any, NoReturn

from ..errors import Misuse

Command = Mapping[str, Any]
"""A request of a page: what to `do`, and its arguments."""

LONGEST = 1 << 16
"""Maximum number of characters of a command."""

_SHAPE = 'a command is a JSON object such as {"do": "step", "name": "X"}'


def read_command(text: str | None) -> Command:
    """The command in a message, which is None if it is binary; raises `Misuse` if there is none.

    >>> read_command('{"do": "undo"}')
    {'do': 'undo'}
    """
    if text is None:
        raise Misuse(f"this message is binary; {_SHAPE}, sent as text")
    if len(text) > LONGEST:
        raise Misuse(f"this message has {len(text):,} characters; {LONGEST:,} are read at most")
    try:
        found = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise Misuse(f"this message is nested too deeply; {_SHAPE}") from None
    except ValueError as error:
        raise Misuse(f"this message is no JSON: {error}; {_SHAPE}") from None
    if not isinstance(found, dict):
        raise Misuse(f"this message is {_shown(found)}; {_SHAPE}")
    return found


def text_in(command: Command, name: str, otherwise: str | None = None) -> str:
    """The text with that name, or `otherwise` if it is missing; raises `Misuse` for another type.

    >>> text_in({"do": "step", "name": "X"}, "name"), text_in({"do": "hello"}, "link", "")
    ('X', '')
    """
    value = command.get(name, otherwise)
    if not isinstance(value, str):
        raise _wrong(command, "a text", name, value)
    return value


def number_in(command: Command, name: str) -> int:
    """The integer with that name; raises `Misuse` if it is missing or has another type.

    >>> number_in({"do": "jump", "at": 3}, "at")
    3
    """
    value = command.get(name)
    if type(value) is not int:
        raise _wrong(command, "a number", name, value)
    return value


def flag_in(command: Command, name: str) -> bool:
    """The truth value with that name, False if it is missing; raises `Misuse` for another type.

    >>> flag_in({"do": "values", "on": True}, "on"), flag_in({"do": "open"}, "end")
    (True, False)
    """
    value = command.get(name, False)
    if not isinstance(value, bool):
        raise _wrong(command, "true or false", name, value)
    return value


def names_in(command: Command, name: str) -> frozenset[str]:
    """The list of names with that name, empty if it is missing; raises `Misuse` for another type.

    >>> sorted(names_in({"do": "switch", "rules": ["a", "b"]}, "rules"))
    ['a', 'b']
    """
    value = command.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _wrong(command, "a list of names", name, value)
    return frozenset(value)


def _wrong(command: Command, kind: str, name: str, value: object) -> Misuse:
    actual = f"not {_shown(value)}" if name in command else "which this command lacks"
    does = f"{_shown(command.get('do'))} takes" if name != "do" else "a command has"
    return Misuse(f"{does} {kind} as {name!r}, {actual}")


def _shown(value: object) -> str:
    """A value as short text, because the sender knows a long or deep one."""
    return reprlib.repr(value)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")
