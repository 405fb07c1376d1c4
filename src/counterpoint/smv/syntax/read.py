"""Parsing texts and expressions; raises `BadSmv` for syntax errors."""

from __future__ import annotations

from typing import Any

from ..source import Source
from ..tree import Expression, Text
from .build import Actions
from .diagnostics import complaint
from .grammar import Unexpected, reduced


def read_text(source: Source) -> Text:
    """Parse a text.

    >>> text = read_text(Source("m.smv", "MODULE main VAR x : boolean; INIT x"))
    >>> [module.name for module in text.modules]
    ['main']
    """
    return _read(source, "text")  # type: ignore[no-any-return]


def read_expression(text: str, file: str = "") -> Expression:
    """Parse a single expression; `file` is the name of its source in errors.

    >>> read_expression("a + 1 = b").operator
    '='
    """
    return _read(Source(file, text), "basic")  # type: ignore[no-any-return]


def _read(source: Source, start: str) -> Any:
    try:
        return reduced(source.text, start, Actions(source))
    except Unexpected as error:
        raise complaint(source, error.word, error.expected) from None
