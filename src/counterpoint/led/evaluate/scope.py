"""Where the variables of an expression are kept: in the frame of the definition around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ...data import dataclass
from ..values.value import Value

Frame: TypeAlias = list[Any]
Read: TypeAlias = Callable[[Frame], Value]
"""Gives the value of an expression in a frame."""

Ask: TypeAlias = Callable[[Frame], bool]
"""Tells whether a condition is true in a frame."""

UNSET: Any = object()
"""In a frame, where a variable has no value yet."""


class Room:
    """The places of a frame, which become more while a definition is compiled."""

    def __init__(self) -> None:
        self.size = 0

    def place(self) -> int:
        """A new place."""
        self.size += 1
        return self.size - 1

    def frame(self, args: Iterable[Value] = ()) -> Frame:
        """A new frame that begins with these values."""
        given = list(args)
        return given + [UNSET] * (self.size - len(given))


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that are bound where an expression stands, and their places.

    `reserved` are places of variables that are about to be bound, `later` reads variables that are
    computed when they are first needed. In a `mixed` scope what is asked of the mouse is noted.
    """

    room: Room
    places: dict[str, int]
    reserved: dict[str, int]
    later: dict[str, Read]
    mixed: bool = False

    @classmethod
    def of(cls, names: Iterable[str] = (), *, mixed: bool = False) -> Scope:
        """The scope of a definition with these parameters."""
        room = Room()
        return cls(room, {name: room.place() for name in names}, {}, {}, mixed)

    @property
    def names(self) -> frozenset[str]:
        """The variables that are bound."""
        return frozenset(self.places)

    def bind(self, name: str) -> tuple[Scope, int]:
        """The scope in which one more variable is bound, and its place."""
        place = self.reserved.get(name)
        place = self.room.place() if place is None else place
        later = {known: read for known, read in self.later.items() if known != name}
        return Scope(
            self.room, {**self.places, name: place}, self.reserved, later, self.mixed
        ), place

    def reserve(self, names: Iterable[str]) -> Scope:
        """The scope with places for variables that are about to be bound."""
        places = {name: self.room.place() for name in names if name not in self.reserved}
        return Scope(self.room, self.places, {**self.reserved, **places}, self.later, self.mixed)

    def bind_all(self, names: Iterable[str]) -> Scope:
        """The scope in which several more are bound, at their reserved places."""
        scope = self
        for name in names:
            scope, _ = scope.bind(name)
        return scope

    def without(self, names: Iterable[str]) -> Scope:
        """The scope in which these names are free to be bound anew."""
        dropped = set(names)
        places = {name: place for name, place in self.places.items() if name not in dropped}
        reserved = {name: place for name, place in self.reserved.items() if name not in dropped}
        return Scope(self.room, places, reserved, self.later, self.mixed)

    def delayed(self, name: str, read: Read) -> Scope:
        """The scope in which a variable is computed when it is first needed."""
        scope, _ = self.bind(name)
        return Scope(
            scope.room, scope.places, scope.reserved, {**scope.later, name: read}, scope.mixed
        )
