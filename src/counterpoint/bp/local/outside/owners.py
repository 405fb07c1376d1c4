"""Watching the attributes that code sets on functions, classes and objects of libraries.

Libraries also set attributes themselves, which does not matter here. So for functions, classes and
objects of a library, only those attributes are compared that the user's code sets by name. All are
compared if this code computes names, or accesses the dictionaries that hold attributes.
"""

from __future__ import annotations

import enum
import inspect
import sys
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from ....identity import Identity, identity
from ...event import Event, Named
from ...eventset import Both, Complement, Either, EventSet, Finite, Matching
from ...sync import Sync
from ...thread import Rule, Thread, is_plain
from ..bytecode.mentions import OURS, Libraries, root_of
from ..state.builtin_state import is_frozen, kept_ready, layout_of
from .contents import Found, Watching, slots_of
from .watched import ABSENT, WatchedReady

_IMMUTABLE = 1 << 8
"""The flag of a class on which no attributes can be set (`Py_TPFLAGS_IMMUTABLETYPE`)."""

_ALWAYS_AT_HAND: tuple[type, ...] = (
    Event, EventSet, Finite, Named, Matching, Either, Both, Complement, Sync, Rule, Thread,
)  # fmt: skip
"""Classes of objects that any b-thread has, whether or not its code names these classes."""

_WORKED_OUT = {
    "__annotations__", "__doc__", "__dict__", "__weakref__", "_abc_impl", "__module__",
    "__qualname__", "__slotnames__", "__firstlineno__", "__static_attributes__",
    "__annotations_cache__", "__annotate_func__",
}  # fmt: skip
"""Names in a class that Python fills in by itself, or that only describe the class."""

BY_VALUE = "_value2member_map_"
_OF_FLAGS = {
    "_name_", "_value_", "__objclass__", "_sort_order_", "_inverted_", "_numeric_repr_",
}  # fmt: skip

_OF_C = (types.MethodDescriptorType, types.WrapperDescriptorType, types.GetSetDescriptorType)
_OF_ANY_CLASS = {"__dict__", "__weakref__"}
_MADE_BY_CLASS = 1 << 9
"""The flag of a class that is made at run time (`Py_TPFLAGS_HEAPTYPE`)."""


class Seen(enum.IntEnum):
    """For which objects code can see whether they have a cached value of a `cached_property`.

    `CHANGING` are the objects of classes that are not frozen. Code that copies such an object
    copies its cached values, and sees them if the copy is changed afterwards.
    """

    NOTHING = 0
    CHANGING = 1
    ALL = 2


