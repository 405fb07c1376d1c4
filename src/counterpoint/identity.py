"""Keys that stand for one object, whatever it says that it equals.

An `id` belongs to an object only while that lives; the next one may get the same. So a table that
is keyed by identity has to hold the objects that it is keyed by, and these keys do.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, TypeAlias

Identity: TypeAlias = Callable[[], Any]
"""A key that `identity` gave; a call of it gives the object."""


def identity(thing: object) -> Identity:
    """A key that holds `thing`, and equals the keys of that very object only.

    >>> one, other = [], []
    >>> one == other, identity(one) == identity(other), identity(one) == identity(one)
    (True, False, True)
    >>> identity(one)() is one
    True
    """
    # Python compares bound methods by the identity of what they are bound to, natively.
    return _nothing if thing is None else MethodType(_itself, thing)


def _itself(thing: Any) -> Any:
    return thing


def _nothing() -> None:
    """The key of None, which no method can be bound to."""
