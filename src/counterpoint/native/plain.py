"""Kernels as they stand: CPython runs them where it is done sooner than machine code is loaded."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from .opened import Opened


def plain(*functions: Callable[..., int]) -> Any:
    """The functions, each an attribute by its name, which take the arrays that `build` takes.

    Numbers have no width, and nobody checks where an access goes: this is for kernels that do not
    count on results modulo 2**64, and that `twin` was seen to run.

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
    # A view gives plain ints, and is ten times as fast as an array.
    def run(*args: Any) -> int:
        lent = Opened(_view)
        answer = function(*map(lent.value, args))
        lent.close()
        return answer

    return run


def _view(arg: Any) -> Any:
    return memoryview(arg) if hasattr(arg, "__len__") else int(arg)
