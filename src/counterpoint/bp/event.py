"""Events: a name with data, equal when name and data are equal."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from weakref import WeakValueDictionary

from ..errors import BadEvent
from .eventset import EventSet
from .values import key_of, settled, text_of


class Event(EventSet):
    """An event of a behavioral program: a name, with positional and named data.

    Two events with the same name and data are one and the same object, so events compare and hash
    at the speed of identity. Data must be hashable. It is the same if types and contents are: `1`,
    `True` and `1.0` are different data, and so are two objects that hold something different, also
    where their class says that they are equal. Named data is in the order of its names.

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
        if type(name) is not str or not name:
            name = _plain(name)
        if all(map(_is_short, args)) and all(map(_is_short, fields.values())):
            named = {field: fields[field] for field in sorted(fields)}
            key: Hashable = (name, args, *named.items())
        else:
            key, args, named = _key_and_data(name, args, fields)
        known = _interned.get(key)
        return known if known is not None else _intern(key, name, args, named)

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
        data = [text_of(value) for value in self.args]
        data += [f"{field}={text_of(value)}" for field, value in self.fields.items()]
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


_interned: WeakValueDictionary[Hashable, Event] = WeakValueDictionary()
_interning = threading.Lock()


def _intern(key: Hashable, name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    event = _make(name, args, fields)
    with _interning:  # events come from other threads too, and one event must stay one object
        return _interned.setdefault(key, event)


def _make(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    if taken := {"name", "args", "fields", "members", "holds", "never_changes"} & fields.keys():
        raise BadEvent(f"event {name}: {taken.pop()!r} cannot be the name of its data")
    event = object.__new__(Event)
    for attribute, value in (("name", name), ("args", args), ("fields", MappingProxyType(fields))):
        object.__setattr__(event, attribute, value)
    return event


def _plain(name: object) -> str:
    """The text of a name that is a member of an enumeration, or of another kind of text."""
    if not isinstance(name, str) or not name:
        raise BadEvent(f"an event's name is a non-empty string, not {name!r}")
    return str.__str__(name)


def _rebuild(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    return Event(name, *args, **fields)


def _is_short(value: object) -> bool:
    """Whether a value is its own key, which most data of events is."""
    return _is_atom(value) or (type(value) is tuple and all(map(_is_atom, value)))


def _is_atom(value: object) -> bool:
    kind = type(value)
    return kind is str or kind is int or kind is Event


def _key_and_data(
    name: str, args: tuple[object, ...], fields: dict[str, object]
) -> tuple[Hashable, tuple[object, ...], dict[str, object]]:
    """The key of an event, and its data as all events of that key have it."""
    _require_hashable(name, (*args, *fields.values()))
    try:
        args = tuple(map(settled, args))
        fields = {field: settled(fields[field]) for field in sorted(fields)}
        keys = [(field, key_of(value)) for field, value in fields.items()]
        return (name, tuple(map(key_of, args)), *keys), args, fields
    except TypeError as error:
        raise BadEvent(
            f"event {name}: its data cannot be told apart: {error}. Give text, numbers, tuples or "
            "frozen dataclasses"
        ) from error
    except RecursionError:
        raise BadEvent(f"event {name}: its data is nested too deeply") from None
    except ValueError as error:
        raise BadEvent(f"event {name}: {error}") from None


def _require_hashable(name: str, values: tuple[object, ...]) -> None:
    for value in values:
        try:
            hash(value)
        except TypeError as error:
            hint = ": give a tuple" if isinstance(value, list) else ""
            raise BadEvent(
                f"event {name}: its data must be hashable, {value!r} is not{hint}"
            ) from error


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
