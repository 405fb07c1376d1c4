"""The grammar of formulas, read by lark: the one module that imports it, when it is first used."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .lexeme import END, Lexeme

if TYPE_CHECKING:
    from lark import Lark, Token


class Unexpected(Exception):
    """A word that cannot stand where it does, and the kinds that could."""

    def __init__(self, word: Lexeme, expected: frozenset[str]) -> None:
        super().__init__(word)
        self.word = word
        self.expected = expected


def reduced(words: Iterable[Lexeme], actions: type) -> Any:
    """What the actions make of the words: the method of `actions` for a rule gets its parts.

    The last word must be of kind END. Neither the reading nor the actions are nested, however deep
    the formula is.
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
