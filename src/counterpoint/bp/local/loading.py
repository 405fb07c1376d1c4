"""What comes of the order of a set while modules are loaded, as far as b-threads read it.

A module is loaded once in a process, so everything there agrees with the order that came up; in
another process another one may come up. So the statements of modules are followed in their order,
with the functions whose names come up: what may see the order of a set hands it on to the variables
that it writes or may change, and so does what reads those. Where a b-thread reads one of them, a
comparison has to tell whether it makes a difference.
"""

from __future__ import annotations

import ast
import dis
import inspect
import sys
import types
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from importlib.util import resolve_name
from pathlib import Path
from typing import TypeAlias

from ...errors import Place
from ...identity import Identity, identity
from ..event import Event
from ..thread import Rule, thread
from .mentions import OURS, Chain, Libraries, chains, imports, root_of
from .stack import ATTRIBUTES, CALLS, nested
from .uses import Uses, comes_in_any_order

_KEPT = ("STORE_NAME", "STORE_GLOBAL")
_ASK = ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLASSDEREF", *ATTRIBUTES)
_NEVER_CHANGE = (str, bytes, int, float, complex, bool, type(None), Event)
_MAKE_SETS = {"set", "frozenset", "hash", "id", "__hash__"}
_BUILD_SET, _BINARY = dis.opmap["BUILD_SET"], dis.opmap["BINARY_OP"]
_IMPORT = dis.opmap["IMPORT_NAME"]
_NO_CODE = compile("", "", "exec")
_DEFINED = (types.FunctionType, type, Rule)
_CONTAINERS = ("BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_TUPLE", "BUILD_LIST")
_BLIND = {"Program", "Session", "check", "event_set", "never", "sync", "thread"}
"""What is given sets of events by modules: Counterpoint asks what is in them."""

Variable: TypeAlias = tuple[Identity, str]
"""A variable of a module."""


def orders_that_come_to(
    module: types.ModuleType, read: Iterable[Chain], libraries: Libraries
) -> tuple[Place, ...]:
    """Where the order of a set may have been seen that came to what is read in a module."""
    flow = _flow(identity(module), identity(getattr(module, "__spec__", None)), libraries.home)
    found = (flow.source(module, chain) for chain in read)
    return tuple(dict.fromkeys(place for place in found if place is not None))


@lru_cache(1000)
def _flow(module: Identity, spec: Identity, home: str | None) -> _Flow:
    """What came of orders while a module was loaded; one loaded again has another `spec`."""
    libraries = Libraries(home)
    together = _with_imports(module(), libraries)
    return _Flow(module() if any(map(_makes_sets, together)) else None, libraries)


def _with_imports(module: types.ModuleType, libraries: Libraries) -> list[types.CodeType]:
    """The code of a module, and of the user's that it may import, with all that is nested in it."""
    found: list[types.CodeType] = []
    todo, met = [module], {identity(module)}
    while todo:
        one = todo.pop()
        parts = [*nested(_code_of(one))]
        found += parts
        names = {n for part in parts if _IMPORT in part.co_code[::2] for n in part.co_names}
        packages = [str(vars(one).get("__package__") or "")]
        while "." in packages[-1]:
            packages.append(packages[-1].rpartition(".")[0])
        full = {*names, *(f"{package}.{name}".strip(".") for package in packages for name in names)}
        for name in sorted(full & sys.modules.keys()):
            other = sys.modules[name]
            if identity(other) not in met and not libraries.wrote(name):
                met.add(identity(other))
                todo.append(other)
    return found


def _makes_sets(code: types.CodeType) -> bool:
    """Whether sets, or hashes, may come up in a piece of code itself."""
    operations = code.co_code[::2]
    if _BUILD_SET in operations or not _MAKE_SETS.isdisjoint(code.co_names):
        return True
    if any(isinstance(each, frozenset) for each in code.co_consts):
        return True
    return _BINARY in operations and not {"keys", "items"}.isdisjoint(code.co_names)


