"""Dataclasses with methods that are compiled on first use.

The `dataclass` of the standard library compiles six methods for each class as soon as it is
imported. A command imports hundreds of classes and uses a third of them, so compiling all of them
would be a third of the time that a command needs to start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import partial
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

Space: TypeAlias = dict[str, Any]
"""The global namespace of a compiled method."""

Writer: TypeAlias = Callable[[Any, Space], str]
"""Returns the source of a method of a class, and adds the names that it uses to the namespace."""


class Later:
    """A descriptor that compiles a method on its first lookup, and is replaced by that method."""

    __slots__ = ("kind", "name", "write")

    def __init__(self, kind: type, name: str, write: Writer) -> None:
        self.kind = kind
        self.name = name
        self.write = write

    def __get__(self, instance: object, owner: type) -> Any:
        """The compiled method, bound if it is looked up on an instance."""
        space: Space = {}
        exec(self.write(self.kind, space), space)
        method = space[self.name]
        method.__qualname__ = f"{self.kind.__qualname__}.{self.name}"
        setattr(self.kind, self.name, method)
        return method.__get__(instance, owner)


class Hashed:
    """The base of data that is hashed often and has many parts: it keeps its hash."""

    __slots__ = ("_kept_hash",)


def lazy_dataclass(
    kind: type | None = None,
    /,
    *,
    frozen: bool = False,
    eq: bool = True,
    repr: bool = True,
    **how: bool,
) -> Any:
    """The class as a dataclass, like the standard one; `order` and `unsafe_hash` are not supported.

    >>> @lazy_dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(x=1), {Point(1): "here"}[Point(1)]
    (Point(x=1, y=0), True, 'here')
    """
    if kind is None:
        return partial(lazy_dataclass, frozen=frozen, eq=eq, repr=repr, **how)
    later: dict[str, Writer] = {"__init__": _frozen_init if frozen else _init}
    methods: dict[str, Any] = {"__repr__": _repr} if repr else {}
    if frozen:
        methods |= {"__setattr__": _set_no_part, "__delattr__": _delete_no_part}
    if frozen and how.get("slots"):
        methods |= {"__getstate__": parts_of, "__setstate__": _set_parts}
    if eq:
        later["__eq__"] = _eq
    if eq and frozen:
        later["__hash__"] = _hash
    elif eq:
        methods["__hash__"] = None
    # A class that defines `__eq__` but not `__hash__` has None as `__hash__`.
    own = {name for name, it in vars(kind).items() if name != "__hash__" or it is not None}
    if not kind.__doc__:  # the text that `dataclasses` computes costs a third of a millisecond
        kind.__doc__ = f"{kind.__name__}({', '.join(vars(kind).get('__annotations__', ()))})"
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, **how)(kind)
    methods |= {name: Later(made, name, write) for name, write in later.items()}
    for name in methods.keys() - own:
        setattr(made, name, methods[name])
    return made


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = lazy_dataclass


class _Factory:
    """The default of a parameter for a field that has a `default_factory`."""

    def __repr__(self) -> str:
        return "<factory>"


_TO_MAKE = _Factory()


def _init(kind: Any, space: Space) -> str:
    return _constructor(kind, space, lambda name, value: f"self.{name} = {value}")


def _frozen_init(kind: Any, space: Space) -> str:
    """The source of a constructor that bypasses frozen assignment; a slot is set directly."""
    space["__put"] = object.__setattr__

    def store(name: str, value: str) -> str:
        slot = getattr(kind, name, None)
        if not isinstance(slot, MemberDescriptorType):
            return f"__put(self, {name!r}, {value})"
        space[f"__put_{name}"] = slot.__set__
        return f"__put_{name}(self, {value})"

    return _constructor(kind, space, store)


def _constructor(kind: Any, space: Space, store: Callable[[str, str], str]) -> str:
    """The source of a constructor that stores each field by `store(name, value)`."""
    given = [part for part in fields(kind) if part.init]
    by_place = [_parameter(part, space) for part in given if not part.kw_only]
    by_name = [_parameter(part, space) for part in given if part.kw_only]
    values = [(part.name, value) for part in fields(kind) if (value := _value(part, space))]
    does = [store(name, value) for name, value in values]
    if hasattr(kind, "__post_init__"):
        does.append("self.__post_init__()")
    parameters = ", ".join(["self", *by_place, *(["*"] if by_name else []), *by_name])
    return f"def __init__({parameters}): {'; '.join(does) or 'pass'}"


def _parameter(part: Field[Any], space: Space) -> str:
    if part.default_factory is not MISSING:
        return f"{part.name}=__to_make"
    if part.default is MISSING:
        return part.name
    space[f"__default_{part.name}"] = part.default
    return f"{part.name}=__default_{part.name}"


def _value(part: Field[Any], space: Space) -> str:
    """The expression to store in a field; empty if the class or `__post_init__` sets the field."""
    if part.default_factory is MISSING:
        if part.init or part.default is MISSING:
            return part.name if part.init else ""
        space[f"__default_{part.name}"] = part.default
        return f"__default_{part.name}"
    space |= {"__to_make": _TO_MAKE, f"__make_{part.name}": part.default_factory}
    made = f"__make_{part.name}()"
    return f"{made} if {part.name} is __to_make else {part.name}" if part.init else made


def _eq(kind: Any, space: Space) -> str:
    names = [part.name for part in fields(kind) if part.compare]
    return f"""def __eq__(self, other):
    if other.__class__ is self.__class__:
        return {_tuple("self", names)} == {_tuple("other", names)}
    return NotImplemented"""


def _hash(kind: Any, space: Space) -> str:
    names = [p.name for p in fields(kind) if (p.compare if p.hash is None else p.hash)]
    found = f"hash({_tuple('self', names)})"
    if not issubclass(kind, Hashed):
        return f"def __hash__(self): return {found}"
    space["__keep"] = Hashed.__dict__["_kept_hash"].__set__
    return f"""def __hash__(self):
    try:
        return self._kept_hash
    except AttributeError:
        __keep(self, found := {found})
        return found"""


def _tuple(owner: str, names: list[str]) -> str:
    return "(" + "".join(f"{owner}.{name}, " for name in names) + ")"


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _set_no_part(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete_no_part(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def parts_of(self: Any) -> list[Any]:
    """The values of the fields of a dataclass, as they are pickled."""
    return [getattr(self, part.name) for part in fields(self)]


def _set_parts(self: Any, values: list[Any]) -> None:
    for part, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, part.name, value)
