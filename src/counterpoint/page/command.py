"""Commands: what a page asks a tab for, as plain data, and what is read from them."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping
from typing import Any, NoReturn

from ..errors import Misuse

Command = Mapping[str, Any]
"""What a page asks for: what to `do`, and with what."""

LONGEST = 1 << 16
"""Characters of a command that is read."""

_SHAPE = 'a command is a JSON object such as {"do": "step", "name": "X"}'


def read_command(text: str | None) -> Command:
    """The command that a message holds, None being one in bytes; raises `Misuse` for any other.

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
    """The text of that name, `otherwise` if there is none; raises `Misuse` for what is no text.

    >>> text_in({"do": "step", "name": "X"}, "name"), text_in({"do": "hello"}, "link", "")
    ('X', '')
    """
    value = command.get(name, otherwise)
    if not isinstance(value, str):
        raise _wrong(command, "a text", name, value)
    return value


def number_in(command: Command, name: str) -> int:
    """The number of that name; raises `Misuse` for what is none.

    >>> number_in({"do": "jump", "at": 3}, "at")
    3
    """
    value = command.get(name)
    if type(value) is not int:
        raise _wrong(command, "a number", name, value)
    return value


def flag_in(command: Command, name: str) -> bool:
    """The truth value of that name, false if there is none; raises `Misuse` for another value.

    >>> flag_in({"do": "values", "on": True}, "on"), flag_in({"do": "open"}, "end")
    (True, False)
    """
    value = command.get(name, False)
    if not isinstance(value, bool):
        raise _wrong(command, "true or false", name, value)
    return value


def names_in(command: Command, name: str) -> frozenset[str]:
    """The names of that name, none if there are none; raises `Misuse` for what is no list of them.

    >>> sorted(names_in({"do": "switch", "rules": ["a", "b"]}, "rules"))
    ['a', 'b']
    """
    value = command.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _wrong(command, "a list of names", name, value)
    return frozenset(value)


def _wrong(command: Command, kind: str, name: str, value: object) -> Misuse:
    told = f"not {_shown(value)}" if name in command else "which this command lacks"
    does = f"{_shown(command.get('do'))} takes" if name != "do" else "a command has"
    return Misuse(f"{does} {kind} as {name!r}, {told}")


def _shown(value: object) -> str:
    """A value in short: whoever sends a long or deep one does not need it back."""
    return reprlib.repr(value)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")
