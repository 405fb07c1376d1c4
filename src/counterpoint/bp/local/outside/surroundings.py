"""What a b-thread can reach outside of itself: through its closure, its globals, its defaults.

A b-thread that changes such an object is coupled with others undetected, and one that reads a clock
depends on more than its events. So before its states are explored, everything that its code can
reach is listed once. After every resume these objects are compared with what they were.

The user's code is followed by the names that it mentions. What libraries do with their own
variables does not matter. Objects with a state that cannot be seen are listed as doubts.
"""

from __future__ import annotations

import abc
import collections
import collections.abc
import contextvars
import dataclasses
import datetime
import enum
import functools
import gc
import inspect
import io
import operator
import sys
import threading
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ....errors import ImpureThread
from ....identity import Identity, identity
from ...event import Event, Named
from ...eventset import EventSet, Finite
from ...sync import STATED, Sync
from ...thread import Rule
from ..bytecode.by_name import BY_WORD, names_asked_by
from ..bytecode.mentions import OURS, Libraries, dates_of, root_of, source_of_chance
from ..bytecode.orders import comes_in_any_order, may_come_in_any_order, may_tie
from ..bytecode.stack import is_any
from ..state.builtin_state import (
    ATOMS,
    BY_TEXT,
    ITERATORS,
    PARTS,
    PLACED_ITERATORS,
    VALUES,
    is_constant,
    layout_of,
    parts_of_exception,
)  # fmt: skip
from ..state.identity import value_key
from .contents import CACHING, Found, data_of, depends_on, indexed, slots_of
from .followed import Followed, content_named
from .opaque import Doubt, Doubtful, doubt_about, logs
from .owners import BY_VALUE, found_by_value, parts_of_class
from .registers import hooks, register_of

_NEVER_CHANGE: set[type] = {
    str, int, bytes, bool, type(None), range, types.CodeType, types.ModuleType,
}  # fmt: skip

_ONLY_REMEMBER = {"logging", "pathlib", "typing", "re", "functools", "abc"}
"""Modules with objects that change only in ways that make no difference to their users."""

_ITERATORS = ITERATORS | PLACED_ITERATORS | {types.GeneratorType}
_KNOWN = _ITERATORS | ATOMS | BY_TEXT | PARTS.keys() | VALUES.keys() | {
    types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.CellType,
    types.MappingProxyType, contextvars.ContextVar, CACHING, property, list, dict, set, frozenset,
    tuple, Sync, Rule, io.StringIO, io.BytesIO, threading.local,
}  # fmt: skip
_MADE_OF: set[type] = {
    slice, datetime.time, datetime.datetime, type({}.keys()), type({}.values()), type({}.items()),
}  # fmt: skip
"""Types of values that are followed to their parts."""

_SET_ATTRIBUTES = (
    setattr, delattr, functools.update_wrapper, functools.wraps, functools.total_ordering,
    dataclasses.dataclass, typing.final, typing.runtime_checkable, typing.no_type_check,
    typing.dataclass_transform, types.coroutine, abc.update_abstractmethods, abc.abstractmethod,
)  # fmt: skip
"""Functions that set attributes of their arguments."""

_LOCKS = {type(threading.Lock()), type(threading.RLock())}
_LOCK_OF_PROCESSES = ("_multiprocessing", "SemLock")
_OF_CODE = {types.FunctionType, types.BuiltinFunctionType}


