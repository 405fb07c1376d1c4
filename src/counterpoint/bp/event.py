"""Events: a name with data, equal when name and data are equal."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from weakref import WeakValueDictionary

from ..errors import BadEvent
from .eventset import EventSet


class Event(EventSet):
    """An event of a behavioral program: a name, with positional and named data.

    Two events with the same name and data are one and the same object, so events compare and hash
    at the speed of identity. Data must be hashable; `1`, `True` and `1.0` are different data.
    Calling an event gives the event of that name with data; named data read as attributes. An
    event is also the event set that holds it alone.

    >>> X = Event("X")
    >>> X(1, 2)
    X(1,2)
    >>> X(1, 2) == Event("X", 1, 2), X(1) == X(True)
    (True, False)
    >>> move = Event("Move", player="X", row=0)
    >>> move.player, move.args, move
    ('X', (), Move(player='X',row=0))
    """

    __slots__ = ("args", "fields", "name")

    name: str
    args: tuple[object, ...]
    fields: Mapping[str, object]

    def __new__(cls, name: str, /, *args: object, **fields: object) -> Event:
        data = tuple((field, _typed(fields[field])) for field in sorted(fields))
        key = (name, tuple(map(_typed, args)), data)
        try:
            known = _interned.get(key)
        except TypeError as error:
            raise BadEvent(_unhashable(name, args, fields)) from error
        return known if known is not None else _intern(key, name, args, fields)

    def __call__(self, /, *args: object, **fields: object) -> Event:
        return Event(self.name, *self.args, *args, **{**self.fields, **fields})

    def __getattr__(self, field: str) -> object:
        try:
            return self.fields[field]
        except KeyError:
            has = ", ".join(self.fields) or "no named data"
            raise AttributeError(f"event {self} has no {field!r}: it has {has}") from None

    def __setattr__(self, attribute: str, value: object) -> None:
        raise BadEvent(f"event {self} is a value: make another instead of changing {attribute!r}")

    def __repr__(self) -> str:
        data = [repr(value).replace(", ", ",") for value in self.args]
        data += [f"{field}={value!r}" for field, value in self.fields.items()]
        return f"{self.name}({','.join(data)})" if data else self.name

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.name, self.args, dict(self.fields))

    def __copy__(self) -> Event:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Event:
        return self

    @property
    def members(self) -> tuple[Event, ...]:  # type: ignore[override]
        return (self,)

    def holds(self, event: Event) -> bool:
        return event is self


_interned: WeakValueDictionary[tuple[object, ...], Event] = WeakValueDictionary()
_interning = threading.Lock()


def _intern(
    key: tuple[object, ...], name: str, args: tuple[object, ...], fields: dict[str, object]
) -> Event:
    event = _make(name, args, fields)
    with _interning:  # events come from other threads too, and one event must stay one object
        return _interned.setdefault(key, event)


def _make(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    if type(name) is not str or not name:
        raise BadEvent(f"an event's name is a non-empty string, not {name!r}")
    if taken := {"name", "args", "fields", "members", "holds", "never_changes"} & fields.keys():
        raise BadEvent(f"event {name}: {taken.pop()!r} cannot be the name of its data")
    event = object.__new__(Event)
    for attribute, value in (("name", name), ("args", args), ("fields", MappingProxyType(fields))):
        object.__setattr__(event, attribute, value)
    return event


def _rebuild(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    return Event(name, *args, **fields)


def _typed(value: object) -> object:
    """A key that tells apart what `==` does not: 1, True and 1.0, also inside tuples."""
    kind = type(value)
    if kind is str or kind is int or kind is Event:
        return value
    if kind is tuple:
        return (tuple, *map(_typed, value))  # type: ignore[call-overload]
    if kind is frozenset:
        return (frozenset, frozenset(map(_typed, value)))  # type: ignore[call-overload]
    return (kind, value.hex()) if isinstance(value, float) else (kind, value)


def _unhashable(name: str, args: tuple[object, ...], fields: dict[str, object]) -> str:
    for value in (*args, *fields.values()):
        try:
            hash(value)
        except TypeError:
            hint = ": give a tuple" if isinstance(value, list) else ""
            return f"event {name}: its data must be hashable, {value!r} is not{hint}"
    return f"event {name}: its data must be hashable"


def events(names: str) -> tuple[Event, ...]:
    """The events with the given names, separated by spaces or commas.

    >>> HOT, COLD = events("HOT COLD")
    >>> HOT
    HOT
    """
    return tuple(Event(name) for name in names.replace(",", " ").split())


class Named(EventSet):
    """The events with one of the given names, whatever their data."""

    __slots__ = ("names",)

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def holds(self, event: Event) -> bool:
        return event.name in self.names

    def __repr__(self) -> str:
        return f"named({', '.join(map(repr, sorted(self.names)))})"


def named(*names: str | Event) -> EventSet:
    """The set of all events with one of the given names, whatever their data.

    >>> Event("Move", 1, 2) in named("Move")
    True
    """
    return Named(name.name if isinstance(name, Event) else name for name in names)
