"""Parsing SMV with lark. This is the only module of `smv` that imports it, on first use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import BadSmv
from ...identity import Identity, identity
from .table import END, Table, Word

if TYPE_CHECKING:
    from lark import Lark


class Unexpected(Exception):
    """A token, or a character that begins none, that is not allowed here.

    `expected` has the kinds of tokens that are. For a character, the kind of `word` is "".
    """

    def __init__(self, word: Word, expected: frozenset[str]) -> None:
        super().__init__(word)
        self.word = word
        self.expected = expected


def reduced(text: str, start: str, actions: Any) -> Any:
    """Parse a text and apply the actions to its tree, bottom up; raises `Unexpected`.

    `actions.made` is called with a rule, its parts, and its start and end offsets. A
    part is a token, the result of a method, or None for an optional part that is missing. Neither
    parsing nor this is recursive, however deep the text is nested.
    """
    try:
        found = _table().reduced(text, start, actions)
    except BadSmv:  # an error of syntax further on is the one to report
        found = None
    return _by_lark(text, start, actions) if found is None else _whole(found, text, actions)


def _whole(found: Any, text: str, actions: Any) -> Any:
    return actions.made("inner", [found], 0, len(text)).node


def _by_lark(text: str, start: str, actions: Any) -> Any:
    """As `reduced`, by lark's own loop, which knows what is expected where an error is."""
    from lark import Tree, UnexpectedCharacters, UnexpectedToken

    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedToken as error:
        found: Any = error  # type annotations differ between releases of lark
        raise Unexpected(_word(found.token, len(text)), frozenset(found.accepts)) from None
    except UnexpectedCharacters as error:
        found = error
        at = found.pos_in_stream
        raise Unexpected(Word("", text[at], at, at + 1), frozenset()) from None
    made: dict[Identity, Any] = {}
    for node in tree.iter_subtrees():  # children come before their parents
        parts = [
            made[identity(part)] if isinstance(part, Tree) else part and _word(part, len(text))
            for part in node.children
        ]
        here = (0, 0) if node.meta.empty else (node.meta.start_pos, node.meta.end_pos)
        made[identity(node)] = actions.made(str(node.data), parts, *here)
    return _whole(made[identity(tree)], text, actions)


def _word(token: Any, end: int) -> Word:
    if token.type == END:
        return Word(END, "", end, end)
    return Word(token.type, str(token), token.start_pos, token.end_pos)


@cache
def _table() -> Table:
    return Table(_parser())


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("smv.lark").read_text(encoding="utf-8")
    starts = ["text", "basic"]
    return Lark(grammar, parser="lalr", lexer="basic", start=starts, propagate_positions=True)
