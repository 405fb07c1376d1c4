"""Keys that compare objects by identity, whatever their `==` says.

An `id` is unique only while its object lives; a later object may get the same one. So a table that
is keyed by identity has to keep its objects alive, and these keys do.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, TypeAlias

Identity: TypeAlias = Callable[[], Any]
"""A key that `identity` returned; calling it returns the object."""


def identity(thing: object) -> Identity:
    """A key that holds `thing`, and equals only keys of the same object.

    >>> one, other = [], []
    >>> one == other, identity(one) == identity(other), identity(one) == identity(one)
    (True, False, True)
    >>> identity(one)() is one
    True
    """
    # Python compares bound methods by the identity of the objects they are bound to, natively.
    return _nothing if thing is None else MethodType(_itself, thing)


def _itself(thing: Any) -> Any:
    return thing


def _nothing() -> None:
    """The key of None; a method cannot be bound to None."""
