"""Parsing texts and expressions; raises `BadLed` for syntax errors."""

from __future__ import annotations

from ..source import Source, code_of
from ..tree import Expression, Text
from .build import Actions
from .diagnostics import complaint, definition_complaint
from .grammar import Unexpected, reduced


def read_text(source: Source) -> Text:
    """Parse a literate text.

    >>> text = read_text(Source("f.led", "Twice: /$ f(x) := 2*x $/"))
    >>> text.definitions[0].head
    'f(x)'
    """
    code = code_of(source)
    try:
        made: Text = reduced(code, "text", Actions(source))
    except Unexpected as error:
        raise complaint(source, code, error.word, error.expected) from None
    return made


def read_expression(text: str, file: str = "") -> Expression:
    """Parse a single expression; `file` is the name of its source in errors.

    >>> read_expression("1 + 2 * 3").operator
    '+'
    """
    source = Source(file, text)
    try:
        made: Expression = reduced(text, "expression", Actions(source))
    except Unexpected as error:
        raise definition_complaint(source, error.word) or complaint(
            source, text, error.word, error.expected
        ) from None
    return made
