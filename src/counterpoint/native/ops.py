"""The operations that native code has as single instructions, each with its meaning in Python.

Translated code never calls these functions: it has the instruction. CPython calls them.
"""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

from .types import M64, Ptr

C = TypeVar("C", bound=int)

# CPython has no compare-and-swap on array elements; the lock makes `cas` one step for threads.
_one_step = Lock()


def at(p: Ptr[C], i: int) -> Ptr[C]:
    """The pointer to element `i` of `p`.

    >>> at(Ptr([5, 6, 7]), 1)[0]
    6
    """
    return p[i:] if isinstance(p, memoryview) else p.moved(i)


def prefetch(p: Ptr[C], i: int) -> int:
    """Always 0; asks the memory for element `i` of `p`, which will be needed soon.

    The element need not exist.
    """
    return 0


def load(p: Ptr[C], i: int) -> int:
    """Element `i` of `p`, read in one step while other threads may be changing it.

    >>> load(Ptr([5, 6, 7]), 1)
    6
    """
    return p[i]


def cas(p: Ptr[C], i: int, old: int, new: int) -> int:
    """The value that element `i` of `p` had; if that was `old`, the element is now `new`.

    The look and the change are one step that no other thread can come between.

    >>> p: Ptr[int] = Ptr([0])
    >>> cas(p, 0, 0, 7), cas(p, 0, 0, 8), p[0]
    (0, 7, 7)
    """
    with _one_step:
        found = p[i]
        old, new = p.fitting(old), p.fitting(new)
        if found == old:
            p[i] = new
    return found


def popcount(x: int) -> int:
    """The number of one bits in `x`.

    >>> popcount(0b1011)
    3
    """
    return (x & M64).bit_count()


def ctz(x: int) -> int:
    """The number of zero bits below the lowest one bit of `x`; 64 if `x` is 0.

    >>> ctz(0b1000), ctz(0)
    (3, 64)
    """
    x &= M64
    return (x & -x).bit_length() - 1 if x else 64
