"""The operations that are single instructions in native code, with their meaning in Python.

Translated code contains the instructions; only CPython calls these functions.
"""

from __future__ import annotations

from threading import Lock
from typing import TypeVar

from .types import M64, Ptr

C = TypeVar("C", bound=int)

# CPython has no compare-and-swap on array elements; the lock makes `cas` atomic.
_one_step = Lock()


def at(p: Ptr[C], i: int) -> Ptr[C]:
    """The pointer to element `i` of `p`.

    >>> at(Ptr([5, 6, 7]), 1)[0]
    6
    """
    return p[i:] if isinstance(p, memoryview) else p.moved(i)


def prefetch(p: Ptr[C], i: int) -> int:
    """Load element `i` of `p` into the cache, as it will be needed soon; returns 0.

    The element need not exist. In Python, this does nothing.
    """
    return 0


def load(p: Ptr[C], i: int) -> int:
    """Element `i` of `p`, read atomically while other threads may change it.

    >>> load(Ptr([5, 6, 7]), 1)
    6
    """
    return p[i]


def cas(p: Ptr[C], i: int, old: int, new: int) -> int:
    """Compare-and-swap: if element `i` of `p` is `old`, set it to `new`, atomically.

    Returns the previous value of the element.

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
