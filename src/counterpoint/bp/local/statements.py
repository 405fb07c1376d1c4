"""What each statement of a module reads, calls and writes while the module is loaded.

Names go as chains: `("settings", "ORDER")` for an attribute of a variable, `("", "order")` for one
of anything else. Functions are parts of their own: they run where they are called.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import TypeAlias

from ...data import dataclass

Chain: TypeAlias = tuple[str, ...]
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Key: TypeAlias = tuple[str, int]
"""The name and the first line of a function, as its code has them."""

CallsNothing: TypeAlias = Callable[[Chain], bool]
"""Whether what a chain leads to calls none of the functions that it is given, or not yet."""

_SEE_NO_ORDER = {"sorted", "len", "set", "frozenset", "bool", "isinstance", "type"}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(slots=True, eq=False)
class Part:
    """A statement without the functions in it, or a function with all that is nested in it.

    `under` are the heads of the loops and conditions that a statement stands in: parts themselves.
    """

    lines: range
    under: tuple[Part, ...] = ()
    reads: set[Chain] = field(default_factory=set)
    calls: set[Chain] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    inside: list[Part] = field(default_factory=list)
    """The statements of a function, with its own variables and the functions in them."""

    def at(self, line: int) -> Iterator[Part]:
        """The statements of a function that come to what it does at a line."""
        found = {part: None for part in self.inside if line in part.lines}
        todo = list(found)
        while todo:
            part = todo.pop()
            yield part
            names = {chain[0] for chain in (*part.reads, *part.calls)}
            for other in self.inside:
                is_read = not names.isdisjoint(other.writes) or other in part.under
                if is_read and other not in found:
                    found[other] = None
                    todo.append(other)


@dataclass(slots=True)
class Parts:
    """The statements that run while a module is loaded, and its functions.

    A lambda goes by the variable that it comes to, and methods that Python calls by itself by their
    class; the others go by their names alone. `keys` says which function a piece of code is.
    """

    statements: list[Part] = field(default_factory=list)
    functions: dict[str, list[Part]] = field(default_factory=dict)
    methods: dict[str, list[Part]] = field(default_factory=dict)
    keys: dict[Key, Part] = field(default_factory=dict)


def parts_of(tree: ast.Module, is_script: bool, calls_nothing: CallsNothing) -> Parts:
    """The parts of a module; what stands under `if __name__ == "__main__"` is one of a script.

    >>> tree = ast.parse("def order(): return list(NAMES)\\nORDER = [order(), KEEP]")
    >>> parts = parts_of(tree, False, lambda chain: False)
    >>> [sorted(part.writes) for part in parts.statements], sorted(parts.functions)
    ([['order'], ['ORDER']], ['order'])
    """
    parts = Parts()
    body = [node for node in tree.body if is_script or not _is_of_scripts(node)]
    for reader in _statements(body, (), calls_nothing):
        parts.statements.append(reader.part)
        for owner, function in reader.functions:
            _add(parts, _Body(function, calls_nothing).part, function, owner, reader.part)
    return parts


def _statements(
    body: Iterable[ast.stmt], under: tuple[Part, ...], calls_nothing: CallsNothing
) -> Iterator[_Statement]:
    """The statements of a body, and those in loops and conditions, each after their heads."""
    for node in body:
        bodies = _bodies(node)
        if not bodies:
            yield _Statement(Part(_lines_of(node), under), [node], calls_nothing)
            continue
        inner = [part for each in bodies for part in each]
        first = min(_first_line(part) for part in inner)
        lines = range(node.lineno, max(first, node.lineno + 1))
        head = _Statement(Part(lines, under), _head(node), calls_nothing)
        yield head
        yield from _statements(inner, (*under, head.part), calls_nothing)


def _bodies(node: ast.stmt) -> list[list[ast.stmt]]:
    """The statements in a loop, a condition, or whatever else just holds some."""
    match node:
        case ast.If(body=body, orelse=other) | ast.While(body=body, orelse=other):
            return [body, other]
        case ast.For(body=body, orelse=other):
            return [body, other]
        case ast.With(body=body):
            return [body]
        case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=final):
            return [body, *(each.body for each in handlers), other, final]
    return []


def _head(node: ast.stmt) -> list[ast.AST]:
    inner = {*itertools.chain(*_bodies(node))}
    handlers = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.ExceptHandler)]
    return [e for e in ast.iter_child_nodes(node) if e not in inner and e not in handlers]


def _lines_of(node: ast.stmt | Function) -> range:
    return range(_first_line(node), (node.end_lineno or node.lineno) + 1)


def _add(parts: Parts, part: Part, function: Function, owner: str, statement: Part) -> None:
    name = "<lambda>" if isinstance(function, ast.Lambda) else function.name
    parts.keys[name, _first_line(function)] = part
    if owner and name != "<lambda>":
        parts.methods.setdefault(name, []).append(part)
    names: Iterable[str] = [] if owner else [name]
    if isinstance(function, ast.Lambda):
        names = [*statement.writes, *_lambda_at(function)]
    elif owner and name.startswith("__"):
        names = [owner]
    for known in names:
        parts.functions.setdefault(known, []).append(part)


def _is_of_scripts(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
    )


def _first_line(node: ast.stmt | Function) -> int:
    return min((each.lineno for each in getattr(node, "decorator_list", ())), default=node.lineno)


class _Reader(ast.NodeVisitor):
    """Reads what runs with a node: what it reads, calls, stores, and changes by a call."""

    def __init__(self, part: Part, calls_nothing: CallsNothing) -> None:
        self.part = part
        self.calls_nothing = calls_nothing
        self.bound: set[str] = set()  # variables of comprehensions and of functions
        self.changed: set[str] = set()  # variables whose values a call may change

    def forget_bound(self) -> None:
        """Leave out what is known inside of the node only."""
        part = self.part
        part.reads = {chain for chain in part.reads if chain[0] not in self.bound}
        part.calls = {chain for chain in part.calls if chain[0] not in self.bound}
        part.writes -= self.bound

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.part.reads.add((node.id,))
        else:
            self.part.writes.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        chain = _chain(node)
        self.part.calls.add(("", node.attr))  # it may be a method, or a property
        if not isinstance(node.ctx, ast.Load):
            self.changed.update(_roots(node))
        if chain[0]:
            self.part.reads.add(chain)
        else:
            self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.changed.update(_roots(node))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        callee = _chain(node.func)
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        self.part.calls.add(callee)
        if not self.calls_nothing(callee):
            for each in given:
                self.part.calls.add(_chain(each))
                if isinstance(each, ast.Lambda):
                    self.part.calls.add(_lambda_at(each))
        is_blind = callee[0] in _SEE_NO_ORDER and not node.keywords
        if not is_blind or not all(map(_is_variable, node.args)):
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if not all(isinstance(each, ast.In | ast.NotIn) for each in node.ops):
            self.generic_visit(node)
            return
        self.visit(node.left)
        for each in node.comparators:
            if not _is_variable(each):
                self.visit(each)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            function = node.value.func
            owner = [function.value] if isinstance(function, ast.Attribute) else []
            for each in (*owner, *node.value.args):
                self.changed.update(_roots(each))
        self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, _COMPREHENSIONS):
            for each in node.generators:
                self.bound.update(_names(each.target))
        super().generic_visit(node)


class _Statement(_Reader):
    """Reads a statement; the functions in it are kept, each with its class if it has one."""

    def __init__(self, part: Part, nodes: list[ast.AST], calls_nothing: CallsNothing) -> None:
        super().__init__(part, calls_nothing)
        self.functions: list[tuple[str, Function]] = []
        self._owner = ""
        self._visit_all(nodes)
        self.forget_bound()
        self.part.writes |= self.changed

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.functions.append((self._owner, node))
        self._visit_all([*node.args.defaults, *node.args.kw_defaults])

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.functions.append((self._owner, node))
        self.part.writes.add(self._owner or node.name)
        self._visit_all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])
        self.part.calls.update(map(_chain, node.decorator_list))
        if not all(self.calls_nothing(_chain(each)) for each in node.decorator_list):
            self.part.calls.add(("", node.name) if self._owner else (node.name,))

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before, self._owner = self._owner, self._owner or node.name
        stored, self.part.writes = self.part.writes, set()
        self._visit_all([*node.decorator_list, *node.bases, *node.body])
        self.part.writes = stored | {self._owner}
        self._owner = before

    def _visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)


class _Body(_Reader):
    """Reads a function, with all functions in it; its own variables are left out."""

    def __init__(self, node: Function, calls_nothing: CallsNothing) -> None:
        super().__init__(Part(_lines_of(node)), calls_nothing)
        self._global: set[str] = set()
        if not isinstance(node, ast.Lambda):
            for reader in _statements(node.body, (), calls_nothing):
                self.part.inside.append(reader.part)
                for _, function in reader.functions:
                    body = _Body(function, calls_nothing).part
                    reader.part.reads |= body.reads
                    reader.part.calls |= body.calls
        self.bound.update(_arguments(node))
        for each in [node.body] if isinstance(node, ast.Lambda) else node.body:
            self.visit(each)
        self.bound |= self.part.writes - self._global
        self.forget_bound()
        self.part.writes |= self.changed - self.bound

    def visit_Global(self, node: ast.Global) -> None:
        self._global.update(node.names)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.bound |= {node.name, *_arguments(node)}
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.bound.update(_arguments(node))
        self.generic_visit(node)


def _chain(node: ast.AST) -> Chain:
    """The variable, and the attributes of it, that a node leads to; the first is "" for others."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        return (*_chain(node.value), node.attr)
    if isinstance(node, ast.Call | ast.Subscript | ast.Starred):
        inner = node.func if isinstance(node, ast.Call) else node.value
        return _chain(inner) if not isinstance(node, ast.Subscript) else _chain(inner)[:1]
    return ("",)


def _lambda_at(node: ast.Lambda) -> Chain:
    """A name for a lambda that has none, to call it by."""
    return (f"<lambda> {node.lineno}",)


def _roots(node: ast.AST) -> list[str]:
    """The variable whose value, or what hangs on it, a node stands for; none for others."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return [node.id] if isinstance(node, ast.Name) else []


def _is_variable(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) and _chain(node)[0] != ""


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _arguments(node: Function) -> set[str]:
    return {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}
