"""How deep calls may nest: Python's own limit belongs to the process, and all its threads share it.

Lowered while another thread is deeper than that, it ends the process (`Fatal Python error`). So it
is lifted for as long as anybody needs it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMES = 1_000_000

_turn = threading.Lock()
_usual: list[int] = []
"""The limit as it was, once for each that needs it lifted."""


@contextmanager
def any_depth() -> Iterator[None]:
    """Meanwhile calls may nest as deep as the stack of the machine allows.

    Calls of Python functions take no room on that, but those that go through C do.

    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> with any_depth():
    ...     depth(5_000)
    5000
    """
    with _turn:
        _usual.append(sys.getrecursionlimit() if not _usual else _usual[0])
        sys.setrecursionlimit(max(_FRAMES, _usual[0]))
    try:
        yield
    finally:
        with _turn:
            usual = _usual.pop()
            if not _usual:
                sys.setrecursionlimit(usual)
