"""Events: a name with data, equal when name and data are equal."""

from __future__ import annotations

import sys
from _weakref import _remove_dead_weakref  # type: ignore[attr-defined]
from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any
from weakref import ref

from ..arguments import says_what_it_takes
from ..errors import BadEvent, NoSuchData, Place
from .eventset import EventSet
from .texts import text_of
from .values import copied, key_of

_PARTS = ("_data", "_text", "args", "fields", "name")
"""The attributes of an event, whether it is being made or ready."""


class Event(EventSet):
    """An event of a behavioral program: a name, with positional and named data.

    Two events with the same name and data are the same object, so comparing and hashing events is
    as fast as for object identity. Data must be hashable. Two values are the same data only if
    their types and their contents are the same: `1`, `True` and `1.0` are different data. So are
    two objects with different contents, even if their class defines them as equal. Named data is
    sorted by name.

    An event is immutable. Objects with a class that defines `__eq__` are copied when the event is
    made, and again each time they are read from it, unless nothing in them can change. Other
    objects equal only themselves and are shared.

    Calling an event makes an event of the same name with more data. Named data can be read as
    attributes. An event is also an event set: the set that contains only the event itself.

    >>> X = Event("X")
    >>> X(1, 2)
    X(1,2)
    >>> X(1, 2) == Event("X", 1, 2), X(1) == X(True)
    (True, False)
    >>> move = Event("Move", player="X", row=0)
    >>> move.player, move.args, move
    ('X', (), Move(player='X',row=0))
    """

    __slots__ = _PARTS

    name: str
    _text: str
    # Set only if nothing in the data can change. Otherwise `__getattr__` copies it at each access.
    args: tuple[Any, ...]
    fields: Mapping[str, Any]
    # Set only if something in the data can change: the arguments, and the named data.
    _data: tuple[tuple[object, ...], Mapping[str, object]]

    def __new__(cls, name: str = "", /, *args: object, **fields: object) -> Event:
        if type(name) is not str or not name:
            name = _plain(name, fields)
        if fields:
            return _with_any_data(name, args, fields)
        for value in args:
            kind = type(value)
            if kind is not int and kind is not str:
                return _with_any_data(name, args, fields)
        key = (name, args)
        held = _interned.get(key)
        known = None if held is None else held()
        return _intern(key, _made(name, args, _NO_FIELDS)) if known is None else known

    def __init_subclass__(cls) -> None:
        raise BadEvent(
            f"class {cls.__name__}: events are no classes: write {cls.__name__} = "
            f"Event({cls.__name__!r}), then {cls.__name__}(1, 2) has data"
        )

    def __call__(self, /, *args: object, **fields: object) -> Event:
        return Event(self.name, *self.args, *args, **{**self.fields, **fields})

    def __getattr__(self, field: str) -> Any:
        if field == "_data":
            return self.args, self.fields
        if field == "args" or field == "fields":
            args, fields = copied(self._data[0]), copied(dict(self._data[1]))
            return args if field == "args" else MappingProxyType(fields)
        try:
            return copied(self._data[1][field])
        except KeyError:
            has = ", ".join(self._data[1]) or "no named data"
            caller = sys._getframe(1)
            place = Place.of_line(caller.f_code.co_filename, caller.f_lineno)
            raise NoSuchData(f"event {self} has no {field!r}: it has {has}", place) from None

    def __setattr__(self, attribute: str, value: object) -> None:
        raise BadEvent(f"event {self} is a value: make another instead of changing {attribute!r}")

    def __repr__(self) -> str:
        return self._text or self._write()

    def _write(self) -> str:
        args, fields = self._data
        data = [*map(text_of, args), *(f"{name}={text_of(held)}" for name, held in fields.items())]
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

    @property
    def never_changes(self) -> bool:
        return True

    def holds(self, event: Event) -> bool:
        return event is self


class _Open(EventSet):
    """An event while it is made: it can be changed until it gets the class `Event`."""

    __slots__ = _PARTS

    name: str
    _text: str
    args: tuple[object, ...]
    fields: Mapping[str, object]
    _data: tuple[tuple[object, ...], Mapping[str, object]]


class _Held(ref[Event]):
    """A weak reference to an event, with its key in the table of events."""

    __slots__ = ("key",)

    key: Hashable


_interned: dict[Hashable, _Held] = {}
"""All living events. The others are removed when they are freed, which may be in any OS thread."""

_NO_FIELDS: Mapping[str, object] = MappingProxyType({})

_TAKEN = frozenset(dir(Event))
"""Names that data cannot have, because they would hide an attribute of the event."""

_LONGEST_TEXT = 1_000_000
"""The greatest length of an event's text, in characters.

Without a limit, the texts of events that contain events could fill the memory.
"""


def _intern(key: Hashable, event: Event) -> Event:
    """The event of this key: `event`, unless another OS thread has made one meanwhile."""
    held = _Held(event, _forget)
    held.key = key
    while True:  # no lock is needed, as each of the two calls is one operation of the interpreter
        known = _interned.setdefault(key, held)()
        if known is not None:
            return known
        _remove_dead_weakref(_interned, key)


def _forget(
    held: _Held,
    interned: dict[Hashable, _Held] = _interned,  # events may outlive the names of this module
    remove: Callable[[dict[Hashable, _Held], Hashable], None] = _remove_dead_weakref,
) -> None:
    """Remove an event that was freed, unless another one has its key meanwhile."""
    remove(interned, held.key)


