"""Compare values of a target with what a log, which has only what JSON can write, says of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any

from ..model.naming import compact
from ..terms.sort import text_of_value

Spell = Callable[[Any], str]


def is_same(value: Any, given: Any, spell: Spell = text_of_value) -> bool:
    """Whether `given`, from a log, denotes a value of a program or a model.

    A text denotes itself, and each value that is shown as this text. A list denotes a tuple or a
    list with these elements, and a set; an object the values by name of a mapping or a record.
    `True` is distinct from 1. So each value is what `terms.json` writes for it, too.

    >>> is_same(3, 3), is_same(3, "3"), is_same(True, 1), is_same((1, "a"), [1, "a"])
    (True, True, False, True)
    >>> is_same(frozenset({1, 2}), [2, 1]), is_same(None, None), is_same("3", 3)
    (True, True, False)
    """
    if isinstance(given, str):
        return given == value if isinstance(value, str) else _is_shown(value, given, spell)
    if isinstance(value, Enum):
        return is_same(value.value, given, spell)
    if isinstance(given, bool) or isinstance(value, bool):
        return given is value
    if isinstance(given, int | float):
        return _is_number(value, given)
    if isinstance(given, list | tuple):
        return _are_same(value, given, spell)
    if isinstance(given, Mapping):
        return _is_object(value, given, spell)
    return given is value or (type(given) is type(value) and bool(given == value))


def _is_shown(value: Any, given: str, spell: Spell) -> bool:
    if isinstance(value, Enum):
        return given in (value.name, str(value), repr(value)) or is_same(value.value, given, spell)
    text = compact(given)
    if isinstance(value, bool):
        return text.lower() == str(value).lower()
    return text in (compact(spell(value)), compact(str(value)))


def _is_number(value: Any, given: float) -> bool:
    """Whether two numbers are the same; JSON has one kind, so 1 denotes 1.0, and 1.0 denotes 1."""
    return isinstance(value, int | float) and value == given


def _are_same(value: Any, given: Collection[Any], spell: Spell) -> bool:
    if isinstance(value, set | frozenset):
        distinct = [one for n, one in enumerate(given) if one not in list(given)[:n]]
        found = [[element for element in value if is_same(element, one, spell)] for one in distinct]
        return len(value) == len(distinct) == len({e for one in found for e in one[:1]})
    if not isinstance(value, tuple | list) or len(value) != len(given):
        return False
    return all(is_same(*pair, spell) for pair in zip(value, given, strict=True))


def _is_object(value: Any, given: Mapping[str, Any], spell: Spell) -> bool:
    match given:
        case {"#set": list(elements)} if isinstance(value, set | frozenset):
            return _are_same(value, elements, spell)
        case {"#bigint": str(digits)} if type(value) is int:
            return _is_shown(value, digits, spell) or digits == hex(value)
    held = fields_of(value)
    if held is None or {str(name) for name in held} != set(given):
        return False
    return all(is_same(of, given[str(name)], spell) for name, of in held.items())


def fields_of(value: Any) -> Mapping[Any, Any] | None:
    """The values by name of a mapping or a data class; None for a value of another kind."""
    if isinstance(value, Mapping):
        return value
    if not is_dataclass(value):
        return None
    return {part.name: attrgetter(part.name)(value) for part in fields(value)}


def said(data: object) -> str:
    """The data of a value as text, where `{"#set": ...}` and the like would be hard to read.

    >>> print(said({"#set": [1, {"#bigint": "9007199254740992"}]}), said(["a", True]), said("a"))
    {1, 9007199254740992} ["a", true] a
    """
    return data if isinstance(data, str) else _said(data)


def _said(data: object) -> str:
    match data:
        case {"#set": list(parts)}:
            return f"{{{', '.join(map(_said, parts))}}}"
        case {"#bigint": str(text)} | {"#model": str(text)}:
            return text
        case list():
            return f"[{', '.join(map(_said, data))}]"
        case dict():
            members = (f"{_said(name)}: {_said(of)}" for name, of in data.items())
            return f"{{{', '.join(members)}}}"
    return json.dumps(data, ensure_ascii=False)
