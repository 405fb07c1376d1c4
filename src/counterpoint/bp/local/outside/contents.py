"""The contents of values outside of a b-thread, watched from the first time they are read."""

from __future__ import annotations

import collections
import contextvars
import functools
import gc
import inspect
import io
import operator
import random
import re
import threading
import types
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ....errors import ImpureThread, Place
from ....identity import Identity
from ...event import Event
from ...thread import Rule, Thread, is_plain
from ..bytecode.mentions import A_CLOCK, OURS, root_of
from ..state import arrays, hidden
from ..state.builtin_state import (
    PARTS,
    VALUES,
    functions_of,
    has_own_hash,
    kept_ready,
    layout_of,
    remembered,
)
from .opaque import Doubt, Doubtful, is_output, logs
from .watched import (
    ABSENT,
    WatchedCache,
    WatchedNames,
    WatchedParts,
    WatchedReady,
    alike,
)

Found: TypeAlias = tuple[str, object]
"""A path, and the object that it leads to."""

CACHING = type(functools.lru_cache(len))
"""The type of a function with an `lru_cache`."""

_OF_RULES = (inspect.Signature, Place)

_CALL_REFERENCE: Any = vars(weakref.ref)["__call__"]
_NEWLINES: Any = vars(io.StringIO)["newlines"]
_READ_WHOLE = (
    Rule, threading.local, CACHING, functools.cached_property, functools.singledispatchmethod,
)  # fmt: skip
_READ_AS_NAMES = {"logging", "typing", "re", "functools", "abc"}
"""Modules for which all attributes of an object are watched here.

Elsewhere, only those attributes of their objects are watched that code sets.
"""


