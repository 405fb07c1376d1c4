"""Following the user's code to what it mentions, calls, and sets attributes of."""

from __future__ import annotations

import builtins
import gc
import inspect
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ....errors import Place
from ....identity import Identity, identity
from ...thread import is_plain
from ..bytecode.by_name import BY_WORD, asks_by_any_word, names_in_formats
from ..bytecode.leads import SETTERS, Leads
from ..bytecode.loading import orders_that_come_to
from ..bytecode.mentions import Libraries, Mentions
from ..bytecode.orders import comes_in_any_order, holds_ties
from ..bytecode.stack import is_any, nested
from ..bytecode.uses import Uses
from ..state.builtin_state import is_special
from .contents import CACHING, Found, indexed
from .mentioned import Mentioned
from .opaque import Doubt, Doubtful, reaches_anything
from .owners import Seen
from .watched import ABSENT

_OF_FUNCTIONS = {"__annotations__", "__kwdefaults__"}
"""Attributes of a function that are mutable dictionaries."""

_LOOKED_AT = (type, *SETTERS, *BY_WORD)
"""Globals that are not followed, because their uses are read from the code itself."""

_OF_WRAPPERS = (weakref.WeakKeyDictionary, type(threading.Lock()), type(threading.RLock()))
"""Types of objects in library wrappers, such as decorators, that are internal to the library."""


_COPY = {
    "copy", "deepcopy", "pickle", "dumps", "__copy__", "__deepcopy__", "__replace__",
    "__getstate__", "__reduce__", "__reduce_ex__",
}  # fmt: skip
"""Names by which code copies objects together with their cached values."""


class Waiting:
    """Doubts that count only once something else is found. `doubt` is called for each then."""

    def __init__(self, doubt: Callable[[Doubtful], None]) -> None:
        self._doubt = doubt
        self._waiting: list[Doubtful] | None = []

    def add(self, found: Doubtful) -> None:
        """Add a doubt. It is reported at once if `count` was called."""
        if self._waiting is None:
            self._doubt(found)
        else:
            self._waiting.append(found)

    def count(self) -> None:
        """Report all doubts, because the condition that they wait for is met."""
        waiting, self._waiting = self._waiting, None
        for found in waiting or ():
            self._doubt(found)