class Owners(Watching):
    """Watches the attributes of library objects that code is known to set."""

    def __init__(self, libraries: Libraries) -> None:
        super().__init__()
        self._libraries = libraries
        self._owned: dict[Identity, tuple[str, Any]] = {}
        self._users_own: list[tuple[str, Any]] = []  # watched except for what Python names
        self._ready: list[tuple[str, dict[str, object], type]] = []  # may have cached values
        self._set_names: set[str] = set()
        self.ready_seen = Seen.NOTHING
        self._sets_dictionaries = False
        self._sets_anything = False

    def _own(self, path: str, owner: Any) -> None:
        """From now on, watch the attributes of `owner` that code sets."""
        for part in _with_bases(owner) if isinstance(owner, type) else (owner,):
            key = identity(part)
            if key not in self._owned:
                named = path if part is owner else part.__name__
                self._owned[key] = named, part
                self._watch_attributes(named, part, frozenset(self._set_names))
                if self._sets_dictionaries:
                    self._watch_dictionary(named, part)
                if self._sets_anything:
                    self._watch_all(named, part)
        if isinstance(owner, enum.EnumMeta):
            members: Mapping[str, object] = owner.__members__
            for name, member in members.items():
                self._own(f"{path}.{name}", member)

    def _own_users(self, path: str, owner: types.FunctionType | type) -> None:
        """The same for a function or class of the user, for which most is watched anyway."""
        self._users_own.append((path, owner))
        if self._sets_anything:
            self._watch_all(path, owner)
        for kind in (*_annotations(owner).values(),):
            if self._is_library_class(kind):
                self._own(kind.__name__, kind)

    def _code_sets(self, names: Iterable[str]) -> None:
        """Note that code sets attributes of these names."""
        more = set(names) - self._set_names
        if not more:
            return
        self._set_names |= more
        for path, owner in (*self._owned.values(),):
            self._watch_attributes(path, owner, more)
        for kind in _ALWAYS_AT_HAND:
            self._own(kind.__name__, kind)

    def _attributes(
        self, path: str, attributes: dict[str, object], cls: type = object
    ) -> Iterator[Found]:
        if issubclass(cls, enum.Flag):
            parts = self._watch_names(f"{path}.", lambda: _of_flag(attributes, kept_ready(cls)))
            return ((f"{path}.{name}", part) for name, part in parts.items())
        if kept := kept_ready(cls):
            self._ready.append((path, attributes, cls))
            self._watched.append(_ready_of(f"{path}.", attributes, kept, self._set_names))
            self._watch_ready(path, attributes, cls)
        return super()._attributes(path, attributes, cls)

    def _watch_whole(self, path: str, attributes: dict[str, object]) -> None:
        self._watch_names(f"{path}.", lambda: attributes)

    def _code_sets_dictionaries(self) -> None:
        """Note that code accesses the dictionaries of attributes, or computes names."""
        if not self._sets_dictionaries:
            self._sets_dictionaries = True
            self.see_what_is_ready(Seen.ALL)
            for path, owner in (*self._owned.values(),):
                self._watch_dictionary(path, owner)

    def see_what_is_ready(self, seen: Seen) -> None:
        """From now on, also watch whether the objects that are `seen` have cached values."""
        if seen > self.ready_seen:
            self.ready_seen = seen
            for path, attributes, cls in self._ready:
                self._watch_ready(path, attributes, cls)

    def _watch_ready(self, path: str, attributes: dict[str, object], cls: type) -> None:
        if self.ready_seen is Seen.ALL or (self.ready_seen and not is_frozen(cls)):
            self._watch_whole(path, attributes)

    def _code_sets_anything(self) -> None:
        """Note that code sets attributes by names that are not constants in the code."""
        self._code_sets_dictionaries()
        if not self._sets_anything:
            self._sets_anything = True
            for path, owner in (*self._owned.values(), *self._users_own):
                self._watch_all(path, owner)

    def _is_library_class(self, value: object) -> TypeGuard[type]:
        """Whether a value is a class of a library module that really contains this class."""
        if not isinstance(value, type):
            return False
        return self._libraries.wrote(value.__module__) and _is_from_its_module(value)

    def _watch_attributes(self, path: str, owner: Any, names: Iterable[str]) -> None:
        known = _dictionary_of(owner)
        if known is not None and names:
            self._watch_some(f"{path}.", known, names)
        elif not isinstance(owner, type) and (layout := layout_of(type(owner))) is not None:
            slots = [slot for slot in layout.slots if slot.__name__ in names]
            if slots:
                self._watch_names(f"{path}.", lambda: slots_of(slots, owner))
        elif names:  # made in C
            given = [name for name in names if _can_be_given(owner, name)]
            self._watch_names(
                f"{path}.", lambda: {n: getattr(owner, n) for n in given if hasattr(owner, n)}
            )

    def _watch_dictionary(self, path: str, owner: Any) -> None:
        known = _dictionary_of(owner)
        if known is not None and not isinstance(owner, type):
            self._watch_names(f"{path}.", lambda: known)

    def _watch_all(self, path: str, owner: Any) -> None:
        """Also watch what Python itself names, such as defaults and annotations."""
        if isinstance(owner, types.FunctionType):
            self._watch(path, lambda: _parts_of_function(owner))
        elif isinstance(owner, type):
            self._watch_names(f"{path}.", lambda: _all_parts_of_class(owner))
            self._watch(f"{path}.__annotations__", lambda: _listed(_annotations(owner)))


def _with_bases(cls: type) -> Iterable[type]:
    """A class and its base classes, without those on which no attributes can be set."""
    return (base for base in cls.__mro__ if not base.__flags__ & _IMMUTABLE)


