"""Parsing SMV with lark. This is the only module of `smv` that imports it, on first use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...data import dataclass
from ...identity import Identity, identity

if TYPE_CHECKING:
    from lark import Lark


@dataclass(frozen=True, slots=True)
class Word:
    """A token: its kind in `smv.lark`, and its start and end offsets."""

    kind: str
    text: str
    start: int
    end: int


class Unexpected(Exception):
    """A token, or a character that begins none, that is not allowed here.

    `expected` has the kinds of tokens that are. For a character, the kind of `word` is "".
    """

    def __init__(self, word: Word, expected: frozenset[str]) -> None:
        super().__init__(word)
        self.word = word
        self.expected = expected


END = "$END"
"""The kind of the token after the last one."""


def reduced(text: str, start: str, actions: Any) -> Any:
    """Parse a text and apply the actions to its tree, bottom up; raises `Unexpected`.

    `actions.made` is called with a rule, its parts, and its start and end offsets. A
    part is a token, the result of a method, or None for an optional part that is missing. Neither
    parsing nor this is recursive, however deep the text is nested.
    """
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
    return actions.made("inner", [made[identity(tree)]], 0, len(text)).node


def _word(token: Any, end: int) -> Word:
    if token.type == END:
        return Word(END, "", end, end)
    return Word(token.type, str(token), token.start_pos, token.end_pos)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("smv.lark").read_text(encoding="utf-8")
    starts = ["text", "basic"]
    return Lark(grammar, parser="lalr", lexer="basic", start=starts, propagate_positions=True)
