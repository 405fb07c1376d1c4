"""Restricted Python, translated to machine code; CPython runs the same source as the oracle.

A kernel is a plain function whose parameters are annotated `u64` or `Ptr[u8]`, `Ptr[u16]`,
`Ptr[u32]`, `Ptr[u64]`, `Ptr[Cell]` (`Cell` is a `TypeVar` bound by `build(types=...)`) or a kind of
record, and which is annotated `-> u64`:

    from counterpoint.native import Ptr, build, u64

    def count(p: Ptr[Cell], n: u64, wanted: u64) -> u64:
        found = 0
        for i in range(n):
            if p[i] == wanted:
                found += 1
        return found

    library = build(count, types={"Cell": u8})
    library.count(numpy.zeros(9, "u1"), 9, 0)

**The language.** Assignments (`x = y = 1`, `x += 1`, `p[i] = x`, `r.x = 1`, `x: u64 = 1`), `if`,
`while`, `for i in range(stop)` or `range(start, stop)`, `break`, `continue`, `pass`, `return x`;
the operators `+ - * // % & | ^ ~ << >>`, comparisons and their chains, `and`, `or`, `not`, `a if c
else b`; elements `p[i]`; fields `r.x` of records, of which those that are numbers can be changed;
calls by name, of kernels and of `at`, `cas`, `ctz`, `load`, `popcount`, `prefetch`. A name that is
no variable is an int of the module around the function, or of the function around it, read when
the library is built. A variable is a number, one kind of pointer or one kind of record, and has a
value wherever it is used. No recursion, so the stack cannot run out. All else is refused with a
`NativeError` that shows the line.

**Numbers** are unsigned and have 64 bits: results are taken modulo 2**64, so `0 - 1` is `M64`. A
shift by 64 or more gives 0. Called directly in CPython a kernel computes with Python's endless
ints; write `& M64` where that should make no difference. `twin` runs it with 64 bits.

**What goes astray.** With `debug=True`, and in the twin, leaving an array, dividing by zero and
storing what does not fit the element raise `OutOfBounds`. A release build does not look: an access
outside an array reads or spoils foreign memory, a division by zero gives 0, a store keeps the low
bits. `prefetch` may point anywhere.

**Threads.** Python's lock is not held while native code runs, so Python threads run it in
parallel; Ctrl-C is seen when a call returns. Elements that other threads change are read by `load`
and changed by `cas`; those two see what was written before another thread's `cas`.

`define` makes a kernel from text. Objects are kept in `$COUNTERPOINT_CACHE_DIR` (`off` for
nowhere), else in the user's cache folder; see `cache`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ..errors import NativeError, OutOfBounds
from .ops import at, cas, ctz, load, popcount, prefetch
from .plain import plain
from .record import Record
from .types import M64, Ptr, u8, u16, u32, u64

if TYPE_CHECKING:
    from .compile import build
    from .library import Kernel, Library
    from .oracle import twin
    from .source import define

__all__ = [
    "M64",
    "Kernel",
    "Library",
    "NativeError",
    "OutOfBounds",
    "Ptr",
    "Record",
    "at",
    "build",
    "cas",
    "ctz",
    "define",
    "load",
    "plain",
    "popcount",
    "prefetch",
    "twin",
    "u8",
    "u16",
    "u32",
    "u64",
]

# Kernels are imported to be compiled later, if at all.
_ON_DEMAND = {
    "Kernel": "library",
    "Library": "library",
    "build": "compile",
    "define": "source",
    "twin": "oracle",
}


def __getattr__(name: str) -> object:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_ON_DEMAND[name]}", __name__), name)
