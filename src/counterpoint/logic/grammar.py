"""The grammar of formulas, parsed with lark.

This is the only module that imports lark, and it does so when it is first used.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .lexeme import END, Lexeme

if TYPE_CHECKING:
    from lark import Lark, Token


class Unexpected(Exception):
    """A word that is not allowed at its place, and the kinds of words that are."""

    def __init__(self, word: Lexeme, expected: frozenset[str]) -> None:
        super().__init__(word)
        self.word = word
        self.expected = expected


def reduced(words: Iterable[Lexeme], actions: type) -> Any:
    """The result of parsing the words: for each rule, its method of `actions` gets the parts.

    The last word must be of kind END. Neither the parser nor the actions recurse, however deep the
    formula is. Raises `Unexpected`.
    """
    from lark import UnexpectedToken

    reading = _parser(actions).parse_interactive("")
    for word in words:
        try:
            result = reading.feed_token(cast("Token", word))
        except UnexpectedToken as error:
            raise Unexpected(word, frozenset(error.expected)) from None
        if word.kind == END:
            return result
    raise AssertionError("no word of kind END")


@cache
def _parser(actions: type) -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", transformer=actions())
