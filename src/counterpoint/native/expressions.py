"""Expressions of restricted Python as LLVM IR."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType
from typing import assert_never

from . import intrinsics
from .emit import Emitter, Value, number
from .guard import Guard
from .scope import Scope
from .signature import Signature, show_signature
from .source import OPERATIONS, UNKNOWN
from .types import M64, SCALAR, show_kind

_PLAIN: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_SHIFTS: dict[type[ast.operator], str] = {ast.LShift: "shl", ast.RShift: "lshr"}
_DIVISIONS: dict[type[ast.operator], str] = {ast.FloorDiv: "udiv", ast.Mod: "urem"}
_ORDERS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "ult",
    ast.LtE: "ule",
    ast.Gt: "ugt",
    ast.GtE: "uge",
}
_EXPRESSIONS = "numbers, names, p[i], calls, + - * // % & | ^ ~ << >>, comparisons, and/or/not"

Symbols = Mapping[FunctionType, tuple[str, Signature]]


class Expressions:
    """The expressions of one function."""

    def __init__(self, scope: Scope, emit: Emitter, guard: Guard, symbols: Symbols) -> None:
        self._scope = scope
        self._emit = emit
        self.guard = guard
        self._symbols = symbols
        self.refuse = scope.source.refuse

    def value(self, node: ast.expr) -> Value:
        """The value of an expression of either kind."""
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name():
                return self._name(node)
            case ast.BinOp():
                left = self.scalar(node.left)
                return self.operate(node, node.op, left, self.scalar(node.right))
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare(ops=[_]):
                return self._emit.scalar(f"zext i1 {self._bit(node)} to i64")
            case ast.Compare():
                return self._choose(node, lambda: number(1), lambda: number(0))
            case ast.BoolOp():
                return self._bool(node)
            case ast.IfExp():
                return self._if_expression(node)
            case ast.Subscript():
                return self._load(node)
            case ast.Call():
                return self._call(node)
        return self.refuse(node, f"{type(node).__name__} {ast.unparse(node)}", _EXPRESSIONS)

    def scalar(self, node: ast.expr) -> Value:
        """The value of an expression that must be a number."""
        value = self.value(node)
        if value.kind != SCALAR:
            found = f"{ast.unparse(node)} is {show_kind(value.kind)}, used as a number"
            self.refuse(node, found, "u64")
        return value

    def pointer(self, node: ast.expr) -> Value:
        """The value of an expression that must be a pointer."""
        value = self.value(node)
        if value.kind == SCALAR:
            found = f"{ast.unparse(node)} is u64, used as a pointer"
            self.refuse(node, found, "Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64]")
        return value

    def _constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, int):
            self.refuse(node, f"constant {node.value!r}", "numbers from 0 to 2**64 - 1")
        return self._number(node, node.value)

    def _number(self, node: ast.expr, value: int) -> Value:
        if not 0 <= value <= M64:
            found = f"{ast.unparse(node)} is {value}"
            self.refuse(node, found, "numbers from 0 to 2**64 - 1")
        return number(int(value))

    def _name(self, node: ast.Name) -> Value:
        if node.id in self._scope.names:
            return self._scope.read(node)
        meaning = self._scope.source.meaning(node.id)
        if isinstance(meaning, int):
            return self._number(node, meaning)
        found = "an unknown name" if meaning is UNKNOWN else f"a {type(meaning).__name__}"
        return self.refuse(node, f"{node.id} is {found}", "variables and int constants")

    def operate(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
        """The result of a two-sided operator; `node` is where errors point."""
        if plain := _PLAIN.get(type(op)):
            return self._emit.scalar(f"{plain} i64 {left.text}, {right.text}")
        if shift := _SHIFTS.get(type(op)):
            return self._shift(node, shift, left, right)
        if division := _DIVISIONS.get(type(op)):
            return self._divide(node, division, left, right)
        return self.refuse(
            node, f"operator {type(op).__name__}", "+ - * // % & | ^ << >> (no / ** @)"
        )

    def _shift(self, node: ast.AST, name: str, left: Value, right: Value) -> Value:
        """A shift; by 64 or more it gives 0, as in Python, where LLVM promises nothing."""
        shifted = f"{name} i64 {left.text}, {right.text}"
        if right.constant is None:
            result = self._emit.let(shifted)
            small = self._emit.let(f"icmp ult i64 {right.text}, 64")
            return self._emit.scalar(f"select i1 {small}, i64 {result}, i64 0")
        if right.constant > 63:
            self.refuse(node, f"a shift by {right.constant}", "shifts by 0 to 63")
        return self._emit.scalar(shifted)

    def _divide(self, node: ast.AST, name: str, left: Value, right: Value) -> Value:
        """A division; by zero it gives 0 in a release build, where the processor would trap."""
        if right.constant == 0:
            self.refuse(node, "a division by zero", "divisors that can be other than 0")
        if right.constant is not None:
            return self._emit.scalar(f"{name} i64 {left.text}, {right.text}")
        self.guard.nonzero(right, _divisor(node))
        zero = self._emit.let(f"icmp eq i64 {right.text}, 0")
        safe = self._emit.let(f"select i1 {zero}, i64 1, i64 {right.text}")
        result = self._emit.let(f"{name} i64 {left.text}, {safe}")
        return self._emit.scalar(f"select i1 {zero}, i64 0, i64 {result}")

    def _unary(self, node: ast.UnaryOp) -> Value:
        match node.op:
            case ast.Invert():
                return self._emit.scalar(f"xor i64 {self.scalar(node.operand).text}, -1")
            case ast.Not():
                bit = self._emit.let(f"icmp eq i64 {self.scalar(node.operand).text}, 0")
                return self._emit.scalar(f"zext i1 {bit} to i64")
            case ast.USub():
                found = f"negative {ast.unparse(node)}"
                return self.refuse(node, found, "numbers from 0 to 2**64 - 1; 0 - x wraps around")
            case ast.UAdd():
                return self.refuse(node, "unary +", "~ and not")
            case _:
                assert_never(node.op)

    def _bit(self, node: ast.Compare) -> str:
        """The one-bit register of a comparison of two numbers."""
        left, right = self.scalar(node.left), self.scalar(node.comparators[0])
        return self._order(node, node.ops[0], left, right)

    def _order(self, node: ast.Compare, op: ast.cmpop, left: Value, right: Value) -> str:
        if type(op) not in _ORDERS:
            self.refuse(node, f"comparison {type(op).__name__}", "== != < <= > >=")
        return self._emit.let(f"icmp {_ORDERS[type(op)]} i64 {left.text}, {right.text}")

    def branch(self, node: ast.expr, yes: str, no: str) -> None:
        """End the block: go on at the block `yes` if `node` is true, else at `no`."""
        match node:
            case ast.BoolOp():
                for part in node.values[:-1]:
                    rest = self._emit.label()
                    ways = (rest, no) if isinstance(node.op, ast.And) else (yes, rest)
                    self.branch(part, *ways)
                    self._emit.start(rest)
                self.branch(node.values[-1], yes, no)
            case ast.UnaryOp(op=ast.Not()):
                self.branch(node.operand, no, yes)
            case ast.Compare():
                self._branch_compare(node, yes, no)
            case _:
                bit = self._emit.let(f"icmp ne i64 {self.scalar(node).text}, 0")
                self._emit.fork(bit, yes, no)

    def _branch_compare(self, node: ast.Compare, yes: str, no: str) -> None:
        """Branch on `a < b < c`, where c is computed only if a < b."""
        left = self.scalar(node.left)
        last = len(node.ops) - 1
        for i, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self.scalar(comparator)
            following = yes if i == last else self._emit.label()
            self._emit.fork(self._order(node, op, left, right), following, no)
            if i < last:
                self._emit.start(following)
            left = right

    def _bool(self, node: ast.BoolOp) -> Value:
        """The value of `and` and `or`: as in Python, that of the operand which decided."""
        end = self._emit.label()
        ways = []
        for i, part in enumerate(node.values):
            value = self.scalar(part)
            ways.append((value, self._emit.block))
            if i < len(node.values) - 1:
                rest = self._emit.label()
                bit = self._emit.let(f"icmp ne i64 {value.text}, 0")
                self._emit.fork(bit, *((rest, end) if isinstance(node.op, ast.And) else (end, rest)))
                self._emit.start(rest)
        self._emit.start(end)
        return self._emit.merge(ways)

    def _if_expression(self, node: ast.IfExp) -> Value:
        return self._choose(node, lambda: self.value(node.body), lambda: self.value(node.orelse))
