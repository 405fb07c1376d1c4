"""Values that b-threads read and that may depend on the order of a set when a module was loaded.

A module is loaded once in a process, so all code in this process sees the same order, but another
process may have another order. So the statements of modules are followed in their order, together
with the functions that they name. A statement that may observe the order of a set marks all
variables that it writes or may change. So does a statement that reads a marked variable. If a
b-thread reads a marked variable, the b-threads are compared under other hash seeds.
"""

from __future__ import annotations

import contextlib
import dis
import types
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from ....errors import Place
from ....identity import Identity, identity
from ...event import Event
from ...thread import Rule
from .loaded import Loaded, Part, Variable, variables_of
from .mentions import Chain, Libraries
from .module_code import with_imports

_NEVER_CHANGE = (
    str, bytes, int, float, complex, bool, type(None), types.ModuleType,
)  # fmt: skip
_IN_CODE = (types.FunctionType, types.ModuleType, type, Rule)
"""Types of values that code defines or imports, and does not write by a computed name."""


_MAKE_SETS = {"set", "frozenset", "hash", "id", "__hash__"}
_BUILD_SET, _BINARY = dis.opmap["BUILD_SET"], dis.opmap["BINARY_OP"]


def orders_that_come_to(
    module: types.ModuleType, read: Iterable[Chain], libraries: Libraries
) -> tuple[Place, ...]:
    """The places where the order of a set may have been observed that influences what is read.

    `read` are the chains that code of the module reads.
    """
    flow = _flow(identity(module), identity(getattr(module, "__spec__", None)), libraries.home)
    found = (flow.source(module, chain) for chain in read)
    return tuple(dict.fromkeys(place for place in found if place is not None))


@lru_cache(1000)
def _flow(module: Identity, spec: Identity, home: str | None) -> _Flow:
    """The marked variables after loading a module. `spec` is new if the module is loaded again."""
    libraries = Libraries(home)
    together = with_imports(module(), libraries)
    return _Flow(module() if any(map(makes_sets, together)) else None, libraries)


def makes_sets(code: types.CodeType) -> bool:
    """Whether a code object itself, without nested code, may make sets or hashes."""
    operations = code.co_code[::2]
    if _BUILD_SET in operations or not _MAKE_SETS.isdisjoint(code.co_names):
        return True
    if any(isinstance(each, frozenset) for each in code.co_consts):
        return True
    if {"keys", "items"}.isdisjoint(code.co_names) or _BINARY not in operations:
        return False
    steps = zip(operations, code.co_code[1::2], strict=True)
    return any(step == _BINARY and operator in _combining() for step, operator in steps)


@cache
def _combining() -> frozenset[int]:
    """The arguments of `BINARY_OP` that make a set of two views of dictionaries."""
    texts = (f"a {operator} b" for operator in ("|", "&", "-", "^", "|=", "&=", "-=", "^="))
    codes = (compile(text, "", "exec").co_code for text in texts)
    return frozenset(
        operator
        for code in codes
        for step, operator in zip(code[::2], code[1::2], strict=True)
        if step == _BINARY
    )


class _Flow:
    """For each marked variable, where the order was observed that it may depend on.

    This covers a module and the user's modules that it imports.
    """

    def __init__(self, module: types.ModuleType | None, libraries: Libraries) -> None:
        self._libraries = libraries
        self._loaded: dict[Identity, Loaded] = {}
        self._sources: dict[Variable, Place] = {}
        if module is not None:
            self._load(module)

    def source(self, module: types.ModuleType, chain: Chain) -> Place | None:
        """Where the order was observed that what a chain reads depends on; None if on no order."""
        return next(filter(None, map(self._sources.get, variables_of(module, chain))), None)

    def _load(self, module: types.ModuleType) -> None:
        if identity(module) in self._loaded or self._libraries.wrote(module.__name__):
            return
        loaded = self._loaded[identity(module)] = Loaded(module, self._libraries)
        for parts in loaded.statements:
            for part in parts:
                for home, name, kept in part.imported():
                    self._take(module, home, name, kept)
            self._run(module, self._with_called(loaded, parts))

    def _take(
        self, module: types.ModuleType, home: types.ModuleType, name: str, kept: str | None
    ) -> None:
        """Mark the variable `kept` if it gets a marked variable `name` of the module `home`.

        Loads that module first. `name` may be `*`. `kept` is None if no variable gets the value.
        """
        self._load(home)
        names = vars(home) if name == "*" else [name]
        for each in names:
            source = self._sources.get((identity(home), each))
            if source is not None and kept is not None:
                self._sources.setdefault((identity(module), each if name == "*" else kept), source)

    def _with_called(self, loaded: Loaded, parts: list[Part]) -> list[tuple[Loaded, Part]]:
        """The parts, and those of all functions that they name, directly or through others."""
        found = [(loaded, part) for part in parts]
        done: set[Identity] = set()
        for home, part in found:  # the list grows during the loop
            names = {name for chain in part.chains for name in chain}
            owners = [self._loaded.get(owner) for owner in home.owners(part)]
            for owner in (home, *filter(None, owners)):
                for function in owner.functions:
                    if identity(function) not in done and function[0].is_any_of(names):
                        done.add(identity(function))
                        found += ((owner, each) for each in function)
        return found

    def _run(self, module: types.ModuleType, parts: list[tuple[Loaded, Part]]) -> None:
        """Mark all variables that the parts write if one part observes an order or reads a mark."""
        sources = (self._seen(loaded, part) for loaded, part in parts)
        source = next(filter(None, sources), None)
        if source is None:
            return
        for variable in self._written(parts):
            self._sources.setdefault(variable, source)

    def _written(self, parts: list[tuple[Loaded, Part]]) -> Iterator[Variable]:
        """The variables that the parts, which run together, write or may change."""
        if any(part.writes_by_name for _, part in parts):
            yield from (
                (module, name)
                for module in self._loaded
                for name, value in vars(module()).items()
                if not isinstance(value, _IN_CODE)
            )
        attributes = {name for _, part in parts for name in part.attributes}
        for loaded, part in parts:
            yield from ((identity(loaded.module), name) for name in part.writes)
            for chain in part.chains:
                for home, name in variables_of(loaded.module, chain):
                    value = vars(home()).get(name)
                    if isinstance(value, types.ModuleType):
                        yield from ((identity(value), attribute) for attribute in attributes)
                    elif not _never_changes(value):
                        yield home, name

    def _seen(self, loaded: Loaded, part: Part) -> Place | None:
        line = min(part.lines_of(loaded.sets), default=None)
        if line is not None:
            return Place.of_line(loaded.file, line)
        found = (self.source(loaded.module, chain) for chain in part.chains)
        return next(filter(None, found), None)


def _never_changes(value: object) -> bool:
    """Whether no code can change a value."""
    match value:
        case Event():
            return _never_changes((value.args, *value.fields.values()))
        case Rule():
            return not value.hung() and _never_changes(value.function)
        case types.FunctionType():
            hangs = vars(value).keys() - {"__wrapped__"}
            return not hangs and all(map(_never_changes, _held_by(value)))
    if type(value) in (tuple, frozenset):
        return all(map(_never_changes, value))  # type: ignore[call-overload]
    return isinstance(value, _NEVER_CHANGE)


def _held_by(function: types.FunctionType) -> Iterator[object]:
    """What a function keeps between calls: its defaults, and the variables that it closes over."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # the cell is empty
            yield cell.cell_contents