class Watching:
    """Objects that may change. Each is compared with its state when it was first read."""

    met: dict[Identity, object]

    def __init__(self) -> None:
        self.doubts: list[Doubtful] = []
        """What was found that can be neither read nor watched, or has no fixed order."""
        self._watched: list[WatchedParts | WatchedNames | WatchedCache | WatchedReady] = []

    def _doubt(self, doubtful: Doubtful | None) -> None:
        if doubtful is not None:
            self.doubts.append(doubtful)

    def changed(self) -> str | None:
        """The path of the first object that has changed, None if none has."""
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
        """Watch the parts of an object from now on. Returns each part with its path."""
        self._watched.append(WatchedParts(path, parts, before := parts(), same))
        return indexed(path, before)

    def _watch_names(
        self, prefix: str, now: Callable[[], Mapping[str, object]], all_of_them: bool = True
    ) -> dict[str, object]:
        """Watch the values of names from now on. Returns the values by name."""
        before = dict(now())
        self._watched.append(WatchedNames(prefix, now, before, all_of_them))
        return before

    def _watch_some(
        self, prefix: str, known: Mapping[str, object], wanted: Iterable[str]
    ) -> list[str]:
        """Watch the wanted names in `known`, even those without a value. Returns them sorted."""
        names = sorted(wanted)
        before = {name: known.get(name, ABSENT) for name in names}
        self._watched.append(WatchedNames(prefix, lambda: known, before, all_of_them=False))
        return names

    def _attributes(
        self, path: str, attributes: dict[str, object], cls: type = object
    ) -> Iterator[Found]:
        """Watch the attributes of an object, except plain cached values. Returns the attributes.

        Cached values are those of a `cached_property` of `cls`.
        """
        kept = kept_ready(cls)
        if kept:
            parts = self._watch_names(f"{path}.", lambda: _without(kept, attributes))
        else:
            parts = self._watch_names(f"{path}.", lambda: attributes)
        return ((f"{path}.{name}", part) for name, part in parts.items())

    def _container(self, path: str, value: Any) -> Iterable[Found]:
        """Watch the contents of an object, without calling methods of its class. Returns them."""
        if isinstance(value, dict | set) and any(map(has_own_hash, _elements(value))):
            self._watch(path, lambda: (hidden.stored_hashes(value),), operator.eq)
        match value:
            case collections.OrderedDict():
                items, keys = collections.OrderedDict.items, dict.__iter__
                return self._watch(
                    path, lambda: [*(part for item in items(value) for part in item), *keys(value)]
                )
            case collections.defaultdict():
                return self._watch(
                    path, lambda: (value.default_factory, *dict.keys(value), *dict.values(value))
                )
            case dict():
                return self._watch(path, lambda: (*dict.keys(value), *dict.values(value)))
            case list():
                return self._watch(path, lambda: tuple(list.__iter__(value)))
            case set():
                return self._watch(path, lambda: tuple(set.__iter__(value)))
            case collections.deque():
                return self._watch(path, lambda: tuple(collections.deque.__iter__(value)))
            case tuple():
                return indexed(path, tuple.__iter__(value))
            case frozenset():
                return indexed(path, frozenset.__iter__(value))
        return [*self._opaque(path, value), *self._unread(path, value)]

    def _unread(self, path: str, value: Any) -> Iterable[Found]:
        """Watch the attributes of an object if no other method reads them. Returns them."""
        cls = type(value)
        root = root_of(cls.__module__)
        if cls in PARTS or isinstance(value, _READ_WHOLE) or logs(value) or is_output(value):
            return ()
        if root == OURS:
            return _what_programs_hold(path, value)
        if root == "numpy" or (layout_of(cls) is not None and root not in _READ_AS_NAMES):
            return ()
        try:
            attributes = object.__getattribute__(value, "__dict__")
        except AttributeError:
            return ()
        return self._attributes(path, attributes)

    def _opaque(self, path: str, value: Any) -> Iterable[Found]:
        """Watch the parts of a value that is no container and is not just its attributes.

        Returns the parts. Raises `ImpureThread` for sources of randomness.
        """
        match value:
            case _ if is_output(value):
                return ()
            case weakref.ref():
                return [(path, _CALL_REFERENCE(value))]
            case _ if logs(value, "Logger"):
                self._watch(path, lambda: (value.level, value.disabled, value.propagate))
                return self._watch(f"{path}.handlers", lambda: (*value.handlers, *value.filters))
            case _ if logs(value, "Handler", "LoggerAdapter"):
                parts_of_log = self._watch_names(f"{path}.", lambda: _without_streams(vars(value)))
                return [(f"{path}.{name}", part) for name, part in parts_of_log.items()]
            case random.SystemRandom():
                raise ImpureThread(depends_on(path, "randomness"))
            case random.Random():
                drawn = f"{GENERATOR} {path}"
                self._watch(drawn, lambda: random.Random.getstate(value), operator.eq)
            case contextvars.ContextVar():
                return self._watch(path, lambda: _content_of(value))
            case contextvars.Token():
                return [(f"{path}.var", value.var), (f"{path}.old_value", value.old_value)]
            case re.Match():
                return [(f"{path}.string", value.string)]
            case property() | functools.cached_property() | functools.singledispatchmethod():
                return self._watch(path, lambda: functions_of(value))
            case types.MappingProxyType():
                return [(path, part) for part in gc.get_referents(value)]
            case Rule():
                attributes = self._attributes(path, vars(value))
                own = [found for found in attributes if not isinstance(found[1], _OF_RULES)]
                return [(path, value.function), *own]
            case CACHING():
                self._watch_names(f"{path}.", lambda: vars(value))
                before = remembered(value)
                cache = WatchedCache(
                    f"the cache of {path}", lambda: remembered(value), before, self.met
                )
                self._watched.append(cache)
                return [(path, value.__wrapped__), *indexed(cache.path, before.values())]
            case io.StringIO() | io.BytesIO():
                self._watch(path, lambda: _of_memory(value), operator.eq)
            case threading.local():
                return self._attributes(path, value.__dict__)
            case _ if str(type(value).__module__).startswith("numpy.random"):
                raise ImpureThread(depends_on(path, "randomness"))
            case _ if root_of(type(value).__module__) == "numpy":
                return self._of_numpy(path, value)
            case _ if parts := PARTS.get(type(value)):
                return self._watch(path, lambda: parts(value), alike)
            case _ if of_value := VALUES.get(type(value)):
                return indexed(path, of_value(value))
        return ()

    def _of_numpy(self, path: str, value: Any) -> Iterable[Found]:
        """Watch an array or scalar. Other NumPy objects with a state are noted as doubts."""
        if not arrays.can_be_watched(value):
            kind = type(value)
            what = f"{path}, which is of {kind.__module__}.{kind.__qualname__}"
            self._doubt(Doubtful(Doubt.OPAQUE, what))
            return ()
        self._watch(path, lambda: arrays.shown(value), operator.eq)
        return self._watch(path, lambda: arrays.held(value))