def _dictionary_of(owner: Any) -> Mapping[str, Any] | None:
    if isinstance(owner, type):
        return vars(owner)
    try:
        return object.__getattribute__(owner, "__dict__")  # type: ignore[no-any-return]
    except AttributeError:
        return None


def _can_be_given(owner: object, name: str) -> bool:
    """Whether an attribute of a value made in C, if there is one of that name, is no method."""
    methods = (types.MethodDescriptorType, types.WrapperDescriptorType, types.BuiltinFunctionType)
    return not isinstance(inspect.getattr_static(type(owner), name, None), methods)


def _annotations(owner: Any) -> Mapping[str, object]:
    if isinstance(owner, type):
        known = vars(owner).get("__annotations__")
        return known if isinstance(known, dict) else {}
    return owner.__annotations__  # type: ignore[no-any-return]


def _parts_of_function(function: types.FunctionType) -> tuple[object, ...]:
    return (
        function.__code__, function.__defaults__, function.__kwdefaults__, function.__doc__,
        function.__name__, function.__qualname__, function.__module__,
        *_listed(function.__kwdefaults__ or {}), *_listed(function.__annotations__),
    )  # fmt: skip


def parts_of_class(cls: type) -> dict[str, object]:
    """The attributes of a class, without those that Python or libraries fill in later."""
    late = _WORKED_OUT | ({BY_VALUE} if issubclass(cls, enum.Flag) else set())
    fills_in = root_of(cls.__module__) == OURS
    return {
        name: value
        for name, value in vars(cls).items()
        if name not in late
        and not (fills_in and name.startswith("__"))
        and not (name == "__init__" and _is_init_of_protocol(cls, value))
    }


def _is_init_of_protocol(cls: type, value: object) -> bool:
    """Whether `typing` set this `__init__` of a protocol class, which the class inherits anyway."""
    inits = [vars(base).get("__init__") for base in cls.__mro__[1:]]
    return typing.Protocol in cls.__mro__ and any(value is known for known in inits)


def _all_parts_of_class(cls: type) -> dict[str, object]:
    """The attributes of a class as in `parts_of_class`, with its module and qualified name."""
    return {**parts_of_class(cls), "__module__": cls.__module__, "__qualname__": cls.__qualname__}


def _ready_of(
    prefix: str, attributes: dict[str, object], kept: set[str], assigned: set[str]
) -> WatchedReady:
    def ready() -> dict[str, object]:
        return {name: attributes[name] for name in kept if is_plain(attributes.get(name, ABSENT))}

    return WatchedReady(prefix, ready, ready(), assigned)


def _of_flag(attributes: dict[str, object], kept: set[str]) -> dict[str, object]:
    """The attributes of a flag, without its cached inverse and the plain cached values."""
    return {
        name: part
        for name, part in attributes.items()
        if name != "_inverted_" and not (name in kept and is_plain(part))
    }


def found_by_value(cls: type[enum.Flag]) -> list[object]:
    """The values and members of a class of flags, without the members that Python combined.

    For a combined member, the attributes that user code has set on it are listed instead.
    """
    found: list[object] = []
    for value, member in (*vars(cls)[BY_VALUE].items(),):
        is_of_several = member._value_ == value and member._name_ not in cls.__members__
        if not is_of_several:
            found += (value, member)
        else:
            given = (part for part in vars(member).items() if part[0] not in _OF_FLAGS)
            found += (thing for part in given for thing in part)
    return found


def _is_from_its_module(cls: type) -> bool:
    """Whether a class is found in its module by its qualified name, or is made in C."""
    if not cls.__flags__ & _MADE_BY_CLASS or cls.__flags__ & _IMMUTABLE:
        return True
    found: object = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = inspect.getattr_static(found, name, None)
    return found is cls or _is_made_in_c(cls)


def _is_made_in_c(cls: type) -> bool:
    new = vars(cls).get("__new__")
    if isinstance(new, types.BuiltinFunctionType) and new.__self__ is cls:
        return True
    own = (part for name, part in vars(cls).items() if name not in _OF_ANY_CLASS)
    return any(isinstance(part, _OF_C) and part.__objclass__ is cls for part in own)


def _listed(known: Mapping[str, object]) -> tuple[object, ...]:
    return (*known.keys(), *known.values())
