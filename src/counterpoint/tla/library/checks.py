"""Checks of operator arguments.

`asker` is the name of the operator, for the error message.
"""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..values import FALSE, TRUE, LazyFunction, is_sequence, normal, shortly


def needs(asker: str, wanted: str, value: Any) -> NoValue:
    """The error that `asker` needs `wanted` (such as "a number") and was given `value` instead."""
    return NoValue(f"{asker} needs {wanted}, not {shortly(value)}")


def holds(value: Any, asker: str) -> bool:
    """Whether a truth value is TRUE; raises `NoValue` if `value` is not a truth value.

    >>> holds(TRUE, "Test")
    True
    """
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise needs(asker, "a truth value", value)


def number(value: Any, asker: str) -> int:
    """Return the value if it is a number, else raise `NoValue`."""
    if type(value) is int:
        return value
    raise needs(asker, "a number", value)


def natural(value: Any, asker: str) -> int:
    """Return the value if it is a natural number, else raise `NoValue`."""
    if type(value) is int and value >= 0:
        return value
    raise needs(asker, "a natural number", value)


def string(value: Any, asker: str) -> str:
    """Return the value if it is a string, else raise `NoValue`."""
    if type(value) is str:
        return value
    raise needs(asker, "a string", value)


def sequence(value: Any, asker: str) -> tuple[Any, ...]:
    """Return the value, in normal form, if it is a sequence, else raise `NoValue`."""
    if type(value) is LazyFunction:
        value = normal(value)
    if is_sequence(value):
        return value  # type: ignore[no-any-return]
    raise needs(asker, "a sequence", value)


def text_or_sequence(value: Any, asker: str) -> Any:
    """Return the value if it is a sequence or a string, else raise `NoValue`.

    TLC accepts strings for sequences in some operators.
    """
    return value if type(value) is str else sequence(value, asker)


def function(value: Any, asker: str) -> Any:
    """Return the normal form of a function; raise `NoValue` for any other value."""
    value = normal(value)
    if type(value) is tuple:
        return value
    raise needs(asker, "a function", value)
