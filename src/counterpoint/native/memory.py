"""Accesses to arrays and records, and the operations of `ops`, as LLVM IR."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from . import ops
from .emit import Emitter, Value, number
from .guard import Guard
from .types import SCALAR, Kind, is_pointer

# Alias metadata: elements of arrays and fields of records never overlap, so a field need not be
# read again after an element was written. The address of an array in a record never changes.
DECLARATIONS = """
!0 = !{!"memory"}
!1 = !{!"elements", !0, i64 0}
!2 = !{!1, !1, i64 0}
!3 = !{!"fields", !0, i64 0}
!4 = !{!3, !3, i64 0}
!5 = !{}
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
"""


class Memory:
    """Emits loads, stores and single instructions; a debug build checks each first."""

    def __init__(self, emit: Emitter, guard: Guard) -> None:
        self._emit = emit
        self._guard = guard

    def load(self, p: Value, i: Value, node: ast.expr, order: str = "") -> Value:
        """Load element `i` of the pointer `p`; `node` is the expression for `p`."""
        self._guard.index(p, i, node)
        width = _width(p)
        how = f"load atomic i{width}" if order else f"load i{width}"
        tag = "" if order else _ELEMENT
        return self._widen(
            self._emit.let(f"{how}, ptr {self._address(p, i)}{order}, align {width // 8}{tag}"),
            width,
        )

    def store(self, p: Value, i: Value, value: Value, node: ast.expr) -> None:
        """Store `value` in element `i` of `p`; a release build keeps the bits that fit."""
        self._guard.index(p, i, node)
        width = _width(p)
        self._guard.fits(value, width, node)
        cell, address = self._narrow(value, width), self._address(p, i)
        self._emit.do(f"store i{width} {cell}, ptr {address}, align {width // 8}{_ELEMENT}")

    def field(self, record: Value, place: int, kind: Kind) -> Value:
        """Load the field of a record that begins at word number `place`."""
        if kind == SCALAR:
            return Value(SCALAR, self._word(record, place, "i64", ", !tbaa !4"))
        text = self._word(record, place, "ptr", ", !invariant.load !5")
        if not (is_pointer(kind) and self._guard.debug):
            return Value(kind, text)
        return Value(kind, text, self._word(record, place + 1, "i64", ", !invariant.load !5"))

    def set_field(self, record: Value, place: int, value: Value) -> None:
        """Store a number in the field of a record that begins at word number `place`."""
        address = self._emit.let(f"getelementptr i64, ptr {record.text}, i64 {place}")
        self._emit.do(f"store i64 {value.text}, ptr {address}, align 8, !tbaa !4")

    def _word(self, record: Value, place: int, type_: str, tag: str) -> str:
        address = self._emit.let(f"getelementptr i64, ptr {record.text}, i64 {place}")
        return self._emit.let(f"load {type_}, ptr {address}, align 8{tag}")

    def operation(
        self, operation: Callable[..., object], args: Sequence[Value], at: ast.expr
    ) -> Value:
        """The result of one of `ops`; `at` is the expression for the pointer, if there is one."""
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
        """Compare-and-swap, with acquire and release ordering.

        What a thread wrote before its `cas` is visible to other threads after theirs.
        """
        self._guard.index(p, i, at)
        width = _width(p)
        self._guard.fits(old, width, at)
        self._guard.fits(new, width, at)
        cell, address = f"i{width}", self._address(p, i)
        cells = f"{cell} {self._narrow(old, width)}, {cell} {self._narrow(new, width)}"
        pair = self._emit.let(f"cmpxchg ptr {address}, {cells} acq_rel acquire")
        return self._widen(self._emit.let(f"extractvalue {{{cell}, i1}} {pair}, 0"), width)

    def _address(self, p: Value, i: Value) -> str:
        return self._emit.let(f"getelementptr i{_width(p)}, ptr {p.text}, i64 {i.text}")

    def _widen(self, register: str, width: int) -> Value:
        if width == 64:
            return Value(SCALAR, register)
        return self._emit.scalar(f"zext i{width} {register} to i64")

    def _narrow(self, value: Value, width: int) -> str:
        return value.text if width == 64 else self._emit.let(f"trunc i64 {value.text} to i{width}")


_ELEMENT = ", !tbaa !2"


def _width(pointer: Value) -> int:
    """The width in bits of the cells of a pointer."""
    assert isinstance(pointer.kind, int)
    return pointer.kind


# The parameters of each operation: p is a pointer, s a scalar.
TAKES: dict[Callable[..., object], str] = {
    ops.at: "ps",
    ops.prefetch: "ps",
    ops.load: "ps",
    ops.cas: "psss",
    ops.popcount: "s",
    ops.ctz: "s",
}