class Followed(Mentioned):
    """What functions can reach: their defaults and closures, globals, and attributes they set."""

    def __init__(self, libraries: Libraries) -> None:
        super().__init__(libraries)
        self.met: dict[Identity, object] = {}
        """The objects found outside so far, by identity. Each is watched or cannot change."""
        self._texts = Waiting(self._doubt)
        """Doubts that count if the text of some object shows its address."""
        self._sorted = Waiting(self._doubt)
        """Doubts that count if elements that are not equal may compare as ties."""
        self._combined = Waiting(self._doubt)
        """Doubts that count if views of dictionaries may be passed to other code."""
        self._led = Waiting(self._doubt)
        """Doubts that count if some code sets attributes."""

    def _function(self, path: str, function: types.FunctionType) -> Iterator[Found]:
        module = function.__globals__.get("__name__")
        if self._libraries.wrote(module):
            self._own(path, function)
            yield from self._call_by_names(module)
            yield from self._handed_over(path, function)
            return
        self._own_users(path, function)
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
        self._code_sets(mentions.assigned)
        if not _COPY.isdisjoint(mentions.names) or _starts_others(code):
            self.see_what_is_ready(Seen.CHANGING)
        if "frozenset" in mentions.names:
            self._sorted.count()  # sets tie if neither contains the other
        for part in nested(code):
            uses = Uses(part, known)
            yield from self._look_at_uses(path, uses, part)
            if (leads := Leads.of(part, known)) is not None:
                if leads.has_setter():
                    self._code_sets(mentions.names)
                self._look_at_leads(leads, part, uses.works_out_names())
        if not mentions.names.isdisjoint(_OF_FUNCTIONS):
            self._code_sets_anything()
        special = {name for name in mentions.assigned if is_special(name)}
        if name := min(special, default=None) or reaches_anything(mentions.names):
            self._doubt(_reaching(name, code))
        self._look_at_loading(known, mentions)
        if "getLogger" in mentions.names:
            yield from self._loggers(code, known)

    def _loggers(self, code: types.CodeType, known: dict[str, object]) -> Iterator[Found]:
        """The user's handlers and filters that process what `code` logs by `getLogger(name)`."""
        logging: Any = sys.modules.get("logging")
        loggers = logging.root.manager.loggerDict if logging else {}
        texts = [text for part in nested(code) for text in (*part.co_consts, *part.co_names)]
        names = [known.get(text, text) for text in texts if type(text) is str]
        meant = {near for name in names for near in _with_parents(name) if near in loggers}
        for name in sorted(meant or loggers):
            if isinstance(loggers[name], logging.Logger):
                yield from self._heard_by(name, loggers[name])

    def _heard_by(self, path: str, logger: Any) -> Iterator[Found]:
        """The user's handlers and filters that process what a logger logs."""
        while logger is not None:
            for each in (*logger.handlers, *logger.filters):
                if self._is_users(each):
                    yield f"{path}.handlers", each
            logger = logger.parent if logger.propagate else None

    def _is_users(self, value: object) -> bool:
        if isinstance(value, types.FunctionType):
            return not self._libraries.wrote(value.__globals__.get("__name__"))
        return not self._is_library_class(value if isinstance(value, type) else type(value))

    def _look_at_loading(self, known: dict[str, object], mentions: Mentions) -> None:
        """Note a doubt for each value that code reads and that depends on an order at loading."""
        module = sys.modules.get(str(known.get("__name__")))
        if module is None or vars(module) is not known:
            return
        what = f"what comes of a set, or a hash, while module {module.__name__} is loaded"
        for place in orders_that_come_to(module, mentions.chains, self._libraries):
            self._doubt(Doubtful(Doubt.UNORDERED, what, place))

    def _look_at_uses(self, path: str, uses: Uses, code: types.CodeType) -> Iterator[Found]:
        surely = set(uses.lines_that_look(texts_differ=True))
        maybe = set(uses.lines_that_look())
        what = f"a set, or a hash, in {path}"
        for line in uses.lines_that_look(elements_tie=True):
            place = Place.of_line(code.co_filename, line)
            if line in maybe:
                self._doubt(
                    Doubtful(Doubt.UNORDERED if line in surely else Doubt.TIED, what, place)
                )
            else:
                self._sorted.add(Doubtful(Doubt.UNORDERED, what, place))
        for line in uses.lines_that_draw():
            what = f"a random generator that may have no seed, in {path}"
            self._doubt(Doubtful(Doubt.OPAQUE, what, Place.of_line(code.co_filename, line)))
        for line in uses.lines_that_hash():
            what = f"a hash or an address, which differ from process to process, in {path}"
            self._doubt(Doubtful(Doubt.OPAQUE, what, Place.of_line(code.co_filename, line)))
        for line in uses.lines_that_place():
            what = f"where something lies, by its text, in {path}"
            self._doubt(Doubtful(Doubt.OPAQUE, what, Place.of_line(code.co_filename, line)))
        for line in uses.lines_that_make_texts():
            place = Place.of_line(code.co_filename, line)
            self._texts.add(Doubtful(Doubt.UNORDERED, f"the text of an object, in {path}", place))
        if code.co_flags & inspect.CO_GENERATOR and sys.version_info < (3, 13):
            for line in uses.lines_that_ask_for_locals():
                what = f"the dictionary of variables, which Python keeps aside, in {path}"
                self._doubt(Doubtful(Doubt.OPAQUE, what, Place.of_line(code.co_filename, line)))
        if uses.hands_on_a_view():
            self._combined.count()
        for line in uses.lines_that_combine():
            what = f"what may be views of dictionaries, and is combined, in {path}"
            place = Place.of_line(code.co_filename, line)
            self._combined.add(Doubtful(Doubt.UNORDERED, what, place))
        yield from self._mention(names_in_formats(uses))
        if asks_by_any_word(uses):
            yield from self._mention_all()
        if uses.works_out_names():
            yield from self._mention_all()
            self._code_sets_dictionaries()

    def _look_at_leads(self, leads: Leads, code: types.CodeType, works_out: bool) -> None:
        """Watch what `code` may set attributes of, or note a doubt about it.

        `works_out` says whether the code computes names of attributes.
        """
        has_setter = leads.has_setter()
        if has_setter and works_out:
            self._code_sets_anything()
        if leads.sets_others():
            self._led.count()
        for line in leads.lines_that_lead_on():
            what = f"a class or a function that {code.co_qualname} does not name"
            self._lead(what, Place.of_line(code.co_filename, line))
        for line in leads.lines_that_set_by_force():
            what = f"__setattr__ in {code.co_qualname}, by which it sets what is kept from it"
            place = Place.of_line(code.co_filename, line)
            self._doubt(Doubtful(Doubt.OPAQUE, what, place))
        for name in filter(is_special, leads.names_given()):
            self._doubt(_reaching(name, code))

    def _lead(self, what: str, place: Place | None = None) -> None:
        """Code reaches `what` without naming it. This is doubtful if some code sets attributes."""
        self._led.add(Doubtful(Doubt.OPAQUE, f"{what}, and sets attributes", place))

    def _cell(
        self, name: str, cell: types.CellType, function: types.FunctionType
    ) -> Iterator[Found]:
        content = _content(cell)
        code, known = function.__code__, function.__globals__
        if content and isinstance(content[0], types.ModuleType):
            self._watch_names("", lambda: content_named(name, cell))
            yield from self._mentioned_part((name,), content[0], Mentions.of(code))
        elif content and _is_set_used_blindly(name, content[0], code, known):
            self._watch_names("", lambda: content_named(name, cell))
            yield from self._set_used_blindly(name, content[0])
        else:
            yield name, cell

    def _globals(
        self, code: types.CodeType, known: dict[str, object], mentions: Mentions
    ) -> Iterator[Found]:
        # pytest adds variables with names that are no identifiers.
        first = {chain[0] for chain in mentions.chains if chain[0].isidentifier()}
        for name in self._watch_some("", known, first & known.keys() | mentions.stored):
            value = known.get(name)
            if _is_set_used_blindly(name, value, code, known):
                yield from self._set_used_blindly(name, value)
            elif not is_any(value, _LOOKED_AT):
                found = self._mentioned_part((name,), value, mentions)
                yield from (each for each in found if not is_any(each[1], BY_WORD))
        for name in sorted(first - known.keys()):
            value = vars(builtins).get(name, ABSENT)
            if value is not ABSENT and not is_any(value, _LOOKED_AT):
                yield name, value

    def _set_used_blindly(self, path: str, value: Any) -> Iterable[Found]:
        """The elements of a set that no code uses by this name in a way that shows its order."""
        key = identity(value)
        if key not in self.met:
            self.met[key] = value
            return self._container(path, value)
        return ()

    def _handed_over(self, path: str, function: types.FunctionType) -> Iterator[Found]:
        """The user's objects in a library's function, such as the wrapper of a decorator."""
        for name, part in function.__dict__.items():
            if isinstance(part, types.FunctionType):
                self._own(f"{path}.{name}", part)
            elif isinstance(part, types.MappingProxyType | dict | list | set):
                yield f"{path}.{name}", part
        cells = (part for cell in function.__closure__ or () for part in _content(cell))
        for part in (function.__dict__.get("__wrapped__"), *cells):
            if not (is_plain(part) or self._is_of_wrapper(part)):
                yield path, part

    def _is_of_wrapper(self, part: object) -> bool:
        """Whether a part of a library's wrapper belongs to the library."""
        if isinstance(part, types.ModuleType):
            return self._libraries.wrote(part.__name__)
        if isinstance(part, CACHING):
            return self._libraries.wrote(part.__module__)
        return isinstance(part, _OF_WRAPPERS)

    def _iterator(self, path: str, value: object) -> Iterator[Found]:
        """What an iterator refers to, and what its code reaches if it is a user's generator."""
        if isinstance(value, types.GeneratorType) and (frame := value.gi_frame) is not None:
            yield from ((name, local) for name, local in frame.f_locals.items())
            if not self._libraries.wrote(frame.f_globals.get("__name__")):
                yield from self._code(path, value.gi_code, frame.f_globals)
        elif not isinstance(value, types.GeneratorType):
            yield from ((path, part) for part in gc.get_referents(value))


