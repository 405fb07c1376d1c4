"""What an object is made of, and how an object is made of such parts.

An object of a class that is written in Python consists of its attributes, and of a value where the
class is derived from a built-in type. It is read and made without a call of the methods of its
class, which may leave out what they like. Objects of other classes tell what they are made of when
they are copied or pickled (`object.__reduce_ex__`), and so do those of the standard library, which
keep in attributes what they have worked out.
"""

from __future__ import annotations

import copyreg
import functools
import sys
import types
from collections.abc import Callable
from typing import Any, NamedTuple

from ..identity import Identity, identity

_VALUES: dict[Identity, Callable[[Any], object]] = {
    identity(int): int.__index__,
    identity(float): lambda value: float.fromhex(float.hex(value)),
    identity(complex): complex.__complex__,
    identity(str): str.__str__,
    identity(bytes): lambda value: bytes.__getitem__(value, slice(None)),
    identity(tuple): lambda value: tuple(tuple.__iter__(value)),
    identity(list): lambda value: [*list.__iter__(value)],
    identity(frozenset): lambda value: frozenset(frozenset.__iter__(value)),
    identity(set): lambda value: {*set.__iter__(value)},
    identity(dict): lambda value: dict(dict.items(value)),
    identity(object): lambda value: None,
}
"""What an object is as a value of a built-in type, whatever its own class says."""

_EMPTY = object()
"""What a slot holds that was not set."""

_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8
"""Flags of types (`PyTypeObject.tp_flags`)."""

_TELLING = ("__reduce_ex__", "__reduce__", "__getstate__", "__getnewargs__", "__getnewargs_ex__")


class Told(NamedTuple):
    """How an object says that it is made again."""

    make: Callable[..., Any]
    given: tuple[object, ...]
    state: object = None
    items: tuple[object, ...] = ()
    pairs: tuple[tuple[object, object], ...] = ()


class Form:
    """How the objects of a class are taken apart and put together.

    >>> class Point:
    ...     def __init__(self, x, y):
    ...         self.x, self.y = x, y
    >>> form = form_of(Point)
    >>> form.parts(Point(1, 2))
    (None, {'x': 1, 'y': 2}, ())
    >>> form.made_of((None, {"x": 3, "y": 4}, ())).x
    3
    """

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.built_in = next(base for base in kind.__mro__ if identity(base) in _VALUES)
        own = [base for base in kind.__mro__ if identity(base) not in _VALUES]
        slots = [slot for base in own for slot in _slots(base)]
        written = [base for base in own if _is_written_in_python(base)]
        self.is_told = (
            len(written) < len(own)
            or (kind.__dictoffset__ != 0 and _dictionary(kind) is None)
            or not _has_no_more(kind, self.built_in, len(slots))
            or any(_tells(base) for base in own)
        )
        """Whether the objects tell what they are made of."""
        if self.is_told:
            written = [base for base in written if not _is_of_the_library(base)]
        self._slots = [slot for base in written for slot in _slots(base)]
        tells_all = self.is_told and _is_of_the_library(kind)
        self._dictionary: Any = None if tells_all else _dictionary(kind)
        never_set = not (self._dictionary or self._slots)
        self.is_fixed = never_set and (not self.is_told or _is_fixed(kind))
        """Whether an object cannot change but in what its parts hold."""
        self._worked_out = frozenset(
            name
            for name in {name for base in own for name in vars(base)}
            if isinstance(_member(kind, name), functools.cached_property)
        )

    def parts(self, value: Any) -> tuple[object, ...] | None:
        """The parts; None if the object says that it is not to be copied."""
        if self.is_told:
            told = self._told(value)
            return None if told is None else (*told, *self._attributes(value))
        return _VALUES[identity(self.built_in)](value), *self._attributes(value)

    def made_of(self, parts: tuple[Any, ...]) -> object:
        """An object with the given parts."""
        if self.is_told:
            made = _made_as_told(Told(*parts[: len(Told._fields)]))
        elif self.built_in is object:
            made = object.__new__(self.kind)
        else:
            built_in: Any = self.built_in
            made = built_in.__new__(self.kind, parts[0])
            if built_in in (list, set, dict):
                built_in.__init__(made, parts[0])
        attributes, slots = parts[-2:]
        if attributes:
            self._dictionary.__get__(made).update(attributes)
        for slot, held in zip(self._slots, slots, strict=True):
            if held is not _EMPTY:
                slot.__set__(made, held)
        return made

    def _attributes(self, value: object) -> tuple[dict[str, object], tuple[object, ...]]:
        """Attributes by name, in the order of their names, and the contents of slots."""
        held = self._shown(self._dictionary.__get__(value)) if self._dictionary else {}
        return held, tuple(_content(slot, value) for slot in self._slots)

    def _told(self, value: Any) -> Told | None:
        reduce = copyreg.dispatch_table.get(self.kind)
        told = reduce(value) if reduce else value.__reduce_ex__(4)
        if isinstance(told, str):
            return None
        make, given, state, items, pairs = (*told, None, None, None)[:5]
        if type(state) is dict:
            state = self._shown(state)
        elif type(state) is tuple:
            state = tuple(self._shown(part) if type(part) is dict else part for part in state)
        return Told(make, given, state, tuple(items or ()), tuple(pairs or ()))

    def _shown(self, attributes: dict[str, object]) -> dict[str, object]:
        """The attributes without what was worked out when it was asked for."""
        return {n: attributes[n] for n in sorted(attributes) if n not in self._worked_out}


