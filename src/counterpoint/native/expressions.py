"""Expressions of restricted Python as LLVM IR."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

from .emit import Emitter, Value, number
from .guard import Guard
from .memory import TAKES, Memory
from .scope import Scope
from .signature import Signature, show_signature
from .source import UNKNOWN
from .types import M64, SCALAR, Kind, Layout, extends, is_pointer, show_kind

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
_EXPRESSIONS = "numbers, names, p[i], r.x, calls, + - * // % & | ^ ~ << >>, comparisons, and/or/not"

Symbols = Mapping[FunctionType, tuple[str, Signature]]


class Expressions:
    """Translates the expressions of one function."""

    def __init__(self, scope: Scope, emit: Emitter, guard: Guard, symbols: Symbols) -> None:
        self._scope = scope
        self._emit = emit
        self._guard = guard
        self._memory = Memory(emit, guard)
        self._symbols = symbols
        self.refuse = scope.source.refuse

    def value(self, node: ast.expr) -> Value:
        """The value of an expression of any kind."""
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name():
                return self._name(node)
            case ast.BinOp():
                left = self.scalar(node.left)
                right = self.scalar(node.right)
                return self.operate(node, node.op, left, right, node.right)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare(ops=[_]):
                return self._emit.scalar(f"zext i1 {self._bit(node)} to i64")
            case ast.Compare():
                return self._choose(node, ast.Constant(1), ast.Constant(0), node)
            case ast.BoolOp():
                return self._bool(node)
            case ast.IfExp():
                return self._choose(node.test, node.body, node.orelse, node)
            case ast.Subscript():
                return self._load(node)
            case ast.Attribute() if self._is_field(node):
                return self._memory.field(*self._field(node))
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
        if not is_pointer(value.kind):
            found = f"{ast.unparse(node)} is {show_kind(value.kind)}, used as a pointer"
            self.refuse(node, found, "Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64]")
        return value

    def _of_kind(self, node: ast.expr, kind: Kind) -> Value:
        """The value of an expression where this kind is expected."""
        if isinstance(kind, Layout):
            return self.value(node)
        return self.pointer(node) if kind else self.scalar(node)

    def _is_field(self, node: ast.expr) -> bool:
        """Whether this is a field of a variable, or a field of such a field."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self._scope.names

    def _field(self, node: ast.Attribute) -> tuple[Value, int, Kind]:
        """A record, and the first word and the kind of one of its fields."""
        record = self.value(node.value)
        if not isinstance(record.kind, Layout):
            found = f"{ast.unparse(node.value)} is {show_kind(record.kind)}, used as a record"
            self.refuse(node, found, "a parameter annotated with a kind of record")
        field = record.kind.field(node.attr)
        if field is None:
            names = ", ".join(name for name, _ in record.kind.fields)
            self.refuse(node, f"{record.kind.name} has no field {node.attr}", names)
        return record, *field

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

    def operate(
        self, node: ast.AST, op: ast.operator, left: Value, right: Value, operand: ast.expr
    ) -> Value:
        """The result of a binary operator; errors point at `node`, `operand` is the right side."""
        if plain := _PLAIN.get(type(op)):
            return self._emit.scalar(f"{plain} i64 {left.text}, {right.text}")
        if shift := _SHIFTS.get(type(op)):
            return self._shift(node, shift, left, right)
        if division := _DIVISIONS.get(type(op)):
            return self._divide(operand, division, left, right)
        return self.refuse(
            node, f"operator {type(op).__name__}", "+ - * // % & | ^ << >> (no / ** @)"
        )

    def _shift(self, node: ast.AST, name: str, left: Value, right: Value) -> Value:
        """A shift; by 64 or more it gives 0, for which LLVM defines no result."""
        shifted = f"{name} i64 {left.text}, {right.text}"
        if right.constant is None:
            result = self._emit.let(shifted)
            small = self._emit.let(f"icmp ult i64 {right.text}, 64")
            return self._emit.scalar(f"select i1 {small}, i64 {result}, i64 0")
        if right.constant > 63:
            self.refuse(node, f"a shift by {right.constant}", "shifts by 0 to 63")
        return self._emit.scalar(shifted)

    def _divide(self, node: ast.expr, name: str, left: Value, right: Value) -> Value:
        """A division; by zero it gives 0 in a release build, instead of a trap of the processor."""
        if right.constant == 0:
            self.refuse(node, "a division by zero", "divisors that can be other than 0")
        if right.constant is not None:
            return self._emit.scalar(f"{name} i64 {left.text}, {right.text}")
        self._guard.nonzero(right, node)
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
            case _:
                return self.refuse(node, "unary +", "~ and not")

    def _bit(self, node: ast.Compare) -> str:
        """The one-bit register of a comparison of two numbers."""
        left, right = self.scalar(node.left), self.scalar(node.comparators[0])
        return self._order(node, node.ops[0], left, right)

    def _order(self, node: ast.Compare, op: ast.cmpop, left: Value, right: Value) -> str:
        if type(op) not in _ORDERS:
            self.refuse(node, f"comparison {type(op).__name__}", "== != < <= > >=")
        return self._emit.let(f"icmp {_ORDERS[type(op)]} i64 {left.text}, {right.text}")

    def branch(self, node: ast.expr, yes: str, no: str) -> None:
        """End the block with a branch: to `yes` if `node` is true, else to `no`."""
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
        """The value of `and` or `or`: as in Python, that of the last operand evaluated."""
        end = self._emit.label()
        ways = []
        for i, part in enumerate(node.values):
            value = self.scalar(part)
            ways.append((value, self._emit.block))
            if i < len(node.values) - 1:
                rest = self._emit.label()
                bit = self._emit.let(f"icmp ne i64 {value.text}, 0")
                self._emit.fork(
                    bit, *((rest, end) if isinstance(node.op, ast.And) else (end, rest))
                )
                self._emit.start(rest)
        self._emit.start(end)
        return self._emit.merge(ways)

    def _choose(self, test: ast.expr, yes: ast.expr, no: ast.expr, node: ast.expr) -> Value:
        """The value of `yes if test else no`; both must have the same kind."""
        labels = self._emit.label(), self._emit.label()
        end = self._emit.label()
        self.branch(test, *labels)
        ways = []
        for label, side in zip(labels, (yes, no), strict=True):
            self._emit.start(label)
            ways.append((self.value(side), self._emit.block))
            self._emit.jump(end)
        kinds = [show_kind(value.kind) for value, _ in ways]
        if kinds[0] != kinds[1]:
            self.refuse(node, f"{kinds[0]} or else {kinds[1]}", "two values of one kind")
        self._emit.start(end)
        return self._emit.merge(ways)

    def _load(self, node: ast.Subscript) -> Value:
        p = self.pointer(node.value)
        return self._memory.load(p, self.scalar(node.slice), node.value)

    def store(self, target: ast.Subscript | ast.Attribute, value: Value) -> None:
        """Carry out `target = value`."""
        if isinstance(target, ast.Attribute):
            record, place, kind = self._field(target)
            if kind != SCALAR:
                found = f"{ast.unparse(target)} is {show_kind(kind)}, and assigned to"
                self.refuse(target, found, "fields that are u64")
            self._memory.set_field(record, place, value)
            return
        p = self.pointer(target.value)
        self._memory.store(p, self.scalar(target.slice), value, target.value)

    def update(self, target: ast.Subscript, op: ast.operator, operand: ast.expr) -> None:
        """Carry out `target op= operand`; pointer and index are evaluated once."""
        p = self.pointer(target.value)
        i = self.scalar(target.slice)
        old = self._memory.load(p, i, target.value)
        new = self.operate(target, op, old, self.scalar(operand), operand)
        self._memory.store(p, i, new, target.value)

    def _call(self, node: ast.Call) -> Value:
        if not isinstance(node.func, ast.Name) or node.keywords:
            self.refuse(node, f"call {ast.unparse(node)}", "f(x, y) of a function's own name")
        callee = self._callee(node.func)
        if takes := TAKES.get(callee):
            args = self._arguments(node, callee.__name__, [8 * (k == "p") for k in takes])
            return self._memory.operation(callee, args, node.args[0])
        if callee not in self._symbols:
            found = f"{ast.unparse(node.func)}() is called, which is not restricted Python"
            self.refuse(node, found, "functions annotated -> u64, called in live code")
        symbol, signature = self._symbols[callee]
        args = self._arguments(
            node, show_signature(signature), [k for _, k in signature.parameters]
        )
        return self._call_symbol(node, symbol, signature, args)

    def _callee(self, name: ast.Name) -> Any:
        """The function or operation that the name in a call denotes."""
        meaning = self._scope.source.meaning(name.id)
        if name.id in self._scope.names or not isinstance(meaning, FunctionType):
            found = "unknown" if meaning is UNKNOWN else f"a {type(meaning).__name__}"
            found = "a variable" if name.id in self._scope.names else found
            self.refuse(name, f"{name.id}() is called, which is {found}", _CALLEES)
        return meaning

    def _arguments(self, node: ast.Call, callee: str, kinds: Sequence[Kind]) -> list[Value]:
        """The values of the arguments of a call; a pointer may have cells of another width."""
        if len(node.args) != len(kinds):
            self.refuse(node, f"{len(node.args)} arguments", f"{len(kinds)} for {callee}")
        return [self._of_kind(arg, kind) for arg, kind in zip(node.args, kinds, strict=True)]

    def _call_symbol(
        self, node: ast.Call, symbol: str, signature: Signature, args: Sequence[Value]
    ) -> Value:
        for value, arg, (_, kind) in zip(args, node.args, signature.parameters, strict=True):
            if value.kind != kind and not extends(value.kind, kind):
                found = f"{ast.unparse(arg)} is {show_kind(value.kind)}"
                self.refuse(arg, found, f"{show_kind(kind)} for {show_signature(signature)}")
        texts = [t for v in args for t in _passed(v)] + ["ptr %fault"] * self._guard.debug
        result = self._emit.scalar(f"call i64 {symbol}({', '.join(texts)})")
        self._guard.returned()
        return result


def _passed(value: Value) -> list[str]:
    """The LLVM arguments for one value: it and, if there is one, its length."""
    text = f"{'ptr' if value.kind else 'i64'} {value.text}"
    return [text, f"i64 {value.length}"] if value.length else [text]


_CALLEES = "restricted functions, and at, cas, ctz, load, popcount, prefetch"