def _elements(value: dict[Any, Any] | set[Any]) -> Iterator[object]:
    return dict.__iter__(value) if isinstance(value, dict) else set.__iter__(value)


def data_of(event: Event) -> Iterator[Found]:
    """The data of an event, each value with its path."""
    yield from ((f"the data of {event}", part) for part in event.args)
    yield from ((f"{event}.{name}", part) for name, part in event.fields.items())


def indexed(path: str, values: Iterable[object]) -> Iterator[Found]:
    """The values, each with the path to it."""
    return ((f"{path}[{index}]", value) for index, value in enumerate(values))


def _content_of(variable: contextvars.ContextVar[object]) -> tuple[object, ...]:
    """The current value of a context variable, which may be its default; empty without one."""
    try:
        return (variable.get(),)
    except LookupError:
        return ()


def _of_memory(file: io.StringIO | io.BytesIO) -> tuple[object, ...]:
    """The content, the position and the newlines of a file in memory, without its attributes."""
    if file.closed:
        return ("closed",)
    kind: Any = io.StringIO if isinstance(file, io.StringIO) else io.BytesIO
    *state, _ = kind.__getstate__(file)  # the last item is its attributes
    return (*state, _NEWLINES.__get__(file) if kind is io.StringIO else None)


def _what_programs_hold(path: str, value: Any) -> Iterator[Found]:
    """The parts of Counterpoint's objects that code may change: arguments, and set attributes."""
    if isinstance(value, Thread):
        yield from ((path, value.args), (path, value.kwargs), (path, value.rule))
        return
    hung = getattr(value, "__dict__", {})
    yield from ((f"{path}.{n}", part) for n, part in hung.items() if not n.startswith("_"))


MAKE_A_CHOICE = "Request several events to make a choice"
"""What to do instead of drawing random numbers."""

GENERATOR = "the random generator behind"
"""How the name of what changes begins if random numbers are drawn."""


def depends_on(path: str, source: str) -> str:
    """The message of the error for a b-thread that depends on chance."""
    instead = "For timeouts, wait for after(seconds)" if source == A_CLOCK else MAKE_A_CHOICE
    return (
        f"it uses {path}, which is {source}: a b-thread that is to be checked must depend on "
        f"nothing but the events it is resumed with. {instead}"
    )


def slots_of(slots: Iterable[Any], value: object) -> dict[str, object]:
    """The values of the slots of an object that are set, by name."""
    found = {}
    for slot in slots:
        try:
            found[slot.__name__] = slot.__get__(value)
        except AttributeError:
            continue
    return found


def _without(kept: set[str], attributes: dict[str, object]) -> dict[str, object]:
    """The attributes without the plain values among the cached ones, which cannot be changed."""
    return {n: v for n, v in attributes.items() if n not in kept or not is_plain(v)}


def _without_streams(attributes: dict[str, object]) -> dict[str, object]:
    """The attributes of a handler of `logging`, without its lock and its files.

    Files in memory are included, because code may read them again.
    """
    memory = (io.StringIO, io.BytesIO)
    return {
        name: value
        for name, value in attributes.items()
        if name != "lock" and (isinstance(value, memory) or not isinstance(value, io.IOBase))
    }
