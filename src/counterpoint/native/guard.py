"""The checks of a debug build: a failed one records a fault and leaves the function.

The record is three numbers in memory given by the caller: the number of the fault, from 1; the
offending index or value; and the length of the pointer. Callers test it after each call, and leave
too.
"""

from __future__ import annotations

import ast

from ..data import dataclass
from ..errors import OutOfBounds, Place
from .emit import Emitter, Value, number
from .source import Source

NOTE_LENGTH = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """One check in the text of a function, with all that its error message needs."""

    kind: str
    function: str
    variable: str
    file: str
    line: int
    text: str

    def error(self, found: int, limit: int) -> OutOfBounds:
        """The error for a check that failed on the value `found`."""
        match self.kind:
            case "index":
                what = f"index {found} is outside {self.variable}, which has {limit} elements"
            case "value":
                what = f"{found} does not fit an element of {self.variable}"
            case _:
                what = f"division by zero: {self.variable} is 0"
        return OutOfBounds(f"{self.function}: {what}", Place(self.file, self.line, self.text))


class Guard:
    """Emits the checks of one function; nothing unless `debug`.

    `faults` has the numbers of the checks of all functions.
    """

    def __init__(
        self, source: Source, emit: Emitter, faults: dict[Fault, int], *, debug: bool
    ) -> None:
        self._source = source
        self._emit = emit
        self._faults = faults
        self.debug = debug

    def index(self, pointer: Value, i: Value, node: ast.expr, *, last: str = "ult") -> None:
        """Check that element `i` exists; with `last="ule"`, `i` may also be the length."""
        if self.debug:
            ok = self._emit.let(f"icmp {last} i64 {i.text}, {pointer.length}")
            self._unless(ok, "index", node, i.text, pointer.length)

    def fits(self, value: Value, kind: int, node: ast.expr) -> None:
        """Check that `value` fits a cell of `kind` bits."""
        if self.debug and kind < 64:
            ok = self._emit.let(f"icmp ult i64 {value.text}, {1 << kind}")
            self._unless(ok, "value", node, value.text, "0")

    def nonzero(self, divisor: Value, node: ast.expr) -> None:
        """Check that `divisor` is not 0."""
        if self.debug:
            ok = self._emit.let(f"icmp ne i64 {divisor.text}, 0")
            self._unless(ok, "zero", node, "0", "0")

    def returned(self) -> None:
        """Leave the function if the function just called recorded a fault."""
        if self.debug:
            noted = self._emit.let("load i64, ptr %fault")
            good, bad = self._emit.label(), self._emit.label()
            self._emit.fork(self._emit.let(f"icmp eq i64 {noted}, 0"), good, bad)
            self._emit.start(bad)
            self._emit.leave(number(0))
            self._emit.start(good)

    def _unless(self, ok: str, kind: str, node: ast.expr, found: str, limit: str) -> None:
        """Record a fault and leave, unless the bit `ok` is set."""
        good, bad = self._emit.label(), self._emit.label()
        self._emit.fork(ok, good, bad)
        self._emit.start(bad)
        for offset, text in enumerate((str(self._number(kind, node)), found, limit)):
            address = self._emit.let(f"getelementptr i64, ptr %fault, i64 {offset}")
            self._emit.do(f"store i64 {text}, ptr {address}")
        self._emit.leave(number(0))
        self._emit.start(good)

    def _number(self, kind: str, node: ast.expr) -> int:
        place = self._source.place(node)
        fault = Fault(
            kind, self._source.name, ast.unparse(node), place.file, place.line, place.text
        )
        return self._faults.setdefault(fault, len(self._faults) + 1)
