"""The values in the `assert` statement that failed: nothing is evaluated again."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

from ..trees import module_tree


def failed_at(error: BaseException) -> TracebackType | None:
    """The innermost entry of the traceback of an error."""
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry


def values_in(entry: TracebackType) -> Iterator[Any]:
    """The values in the `assert` statement that was left by an exception.

    Values of parts are known if pytest has rewritten the statement: it keeps each under a name that
    is no identifier. Values of names are looked up.
    """
    frame = entry.tb_frame
    yield from (value for name, value in frame.f_locals.items() if not name.isidentifier())
    statement = _statement(frame, entry.tb_lineno)
    if statement is None:
        return
    for node in ast.walk(statement.test):
        if isinstance(node, ast.Name):
            scopes = (frame.f_locals, frame.f_globals)
            yield from [of[node.id] for of in scopes if node.id in of][:1]


def _statement(frame: FrameType, line: int) -> ast.Assert | None:
    """The innermost `assert` statement at a line of the code of a frame."""
    text = "".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals))
    try:
        tree = module_tree(text)
    except (SyntaxError, ValueError):
        return None
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Assert))
    there = (node for node in found if node.lineno <= line <= (node.end_lineno or line))
    return max(there, key=lambda node: node.lineno, default=None)
