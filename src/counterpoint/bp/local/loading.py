"""What modules compute from the order of sets while they are loaded, as far as a program reads it.

A module is loaded once in a process, so all b-threads see the order that came up there; another
process may see another one. A statement that may see an order passes it on to the variables that it
writes, and these to the statements that read them, also by way of functions that are called.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from ...errors import Place
from ..maker import Maker
from .loaded import Loaded, Variable, loaded
from .opaque import Doubt, Doubtful
from .statements import Part

Wanted: TypeAlias = Mapping[str, Iterable[str]]
"""The names that are read of modules, by the names of these."""


class Loading:
    """What is doubtful about how the modules of a program were loaded."""

    def __init__(self) -> None:
        self._asked: tuple[object, ...] = ()
        self._found: tuple[tuple[str, Doubtful], ...] = ()

    def doubts(
        self,
        modules: Mapping[str, types.ModuleType],
        wanted: Mapping[str, set[str]],
        makers: tuple[Maker, ...],
    ) -> tuple[tuple[str, Doubtful], ...]:
        """The places where the order of a set may come into what is wanted of the modules.

        Each comes with the name of its module.
        """
        asked = (wanted, makers)
        if asked != self._asked:
            self._asked = asked
            self._found = tuple(_doubts(modules, wanted, makers))
        return self._found


def _doubts(
    modules: Mapping[str, types.ModuleType], wanted: Wanted, makers: Sequence[Maker]
) -> Iterator[tuple[str, Doubtful]]:
    found = _with_imports(modules.values())
    if not any(each.makes_sets for each in found.values()):
        return
    flow = _flow_of(frozenset(found.values()))
    of_program = list(flow.sources_of_makers(makers))
    of_threads = [
        flow.source_of_variable(name, each)
        for name, names in sorted(wanted.items())
        for each in sorted(names)
    ]
    for doubt, sources in ((Doubt.MADE, of_program), (Doubt.LOADED, of_threads)):
        for module, place in dict.fromkeys(filter(None, sources)):
            yield module, Doubtful(doubt, "a set, or a hash, while it is loaded", place)


def _with_imports(modules: Iterable[types.ModuleType]) -> dict[str, Loaded]:
    found: dict[str, Loaded] = {}
    todo = list(modules)
    while todo:
        module = todo.pop()
        if module.__name__ not in found and (known := loaded(module)) is not None:
            found[module.__name__] = known
            todo += known.imported
    return found


Source: TypeAlias = tuple[str, Place]
"""Where the order of a set is seen: what is to be said of the module, and the line."""


@lru_cache(64)
def _flow_of(modules: frozenset[Loaded]) -> _Flow:
    """How an order spreads in some modules; they are held, and are others when loaded again."""
    return _Flow({module.name: module for module in modules})


class _Flow:
    """Which variables may hold what comes of the order of a set."""

    def __init__(self, modules: dict[str, Loaded]) -> None:
        self._modules = modules
        self._variables: dict[Variable, Source] = {}
        self._parts: dict[Part, Source] = {}
        known = -1
        while known != len(self._variables) + len(self._parts):
            known = len(self._variables) + len(self._parts)
            for module in modules.values():
                self._spread(module)

    def source_of_variable(self, module: str, name: str) -> Source | None:
        """Where an order is seen that comes to a variable; None for a set, which has none yet."""
        variable = self._modules[module].origin(name) if module in self._modules else None
        if variable is None or variable not in self._variables:
            return None
        home = self._modules.get(variable[0])
        value = home and home.known.get(variable[1])
        return None if isinstance(value, set | frozenset) else self._variables[variable]

    def sources_of_makers(self, makers: Sequence[Maker]) -> Iterator[Source | None]:
        """Where an order is seen that comes to what made a program, or was handed on to that."""
        running = {part for maker in makers for part in self._parts_of(maker)}
        for maker in makers:
            if (module := self._modules.get(maker.module)) is None:
                continue
            if maker.name == "<module>":
                at = [each for each in module.parts.statements if maker.line in each.lines]
                yield from (self._source(module, part, running) for part in at)
            else:
                at = [each for part in self._parts_of(maker) for each in part.at(maker.line)]
                yield self._read(module, at, set(running))

    def _parts_of(self, maker: Maker) -> list[Part]:
        module = self._modules.get(maker.module)
        name = maker.name.rpartition(".")[2]
        if module is None:
            return []
        parts = module.parts.functions.get(name) or module.parts.methods.get(name) or []
        return [part for part in parts if maker.line in part.lines]

    def _read(self, module: Loaded, parts: Iterable[Part], before: set[Part]) -> Source | None:
        """Where an order is seen that comes to a variable that functions read, or those called."""
        for part in parts:
            if part not in before:
                before.add(part)
                for chain in part.reads:
                    for owner, name in module.variables(chain):
                        if source := self.source_of_variable(owner, name):
                            return source
                for other, function in self._called(module, part):
                    if source := self._read(other, [function], before):
                        return source
        return None

    def _spread(self, module: Loaded) -> None:
        functions = [part for parts in module.parts.functions.values() for part in parts]
        functions += [part for parts in module.parts.methods.values() for part in parts]
        for part in functions:
            if part not in self._parts and (source := self._source(module, part)):
                self._parts[part] = source
        for part in module.parts.statements:
            if part not in self._parts and (source := self._source(module, part)):
                self._parts[part] = source
                for name in part.writes:
                    self._variables.setdefault(module.origin(name), source)
                self._write_by_calls(module, part, source, set())

    def _write_by_calls(
        self, module: Loaded, part: Part, source: Source, before: set[Part]
    ) -> None:
        for other, function in self._called(module, part):
            if function not in before and function in self._parts:
                before.add(function)
                for name in function.writes:
                    self._variables.setdefault(other.origin(name), source)
                self._write_by_calls(other, function, source, before)

    def _source(self, module: Loaded, part: Part, running: Collection[Part] = ()) -> Source | None:
        """Where the order is seen that comes to a part, but for functions that are running."""
        if (line := module.lines.get(part)) is not None:
            return f"module {module.name}", Place.of_line(module.file, line)
        if head := next((each for each in part.under if each in self._parts), None):
            return self._parts[head]
        for chain in part.reads:
            for variable in module.variables(chain):
                if variable in self._variables:
                    return self._variables[variable]
        for other, function in self._called(module, part):
            if function in running:
                continue
            if function in self._parts:
                return self._parts[function]
            if other is not module and (line := other.giving.get(function)) is not None:
                return f"module {other.name}", Place.of_line(other.file, line)
        return None

    def _called(self, module: Loaded, part: Part) -> Iterator[tuple[Loaded, Part]]:
        for chain in part.calls:
            if chain[0] == "":
                for other in self._modules.values():
                    yield from ((other, each) for each in other.parts.methods.get(chain[-1], ()))
                continue
            for owner, name in module.variables(chain):
                if (home := self._modules.get(owner)) is not None:
                    yield from ((home, each) for each in home.parts.functions.get(name, ()))
