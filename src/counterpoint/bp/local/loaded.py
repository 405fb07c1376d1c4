"""A module of the user's as it was loaded: its statements, and where they may see a set's order."""

from __future__ import annotations

import ast
import builtins
import sys
import types
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.util import resolve_name
from pathlib import Path
from typing import TypeAlias

from ...identity import Identity, identity
from ..thread import Rule
from .keeping import Keeping
from .mentions import OURS, Libraries, root_of
from .statements import Chain, Part, Parts, parts_of
from .uses import comes_in_any_order

Variable: TypeAlias = tuple[str, str]
"""A variable by its module and its name."""

_MAKE_SETS = {"set", "frozenset", "hash", "id"}
_ONLY_DECORATE = {"functools", "contextlib", "abc", "enum", "dataclasses", "typing"}
_DECORATORS = (property, staticmethod, classmethod)
_GROW = {"add", "update", "symmetric_difference_update"}


def loaded(module: types.ModuleType) -> Loaded | None:
    """What is known of a module; None where it has no source, or is a library.

    A module that is loaded again has another `__spec__`, and is read again.
    """
    return _loaded(identity(module), identity(getattr(module, "__spec__", None)))


@lru_cache(1000)
def _loaded(module: Identity, spec: Identity) -> Loaded | None:
    file = getattr(module(), "__file__", None)
    if not str(file).endswith(".py") or Libraries(None).wrote(module().__name__):
        return None
    try:
        tree = ast.parse(Path(str(file)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    return Loaded(module(), str(file), tree)


class Loaded:
    """A module with its source; most is worked out where it is asked for only."""

    def __init__(self, module: types.ModuleType, file: str, tree: ast.Module) -> None:
        self.name = module.__name__
        self.file = file
        self.known: Mapping[str, object] = vars(module)
        self._tree = tree
        nodes = list(ast.walk(tree))
        self._imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        self.makes_sets = any(map(_makes_sets, nodes))
        """Whether sets may come up in it at all."""

    @property
    def imported(self) -> Iterator[types.ModuleType]:
        """The modules that it imports, as far as they are loaded."""
        found = (sys.modules.get(name) for name in self._mentioned)
        return (module for module in found if module is not None)

    @cached_property
    def _mentioned(self) -> tuple[str, ...]:
        """The names of all that may be modules that it imports."""
        names: dict[str, None] = {}
        for node in self._imports:
            base = self._base(node)
            names |= dict.fromkeys([base] if base else [])
            names |= {f"{base}.{a.name}" if base else a.name: None for a in node.names}
        return tuple(names)

    @cached_property
    def _taken(self) -> dict[str, Variable]:
        """The variables that are imported from other modules."""
        return {
            alias.asname or alias.name: (self._base(node), alias.name)
            for node in self._imports
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def _base(self, node: ast.Import | ast.ImportFrom) -> str:
        if isinstance(node, ast.Import):
            return ""
        relative = "." * node.level + (node.module or "")
        package = str(self.known.get("__package__") or "")
        return resolve_name(relative, package) if node.level and package else node.module or ""

    def origin(self, name: str) -> Variable:
        """A variable as the module has it that first had it."""
        taken = self._taken.get(name)
        if taken is None:
            return self.name, name
        home = sys.modules.get(taken[0])
        further = loaded(home) if home is not None and taken[0] != self.name else None
        return further.origin(taken[1]) if further is not None else taken

    def variables(self, chain: Chain) -> Iterator[Variable]:
        """The variables that a chain reads: of this module, and of one that it leads to."""
        if chain[0]:
            yield self.origin(chain[0])
        value = self.known.get(chain[0])
        if isinstance(value, types.ModuleType) and len(chain) > 1:
            yield value.__name__, chain[1]

    @cached_property
    def parts(self) -> Parts:
        """Its statements and functions."""
        parts = parts_of(self._tree, self.name == "__main__", self._calls_nothing)
        for name in [name for name, value in self.known.items() if isinstance(value, Rule)]:
            parts.functions.pop(name, None)
        return parts

    def _calls_nothing(self, chain: Chain) -> bool:
        value = self._value(chain)
        home = value.__name__ if isinstance(value, types.ModuleType) else None
        root = root_of(home or getattr(value, "__module__", None))
        is_decorator = any(value is each for each in _DECORATORS) or isinstance(value, Rule)
        if is_decorator or root in (*_ONLY_DECORATE, OURS):
            return chain[-1] != "reduce"
        return root not in sys.stdlib_module_names and Libraries(self.name).wrote(root)

    def _value(self, chain: Chain) -> object:
        value = self.known.get(chain[0], getattr(builtins, chain[0], None))
        for name in chain[1:]:
            if not isinstance(value, types.ModuleType):
                break
            value = getattr(value, name, None)
        return value

    @cached_property
    def _seen(self) -> tuple[dict[Part, int], dict[Part, int]]:
        if not self.makes_sets and not self._kept:
            return {}, {}
        return _lines_by_part(self, compile(self._tree, self.file, "exec", dont_inherit=True))

    @property
    def lines(self) -> dict[Part, int]:
        """The first line of each part that may see the order of a set."""
        return self._seen[0]

    @property
    def giving(self) -> dict[Part, int]:
        """The functions that give back a set, each with a line."""
        return self._seen[1]

    @cached_property
    def _kept(self) -> set[str]:
        """The names of variables that hold sets, here or in modules that are mentioned here."""
        owners = [self.known]
        for value in self.known.values():
            if isinstance(value, types.ModuleType) and loaded(value) is not None:
                owners.append(vars(value))
        return {n for known in owners for n, value in known.items() if comes_in_any_order(value)}


def _makes_sets(node: ast.AST) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return name in _MAKE_SETS or (
        isinstance(node, ast.BinOp)
        and any(
            isinstance(side, ast.Call)
            and isinstance(side.func, ast.Attribute)
            and side.func.attr in ("keys", "items")
            for side in (node.left, node.right)
        )
    )


def _lines_by_part(module: Loaded, code: types.CodeType) -> tuple[dict[Part, int], dict[Part, int]]:
    pieces = list(_pieces(code, None, module.parts))
    grow = any(not _GROW.isdisjoint(piece.co_names) for piece, _ in pieces)
    uses = [(Keeping(piece, module.known, grow), part) for piece, part in pieces]
    kept, held, given, known = set(module._kept), set[str](), set[str](), -1
    found = [set(each.lines_that_look()) for each, _ in uses]
    while known != len(kept) + len(held) + len(given):
        known = len(kept) + len(held) + len(given)
        for (each, _), lines in zip(uses, found, strict=True):
            lines.update(each.lines_that_look_at(kept, held, given))
            kept |= each.kept
            held |= each.held
            given |= each.given
    lines_of: dict[Part, int] = {}
    giving: dict[Part, int] = {}
    for (each, part), lines in zip(uses, found, strict=True):
        for line in sorted(lines, reverse=True):
            for owner in [part] if part else module.parts.statements:
                if part or line in owner.lines:
                    lines_of[owner] = line
        if each.given and part:
            giving[part] = each.code.co_firstlineno
    return lines_of, giving


def _pieces(
    code: types.CodeType, part: Part | None, parts: Parts
) -> Iterator[tuple[types.CodeType, Part | None]]:
    """A piece of code and those in it, each with the function that it is of, if it is of one."""
    yield code, part
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            own = parts.keys.get((inner.co_name, inner.co_firstlineno))
            yield from _pieces(inner, part or own, parts)
