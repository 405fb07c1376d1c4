"""What a b-thread can reach outside of itself: through its closure, its globals, its defaults.

A b-thread that changes such a thing couples with others unseen, and one that reads a clock depends
on more than its events. So before its states are explored, all that its code can reach is listed
once, and after every resume the list is compared with what it was.

Code is followed by what it mentions, as far as it is the user's own: what libraries do with their
own variables is their affair. State that C code keeps to itself is not seen here; where it matters,
replays differ.
"""

from __future__ import annotations

import collections
import contextvars
import enum
import functools
import gc
import io
import operator
import random
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ...errors import ImpureThread
from ...identity import Identity, identity
from ..event import Event, Named
from ..eventset import EventSet, Finite
from ..sync import STATED, Sync
from ..thread import Rule, is_plain
from .builtin_state import (
    ATOMS,
    BY_TEXT,
    ITERATORS,
    PARTS,
    PLACED_ITERATORS,
    VALUES,
    functions_of,
    is_constant,
    is_special,
    kept_ready,
    layout_of,
    remembered,
)  # fmt: skip
from .identity import value_key
from .mentions import OURS, Libraries, Mentions, root_of, source_of_chance
from .watched import ABSENT, WatchedNames, WatchedParts

Found: TypeAlias = tuple[str, object]
"""A thing that can be reached, with the path that leads there."""

_NEVER_CHANGE: set[type] = {
    str, int, bytes, bool, type(None), range, types.CodeType, types.ModuleType, Event, Named,
    Finite,
}  # fmt: skip

_ONLY_REMEMBER = {"logging", "pathlib", "typing", "re", "functools", "abc"}
"""Modules whose objects change in ways that make no difference to who asks them."""

_ITERATORS = ITERATORS | PLACED_ITERATORS | {types.GeneratorType}
_CACHING = type(functools.lru_cache(len))
_KNOWN = _ITERATORS | ATOMS | BY_TEXT | PARTS.keys() | VALUES.keys() | {
    types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.CellType,
    types.MappingProxyType, contextvars.ContextVar, _CACHING, property,
}  # fmt: skip


