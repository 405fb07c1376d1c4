"""Where requirements stand in a Python file, by their names."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator

from ..errors import Place
from ..trees import module_tree


def requirement_places(file: str) -> dict[str, Place]:
    """The place of each name that a file gives a requirement, as far as its text shows that.

    That is a key of a dictionary, as in `requirements={"low": ...}`, or a keyword, as in
    `model.requires(low=...)`. A name that occurs several times, as for two programs, is left out.
    Empty for a file that is no Python text.
    """
    try:
        with tokenize.open(file) as text:
            tree = module_tree(text.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return {}
    lines: dict[str, list[int]] = {}
    for name, line in _names(tree):
        lines.setdefault(name, []).append(line)
    return {name: Place.of_line(file, of[0]) for name, of in lines.items() if len(of) == 1}


def _names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The texts that are keys of dictionaries, and the keywords of `requires`, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=keys):
                yield from (
                    (key.value, key.lineno)
                    for key in keys
                    if isinstance(key, ast.Constant) and isinstance(key.value, str)
                )
            case ast.Call(func=ast.Attribute(attr="requires"), keywords=keywords):
                yield from ((word.arg, word.lineno) for word in keywords if word.arg)
