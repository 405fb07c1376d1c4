"""Parse text into a formula.

From loosest to tightest: `<->`, `->` (right-associative), `|`, `&`, the temporal `U W R M`
(right-associative), and the prefix operators:

    ! X F G EX EF EG AX AF AG <> [] <a> [a] <<p, q>> [[p]]

So `<<p>> F q & r` is `(<<p>> F q) & r`. The body of `mu X.` or `nu X.` extends as far as possible.
A prefix operator may have a power, and so may a bracketed row of them: `X^3 p`, `(EX AX)^2 p`.

`scanner` defines how atoms are written, and how letters that are also operators are read;
`well_formed` defines which formulas are meaningful.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .build import Actions, Node
from .complaint import Complaint
from .diagnostics import complaint_of
from .formula import Formula
from .lexeme import END, Lexeme
from .scanner import scan
from .well_formed import examine

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


def parse(text: str) -> Formula:
    """The formula of a text; raises `BadFormula`, which shows the place of the error.

    >>> parse("AG (request -> AF grant)").some
    False
    >>> print(parse("mu X. p1_wins | (t1 & <>X) | (t2 & []X)"))
    mu X. p1_wins | t1 & <>X | t2 & []X
    >>> print(parse("(EX AX)^2 X(1, 1)"))
    EX AX EX AX X(1,1)
    >>> parse("G (p -> )")
    Traceback (most recent call last):
        ...
    counterpoint.errors.BadFormula: [CP400] a formula is missing after '->': here is ')'
        G (p -> )
                ^
    """
    try:
        formula = _read(text)
        examine(formula)
    except Complaint as complaint:
        raise complaint.about(text) from None
    return formula


def _read(text: str) -> Formula:
    words: list[Lexeme] = []
    try:
        node: Node = reduced(_noted(scan(text), words), Actions)
    except Unexpected as error:
        raise complaint_of(words, error.expected) from None
    return node.formula


def _noted(words: Iterator[Lexeme], into: list[Lexeme]) -> Iterator[Lexeme]:
    for word in words:
        into.append(word)
        yield word