def form_of(kind: type) -> Form:
    """The form of a class."""
    return _form(identity(kind))


@functools.lru_cache(1000)
def _form(kind: Identity) -> Form:
    return Form(kind())


def _is_written_in_python(base: type) -> bool:
    return base.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) == _HEAP_TYPE


def _has_no_more(kind: type, built_in: type, slots: int) -> bool:
    """Whether an object consists of a value of the built-in type, slots and named attributes."""
    pointers = slots + (kind.__dictoffset__ != 0) + (kind.__weakrefoffset__ > 0)
    return kind.__basicsize__ <= built_in.__basicsize__ + 8 * pointers


def _is_fixed(kind: type) -> bool:
    """Whether a class is one of the library for values, such as dates, and written in C."""
    in_c = not _is_written_in_python(kind) and _is_of_the_library(kind)
    return in_c and kind.__hash__ is not None


def _tells(base: type) -> bool:
    """Whether a class of the library says what its objects are made of."""
    return _is_of_the_library(base) and not vars(base).keys().isdisjoint(_TELLING)


def _is_of_the_library(kind: type) -> bool:
    return str(kind.__module__).partition(".")[0] in sys.stdlib_module_names


def _slots(base: type) -> list[Any]:
    return [
        member
        for member in vars(base).values()
        if type(member) is types.MemberDescriptorType and member.__objclass__ is base
    ]


def _dictionary(kind: type) -> Any:
    """What gives the named attributes of an object, whatever its class calls `__dict__`."""
    found = (vars(base).get("__dict__") for base in kind.__mro__)
    return next((each for each in found if type(each) is types.GetSetDescriptorType), None)


def _content(slot: Any, value: object) -> object:
    try:
        return slot.__get__(value)
    except AttributeError:
        return _EMPTY


def _member(kind: type, name: str) -> object:
    return next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)


def _made_as_told(told: Told) -> Any:
    made = told.make(*told.given)
    if told.state is not None:
        _set_state(made, told.state)
    for item in told.items:
        made.append(item)
    for name, held in told.pairs:
        made[name] = held
    return made


def _set_state(made: Any, state: Any) -> None:
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return
    for part in state if type(state) is tuple else (state,):
        for name, held in (part or {}).items():
            object.__setattr__(made, name, held)