class Surroundings:
    """All that the code of a function can change outside of itself; `changed` names a change.

    >>> heard = []
    >>> def listen():
    ...     heard.append("HOT")
    ...     yield
    >>> around = Surroundings(listen)
    >>> _ = next(listen())
    >>> around.changed()
    'heard'
    """

    def __init__(self, function: Callable[..., object] | None = None) -> None:
        self.met: dict[Identity, object] = {}
        """What was found outside so far, by its identity: each is watched, or cannot change."""
        self._opened: dict[Identity, object] = {}
        self._watched: list[WatchedParts | WatchedNames] = []
        self._mentioned: set[str] = set()
        self._unmentioned: dict[str, list[Found]] = {}
        self._libraries = Libraries(getattr(function, "__module__", None))
        if function is not None:
            self.adopt([(getattr(function, "__name__", "it"), function)])

    def adopt(self, found: Iterable[Found]) -> bool:
        """Whether some of these things were not known yet; now they are, with all they reach.

        Raises `ImpureThread` where one of them depends on chance or on a clock.
        """
        known = len(self.met)
        for root in found:
            todo = collections.deque([root])
            while todo:
                path, value = todo.popleft()
                key = identity(value)
                if type(value) not in _NEVER_CHANGE and key not in self._opened:
                    self._opened[key] = value
                    if not _is_opaque(value):
                        self.met[key] = value
                    todo.extend(self._open(path, value))
        return len(self.met) > known

    def changed(self) -> str | None:
        """The path of the first thing that is not what it was, None when all is as before."""
        for watched in self._watched:
            if path := watched.changed():
                return path
        return None

    def _watch(
        self,
        path: str,
        parts: Callable[[], Sequence[object]],
        same: Callable[[object, object], object] = operator.is_,
    ) -> Iterator[Found]:
        """The parts, each with its path; from now on they are compared with what they are."""
        self._watched.append(WatchedParts(path, parts, before := parts(), same))
        return _indexed(path, before)

    def _watch_names(
        self, prefix: str, now: Callable[[], Mapping[str, object]], all_of_them: bool = True
    ) -> dict[str, object]:
        """What the names mean, which is compared from now on."""
        before = dict(now())
        self._watched.append(WatchedNames(prefix, now, before, all_of_them))
        return before

    def _open(self, path: str, value: Any) -> Iterable[Found]:
        """The things that hang on `value`, each with its path; what may change is watched."""
        if source := source_of_chance(value):
            raise ImpureThread(_reads(path, source))
        kind = type(value)
        if kind is types.FunctionType:
            return self._function(path, value)
        if kind is types.MethodType:
            return [(path, value.__func__), (path, value.__self__)]
        if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
            return [(path, value.__self__)]
        if kind is types.CellType:
            content = self._watch_names("", lambda: _content_named(path, value))
            return content.items()
        if kind in _ITERATORS:
            self._watch(path, lambda: (value_key(value),), operator.eq)
            return ()
        if kind is Sync:
            return [(path, getattr(value, part)) for part in STATED]
        if isinstance(value, type):
            return self._class(path, value)
        return [*self._container(path, value), *self._object(path, value)]

    # Code

    def _function(self, path: str, function: types.FunctionType) -> Iterator[Found]:
        if self._libraries.wrote(function.__globals__.get("__name__")):
            yield from self._handed_over(path, function)
            return
        yield from _indexed(path, function.__defaults__ or ())
        yield from _indexed(path, (function.__kwdefaults__ or {}).values())
        yield from self._attributes(path, function.__dict__)
        code = function.__code__
        yield from zip(code.co_freevars, function.__closure__ or (), strict=True)
        mentions = Mentions.of(code)
        yield from self._mention(mentions.names)
        yield from self._globals(function.__globals__, mentions)
        package = function.__globals__.get("__package__") or ""
        for name in sys.modules.keys() & mentions.modules(package):
            yield from self._inside((name,), sys.modules[name], mentions.names)

    def _globals(self, known: dict[str, object], mentions: Mentions) -> Iterator[Found]:
        wanted = {chain[0] for chain in mentions.chains} & known.keys() | mentions.stored
        for name in self._watch_some("", known, wanted):
            yield from self._mentioned_part((name,), known.get(name), mentions)
        if ("input",) in mentions.chains and "input" not in known:
            yield "input", input

    def _watch_some(
        self, prefix: str, known: Mapping[str, object], wanted: Iterable[str]
    ) -> list[str]:
        """Watch some names of many, whether or not they mean anything yet."""
        names = sorted(wanted)
        before = {name: known.get(name, ABSENT) for name in names}
        self._watched.append(WatchedNames(prefix, lambda: known, before, all_of_them=False))
        return names

    def _mentioned_part(
        self, path: tuple[str, ...], value: object, mentions: Mentions
    ) -> Iterator[Found]:
        """`value`, and what is asked of it where it is a module or a class of a library."""
        asked = mentions.attributes_of(*path)
        if isinstance(value, types.ModuleType):
            is_passed_on = path in mentions.chains
            yield from self._inside(path, value, mentions.names if is_passed_on else asked)
        elif self._is_library_class(value):
            yield from self._inside(path, value, asked)
        yield ".".join(path), value
        for name in asked:
            part = getattr(value, name, None)
            if isinstance(part, types.ModuleType | type):
                yield from self._mentioned_part((*path, name), part, mentions)

    def _inside(
        self, path: tuple[str, ...], value: object, names: Iterable[str]
    ) -> Iterator[Found]:
        """Some attributes of a module or class."""
        dotted = ".".join(path)
        inside = [name for name in names if hasattr(value, name)]  # may load a part of a library
        if isinstance(value, types.ModuleType):
            self._watch_some(f"{dotted}.", vars(value), names)
        yield from ((f"{dotted}.{name}", getattr(value, name)) for name in inside)

    def _is_library_class(self, value: object) -> bool:
        return isinstance(value, type) and self._libraries.wrote(value.__module__)

    def _mention(self, names: Iterable[str]) -> Iterator[Found]:
        """The methods met before that turn out to be mentioned."""
        for name in names:
            self._mentioned.add(name)
            yield from self._unmentioned.pop(name, ())

    def _handed_over(self, path: str, function: types.FunctionType) -> Iterator[Found]:
        """What a library's function, such as a decorator's wrapper, was given of the user's."""
        cells = (part for cell in function.__closure__ or () for part in _content(cell))
        for part in (function.__dict__.get("__wrapped__"), *cells):
            if isinstance(part, types.FunctionType | types.MethodType | type):
                yield path, part

    # Classes and objects

    def _class(self, path: str, cls: type) -> Iterator[Found]:
        if self._libraries.wrote(cls.__module__):
            return
        own = vars(cls)
        parts = self._watch_names(f"{path}.", lambda: {n: own[n] for n in own if not is_special(n)})
        yield from ((base.__name__, base) for base in (*cls.__bases__, type(cls)))
        if isinstance(cls, enum.EnumMeta):
            members: Mapping[str, object] = cls.__members__
            yield from ((f"{path}.{name}", member) for name, member in members.items())
        for name, value in {**own, **parts}.items():
            for part in functions_of(value):
                yield from self._member(name, f"{path}.{name}", part)

    def _member(self, name: str, path: str, part: object) -> Iterator[Found]:
        """A part of a class, at once or, if it is a method, when code mentions its name."""
        is_method = isinstance(part, types.FunctionType) and not name.startswith("__")
        if is_method and name not in self._mentioned:
            self._unmentioned.setdefault(name, []).append((path, part))
        elif not is_special(name) or isinstance(part, types.FunctionType):
            yield path, part

    def _object(self, path: str, value: object) -> Iterator[Found]:
        cls = type(value)
        layout = layout_of(cls)
        if layout is None or cls.__module__.partition(".")[0] in _ONLY_REMEMBER or _is_ours(cls):
            return
        if layout.has_dict:
            attributes = object.__getattribute__(value, "__dict__")
            yield from self._attributes(path, attributes, cls)
        if layout.slots:
            parts = self._watch_names(f"{path}.", lambda: _slots(layout.slots, value))
            yield from ((f"{path}.{name}", part) for name, part in parts.items())
        yield cls.__name__, cls

    def _attributes(
        self, path: str, attributes: dict[str, object], cls: type = object
    ) -> Iterator[Found]:
        """The attributes of an object but for values that `cls` only keeps to have them ready."""
        kept = kept_ready(cls)
        if kept:
            parts = self._watch_names(f"{path}.", lambda: _without(kept, attributes))
        else:
            parts = self._watch_names(f"{path}.", lambda: attributes)
        return ((f"{path}.{name}", part) for name, part in parts.items())

    def _container(self, path: str, value: Any) -> Iterable[Found]:
        """What a container holds, whatever its class says about itself."""
        match value:
            case collections.OrderedDict():
                items = collections.OrderedDict.items
                return self._watch(path, lambda: [part for item in items(value) for part in item])
            case dict():
                return self._watch(path, lambda: (*dict.keys(value), *dict.values(value)))
            case list():
                return self._watch(path, lambda: tuple(list.__iter__(value)))
            case set():
                return self._watch(path, lambda: tuple(set.__iter__(value)))
            case collections.deque():
                return self._watch(path, lambda: tuple(collections.deque.__iter__(value)))
            case tuple():
                return _indexed(path, tuple.__iter__(value))
            case frozenset():
                return _indexed(path, frozenset.__iter__(value))
        return self._opaque(path, value)

    def _opaque(self, path: str, value: Any) -> Iterable[Found]:
        """The parts of a value that is neither a container nor tells all by its attributes."""
        match value:
            case random.SystemRandom():
                raise ImpureThread(_reads(path, "randomness"))
            case random.Random():
                drawn = f"the random generator behind {path}"
                self._watch(drawn, lambda: random.Random.getstate(value), operator.eq)
            case contextvars.ContextVar():
                return self._watch(path, lambda: (value.get(None),))
            case types.MappingProxyType():
                return [(path, part) for part in gc.get_referents(value)]
            case Rule():
                return [(path, value.function), *self._attributes(path, vars(value))]
            case _CACHING():
                kept = self._watch(f"the cache of {path}", lambda: remembered(value))
                return [(path, value.__wrapped__), *kept]
            case io.StringIO() | io.BytesIO():
                return self._watch(path, lambda: (value.getvalue(),), operator.eq)
            case threading.local():
                return self._attributes(path, value.__dict__)
            case _ if type(value).__module__.startswith("numpy.random"):
                raise ImpureThread(_reads(path, "randomness"))
            case _ if type(value).__module__ == "numpy" and hasattr(value, "tobytes"):
                self._watch(path, lambda: (value.tobytes(),), operator.eq)
            case _ if parts := PARTS.get(type(value)):
                return self._watch(path, lambda: parts(value), operator.eq)
        return ()


