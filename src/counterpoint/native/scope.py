"""The variables of one function: their kinds, slots, and definite assignment."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from ..data import dataclass
from .emit import Emitter, Value
from .source import Source
from .types import Kind, is_pointer, show_kind


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable's kind, and the addresses of its value and, for a debug pointer, its length."""

    kind: Kind
    slot: str
    length_slot: str


class Scope:
    """The variables of one function, at the current point of the translation.

    `assigned` has the names that are assigned on every path to this point; it is None if the point
    is unreachable.
    """

    def __init__(self, source: Source, emit: Emitter, *, debug: bool) -> None:
        self.source = source
        self._emit = emit
        self._debug = debug
        self._variables: dict[str, Variable] = {}
        self.assigned: frozenset[str] | None = frozenset()
        names = (node for node in ast.walk(source.tree) if isinstance(node, ast.Name))
        self.names = {arg.arg for arg in source.tree.args.args}
        self.names |= {node.id for node in names if isinstance(node.ctx, ast.Store)}

    def read(self, node: ast.Name) -> Value:
        """The value of a variable; refused if it may have none."""
        assert self.assigned is not None
        if node.id not in self.assigned:
            found = f"variable {node.id} is possibly used before it has a value"
            self.source.refuse(node, found, "an assignment on every way to this line")
        variable = self._variables[node.id]
        text = self._emit.let(f"load {'ptr' if variable.kind else 'i64'}, ptr {variable.slot}")
        if not variable.length_slot:
            return Value(variable.kind, text)
        length = self._emit.let(f"load i64, ptr {variable.length_slot}")
        return Value(variable.kind, text, length)

    def write(self, name: str, value: Value, node: ast.AST) -> None:
        """Assign a value to a variable; the first assignment determines its kind."""
        variable = self._variables.get(name) or self._declare(name, value.kind)
        if variable.kind != value.kind:
            found = f"{name} is {show_kind(variable.kind)} and here also {show_kind(value.kind)}"
            self.source.refuse(node, found, "one kind for one variable")
        type_ = "ptr" if value.kind else "i64"
        self._emit.do(f"store {type_} {value.text}, ptr {variable.slot}")
        if variable.length_slot:
            self._emit.do(f"store i64 {value.length}, ptr {variable.length_slot}")
        assert self.assigned is not None
        self.assigned |= {name}

    def _declare(self, name: str, kind: Kind) -> Variable:
        slot = self._emit.slot("ptr" if kind else "i64")
        length_slot = self._emit.slot("i64") if is_pointer(kind) and self._debug else ""
        return self._variables.setdefault(name, Variable(kind, slot, length_slot))


def meet(ways: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    """The names assigned on all of several paths; None if no path leads here.

    >>> meet([frozenset("ab"), None, frozenset("bc")])
    frozenset({'b'})
    """
    real = [way for way in ways if way is not None]
    return frozenset.intersection(*real) if real else None