def _with_any_data(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    try:
        named = dict(sorted(fields.items())) if len(fields) > 1 else fields
        is_brief = _are_brief(args) and _are_brief(named.values())
        if is_brief or (all(map(_is_short, args)) and all(map(_is_short, named.values()))):
            key: Hashable = (name, args, *named.items()) if named else (name, args)
        else:
            key = _key(name, args, named)
        held = _interned.get(key)
        known = None if held is None else held()
        return _intern(key, _make(name, args, named, is_brief)) if known is None else known
    except BadEvent:
        raise
    except Exception as error:  # methods of the data's classes may raise anything
        raise BadEvent(f"event {name}: {_reason(error)}") from error


def _make(name: str, args: tuple[object, ...], fields: dict[str, object], is_brief: bool) -> Event:
    if not _TAKEN.isdisjoint(fields):
        field = min(_TAKEN & fields.keys())
        raise BadEvent(
            f"event {name}: its data cannot be named {field!r}, as every event has .{field} of its "
            f"own: write {name}({field}_=...), or give it without a name"
        )
    if is_brief:
        return _made(name, args, MappingProxyType(fields))
    args, fields = copied(args), {field: copied(held) for field, held in fields.items()}
    never_changes = all(copied(value) is value for value in (args, *fields.values()))
    event = _made(name, args, MappingProxyType(fields), never_changes)
    object.__setattr__(event, "_text", _written(event))
    return event


def _made(
    name: str,
    args: tuple[object, ...],
    fields: Mapping[str, object],
    never_changes: bool = True,
) -> Event:
    event: Any = _Open()
    event.name = name
    event._text = ""
    if never_changes:
        event.args = args
        event.fields = fields
    else:
        event._data = (args, fields)
    event.__class__ = Event
    return event  # type: ignore[no-any-return]


def _written(event: Event) -> str:
    """Return the text of an event, for its own `repr` and for the texts of events that contain it.

    Raises `ValueError` if it is longer than `_LONGEST_TEXT`.
    """
    text = event._write()
    if len(text) > _LONGEST_TEXT:
        raise ValueError(f"its text is longer than {_LONGEST_TEXT:,} characters")
    return text


def _plain(name: object, fields: Mapping[str, object]) -> str:
    """Convert a name of a subclass of `str`, such as a string enumeration, to a plain `str`.

    Raises `BadEvent` if it is no string or is empty. `fields` are the named data of the event.
    """
    if not isinstance(name, str) or not name:
        if name == "" and "name" in fields:
            raise BadEvent(f"the name of an event comes first: write Event({fields['name']!r})")
        raise BadEvent(f"an event's name is a non-empty string, not {name!r}")
    return str.__str__(name)


def _rebuild(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Event:
    return Event(name, *args, **fields)


def _is_short(value: object) -> bool:
    """Whether a value can be used as its own key, as is the case for most data."""
    return _is_atom(value) or (type(value) is tuple and all(map(_is_atom, value)))


def _is_atom(value: object) -> bool:
    return type(value) is Event or _are_brief((value,))


def _are_brief(values: Iterable[object]) -> bool:
    """Whether values have simple texts, which need not be written when their event is made."""
    for value in values:
        kind = type(value)
        if kind is not str and kind is not int:
            return False
    return True


def _key(name: str, args: tuple[object, ...], fields: dict[str, object]) -> Hashable:
    for value in (*args, *fields.values()):
        _require_hashable(name, value)
    keys = [(field, key_of(held)) for field, held in fields.items()]
    return (name, tuple(map(key_of, args)), *keys)


def _require_hashable(name: str, value: object) -> None:
    try:
        hash(value)
    except TypeError as error:
        hint = ": give a tuple" if isinstance(value, list) else ""
        raise BadEvent(
            f"event {name}: its data must be hashable, {value!r} is not{hint}"
        ) from error


def _reason(error: Exception) -> str:
    """Return the reason, as text, why the data of an event cannot be used."""
    if isinstance(error, RecursionError):
        return "its data is nested too deeply"
    if type(error) is ValueError:
        return str(error)
    try:
        what = str(error)
    except Exception:  # `__str__` of a user's exception may fail
        what = "its error has no text"
    kind = "" if isinstance(error, TypeError) else f"{type(error).__name__}: "
    return (
        f"its data cannot be read: {kind}{what}. Give text, numbers, tuples or frozen dataclasses"
    )


@says_what_it_takes
def events(names: str) -> tuple[Event, ...]:
    """The events with the given names, separated by spaces or commas.

    >>> HOT, COLD = events("HOT COLD")
    >>> HOT
    HOT
    """
    if not isinstance(names, str):
        raise BadEvent(f"events() takes names in one text, such as 'HOT COLD', not {names!r}")
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

    @property
    def never_changes(self) -> bool:
        return True

    def holds(self, event: Event) -> bool:
        return event.name in self.names

    def __repr__(self) -> str:
        return f"named({', '.join(map(repr, sorted(self.names)))})"


@says_what_it_takes
def named(*names: str | Event) -> EventSet:
    """The set of all events with one of the given names, whatever their data.

    >>> Event("Move", 1, 2) in named("Move")
    True
    """
    for name in names:
        if not isinstance(name, str | Event):
            raise BadEvent(f"named() takes names, one after another, not {name!r}")
    return Named(name.name if isinstance(name, Event) else name for name in names)
