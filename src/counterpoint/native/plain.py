"""Runs kernels in CPython, for short runs that end sooner than machine code is loaded."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from .opened import Opened


def plain(*functions: Callable[..., int]) -> Any:
    """A namespace of the functions by name; they take the same arguments as those of `build`.

    Numbers are unbounded, and accesses are not checked as in a debug build. So use it only for
    kernels that do not rely on results modulo 2**64, and that were tested by `twin`.

    >>> from array import array
    >>> def double(p, n):
    ...     for i in range(n):
    ...         p[i] *= 2
    ...     return n
    >>> numbers = array("Q", [1, 2])
    >>> plain(double).double(numbers, 2), numbers
    (2, array('Q', [2, 4]))
    """
    return SimpleNamespace(**{function.__name__: _lent(function) for function in functions})


def _lent(function: Callable[..., int]) -> Callable[..., int]:
    # Indexing a memoryview gives plain ints, ten times as fast as a numpy array.
    def run(*args: Any) -> int:
        lent = Opened(_view)
        answer = function(*map(lent.value, args))
        lent.close()
        return answer

    return run


def _view(arg: Any) -> Any:
    return memoryview(arg) if hasattr(arg, "__len__") else int(arg)
