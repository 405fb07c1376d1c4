"""What a b-thread can reach outside of itself: through its closure, its globals, its defaults.

A b-thread that changes such a thing couples with others unseen, and one that reads a clock depends
on more than its events. So before its states are explored, all that its code can reach is listed
once, and after every resume the list is compared with what it was.

Code is followed by what it mentions, as far as it is the user's own: what libraries do with their
own variables is their affair. What keeps state where it cannot be seen is listed as a doubt.
"""

from __future__ import annotations

import builtins
import collections
import contextvars
import enum
import gc
import io
import operator
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...errors import ImpureThread, Place
from ...identity import Identity, identity
from ..event import Event, Named
from ..eventset import EventSet, Finite
from ..sync import STATED, Sync
from ..thread import Rule
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
    layout_of,
)  # fmt: skip
from .contents import CACHING, Found, Watching, depends_on, indexed
from .identity import value_key
from .mentions import OURS, Libraries, Mentions, root_of, source_of_chance
from .opaque import Doubt, Doubtful, doubt_about, reaches_anything
from .stack import nested
from .uses import Uses, comes_in_any_order

_NEVER_CHANGE: set[type] = {
    str, int, bytes, bool, type(None), range, types.CodeType, types.ModuleType, Event, Named,
    Finite,
}  # fmt: skip

_ONLY_REMEMBER = {"logging", "pathlib", "typing", "re", "functools", "abc"}
"""Modules whose objects change in ways that make no difference to who asks them."""

_ITERATORS = ITERATORS | PLACED_ITERATORS | {types.GeneratorType}
_KNOWN = _ITERATORS | ATOMS | BY_TEXT | PARTS.keys() | VALUES.keys() | {
    types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.CellType,
    types.MappingProxyType, contextvars.ContextVar, CACHING, property, list, dict, set, frozenset,
    tuple, Sync, Rule, io.StringIO, io.BytesIO, threading.local,
}  # fmt: skip
_LOCKS = {type(threading.Lock()), type(threading.RLock())}
_OF_CODE = {types.FunctionType, types.BuiltinFunctionType}


