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


class Parts(NamedTuple):
    """What an object is made of."""

    content: tuple[object, ...]
    """What it is as a value of a built-in type, or what it tells."""

    attributes: dict[str, object]
    """By name, in the order of their names, without what was worked out when it was asked for."""

    slots: tuple[object, ...]


class Form:
    """How the objects of a class that is written in Python are taken apart and put together.

    >>> class Point:
    ...     def __init__(self, x, y):
    ...         self.x, self.y = x, y
    >>> form = form_of(Point)
    >>> form.parts(Point(1, 2))
    Parts(content=(None,), attributes={'x': 1, 'y': 2}, slots=())
    >>> form.made_of(Parts((None,), {"x": 3, "y": 4}, ())).x
    3
    """

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self._built_in: Any = _built_in(kind)
        self._dictionary = _dictionary(kind)
        self._slots = [slot for base in kind.__mro__ for slot in _slots(base)]
        self._worked_out = _worked_out(kind)

    @property
    def is_fixed(self) -> bool:
        """Whether an object cannot change but in what its content holds."""
        return not (self._dictionary or self._slots)

    def parts(self, value: Any) -> Parts | None:
        """The parts; None if the object says that it is not to be copied."""
        content = (_VALUES[identity(self._built_in)](value),)
        return Parts(content, *self._attributes(value))

    def made_of(self, parts: Parts) -> object:
        """An object with the given parts."""
        made = self._begun(parts.content)
        if parts.attributes:
            self._dictionary.__get__(made).update(parts.attributes)
        for slot, held in zip(self._slots, parts.slots, strict=True):
            if held is not _EMPTY:
                slot.__set__(made, held)
        return made

    def _begun(self, content: tuple[Any, ...]) -> Any:
        """An object without its attributes."""
        if self._built_in is object:
            return object.__new__(self.kind)
        made = self._built_in.__new__(self.kind, *content)
        if self._built_in in (list, set, dict):
            self._built_in.__init__(made, *content)
        return made

    def _attributes(self, value: object) -> tuple[dict[str, object], tuple[object, ...]]:
        held = self._shown(self._dictionary.__get__(value)) if self._dictionary else {}
        return held, tuple(_content(slot, value) for slot in self._slots)

    def _shown(self, attributes: dict[str, object]) -> dict[str, object]:
        return {n: attributes[n] for n in sorted(attributes) if n not in self._worked_out}


class ToldForm(Form):
    """The same where the objects tell what they are made of.

    Of a class that is derived from one of these the attributes count too.

    >>> from fractions import Fraction
    >>> form = form_of(Fraction)
    >>> form.made_of(form.parts(Fraction(1, 3)))
    Fraction(1, 3)
    """

    def __init__(self, kind: type) -> None:
        super().__init__(kind)
        users = [base for base in kind.__mro__ if not _is_of_the_library(base)]
        written = [base for base in users if _is_written_in_python(base)]
        self._slots = [slot for base in written for slot in _slots(base)]
        if kind not in users:
            self._dictionary = None

    @property
    def is_fixed(self) -> bool:
        """Whether the class is one of the library for values, such as dates, and written in C."""
        in_c = not _is_written_in_python(self.kind) and _is_of_the_library(self.kind)
        return super().is_fixed and in_c and self.kind.__hash__ is not None

    def parts(self, value: Any) -> Parts | None:
        """The parts; None if the object says that it is not to be copied."""
        reduce = copyreg.dispatch_table.get(self.kind)
        told = reduce(value) if reduce else value.__reduce_ex__(4)
        if isinstance(told, str):
            return None
        make, given, state, items, pairs = (*told, None, None, None)[:5]
        if type(state) is dict:
            state = self._shown(state)
        elif type(state) is tuple:
            state = tuple(self._shown(part) if type(part) is dict else part for part in state)
        content = make, given, state, tuple(items or ()), tuple(pairs or ())
        return Parts(content, *self._attributes(value))

    def _begun(self, content: tuple[Any, ...]) -> Any:
        make, given, state, items, pairs = content
        made = make(*given)
        if state is not None:
            _set_state(made, state)
        for item in items:
            made.append(item)
        for name, held in pairs:
            made[name] = held
        return made


def form_of(kind: type) -> Form:
    """The form of a class."""
    return _form(identity(kind))


@functools.lru_cache(1000)
def _form(kind: Identity) -> Form:
    return ToldForm(kind()) if _is_told(kind()) else Form(kind())


def _is_told(kind: type) -> bool:
    """Whether the objects have more than we can read, or belong to a class that keeps caches."""
    own = [base for base in kind.__mro__ if identity(base) not in _VALUES]
    return (
        not all(map(_is_written_in_python, own))
        or not _has_no_more(kind)
        or any(_is_of_the_library(base) and _tells(base) for base in own)
    )


def _is_written_in_python(base: type) -> bool:
    return base.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) == _HEAP_TYPE


def _is_of_the_library(kind: type) -> bool:
    return str(kind.__module__).partition(".")[0] in sys.stdlib_module_names


def _tells(base: type) -> bool:
    return not vars(base).keys().isdisjoint(_TELLING)


def _has_no_more(kind: type) -> bool:
    """Whether an object consists of a value of a built-in type, slots and named attributes."""
    slots = sum(len(_slots(base)) for base in kind.__mro__)
    has_attributes = kind.__dictoffset__ != 0
    pointers = slots + has_attributes + (kind.__weakrefoffset__ > 0)
    fits = kind.__basicsize__ <= _built_in(kind).__basicsize__ + 8 * pointers
    return fits and has_attributes == (_dictionary(kind) is not None)


def _built_in(kind: type) -> type:
    return next(base for base in kind.__mro__ if identity(base) in _VALUES)


def _dictionary(kind: type) -> Any:
    """What gives the named attributes of an object, whatever its class calls `__dict__`."""
    found = (vars(base).get("__dict__") for base in kind.__mro__)
    return next((each for each in found if type(each) is types.GetSetDescriptorType), None)


def _slots(base: type) -> list[Any]:
    """The slots that a class itself has, also if classes derived from it hide them."""
    if identity(base) in _VALUES:
        return []
    return [
        member
        for member in vars(base).values()
        if type(member) is types.MemberDescriptorType and member.__objclass__ is base
    ]


def _content(slot: Any, value: object) -> object:
    try:
        return slot.__get__(value)
    except AttributeError:
        return _EMPTY


def _worked_out(kind: type) -> frozenset[str]:
    """The attributes that are kept when they are first asked for."""
    members = {n: member for base in reversed(kind.__mro__) for n, member in vars(base).items()}
    return frozenset(
        n for n, each in members.items() if isinstance(each, functools.cached_property)
    )


def _set_state(made: Any, state: Any) -> None:
    if hasattr(made, "__setstate__"):
        made.__setstate__(state)
        return
    for part in state if type(state) is tuple else (state,):
        for name, held in (part or {}).items():
            object.__setattr__(made, name, held)