def _indexed(path: str, values: Iterable[object]) -> Iterator[Found]:
    return ((f"{path}[{index}]", value) for index, value in enumerate(values))


def _reads(path: str, source: str) -> str:
    return (
        f"it uses {path}, which is {source}: a b-thread that is to be checked must depend on "
        "nothing but the events it is resumed with. Request several events to make a choice"
    )


def _is_ours(cls: type) -> bool:
    return root_of(cls.__module__) == OURS and not issubclass(cls, EventSet)


def _without(kept: set[str], attributes: dict[str, object]) -> dict[str, object]:
    """The attributes without plain values that are only kept ready: nobody can change those."""
    return {n: v for n, v in attributes.items() if n not in kept or not is_plain(v)}


def _content(cell: types.CellType) -> tuple[object, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _is_opaque(value: object) -> bool:
    """Whether a value keeps its state where it can neither be read nor watched."""
    kind = type(value)
    if kind in _KNOWN or is_constant(value) or kind.__module__ == "numpy":
        return False
    return layout_of(kind) is None


def _content_named(name: str, cell: types.CellType) -> dict[str, object]:
    content = _content(cell)
    return {name: content[0]} if content else {}


def _slots(slots: Iterable[Any], value: object) -> dict[str, object]:
    found = {}
    for slot in slots:
        try:
            found[slot.__name__] = slot.__get__(value)
        except AttributeError:
            continue
    return found
