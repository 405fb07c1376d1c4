"""Values of models as data for Python's `json` module.

The format is that of the values of TLA+ modules (`tla/values/json.py`), so that one reader is
enough: numbers of 2^53 or more are `{"#bigint": "..."}`, and sets `{"#set": [...]}`. Tuples are
lists; a member of an `Enum` is its name, and any other value the text by which it is shown.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Any, TypeAlias

from .sort import text_of_value

Data: TypeAlias = Any
"""Data for Python's `json` module: None, bool, int, float, str, and lists and dictionaries."""

_EXACT = 1 << 53
"""Many JSON readers round numbers with a larger absolute value than this."""


def to_json(value: Any) -> Data:
    """The JSON data of a value of a model.

    >>> to_json((1, True, "a")), to_json(frozenset({2, 10})), to_json(2**60)
    ([1, True, 'a'], {'#set': [2, 10]}, {'#bigint': '1152921504606846976'})
    """
    kind = type(value)
    if kind is str or kind is bool or (kind is int and -_EXACT < value < _EXACT):
        return value  # as most values are
    match value:
        case Enum():
            return value.name
        case None | bool() | str():
            return value
        case int():
            return number_to_json(int(value))
        case float():
            return value if math.isfinite(value) else text_of_value(value)
        case tuple() | list():
            return [to_json(part) for part in value]
        case set() | frozenset():
            return {"#set": [to_json(part) for part in _in_order(value)]}
    return text_of_value(value)


def number_to_json(number: int) -> Data:
    """The JSON data of a whole number, which no reader rounds.

    >>> number_to_json(-3), number_to_json(-(2**53))
    (-3, {'#bigint': '-9007199254740992'})
    """
    return number if -_EXACT < number < _EXACT else {"#bigint": _digits(number)}


def _digits(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # Python limits the number of decimal digits; hexadecimal has no limit
        return hex(number)


def _in_order(values: set[Any] | frozenset[Any]) -> list[Any]:
    """The elements in an order that is always the same: numbers by size, all others by text."""
    if all(type(value) is int for value in values):
        return sorted(values)
    return sorted(values, key=text_of_value)
