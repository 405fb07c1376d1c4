"""Statements of restricted Python as LLVM IR."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import field

from ..data import dataclass
from .emit import Emitter, Value, number
from .expressions import Expressions
from .scope import Scope, meet
from .signature import kind_of
from .source import UNKNOWN
from .types import SCALAR, show_kind

_STATEMENTS = "assignments, if, while, for i in range(), break, continue, return, pass, calls"


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop being translated: the targets of `continue` and `break`.

    `breaks` has the assigned names on each path to the end of the loop.
    """

    again: str
    end: str
    breaks: list[frozenset[str] | None] = field(default_factory=list)


class Statements:
    """Translates the statements of one function."""

    def __init__(self, scope: Scope, emit: Emitter, expressions: Expressions) -> None:
        self._scope = scope
        self._emit = emit
        self._expressions = expressions
        self._loops: list[_Loop] = []
        self._refuse = scope.source.refuse

    def body(self, nodes: Sequence[ast.stmt]) -> None:
        """Translate statements up to the first unreachable one."""
        for node in nodes:
            if self._emit.open:
                self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign():
                value = self._expressions.value(node.value)
                for target in node.targets:
                    self._assign(target, value)
            case ast.AnnAssign():
                self._annotated(node)
            case ast.AugAssign():
                self._augmented(node)
            case ast.If():
                self._if(node)
            case ast.While():
                self._while(node)
            case ast.For():
                self._for(node)
            case _:
                self._simple(node)

    def _simple(self, node: ast.stmt) -> None:
        """Translate a statement that contains no other statement and assigns nothing."""
        match node:
            case ast.Return(value=ast.expr() as answer):
                self._emit.leave(self._expressions.scalar(answer))
                self._scope.assigned = None
            case ast.Expr(value=ast.Call() as call):
                self._expressions.value(call)
            case ast.Break() | ast.Continue():
                self._jump(node)
            case ast.Pass():
                pass
            case _:
                what = ast.unparse(node).splitlines()[0]
                self._refuse(node, f"{type(node).__name__} {what}", _STATEMENTS)

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name():
                self._scope.write(target.id, value, target)
            case ast.Subscript() | ast.Attribute() if value.kind == SCALAR:
                self._expressions.store(target, value)
            case ast.Subscript() | ast.Attribute():
                found = f"{show_kind(value.kind)} stored in {ast.unparse(target)}"
                self._refuse(target, found, "u64")
            case _:
                self._refuse(target, f"target {ast.unparse(target)}", "a name, p[i] or r.x")

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            self._refuse(node, "a declaration without a value", "name: type = value")
        value = self._expressions.value(node.value)
        declared = kind_of(self._scope.source, node.annotation)
        if value.kind != declared:
            self._refuse(node, f"{show_kind(value.kind)} as value", show_kind(declared))
        self._assign(node.target, value)

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            self._expressions.update(node.target, node.op, node.value)
            return
        # Translated as `x = x + value`, with positions for errors.
        reading = ast.copy_location(_name(node), node.target)
        sum_ = ast.copy_location(ast.BinOp(reading, node.op, node.value), node)
        self._assign(node.target, self._expressions.value(sum_))

    def _if(self, node: ast.If) -> None:
        yes, no, end = (self._emit.label() for _ in range(3))
        self._expressions.branch(node.test, yes, no)
        before = self._scope.assigned
        ways = []
        for label, nodes in ((yes, node.body), (no, node.orelse)):
            self._emit.start(label)
            self._scope.assigned = before
            self.body(nodes)
            ways.append(self._scope.assigned)
            if self._emit.open:
                self._emit.jump(end)
        self._go_on(end, ways)

    def _go_on(self, label: str, ways: Sequence[frozenset[str] | None]) -> None:
        """Start the block where `ways` meet, unless it is unreachable."""
        self._scope.assigned = meet(ways)
        if self._scope.assigned is not None:
            self._emit.start(label)

    def _while(self, node: ast.While) -> None:
        test, inside, end = (self._emit.label() for _ in range(3))
        self._emit.start(test)
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        if endless:
            self._emit.jump(inside)
        else:
            self._expressions.branch(node.test, inside, end)
        loop = _Loop(test, end)
        if not endless:
            loop.breaks.append(self._scope.assigned)
        self._emit.start(inside)
        self._looped(node, loop)
        if self._emit.open:
            self._emit.jump(test)
        self._go_on(end, loop.breaks)

    def _looped(self, node: ast.While | ast.For, loop: _Loop) -> None:
        """Translate the body of a loop."""
        if node.orelse:
            self._refuse(node.orelse[0], "else after a loop", "a flag variable")
        self._loops.append(loop)
        self.body(node.body)
        self._loops.pop()

    def _for(self, node: ast.For) -> None:
        """Translate `for i in range(...)`; as in Python, assigning `i` cannot affect the loop."""
        first, stop = self._bounds(node)
        counter = self._emit.slot("i64")
        self._emit.do(f"store i64 {first.text}, ptr {counter}")
        test, inside, again, end = (self._emit.label() for _ in range(4))
        self._emit.start(test)
        now = self._emit.scalar(f"load i64, ptr {counter}")
        bit = self._emit.let(f"icmp ult i64 {now.text}, {stop.text}")
        self._emit.fork(bit, inside, end)
        loop = _Loop(again, end, [self._scope.assigned])
        self._emit.start(inside)
        self._assign(node.target, now)
        self._looped(node, loop)
        self._emit.start(again)
        following = self._emit.let(f"add i64 {now.text}, 1")
        self._emit.do(f"store i64 {following}, ptr {counter}")
        self._emit.jump(test)
        self._go_on(end, loop.breaks)

    def _bounds(self, node: ast.For) -> tuple[Value, Value]:
        """The start and the stop of the `range` of a `for`."""
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]):
                shadowed = self._scope.source.meaning("range") is not UNKNOWN
                if len(args) in (1, 2) and not shadowed and isinstance(node.target, ast.Name):
                    values = [self._expressions.scalar(arg) for arg in args]
                    return (number(0), values[0]) if len(args) == 1 else (values[0], values[1])
        found = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        return self._refuse(node, found, "for i in range(stop) or range(start, stop)")

    def _jump(self, node: ast.Break | ast.Continue) -> None:
        loop = self._loops[-1]
        if isinstance(node, ast.Break):
            loop.breaks.append(self._scope.assigned)
        self._emit.jump(loop.end if isinstance(node, ast.Break) else loop.again)
        self._scope.assigned = None


def _name(node: ast.AugAssign) -> ast.expr:
    """The target of an assignment such as `x += 1`, as an expression to read."""
    assert isinstance(node.target, ast.Name | ast.Attribute)
    if isinstance(node.target, ast.Attribute):
        return ast.Attribute(node.target.value, node.target.attr, ast.Load())
    return ast.Name(node.target.id, ast.Load())