class _Flow:
    """Where each variable has an order from, in a module and those of the user's it imports."""

    def __init__(self, module: types.ModuleType | None, libraries: Libraries) -> None:
        self._libraries = libraries
        self._loaded: dict[Identity, _Loaded] = {}
        self._sources: dict[Variable, Place] = {}
        if module is not None:
            self._load(module)

    def source(self, module: types.ModuleType, chain: Chain) -> Place | None:
        """Where the order was seen that came to what a chain reads; None if none did."""
        return next(filter(None, map(self._sources.get, _variables(module, chain))), None)

    def _load(self, module: types.ModuleType) -> None:
        if identity(module) in self._loaded or self._libraries.wrote(module.__name__):
            return
        loaded = self._loaded[identity(module)] = _Loaded(module, self._libraries)
        for parts in loaded.statements:
            for part in parts:
                for home, name, kept in part.imported():
                    self._take(module, home, name, kept)
            self._run(module, self._with_called(loaded, parts))

    def _take(
        self, module: types.ModuleType, home: types.ModuleType, name: str, kept: str | None
    ) -> None:
        """Import a name from another module, and keep it by another one if it is kept at all."""
        self._load(home)
        names = vars(home) if name == "*" else [name]
        for each in names:
            source = self._sources.get((identity(home), each))
            if source is not None and kept is not None:
                self._sources.setdefault((identity(module), each if name == "*" else kept), source)

    def _with_called(self, loaded: _Loaded, parts: list[Loading]) -> list[tuple[_Loaded, Loading]]:
        """The parts with those of all functions whose names come up in them."""
        found = [(loaded, part) for part in parts]
        done: set[Identity] = set()
        for home, part in found:  # which grows meanwhile
            names = {name for chain in part.chains for name in chain}
            owners = [self._loaded.get(owner) for owner in home.owners(part)]
            for owner in (home, *filter(None, owners)):
                for function in owner.functions:
                    if identity(function) not in done and function[0].is_any_of(names):
                        done.add(identity(function))
                        found += ((owner, each) for each in function)
        return found

    def _run(self, module: types.ModuleType, parts: list[tuple[_Loaded, Loading]]) -> None:
        """Hand on the order that one of the parts sees, or reads, to all that they write."""
        sources = (self._seen(loaded, part) for loaded, part in parts)
        source = next(filter(None, sources), None)
        if source is None:
            return
        for loaded, part in parts:
            for name in part.writes:
                self._sources.setdefault((identity(loaded.module), name), source)
            for chain in part.chains:
                for variable in _variables(loaded.module, chain):
                    if not _never_changes(getattr(variable[0](), variable[1], None)):
                        self._sources.setdefault(variable, source)

    def _seen(self, loaded: _Loaded, part: Loading) -> Place | None:
        line = min(part.lines_of(loaded.sets), default=None)
        if line is not None:
            return Place.of_line(loaded.file, line)
        found = (self.source(loaded.module, chain) for chain in part.chains)
        return next(filter(None, found), None)


def _variables(module: types.ModuleType, chain: Chain) -> Iterator[Variable]:
    """The variable that a chain reads, in this module or in one that it leads to."""
    while isinstance(inner := getattr(module, chain[0], None), types.ModuleType) and chain[1:]:
        module, chain = inner, chain[1:]
    yield identity(module), chain[0]


def _never_changes(value: object) -> bool:
    """Whether a value is what it was, whatever is done with it."""
    if type(value) in (tuple, frozenset):
        return all(map(_never_changes, value))  # type: ignore[call-overload]
    return isinstance(value, (*_NEVER_CHANGE, types.FunctionType, types.ModuleType, Rule))


class _Loaded:
    """The statements and functions of a module, each as the parts of code that run with it.

    `sets` are the names by which sets are kept.
    """

    def __init__(self, module: types.ModuleType, libraries: Libraries) -> None:
        self.module = module
        self.file = str(getattr(module, "__file__", None))
        self.functions: list[list[Loading]] = []
        self._libraries = libraries
        self._known = vars(module)
        self.statements = [self._at_once(code) for code in _statements_of(module)]
        self.sets = {n for n, value in self._known.items() if comes_in_any_order(value)}
        for part in (part for parts in (*self.statements, *self.functions) for part in parts):
            self.sets |= part.kept

    def _at_once(self, code: types.CodeType) -> list[Loading]:
        part = Loading(code, self._known)
        parts = [part]
        for inner in part.inner():
            given = [*part.decorators(inner)] if _is_function(inner) else [None]
            if thread in given:  # it runs as a b-thread only
                continue
            if all(map(self._only_decorates, given)):
                self.functions.append(self._at_once(inner))
            else:
                parts += self._at_once(inner)
        return parts

    def _only_decorates(self, function: object) -> bool:
        """Whether it runs nothing of what it is given, as decorators of libraries do not."""
        home = getattr(function, "__module__", None)
        return function is not None and home is not None and self._libraries.wrote(home)

    def owners(self, part: Loading) -> Iterator[Identity]:
        """The modules where things are defined that a part reads."""
        for chain in part.chains:
            for owner, name in _variables(self.module, chain):
                value = getattr(owner(), name, None)
                home = value.__module__ if isinstance(value, _DEFINED) else None
                yield owner if home is None else identity(sys.modules.get(home))


