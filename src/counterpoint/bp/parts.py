"""Taking objects apart into their parts, and making objects from such parts.

An object of a class written in Python consists of its attributes, and of a value if the class is
derived from a built-in type. It is taken apart and made without calling methods of its class,
because these may leave parts out. Objects of other classes are taken apart by the protocol for
copying and pickling (`object.__reduce_ex__`). The same is done for classes of the standard library
that define this protocol themselves, because their objects keep cached values in attributes.
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
"""For each built-in base type, how to convert an object to a plain value of this type.

The methods of the object's own class are not called.
"""

_EMPTY = object()
"""The content of a slot that is not set."""

_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8
"""Flags of types (`PyTypeObject.tp_flags`)."""

_COPY_METHODS = (
    "__reduce_ex__",
    "__reduce__",
    "__getstate__",
    "__getnewargs__",
    "__getnewargs_ex__",
)


class Parts(NamedTuple):
    """The parts of an object."""

    content: tuple[object, ...]
    """The value of the built-in base type as the only item, or the result of `__reduce_ex__`."""

    attributes: dict[str, object]
    """The attributes, sorted by name, without the cached values of a `cached_property`."""

    slots: tuple[object, ...]


class Form:
    """Takes objects of a class written in Python apart, and puts them together.

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
        """Whether objects have no attributes and slots, so only their content could change."""
        return not (self._dictionary or self._slots)

    def parts(self, value: Any) -> Parts | None:
        """The parts of `value`. None, in subclasses only, if `value` must not be copied."""
        content = (_VALUES[identity(self._built_in)](value),)
        return Parts(content, *self._attributes(value))

    def made_of(self, parts: Parts) -> object:
        """Make an object with the given parts."""
        made = self._begun(parts.content)
        if parts.attributes:
            self._dictionary.__get__(made).update(parts.attributes)
        for slot, held in zip(self._slots, parts.slots, strict=True):
            if held is not _EMPTY:
                slot.__set__(made, held)
        return made

    def _begun(self, content: tuple[Any, ...]) -> Any:
        """Make an object with its content, without its attributes and slots."""
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


class ReducedForm(Form):
    """A `Form` that uses the protocol for copying, `__reduce_ex__`, to take objects apart.

    If a user's class is derived from a class of the library, its attributes are parts as well.

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
        """Whether the class is a hashable library class written in C, such as `datetime.date`.

        As in `Form`, the objects must have no attributes and slots.
        """
        in_c = not _is_written_in_python(self.kind) and _is_of_the_library(self.kind)
        return super().is_fixed and in_c and self.kind.__hash__ is not None

    def parts(self, value: Any) -> Parts | None:
        """The parts of `value`; None if its `__reduce_ex__` says that it must not be copied."""
        reduce = copyreg.dispatch_table.get(self.kind)
        reduced = reduce(value) if reduce else value.__reduce_ex__(4)
        if isinstance(reduced, str):
            return None
        make, given, state, items, pairs = (*reduced, None, None, None)[:5]
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
    return ReducedForm(kind()) if _needs_reduced_form(kind()) else Form(kind())


def _needs_reduced_form(kind: type) -> bool:
    """Whether a class needs a `ReducedForm`.

    That is so if its objects hold more than `Form` can read, or if one of its base classes is a
    library class that defines the protocol for copying.
    """
    own = [base for base in kind.__mro__ if identity(base) not in _VALUES]
    return (
        not all(map(_is_written_in_python, own))
        or not _has_no_more(kind)
        or any(_is_of_the_library(base) and _defines_copying(base) for base in own)
    )


def _is_written_in_python(base: type) -> bool:
    return base.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) == _HEAP_TYPE


def _is_of_the_library(kind: type) -> bool:
    return str(kind.__module__).partition(".")[0] in sys.stdlib_module_names


def _defines_copying(base: type) -> bool:
    return not vars(base).keys().isdisjoint(_COPY_METHODS)


def _has_no_more(kind: type) -> bool:
    """Whether an object consists only of a value of a built-in type, slots and attributes."""
    slots = sum(len(_slots(base)) for base in kind.__mro__)
    has_attributes = kind.__dictoffset__ != 0
    pointers = slots + has_attributes + (kind.__weakrefoffset__ > 0)
    fits = kind.__basicsize__ <= _built_in(kind).__basicsize__ + 8 * pointers
    return fits and has_attributes == (_dictionary(kind) is not None)


def _built_in(kind: type) -> type:
    return next(base for base in kind.__mro__ if identity(base) in _VALUES)


def _dictionary(kind: type) -> Any:
    """The descriptor of the attribute dictionary, None if there is none.

    A class may define something else named `__dict__`; this is skipped.
    """
    found = (vars(base).get("__dict__") for base in kind.__mro__)
    return next((each for each in found if type(each) is types.GetSetDescriptorType), None)


def _slots(base: type) -> list[Any]:
    """The descriptors of the slots that a class itself defines, even if a subclass hides them."""
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
    """The names of the attributes that are cached by a `cached_property`."""
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
