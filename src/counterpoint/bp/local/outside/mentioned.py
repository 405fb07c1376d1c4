"""Methods, and contents of modules, which are reached only if code mentions their names."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import operator
import types
from collections.abc import Iterable, Iterator
from typing import Any

from ....identity import Identity, identity
from ..bytecode.by_name import (
    called_by_code_of,
    called_by_python,
    is_ready_to_wait,
    makes_all_known,
)
from ..bytecode.mentions import Libraries, Mentions
from ..state.builtin_state import functions_of
from .contents import Found, slots_of
from .owners import Owners
from .registers import REGISTERED, registered
from .watched import ABSENT

_HAVE_ATTRIBUTES = (staticmethod, classmethod, functools.cached_property)
_OF_MEMBERS = {
    "func", "attrname", "lock", "__doc__", "__module__", "__name__", "__qualname__",
    "__annotations__", "__annotate__", "__type_params__", "__wrapped__", "__isabstractmethod__",
}  # fmt: skip
"""Attributes that Python itself gives to objects of the types in `_HAVE_ATTRIBUTES`."""

_METHODS = (types.FunctionType, staticmethod, classmethod, functools.partialmethod)

_WAIT_TEXT = """
    __abstractmethods__ __orig_bases__ __parameters__ __type_params__ __slots__ __protocol_attrs__
    __non_callable_proto_members__ __required_keys__ __optional_keys__ __readonly_keys__
    __mutable_keys__ __static_attributes__ __dataclass_params__
    """
_WAIT = frozenset(_WAIT_TEXT.split())
"""Attributes that Python gives to classes, most of them sets. Code must name them to see them."""


class Mentioned(Owners):
    """What the names in code lead to, and what waits for its name to be mentioned.

    A method waits until code mentions its name, unless a library may call it by that name.
    """

    def __init__(self, libraries: Libraries) -> None:
        super().__init__(libraries)
        self._opened: dict[Identity, object] = {}
        self._modules: list[tuple[str, types.ModuleType | type]] = []  # used as values
        self._mentions_all = False
        self._mentioned: set[str] = set()
        self._unmentioned: dict[str, list[Found]] = {}
        self._called: set[str] = set()  # names that reached libraries may call
        self._calls_all = False
        self._reached_libraries: set[str] = set()

    def _handed_about(self, path: str, module: types.ModuleType) -> Iterator[Found]:
        """The attributes that code may access of a module that is used as a value."""
        key = identity(module)
        if key not in self._opened:
            self._opened[key] = module
            yield from self._asked(path, module)

    def _asked(self, path: str, owner: types.ModuleType | type) -> Iterator[Found]:
        """The attributes of a module or library class that code mentions. `_mention` adds more."""
        self._modules.append((path, owner))
        names = tuple(vars(owner)) if self._mentions_all else tuple(self._mentioned)
        yield from self._inside((path,), owner, names)

    def _mentioned_part(
        self, path: tuple[str, ...], value: object, mentions: Mentions
    ) -> Iterator[Found]:
        """`value`, and the attributes that code accesses if it is a module or library class."""
        asked = sorted(mentions.attributes_of(*path))
        if not isinstance(value, types.ModuleType) or path in mentions.chains:
            yield ".".join(path), value
        if isinstance(value, types.ModuleType) or self._is_library_class(value):
            inside = self._inside(path, value, asked)
            yield from (each for each in inside if not isinstance(each[1], types.ModuleType))
        for name in asked:
            part = self._part(value, name)
            if isinstance(part, types.ModuleType | type):
                yield from self._mentioned_part((*path, name), part, mentions)

    def _inside(
        self, path: tuple[str, ...], value: object, names: Iterable[str]
    ) -> Iterator[Found]:
        """The attributes of a module or class with these names. Those of a module are watched."""
        dotted = ".".join(path)
        inside = {name: part for name in names if (part := self._part(value, name)) is not ABSENT}
        if isinstance(value, types.ModuleType):
            inside.pop("__builtins__", None)  # it belongs to the module `builtins`
            self._watch_some(f"{dotted}.", vars(value), names)
        yield from ((f"{dotted}.{name}", part) for name, part in inside.items())

    def _part(self, value: object, name: str) -> object:
        """An attribute, if it can be read without running user code; else `ABSENT`."""
        is_librarys = isinstance(value, types.ModuleType) and self._libraries.wrote(value.__name__)
        if is_librarys or self._is_library_class(value):
            return getattr(value, name, ABSENT)  # this may load a part of the library
        part = inspect.getattr_static(value, name, ABSENT)
        if isinstance(part, types.MemberDescriptorType) and not isinstance(value, type):
            return slots_of([part], value).get(name, ABSENT)
        return part

    def _mention(self, names: Iterable[str]) -> Iterator[Found]:
        """Note that code mentions names. Returns the parts found before that have these names."""
        more = sorted(name for name in names if name not in self._mentioned)
        self._mentioned.update(more)
        if "register" in more:
            self._watch(REGISTERED, registered, operator.eq)
        yield from self._no_longer_waiting(more)
        for path, module in self._modules:
            yield from self._inside((path,), module, more)

    def _mention_all(self) -> Iterator[Found]:
        """Note that code may mention any name, as it computes names. Returns what this reaches."""
        if self._mentions_all:
            return
        self._mentions_all = True
        yield from self._no_longer_waiting((*self._unmentioned,))
        self._watch(REGISTERED, registered, operator.eq)
        for where, module in self._modules:
            yield from self._inside((where,), module, tuple(vars(module)))

    # Methods, and other parts of classes

    def _members(self, cls: type, name: str, path: str, value: object) -> Iterator[Found]:
        """What a member of a class leads to. Methods may have to wait until code mentions them."""
        found = [(path, part) for part in _parts_of_member(value)]
        if isinstance(value, property | staticmethod | classmethod):
            self._watch(path, lambda: functions_of(value))
        if isinstance(value, _HAVE_ATTRIBUTES):
            given = self._watch_names(f"{path}.", lambda: vars(value))
            yield from ((f"{path}.{n}", p) for n, p in given.items() if n not in _OF_MEMBERS)
        if name == "__dataclass_fields__" and isinstance(value, dict):
            yield from self._fields(path, value)
        elif self._is_waiting(cls, name, value):
            self._unmentioned.setdefault(name, []).extend(found)
        else:
            yield from found

    def _is_waiting(self, cls: type, name: str, value: object) -> bool:
        if self._mentions_all or name in self._mentioned:
            return False
        if name.startswith("__"):
            return name in _WAIT
        if not isinstance(value, _METHODS) or self._calls_all or name in self._called:
            return False
        libraries = [base for base in cls.__mro__ if self._is_library_class(base)]
        return name not in called_by_python() and is_ready_to_wait(name, libraries)

    def _fields(self, path: str, fields: dict[str, Any]) -> Iterator[Found]:
        """Watch what a data class stores about its fields. The types of fields are not followed."""
        slots = dataclasses.Field.__slots__

        def parts() -> list[object]:
            known = [getattr(field, slot, ABSENT) for field in fields.values() for slot in slots]
            return [*fields.keys(), *fields.values(), *known]

        self._watch(path, parts)
        for name, field in fields.items():
            for slot in ("default", "default_factory", "metadata"):
                yield f"{path}.{name}.{slot}", getattr(field, slot, None)

    def _call_by_names(self, module: str | None) -> Iterator[Found]:
        """Note that a library module is reached. Returns those methods found that it may call."""
        if module is None or module in self._reached_libraries:
            return
        self._reached_libraries.add(module)
        if makes_all_known(module):
            self._calls_all = True
            yield from self._no_longer_waiting([n for n in self._unmentioned if n not in _WAIT])
        more = called_by_code_of(module) - self._called
        self._called |= more
        yield from self._no_longer_waiting(sorted(more & self._unmentioned.keys()))

    def _no_longer_waiting(self, names: Iterable[str]) -> Iterator[Found]:
        for name in names:
            yield from self._unmentioned.pop(name, ())


def _parts_of_member(value: object) -> tuple[object, ...]:
    if isinstance(value, functools.partialmethod):
        given = (*value.args, *value.keywords.values())
        return (value, *functions_of(value.func), *given)
    return functions_of(value)
