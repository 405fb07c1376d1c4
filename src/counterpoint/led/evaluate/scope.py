"""Scopes: the slots of variables in the frame of the enclosing definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ...data import dataclass
from ..values.value import Value

Frame: TypeAlias = list[Any]
Read: TypeAlias = Callable[[Frame], Value]
"""A closure that returns the value of an expression in a frame."""

Ask: TypeAlias = Callable[[Frame], bool]
"""A closure that returns whether a condition is true in a frame."""

UNSET: Any = object()
"""The content of a slot of a variable that has no value yet."""


class FrameLayout:
    """The layout of a frame: slots are allocated while a definition is compiled."""

    def __init__(self) -> None:
        self.size = 0

    def place(self) -> int:
        """Allocate a slot, and return its index."""
        self.size += 1
        return self.size - 1

    def frame(self, args: Iterable[Value] = ()) -> Frame:
        """A new frame that begins with these values; the other slots are `UNSET`."""
        given = list(args)
        return given + [UNSET] * (self.size - len(given))


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that are bound at an expression, and their slots in the frame.

    `reserved` has slots for variables that will be bound, `later` the closures of variables that
    are evaluated lazily. In a `mixed` scope, calls that depend on the mouse alone are noted.
    """

    layout: FrameLayout
    places: dict[str, int]
    reserved: dict[str, int]
    later: dict[str, Read]
    mixed: bool = False

    @classmethod
    def of(cls, names: Iterable[str] = (), *, mixed: bool = False) -> Scope:
        """The scope of a definition with these parameters."""
        layout = FrameLayout()
        return cls(layout, {name: layout.place() for name in names}, {}, {}, mixed)

    @property
    def names(self) -> frozenset[str]:
        """The names of the bound variables."""
        return frozenset(self.places)

    def bind(self, name: str) -> tuple[Scope, int]:
        """The scope with one more bound variable, and the slot of that."""
        place = self.reserved.get(name)
        place = self.layout.place() if place is None else place
        later = {known: read for known, read in self.later.items() if known != name}
        return Scope(
            self.layout, {**self.places, name: place}, self.reserved, later, self.mixed
        ), place

    def reserve(self, names: Iterable[str]) -> Scope:
        """The scope with slots reserved for variables that will be bound."""
        places = {name: self.layout.place() for name in names if name not in self.reserved}
        return Scope(self.layout, self.places, {**self.reserved, **places}, self.later, self.mixed)

    def bind_all(self, names: Iterable[str]) -> Scope:
        """The scope with several more bound variables, in their reserved slots."""
        scope = self
        for name in names:
            scope, _ = scope.bind(name)
        return scope

    def without(self, names: Iterable[str]) -> Scope:
        """The scope without these names, so that they can be bound again."""
        dropped = set(names)
        places = {name: place for name, place in self.places.items() if name not in dropped}
        reserved = {name: place for name, place in self.reserved.items() if name not in dropped}
        return Scope(self.layout, places, reserved, self.later, self.mixed)

    def delayed(self, name: str, read: Read) -> Scope:
        """The scope with one more variable, which is evaluated lazily."""
        scope, _ = self.bind(name)
        return Scope(
            scope.layout, scope.places, scope.reserved, {**scope.later, name: read}, scope.mixed
        )
