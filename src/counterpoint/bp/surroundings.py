"""What a b-thread can reach outside of itself: through its closure, its globals, its defaults.

A b-thread that changes such a thing couples with others unseen, and one that reads a clock depends
on more than its events. So before its states are explored, all that its code can reach is listed
once, and after every resume the list is compared with what it was.
"""

from __future__ import annotations

import collections
import operator
import random
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import ImpureThread, Place
from .builtin_state import PARTS, layout_of
from .event import Event
from .eventset import EventSet
from .thread import Rule, Thread

_SOURCES_OF_CHANCE = {
    "time": (
        "a clock",
        "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time "
        "process_time_ns localtime gmtime",
    ),
    "datetime": ("a clock", "now today utcnow"),
    "posix": ("randomness", "urandom getrandom"),
    "nt": ("randomness", "urandom"),
    "uuid": ("randomness", "uuid1 uuid4"),
    "secrets": ("randomness", "token_bytes token_hex token_urlsafe randbelow"),
    "builtins": ("the keyboard", "input"),
}

_NEVER_CHANGE = (
    str, int, float, complex, bytes, bool, type(None), range, Event, EventSet, Rule, Thread,
    types.BuiltinFunctionType, types.CodeType,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Watched:
    """A thing that may change: how to list its parts, and what they were."""

    path: str
    parts: Callable[[], tuple[object, ...]]
    before: tuple[object, ...]
    same: Callable[[object, object], object]

    def has_changed(self) -> bool:
        now = self.parts()
        return len(now) != len(self.before) or not all(map(self.same, now, self.before))


class Surroundings:
    """All that the code of a function can change outside of itself; `check` raises on a change.

    >>> heard = []
    >>> def listen():
    ...     heard.append("HOT")
    ...     yield
    >>> around = Surroundings(listen)
    >>> _ = next(listen())
    >>> around.changed()
    'heard'
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._watched: list[_Watched] = []
        self._met: dict[int, object] = {}
        todo = collections.deque([(getattr(function, "__name__", "it"), function)])
        self._meet(function)
        while todo:
            path, value = todo.popleft()
            for name, part in self._open(path, value):
                if self._meet(part):
                    todo.append((name, part))

    def changed(self) -> str | None:
        """The path of the first thing that is not what it was, None when all is as before."""
        return next((watched.path for watched in self._watched if watched.has_changed()), None)

    def _meet(self, value: object) -> bool:
        if isinstance(value, _NEVER_CHANGE) or id(value) in self._met:
            return False
        self._met[id(value)] = value
        return True

    def _watch(
        self,
        path: str,
        parts: Callable[[], tuple[object, ...]],
        same: Callable[[object, object], object] = operator.is_,
    ) -> tuple[object, ...]:
        self._watched.append(_Watched(path, parts, before := parts(), same))
        return before

    def _open(self, path: str, value: Any) -> Iterator[tuple[str, object]]:
        """The things that hang on `value`, each with its path; what may change is watched."""
        kind = type(value)
        if kind is types.FunctionType:
            yield from self._function(path, value)
        elif kind is types.MethodType:
            yield path, value.__func__
            yield path, value.__self__
        elif isinstance(value, dict):
            parts = self._watch(path, lambda: (*dict.keys(value), *dict.values(value)))
            yield from _indexed(path, parts)
        elif isinstance(value, list | set | collections.deque):
            yield from _indexed(path, self._watch(path, lambda: tuple(value)))
        elif isinstance(value, tuple | frozenset):
            yield from _indexed(path, value)
        elif isinstance(value, random.SystemRandom):
            raise ImpureThread(_reads(path, "randomness"))
        elif (parts_of := _parts_of(value)) is not None:
            yield from _indexed(path, self._watch(path, lambda: parts_of(value), operator.eq))
        elif isinstance(value, type):
            yield from self._class(path, value)
        else:
            yield from self._object(path, value)

    def _function(self, path: str, function: types.FunctionType) -> Iterator[tuple[str, object]]:
        yield from _indexed(path, function.__defaults__ or ())
        yield from _indexed(path, (function.__kwdefaults__ or {}).values())
        if _is_library(function.__module__):
            return
        code = function.__code__
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            yield from ((name, part) for part in self._watch(name, lambda c=cell: _content(c)))
        names = set(_names(code))
        known = function.__globals__
        for name in sorted(names & known.keys()):
            (value,) = self._watch(name, lambda n=name: (known.get(n),))
            yield from self._named(name, value, names, function)

    def _named(
        self, name: str, value: object, names: set[str], function: types.FunctionType
    ) -> Iterator[tuple[str, object]]:
        found = [(name, value)]
        if isinstance(value, types.ModuleType | type):
            found += [(f"{name}.{n}", getattr(value, n)) for n in names if hasattr(value, n)]
        for path, part in found:
            source = _source_of_chance(part)
            if source:
                raise ImpureThread(_reads(path, source), Place.of_code(function.__code__))
            if not isinstance(part, types.ModuleType):
                yield path, part

    def _class(self, path: str, cls: type) -> Iterator[tuple[str, object]]:
        if _is_library(cls.__module__):
            return
        own = [name for name in vars(cls) if name not in ("__dict__", "__weakref__", "__doc__")]
        parts = self._watch(path, lambda: tuple(vars(cls).get(name) for name in own))
        yield from ((f"{path}.{name}", part) for name, part in zip(own, parts, strict=True))

    def _object(self, path: str, value: object) -> Iterator[tuple[str, object]]:
        layout = layout_of(type(value))
        if layout is None or type(value).__module__ == "logging":
            return
        if layout.has_dict:
            attributes = object.__getattribute__(value, "__dict__")
            parts = self._watch(path, lambda: tuple(attributes.values()))
            yield from ((f"{path}.{n}", p) for n, p in zip(attributes, parts, strict=True))
        for slot in layout.slots:
            (part,) = self._watch(path, lambda s=slot: (_slot(s, value),))
            yield f"{path}.{slot.__name__}", part
        yield type(value).__name__, type(value)


def _indexed(path: str, values: Iterable[object]) -> Iterator[tuple[str, object]]:
    return ((f"{path}[{index}]", value) for index, value in enumerate(values))


def _reads(path: str, source: str) -> str:
    return (
        f"it uses {path}, which is {source}: a b-thread that is to be checked must depend on "
        "nothing but the events it is resumed with. Request several events to make a choice"
    )


def _source_of_chance(value: object) -> str | None:
    """What kind of chance a function reads, None for an ordinary value."""
    if not isinstance(value, types.BuiltinFunctionType | types.FunctionType):
        return None
    owner = value.__self__ if isinstance(value, types.BuiltinFunctionType) else None
    module = value.__module__ or getattr(owner, "__module__", None) or ""
    source, names = _SOURCES_OF_CHANCE.get(module, ("", ""))
    return source if value.__name__ in names.split() else None


def _parts_of(value: object) -> Callable[[Any], tuple[object, ...]] | None:
    """How to list what may change in a value that keeps its state out of sight."""
    if isinstance(value, random.Random):
        return lambda generator: tuple(generator.getstate())
    if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
        return lambda array: (array.tobytes(),)
    return PARTS.get(type(value))


def _is_library(module: str | None) -> bool:
    root = (module or "").partition(".")[0]
    return root in sys.stdlib_module_names or root == __name__.partition(".")[0]


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _content(cell: types.CellType) -> tuple[object, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _slot(slot: types.MemberDescriptorType, value: object) -> object:
    try:
        return slot.__get__(value)
    except AttributeError:
        return None
