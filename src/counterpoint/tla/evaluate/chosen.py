"""The fresh values that CHOOSE without a set has chosen in a check."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from typing import Any

from ...errors import NoValue
from ..values import ModelValue, show

MOST_FRESH = 100
"""The limit on candidates that are tried before CHOOSE fails."""

LONGEST = 60
"""Characters of a set that are shown in the name of a value outside of it, or of a condition."""


class Chosen:
    """The unbounded choices of one check."""

    def __init__(self) -> None:
        self._outside: dict[frozenset[Any], ModelValue] = {}
        self._others: dict[tuple[Any, ...], ModelValue] = {}

    def outside(self, excluded: frozenset[Any]) -> ModelValue:
        """The choice of a condition that excludes exactly the elements of a set.

        Raises `NoValue` if a choice of another condition may be the same value.
        """
        found = self._outside.get(excluded)
        if found is None:
            for other in self._others.values():
                if other not in excluded:
                    raise _unknown(other)
            found = self._outside[excluded] = ModelValue(_name_outside(excluded))
        return found

    def by(
        self, key: tuple[Any, ...], text: Callable[[], str], holds: Callable[[ModelValue], bool]
    ) -> ModelValue:
        """The choice of a condition that a key identifies.

        `text` gives the expression that chooses, after which the value is named, and `holds` is the
        condition. Raises `NoValue` if no fresh value satisfies the condition, or if another choice
        may be the same value.
        """
        try:
            found = self._others.get(key)
        except TypeError:  # an unlisted set in the key is not hashable
            raise NoValue("CHOOSE needs a set to choose from: its condition is too large") from None
        if found is None:
            others = (*self._outside.values(), *self._others.values())
            value = _fresh(text(), holds, others)
            for other in others:
                if _holds(holds, other):
                    raise _unknown(other)
            found = self._others[key] = value
        return found


def _fresh(
    text: str, holds: Callable[[ModelValue], bool], others: Collection[ModelValue]
) -> ModelValue:
    """A model value that is equal to no other value and satisfies the condition.

    A number follows the text if another value is called so. Raises `NoValue` if no candidate
    satisfies the condition.
    """
    for number in range(1, MOST_FRESH + len(others)):
        value = ModelValue(f"({text}; {number})" if number > 1 else f"({text})")
        if value not in others and _holds(holds, value):
            return value
    raise NoValue("CHOOSE needs a set to choose from: no value is as wanted that is nothing else")


def _holds(holds: Callable[[ModelValue], bool], value: ModelValue) -> bool:
    try:
        return holds(value)
    except NoValue as error:
        raise NoValue(f"CHOOSE needs a set to choose from: {error.message}") from None


def _unknown(other: ModelValue) -> NoValue:
    return NoValue(
        f"CHOOSE needs a set to choose from: it is not known whether this value is another than "
        f"{other}; or let the configuration give one of them a value"
    )


def _name_outside(excluded: frozenset[Any]) -> str:
    """The name of a value outside of a set, which is the same in each check."""
    text = show(excluded)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}... {hashlib.sha256(text.encode()).hexdigest()[:8]}"
    return f"(CHOOSE v : v \\notin {text})"
