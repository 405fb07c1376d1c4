"""What operators ask of their arguments, each with the error that says who needed what."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..values import FALSE, TRUE, LazyFunction, is_sequence, normal, shortly


def needs(asker: str, wanted: str, value: Any) -> NoValue:
    """The error of an operator that was given something else than it needs."""
    return NoValue(f"{asker} needs {wanted}, not {shortly(value)}")


def holds(value: Any, asker: str) -> bool:
    """Whether a truth value is TRUE.

    >>> holds(TRUE, "Test")
    True
    """
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise needs(asker, "a truth value", value)


def number(value: Any, asker: str) -> int:
    """The value, if it is a number."""
    if type(value) is int:
        return value
    raise needs(asker, "a number", value)


def natural(value: Any, asker: str) -> int:
    """The value, if it is a natural number."""
    if type(value) is int and value >= 0:
        return value
    raise needs(asker, "a natural number", value)


def string(value: Any, asker: str) -> str:
    """The value, if it is a string."""
    if type(value) is str:
        return value
    raise needs(asker, "a string", value)


def sequence(value: Any, asker: str) -> tuple[Any, ...]:
    """The value, if it is a sequence."""
    if type(value) is LazyFunction:
        value = normal(value)
    if is_sequence(value):
        return value  # type: ignore[no-any-return]
    raise needs(asker, "a sequence", value)


def text_or_sequence(value: Any, asker: str) -> Any:
    """The value, if it is a sequence, or a string, which TLC takes for one in some places."""
    return value if type(value) is str else sequence(value, asker)


def function(value: Any, asker: str) -> Any:
    """The normal form of a function."""
    value = normal(value)
    if type(value) is tuple:
        return value
    raise needs(asker, "a function", value)
