"""Kinds: infinite sets such as `Nat`, which can be tested for membership but not listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...data import dataclass
from .trouble import Trouble
from .value import (
    ATOM,
    Items,
    Truth,
    Value,
    is_number,
    is_string,
    kind_of,
    shortly,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind, given by its name and its parts: `fSet` of `Nat`, a product `*`, a union `U`."""

    name: str
    parts: tuple[Any, ...] = ()

    def __str__(self) -> str:
        if self.name in ("*", "U"):
            return f" {self.name} ".join(map(_shown, self.parts))
        return f"{self.name}({shortly(self.parts[0])})" if self.parts else self.name


def _shown(part: Value) -> str:
    text = shortly(part)
    return f"({text})" if isinstance(part, Kind) and part.name in ("*", "U") else text


def has(kind: Value, value: Value) -> bool:
    """Whether a value is in a kind or a set; raises `Trouble` if `kind` is neither.

    >>> has(Kind("fSet", (Kind("Nat"),)), frozenset({1, 2})), has(Kind("Nat"), -1)
    (True, False)
    """
    if isinstance(kind, frozenset):
        return value in kind
    if not isinstance(kind, Kind):
        raise Trouble(f"a set is needed here, not {shortly(kind)}, which is {kind_of(kind)}")
    if kind.name == "*":
        shapes = isinstance(value, tuple) and len(value) == len(kind.parts)
        return shapes and all(map(has, kind.parts, value))
    if kind.name == "U":
        return any(has(part, value) for part in kind.parts)
    return _TESTS[kind.name](value, *kind.parts)


def _all(of: Value, members: Any) -> bool:
    return all(has(of, member) for member in members)


_TESTS: dict[str, Callable[..., bool]] = {
    "Nat": lambda value: type(value) is int and value >= 0,
    "Int": lambda value: type(value) is int,
    "Rat": is_number,
    "Bool": lambda value: isinstance(value, Truth),
    "Atom": lambda value: isinstance(value, str) and value.startswith(ATOM),
    "String": is_string,
    "fSet": lambda value, of: isinstance(value, frozenset) and _all(of, value),
    "Seq": lambda value, of: isinstance(value, Items) and _all(of, value.parts),
}

PLAIN_KINDS = tuple(name for name in _TESTS if name not in ("fSet", "Seq"))
"""The names of the kinds without parts."""


def product(left: Value, right: Value) -> Kind:
    """The product of two kinds or sets; if `left` is a product, it gets one more part.

    >>> str(product(product(Kind("Nat"), Kind("Int")), Kind("Rat")))
    'Nat * Int * Rat'
    """
    first = left.parts if isinstance(left, Kind) and left.name == "*" else (left,)
    return Kind("*", (*first, right))