def _statements_of(module: types.ModuleType) -> Iterator[types.CodeType]:
    """The code of each statement of a module; none where there is no source."""
    source = _source_of(module)
    for statement in [] if source is None else ast.parse(source).body:
        file = str(module.__file__)
        yield compile(ast.Module([statement], []), file, "exec", dont_inherit=True)


def _code_of(module: types.ModuleType) -> types.CodeType:
    """All code of a module; none where there is no source."""
    loader = getattr(getattr(module, "__spec__", None), "loader", None)
    if type(loader) is SourceFileLoader:
        with suppress(ImportError, OSError, SyntaxError, ValueError):
            return loader.get_code(module.__name__) or _NO_CODE
    return compile(_source_of(module) or b"", str(module.__name__), "exec", dont_inherit=True)


def _source_of(module: types.ModuleType) -> bytes | None:
    file = str(getattr(module, "__file__", None))
    if file.endswith(".py"):
        with suppress(OSError, SyntaxError, ValueError):
            source = Path(file).read_bytes()
            compile(source, file, "exec", dont_inherit=True)
            return source
    return None


def _is_function(code: types.CodeType) -> bool:
    """Whether code runs only where it is called: no module, class, lambda or comprehension."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and code.co_name[0] != "<"


class Loading(Uses):
    """Code that may run while a module is loaded; `kept` are names by which it keeps sets."""

    def __init__(self, code: types.CodeType, known: Mapping[str, object]) -> None:
        super().__init__(code, known)
        self.chains = frozenset(chains(code))
        self.writes = frozenset(s.argval for s in self.steps if s.opname in _KEPT)
        self.kept: set[str] = set()
        self._looking = frozenset(self.lines_that_look())

    def inner(self) -> Iterator[types.CodeType]:
        """The code of functions and classes in it."""
        return (each for each in self.code.co_consts if isinstance(each, types.CodeType))

    def is_any_of(self, names: Collection[str]) -> bool:
        """Whether it is a function of one of these names, or stands in one, or in such a class."""
        return any(part in names for part in self.code.co_qualname.split("."))

    def imported(self) -> Iterator[tuple[types.ModuleType, str, str | None]]:
        """What it takes from modules, and the variable of its own module that this is kept in."""
        package = str(self._known.get("__package__") or "")
        taken_at = [n for n, step in enumerate(self.steps) if step.opname == "IMPORT_FROM"]
        stores = {self.steps[n].argval: self.steps[n + 1] for n in taken_at}
        for level, name, taken in imports(self.code):
            base = resolve_name("." * level + name, package) if level and package else name
            if (module := sys.modules.get(base)) is not None:
                yield module, "", None
                for each in taken:
                    store = stores.get(each)
                    is_kept = store is None or store.opname in _KEPT
                    yield module, each, (store.argval if store else each) if is_kept else None
                    if isinstance(inner := getattr(module, each, None), types.ModuleType):
                        yield inner, "", None

    def decorators(self, inner: types.CodeType) -> Iterator[object]:
        """What a function in it is given to while it is made; None for what is not known."""
        index = next((n for n, step in enumerate(self.steps) if step.argval == inner), None)
        while index is not None and self.steps[index].opname not in (*_KEPT, "STORE_FAST"):
            if self.steps[index].opname in CALLS:
                yield self._decorator(index)
            index = self.taker(index)
        if index is None:
            yield None

    def _decorator(self, call: int) -> object:
        start = next((start for start in range(call) if self.taker(start) == call), call)
        return self.called(start) if self.steps[start].opname in CALLS else self.function(start)

    def lines_of(self, names: Collection[str]) -> set[int]:
        """The lines that may see the order of a set, as of those that go by one of these names."""
        return {*self._looking} | {
            self.line(index)
            for index, step in enumerate(self.steps)
            if step.opname in _ASK and step.argval in names and self._is_seen(index, frozenset())
        }

    def _is_seen_by(self, index: int, taker: int, before: frozenset[int | str]) -> bool:
        name = self.steps[taker].opname
        if name in _KEPT:
            self.kept.add(self.steps[taker].argval)
            return False
        if name in _CONTAINERS:
            after = self.taker(taker)
            return after is None or not (
                self._is_given_to_us(after)
                or (self.steps[after].opname in _CONTAINERS and not self._is_seen(taker, before))
            )
        return not self._is_given_to_us(taker) and super()._is_seen_by(index, taker, before)

    def _is_given_to_us(self, call: int) -> bool:
        """Whether something is a call of what only asks what is in a set."""
        if self.steps[call].opname not in CALLS:
            return False
        function = self.called(call)
        home, name = getattr(function, "__module__", None), getattr(function, "__name__", None)
        return isinstance(function, Rule) or (root_of(home) == OURS and name in _BLIND)
