"""Elements behind pointers, and the operations of `ops`, as LLVM IR."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from . import ops
from .emit import Emitter, Value, number
from .guard import Guard
from .types import SCALAR

DECLARATIONS = """
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
"""


class Memory:
    """Loads, stores and single instructions; in a debug build each is checked first."""

    def __init__(self, emit: Emitter, guard: Guard) -> None:
        self._emit = emit
        self._guard = guard

    def load(self, p: Value, i: Value, node: ast.expr, order: str = "") -> Value:
        """Element `i` of the pointer `p`, which `node` denotes."""
        self._guard.index(p, i, node)
        how = f"load atomic i{p.kind}" if order else f"load i{p.kind}"
        return self._widen(
            self._emit.let(f"{how}, ptr {self._address(p, i)}{order}, align {p.kind // 8}"), p.kind
        )

    def store(self, p: Value, i: Value, value: Value, node: ast.expr) -> None:
        """Put `value` into element `i`; a release build keeps the bits that fit."""
        self._guard.index(p, i, node)
        self._guard.fits(value, p.kind, node)
        cell, address = self._narrow(value, p.kind), self._address(p, i)
        self._emit.do(f"store i{p.kind} {cell}, ptr {address}, align {p.kind // 8}")

    def operation(
        self, operation: Callable[..., object], args: Sequence[Value], at: ast.expr
    ) -> Value:
        """The result of one of `ops`; `at` denotes the pointer, if there is one."""
        match args:
            case [p, i] if operation is ops.at:
                self._guard.index(p, i, at, last="ule")
                rest = self._emit.let(f"sub i64 {p.length}, {i.text}") if p.length else ""
                return Value(p.kind, self._address(p, i), rest)
            case [p, i] if operation is ops.prefetch:
                where = self._address(p, i)
                self._emit.do(f"call void @llvm.prefetch.p0(ptr {where}, i32 1, i32 3, i32 1)")
                return number(0)
            case [p, i] if operation is ops.load:
                return self.load(p, i, at, " acquire")
            case [x] if operation is ops.popcount:
                return self._emit.scalar(f"call i64 @llvm.ctpop.i64(i64 {x.text})")
            case [x] if operation is ops.ctz:
                return self._emit.scalar(f"call i64 @llvm.cttz.i64(i64 {x.text}, i1 false)")
            case [p, i, old, new]:
                return self._cas(p, i, old, new, at)
        raise AssertionError(operation)

    def _cas(self, p: Value, i: Value, old: Value, new: Value, at: ast.expr) -> Value:
        """Compare-and-swap; what a thread wrote before one, others see after theirs."""
        self._guard.index(p, i, at)
        self._guard.fits(old, p.kind, at)
        self._guard.fits(new, p.kind, at)
        cell, address = f"i{p.kind}", self._address(p, i)
        cells = f"{cell} {self._narrow(old, p.kind)}, {cell} {self._narrow(new, p.kind)}"
        pair = self._emit.let(f"cmpxchg ptr {address}, {cells} acq_rel acquire")
        return self._widen(self._emit.let(f"extractvalue {{{cell}, i1}} {pair}, 0"), p.kind)

    def _address(self, p: Value, i: Value) -> str:
        return self._emit.let(f"getelementptr i{p.kind}, ptr {p.text}, i64 {i.text}")

    def _widen(self, register: str, kind: int) -> Value:
        if kind == 64:
            return Value(SCALAR, register)
        return self._emit.scalar(f"zext i{kind} {register} to i64")

    def _narrow(self, value: Value, kind: int) -> str:
        return value.text if kind == 64 else self._emit.let(f"trunc i64 {value.text} to i{kind}")


# What each operation takes, in order: p is a pointer, s a number.
TAKES: dict[Callable[..., object], str] = {
    ops.at: "ps",
    ops.prefetch: "ps",
    ops.load: "ps",
    ops.cas: "psss",
    ops.popcount: "s",
    ops.ctz: "s",
}