class Surroundings(Watching):
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

    def __init__(
        self,
        function: Callable[..., object] | None = None,
        *,
        home: Callable[..., object] | None = None,
    ) -> None:
        super().__init__()
        self.met: dict[Identity, object] = {}
        """What was found outside so far, by its identity: each is watched, or cannot change."""
        self._opened: dict[Identity, object] = {}
        self.doubts: list[Doubtful] = []
        """What was found that can be neither read nor watched, or has an order of its own."""
        self._modules: list[tuple[str, types.ModuleType]] = []  # handed about as values
        self._mentions_all = False
        self._mentioned: set[str] = set()
        self._unmentioned: dict[str, list[Found]] = {}
        self._libraries = Libraries(getattr(function or home, "__module__", None))
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
                if isinstance(value, types.ModuleType):
                    todo.extend(self._handed_about(path, value))
                elif type(value) not in _NEVER_CHANGE and key not in self._opened:
                    self._opened[key] = value
                    if _is_seen(value):
                        self.met[key] = value
                    todo.extend(self._open(path, value))
        return len(self.met) > known

    def _open(self, path: str, value: Any) -> Iterable[Found]:
        """The things that hang on `value`, each with its path; what may change is watched."""
        kind = type(value)
        if source := source_of_chance(value):
            raise ImpureThread(depends_on(path, source))
        if kind in _LOCKS:
            raise ImpureThread(
                f"it uses {path}, a lock: b-threads that wait for each other by it do so unseen, "
                "and may wait for ever while they are checked. Let them wait for an event"
            )
        if kind not in _KNOWN or kind in _OF_CODE:
            self._doubt(doubt_about(path, value, self._libraries))
        if kind is types.FunctionType:
            return self._function(path, value)
        if kind is types.MethodType:
            return [(path, value.__func__), (path, value.__self__)]
        if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
            owner = value.__self__
            return () if isinstance(owner, types.ModuleType) else [(path, owner)]
        if kind is types.CellType:
            content = self._watch_names("", lambda: _content_named(path, value))
            return content.items()
        if kind in _ITERATORS:
            self._watch(path, lambda: (value_key(value),), operator.eq)
            return self._iterator(path, value)
        if kind is Sync:
            return [(path, getattr(value, part)) for part in STATED]
        if comes_in_any_order(value):
            self._doubt(Doubtful(Doubt.UNORDERED, f"the set {path}"))
        if isinstance(value, type):
            return self._class(path, value)
        return [*self._container(path, value), *self._object(path, value)]

    # Code

    def _function(self, path: str, function: types.FunctionType) -> Iterator[Found]:
        if self._libraries.wrote(function.__globals__.get("__name__")):
            yield from self._handed_over(path, function)
            return
        yield from indexed(path, function.__defaults__ or ())
        yield from indexed(path, (function.__kwdefaults__ or {}).values())
        yield from self._attributes(path, function.__dict__)
        yield from self._code(path, function.__code__, function.__globals__)
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            yield from self._cell(name, cell, function)

    def _code(self, path: str, code: types.CodeType, known: dict[str, object]) -> Iterator[Found]:
        mentions = Mentions.of(code)
        yield from self._mention(mentions.names)
        yield from self._globals(code, known, mentions)
        yield from mentions.modules(str(known.get("__package__") or ""))
        for part in nested(code):
            yield from self._look_at_uses(path, Uses(part, known), part)
        special = {name for name in mentions.assigned if is_special(name)}
        if name := min(special, default=None) or reaches_anything(mentions.names):
            what = f"{name} in {code.co_qualname}, by which it gets at what it does not name"
            self._doubt(Doubtful(Doubt.OPAQUE, what, Place.of_code(code)))

    def _look_at_uses(self, path: str, uses: Uses, code: types.CodeType) -> Iterator[Found]:
        for line in uses.lines_that_look():
            place = Place.of_line(code.co_filename, line)
            self._doubt(Doubtful(Doubt.UNORDERED, f"a set, or a hash, in {path}", place))
        if uses.works_out_names() and not self._mentions_all:
            self._mentions_all = True
            for found in (*self._unmentioned.values(),):
                yield from found
            self._unmentioned.clear()
            for where, module in self._modules:
                yield from self._inside((where,), module, tuple(vars(module)))

    def _cell(
        self, name: str, cell: types.CellType, function: types.FunctionType
    ) -> Iterator[Found]:
        content = _content(cell)
        code, known = function.__code__, function.__globals__
        if content and isinstance(content[0], types.ModuleType):
            self._watch_names("", lambda: _content_named(name, cell))
            yield from self._mentioned_part((name,), content[0], Mentions.of(code))
        elif content and _is_set_used_blindly(name, content[0], code, known):
            self._watch_names("", lambda: _content_named(name, cell))
            yield from self._set_used_blindly(name, content[0])
        else:
            yield name, cell

    def _globals(
        self, code: types.CodeType, known: dict[str, object], mentions: Mentions
    ) -> Iterator[Found]:
        first = {chain[0] for chain in mentions.chains if chain[0].isidentifier()}  # not pytest's
        for name in self._watch_some("", known, first & known.keys() | mentions.stored):
            value = known.get(name)
            if _is_set_used_blindly(name, value, code, known):
                yield from self._set_used_blindly(name, value)
            else:
                yield from self._mentioned_part((name,), value, mentions)
        for name in first - known.keys():
            if hasattr(builtins, name):
                yield name, getattr(builtins, name)

    def _set_used_blindly(self, path: str, value: Any) -> Iterable[Found]:
        """The elements of a set whose order nobody sees who knows it by this name."""
        key = identity(value)
        if key not in self.met:
            self.met[key] = value
            return self._container(path, value)
        return ()

    def _handed_about(self, path: str, module: types.ModuleType) -> Iterator[Found]:
        """What may be asked of a module that is handed about as a value."""
        key = identity(module)
        if key not in self._opened:
            self._opened[key] = module
            self._modules.append((path, module))
            names = tuple(vars(module)) if self._mentions_all else tuple(self._mentioned)
            yield from self._inside((path,), module, names)

    def _iterator(self, path: str, value: object) -> Iterator[Found]:
        """What an iterator goes through, and what its code reaches if it is a generator."""
        if isinstance(value, types.GeneratorType) and (frame := value.gi_frame) is not None:
            yield from ((name, local) for name, local in frame.f_locals.items())
            if not self._libraries.wrote(frame.f_globals.get("__name__")):
                yield from self._code(path, value.gi_code, frame.f_globals)
        elif not isinstance(value, types.GeneratorType):
            yield from ((path, part) for part in gc.get_referents(value))

    def _doubt(self, doubtful: Doubtful | None) -> None:
        if doubtful is not None:
            self.doubts.append(doubtful)

    def _mentioned_part(
        self, path: tuple[str, ...], value: object, mentions: Mentions
    ) -> Iterator[Found]:
        """`value`, and what is asked of it where it is a module or a class of a library."""
        asked = mentions.attributes_of(*path)
        if not isinstance(value, types.ModuleType) or path in mentions.chains:
            yield ".".join(path), value
        if isinstance(value, types.ModuleType) or self._is_library_class(value):
            yield from self._inside(path, value, asked)
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
        more = [name for name in names if name not in self._mentioned]
        self._mentioned.update(more)
        for name in more:
            yield from self._unmentioned.pop(name, ())
        for path, module in self._modules:
            yield from self._inside((path,), module, more)

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
        if issubclass(cls, set | frozenset):
            self._doubt(Doubtful(Doubt.UNORDERED, f"{path}, a class of sets"))
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
        if is_method and not self._mentions_all and name not in self._mentioned:
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


def _is_ours(cls: type) -> bool:
    return root_of(cls.__module__) == OURS and not issubclass(cls, EventSet)


def _is_set_used_blindly(
    name: str, value: object, code: types.CodeType, known: dict[str, object]
) -> bool:
    """Whether `value` is a set whose order is not seen by code that knows it by `name`."""
    return comes_in_any_order(value) and not any(
        Uses(part, known).looks_at(name) for part in nested(code)
    )


def _content(cell: types.CellType) -> tuple[object, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _is_seen(value: object) -> bool:
    """Whether the state of a value can be read or watched."""
    kind = type(value)
    if kind in _KNOWN or is_constant(value) or kind.__module__ == "numpy":
        return True
    return layout_of(kind) is not None


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