class Surroundings(Followed):
    """Everything outside of itself that the code of `function` can change.

    `changed` names the first change.

    The module of `function`, or of `home` without one, counts as the user's. With `grows`, elements
    may be added to sets later.

    >>> heard = []
    >>> def listen():
    ...     heard.append("HOT")
    ...     yield
    >>> around = Surroundings(listen)
    >>> _ = next(listen())
    >>> around.changed()
    'heard'
    """

    def __init__(
        self,
        function: Callable[..., object] | None = None,
        *,
        home: Callable[..., object] | None = None,
        grows: bool = False,
    ) -> None:
        super().__init__(Libraries(getattr(function or home, "__module__", None)))
        self._in_any_order = may_come_in_any_order if grows else comes_in_any_order
        self._dates: dict[Identity, type] = {}  # the classes of dates that were found
        self._registers: set[str] = set()  # modules with watched global state
        if function is not None:
            self.adopt([(getattr(function, "__name__", "it"), function)])
            self.adopt((path, hook) for path, hook in hooks() if self._is_users(hook))

    def adopt(self, found: Iterable[Found]) -> bool:
        """Add objects and everything that they can reach. Returns whether any of it is new.

        Raises `ImpureThread` if something depends on chance or on a clock.
        """
        known = len(self.met)
        for root in found:
            todo = collections.deque([root])
            while todo:
                path, value = todo.popleft()
                key = identity(value)
                if isinstance(value, types.ModuleType):
                    todo.extend(self._handed_about(path, value))
                elif type(value) not in _NEVER_CHANGE and key not in self._opened:
                    self._opened[key] = value
                    if _is_seen(value):
                        self.met[key] = value
                    todo.extend(self._open(path, value))
        return len(self.met) > known

    def _open(self, path: str, value: Any) -> Iterable[Found]:
        """The objects that `value` leads to, each with its path. Watches what may change."""
        kind = type(value)
        if source := source_of_chance(value):
            raise ImpureThread(depends_on(path, source))
        if value is sys.modules:  # not watched, as Counterpoint itself loads modules
            self._doubt(Doubtful(Doubt.OPAQUE, f"{path}, the modules that are loaded"))
            return ()
        if kind in _LOCKS or (kind.__module__, kind.__name__) == _LOCK_OF_PROCESSES:
            raise ImpureThread(
                f"it uses {path}, a lock: b-threads that wait for each other by it do so unseen, "
                "and may wait for ever while they are checked. Let them wait for an event"
            )
        if kind not in _KNOWN or kind in _OF_CODE:
            self._doubt(doubt_about(path, value, self._libraries))
            of = value if kind in _OF_CODE or isinstance(value, type) else kind
            return [*self._open_register(path, of), *self._parts(path, value)]
        return self._parts(path, value)

    def _parts(self, path: str, value: Any) -> Iterable[Found]:
        """The objects that a value leads to, depending on its type."""
        kind = type(value)
        if is_any(value, BY_WORD):
            return self._mention_all()
        if kind is types.FunctionType:
            return self._function(path, value)
        if kind is types.MethodType:
            return [(path, value.__func__), (path, value.__self__)]
        if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
            owner = value.__self__
            if isinstance(owner, types.ModuleType) and kind is types.MethodWrapperType:
                return self._of_module(owner, value.__name__)
            if isinstance(owner, types.ModuleType):
                return self._call_by_names(value.__module__)
            return [(path, owner)]
        if kind is types.CellType:
            content = self._watch_names("", lambda: content_named(path, value))
            return content.items()
        if kind in _ITERATORS:
            self._watch(path, lambda: (value_key(value),), operator.eq)
            return self._iterator(path, value)
        if kind is object:
            self._texts.count()
        if kind is Event:
            return data_of(value)
        if kind is Sync:
            return [(path, getattr(value, part)) for part in STATED]
        if self._in_any_order(value):
            self._doubt(Doubtful(Doubt.UNORDERED, f"the set {path}"))
        if isinstance(value, type):
            return [*self._asked_for_the_time(path, value), *self._class(path, value)]
        dates = self._asked_for_the_time(path, value)
        if isinstance(value, collections.abc.Set) and kind in _MADE_OF:
            self._combined.count()
        if kind in _MADE_OF:
            return [*dates, *indexed(path, VALUES[kind](value))]
        if is_any(kind, BY_WORD):
            return [*self._mention(names_asked_by(value)), *indexed(path, gc.get_referents(value))]
        return [*dates, *self._container(path, value), *self._object(path, value)]

    def _of_module(self, module: types.ModuleType, method: str) -> Iterable[Found]:
        """What a method that every module has leads to: `__setattr__` sets any variable of it."""
        if method in ("__setattr__", "__delattr__"):
            self._code_sets_anything()
            self._watch_names(f"{module.__name__}.", lambda: vars(module))
        return ()

    def _asked_for_the_time(self, path: str, value: object) -> Iterator[Found]:
        """What code mentions of the class of a date: any date can return the current time."""
        for cls in dates_of(value):
            key = identity(cls)
            if key not in self._dates:
                self._dates[key] = cls
                yield from self._asked(path, cls)

    def _open_register(self, path: str, value: Any) -> Iterator[Found]:
        """Watch the global state of the module of `value`. Returns the user's objects in it."""
        root = root_of(value.__module__)
        if root not in self._registers and (found := register_of(root)) is not None:
            self._registers.add(root)
            kept = self._watch(*found)
            if root == "logging":
                yield from self._heard_by("logging.root", sys.modules[root].root)
            else:
                yield from (each for each in kept if self._is_users(each[1]))
        if is_any(value, _SET_ATTRIBUTES):
            self._code_sets_anything()
        if value is type:
            self._lead(f"{path}, by which it gets at a class that it does not name")

    # Classes and objects

    def _class(self, path: str, cls: type) -> Iterator[Found]:
        if self._is_library_class(cls):
            self._own(path, cls)
            yield from self._call_by_names(cls.__module__)
            return
        self._own_users(path, cls)
        if inspect.getattr_static(cls, "__repr__") is object.__repr__:
            self._texts.count()
        if may_tie(cls):
            self._sorted.count()
        parts = self._watch_names(f"{path}.", lambda: parts_of_class(cls))
        if issubclass(cls, set | frozenset):
            self._doubt(Doubtful(Doubt.UNORDERED, f"{path}, a class of sets"))
        kinds = (base for base in (*cls.__bases__, type(cls)) if base is not type)
        yield from ((base.__name__, base) for base in kinds)
        if isinstance(cls, enum.EnumMeta):
            yield from self._enumeration(path, cls)
        asked = inspect.getattr_static(cls, "__match_args__", ())
        yield from self._mention(name for name in asked if isinstance(name, str))
        for name, value in parts.items():
            yield from self._members(cls, name, f"{path}.{name}", value)

    def _enumeration(self, path: str, cls: enum.EnumMeta) -> Iterator[Found]:
        members: Mapping[str, object] = cls.__members__
        yield from ((f"{path}.{name}", member) for name, member in members.items())
        if issubclass(cls, enum.Flag):
            self._watch(f"{path}.{BY_VALUE}", lambda: found_by_value(cls))

    def _object(self, path: str, value: object) -> Iterator[Found]:
        cls = type(value)
        layout = layout_of(cls)
        if layout is None or self._only_remembers(cls) or logs(value):
            self._own(path, value)
            if logs(value, "Logger"):
                yield from self._heard_by(path, value)
            if self._is_library_class(cls):  # it need not be called
                yield from self._class(cls.__name__, cls)
            else:
                yield cls.__name__, cls
            return
        if isinstance(value, BaseException):
            yield from self._watch(path, lambda: parts_of_exception(value))
        if layout.has_dict:
            attributes = object.__getattribute__(value, "__dict__")
            yield from self._attributes(path, attributes, cls)
        if layout.slots:
            parts = self._watch_names(f"{path}.", lambda: slots_of(layout.slots, value))
            yield from ((f"{path}.{name}", part) for name, part in parts.items())
        yield cls.__name__, cls

    def _only_remembers(self, cls: type) -> bool:
        """Whether instances of a class change only in ways that make no difference."""
        root = root_of(cls.__module__)
        is_set = issubclass(cls, EventSet) and cls not in (Finite, Named)
        remembers = root in _ONLY_REMEMBER or (root == OURS and not is_set)
        return remembers and self._is_library_class(cls)


def _is_seen(value: object) -> bool:
    """Whether the state of a value can be read or watched."""
    kind = type(value)
    if kind in _KNOWN or is_constant(value) or kind.__module__ == "numpy":
        return True
    return layout_of(kind) is not None
