"""Python's own syntax trees, read by one thread at a time.

CPython counts how deep it is in a tree in one place for all threads. Where another one reads a
tree meanwhile, it may find its count wrong and raise `SystemError`.
"""

from __future__ import annotations

import ast
import threading

_LOCK = threading.Lock()


def module_tree(text: str) -> ast.Module:
    """The tree of statements; raises `SyntaxError` or `ValueError` for what are none.

    >>> ast.unparse(module_tree("x  =  1"))
    'x = 1'
    """
    with _LOCK:
        return ast.parse(text)


def expression_tree(text: str) -> ast.expr:
    """The tree of an expression; raises likewise.

    >>> ast.unparse(expression_tree("x+1"))
    'x + 1'
    """
    with _LOCK:
        return ast.parse(text, mode="eval").body
