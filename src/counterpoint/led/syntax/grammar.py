"""The grammar of LED, read by lark: the one module of `led` that imports it, when first used."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...data import dataclass
from ...identity import Identity, identity

if TYPE_CHECKING:
    from lark import Lark


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: its kind in `led.lark`, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


class Unexpected(Exception):
    """A word, or a character that begins none, that cannot stand where it does."""

    def __init__(self, word: Word, expected: frozenset[str]) -> None:
        super().__init__(word)
        self.word = word
        self.expected = expected


END = "$END"
"""The kind of what stands after the last word."""


def reduced(code: str, start: str, actions: Any) -> Any:
    """What the actions make of a text, from the inside outwards.

    The method of `actions` for a rule gets its parts, and where what it covers starts and ends. A
    part is a word, what a method gave, or None for what was left out. Neither this nor the reading
    is nested, however deep the text is.
    """
    from lark import Tree, UnexpectedCharacters, UnexpectedToken

    try:
        tree = _parser(start).parse(code)
    except UnexpectedToken as error:
        found: Any = error  # releases of lark differ in what they annotate
        raise Unexpected(_word(found.token, len(code)), frozenset(found.accepts)) from None
    except UnexpectedCharacters as error:
        found = error
        at = found.pos_in_stream
        expected = frozenset(found.allowed or ())
        raise Unexpected(Word("", code[at], at, at + 1), expected) from None
    made: dict[Identity, Any] = {}
    for node in tree.iter_subtrees():  # those below come before those above
        parts = [
            made[identity(part)] if isinstance(part, Tree) else part and _word(part, len(code))
            for part in node.children
        ]
        here = (0, 0) if node.meta.empty else (node.meta.start_pos, node.meta.end_pos)
        made[identity(node)] = getattr(actions, node.data)(parts, *here)
    return made[identity(tree)]


def _word(token: Any, end: int) -> Word:
    if token.type == END:
        return Word(END, "", end, end)
    return Word(token.type, str(token), token.start_pos, token.end_pos)


@cache
def reserved() -> frozenset[str]:
    """The words that the grammar spells out, which cannot be names; a single letter still can.

    >>> sorted(reserved() & {"if", "in", "true", "U", "V", "Sum", "floor"})
    ['if', 'in', 'true']
    """
    return frozenset(re.findall(r'^\w+: "([A-Za-z]{2,})"$', _grammar(), re.MULTILINE))


def _grammar() -> str:
    return Path(__file__).with_name("led.lark").read_text(encoding="utf-8")


@cache
def _parser(start: str) -> Lark:
    from lark import Lark

    return Lark(
        _grammar(), parser="lalr", lexer="contextual", start=start, propagate_positions=True
    )