def _starts_others(code: types.CodeType) -> bool:
    """Whether code may start b-threads by `sync(start=...)`, which copies their arguments."""
    texts = (const for part in nested(code) for const in part.co_consts)
    return any(const == "start" or (type(const) is tuple and "start" in const) for const in texts)


def _reaching(name: str, code: types.CodeType) -> Doubtful:
    what = f"{name} in {code.co_qualname}, by which it gets at what it does not name"
    return Doubtful(Doubt.OPAQUE, what, Place.of_code(code))


def _is_set_used_blindly(
    name: str, value: Any, code: types.CodeType, known: dict[str, object]
) -> bool:
    """Whether `value` is an unordered set, and `code` shows no order of it when using `name`."""
    if not comes_in_any_order(value):
        return False
    elements_tie = any(map(holds_ties, value))
    return not any(
        Uses(part, known).looks_at(name, elements_tie=elements_tie) for part in nested(code)
    )


def _with_parents(name: object) -> Iterator[str]:
    """The name of a logger, and those of its ancestors; none for what is not a name."""
    while isinstance(name, str) and name:
        yield name
        name = name.rpartition(".")[0]


def _content(cell: types.CellType) -> tuple[object, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def content_named(name: str, cell: types.CellType) -> dict[str, object]:
    content = _content(cell)
    return {name: content[0]} if content else {}
