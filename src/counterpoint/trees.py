"""Parse Python source into syntax trees, one thread at a time.

CPython tracks its depth in a tree in one place for all threads. If two threads parse at the same
time, one may find a wrong depth and raise `SystemError`.
"""

from __future__ import annotations

import ast
import threading

_LOCK = threading.Lock()


def module_tree(text: str) -> ast.Module:
    """The tree of a module; raises `SyntaxError` or `ValueError` for invalid source.

    >>> ast.unparse(module_tree("x  =  1"))
    'x = 1'
    """
    with _LOCK:
        return ast.parse(text)


def expression_tree(text: str) -> ast.expr:
    """The tree of an expression; raises like `module_tree`.

    >>> ast.unparse(expression_tree("x+1"))
    'x + 1'
    """
    with _LOCK:
        return ast.parse(text, mode="eval").body
