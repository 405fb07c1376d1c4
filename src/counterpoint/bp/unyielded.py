"""Statements that a b-thread makes but never yields, so that they have no effect."""

from __future__ import annotations

import ast
import contextlib
import inspect
import linecache
import re
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import Place
from ..trees import module_tree
from .sync import sync
from .thread import Rule

_LOOKS_SO = re.compile(r"(?:^|[:;])[ \t]*(?:\w+\.)*sync\(", re.MULTILINE)
"""What a function has in it that makes a statement without yielding it; few others have it too."""

_Functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
_known: weakref.WeakKeyDictionary[Callable[..., Any], tuple[Place, ...]] = (
    weakref.WeakKeyDictionary()
)


def never_yielded(name: str, rule: Rule[Any]) -> tuple[str, ...]:
    """The warnings about statements that b-thread `name` makes and never yields.

    They are read from the file of its rule. Without the file, there are none.

    >>> from counterpoint import sync, thread
    >>> @thread
    ... def pour():
    ...     yield sync()
    >>> never_yielded("pour", pour)
    ()
    """
    return tuple(
        f"b-thread {name}: the statement at {place} is never yielded, so it has no effect: write "
        "yield sync(...)"
        for place in _places(rule.function)
    )


def _places(function: Callable[..., Any]) -> tuple[Place, ...]:
    found = _known.get(function)
    if found is None:
        found = ()
        # A file may be missing, or be another one by now. It is read for a warning only.
        with contextlib.suppress(Exception):
            found = tuple(_found(inspect.unwrap(function)))
        _known[function] = found
    return found


def _found(function: Callable[..., Any]) -> Iterator[Place]:
    assert isinstance(function, types.FunctionType)
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, function.__globals__)
    last = max(line for *_, line in code.co_lines() if line is not None)
    if not _LOOKS_SO.search("".join(lines[code.co_firstlineno - 1 : last])):
        return
    for node in ast.walk(module_tree("".join(lines))):
        if isinstance(node, ast.FunctionDef) and _begins(node) == code.co_firstlineno:
            for line in _lines(node, function):
                yield Place.of_line(code.co_filename, line)


def _begins(node: ast.FunctionDef) -> int:
    """The line that Python takes for the first one of a function."""
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _lines(node: ast.AST, function: types.FunctionType) -> Iterator[int]:
    """The lines of the statements in a function, but not in those that it defines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Call):
            if _is_sync(child.value.func, function):
                yield child.lineno
        elif not isinstance(child, _Functions):
            yield from _lines(child, function)


def _is_sync(called: ast.expr, function: types.FunctionType) -> bool:
    """Whether a name means `sync`, or one of a module does."""
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        module = function.__globals__.get(called.value.id)
        return isinstance(module, types.ModuleType) and vars(module).get(called.attr) is sync
    if not isinstance(called, ast.Name) or called.id in function.__code__.co_varnames:
        return False
    return function.__globals__.get(called.id) is sync
