"""What a file of tests has that `counterpoint tests` did not write, and that must not get lost."""

from __future__ import annotations

import ast
import re

from .tours_adapter import EMPTY
from .tours_file import TEST, WRITTEN_BY

_RUNS = re.compile(r"^RUNS = \{(?:\}|.*?^\})", re.DOTALL | re.MULTILINE)
"""The runs, which may take megabytes."""

_OWN = {"Adapter", "HERE", "RUNS", "TARGET", TEST}
"""What a file of tests defines."""

_JSON = re.compile(r'\s*\{\s*"target": .*?,\s*"cover": ', re.DOTALL)

HEAD = 1 << 16
"""The characters of a file that show that it is JSON with tests."""


def filled_in(text: str) -> str | None:
    """What a user wrote in a Python file: `Adapter`, if that is filled in, or another name.

    It is empty if nothing in the file is by `counterpoint tests`, and None if all of it is.

    >>> filled_in("x = 1")
    ''
    >>> head = "# lamp: 2 states. Written by `counterpoint tests`."
    >>> filled_in(f"{head}\\nRUNS = {{}}"), filled_in(f"{head}\\nclass Adapter:\\n    lit = 1")
    (None, 'Adapter')
    """
    if not text.strip():
        return None
    if WRITTEN_BY not in text:
        return ""
    try:
        statements = ast.parse(_RUNS.sub("RUNS = {}", text, count=1)).body
    except (SyntaxError, ValueError):
        return "Adapter"
    return next(filter(None, map(_added, statements)), None)


def is_json_of_tests(head: str) -> bool:
    """Whether a file is JSON with tests, by its first `HEAD` characters, or is empty.

    >>> is_json_of_tests('{"target": "nim", "cover": "states"'), is_json_of_tests('{"a": 1}')
    (True, False)
    """
    return not head.strip() or _JSON.match(head) is not None


def _added(statement: ast.stmt) -> str | None:
    """What a statement defines that was not written with the tests; None if that is nothing."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return None
        case ast.ClassDef(name="Adapter", body=body):
            return None if all(map(_is_empty, body)) else "Adapter"
        case ast.FunctionDef(name=name) if name in _OWN:
            return None
        case ast.Assign(targets=[ast.Name(id=name)]) if name in _OWN:
            return None
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
    return ast.unparse(statement).partition("\n")[0]


def _is_empty(part: ast.stmt) -> bool:
    """Whether a part of the adapter is as it was written: its docstring, or a method to fill in."""
    match part:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.FunctionDef(body=[*before, ast.Raise(exc=ast.Call(args=[ast.Constant(said)]))]):
            return all(map(_is_empty, before)) and str(said).endswith(EMPTY)
    return False
