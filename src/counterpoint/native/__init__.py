"""Restricted Python, compiled to machine code; CPython runs the same source as a test oracle.

A kernel is a plain function with parameters annotated `u64` or `Ptr[u8]`, `Ptr[u16]`,
`Ptr[u32]`, `Ptr[u64]`, `Ptr[Cell]` (`Cell` is a type parameter bound by `build(types=...)`) or a
subclass of `Record`, and that is annotated `-> u64`:

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
else b`; elements `p[i]`; fields `r.x` of records (only number fields can be assigned); calls by
name, of kernels and of `at`, `cas`, `ctz`, `load`, `popcount`, `prefetch`. A name that is not a
variable must be an int of the enclosing function or module; it is read when the library is built. A
variable has one kind (number, kind of pointer, kind of record), and must have a value wherever it
is used. There is no recursion, so the stack cannot overflow. All else is refused with a
`NativeError` that shows the line.

**Numbers** are unsigned and have 64 bits: results are taken modulo 2**64, so `0 - 1` is `M64`. A
shift by 64 or more gives 0. If a kernel is called directly in CPython, it computes with Python's
unbounded ints; write `& M64` where the result must be the same. `twin` runs it with 64 bits.

**Errors.** With `debug=True`, and in the twin, an index outside an array, a division by zero, and a
store of a value that does not fit the element raise `OutOfBounds`. A release build does not check:
an access outside an array reads or overwrites other memory, a division by zero gives 0, and a store
keeps the low bits. `prefetch` may have any index.

**Threads.** Python's lock is not held while native code runs, so Python threads run it in parallel;
Ctrl-C is handled when a call returns. Elements that other threads change are read by `load` and
changed by `cas`; both see what another thread wrote before its `cas`.

`define` makes a kernel from text. Code is compiled quickly at first, and replaced by better code
when it has run for a while; see `improving`. Object code is cached in the folder
`$COUNTERPOINT_CACHE_DIR` (`off` for no cache), else in the user's cache folder; see `cache`.
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

# Imported on first use: modules with kernels are often imported without compiling them.
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
