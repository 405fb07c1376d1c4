"""Building trees: a method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..source import Source, Span
from ..tree import (
    Big,
    Binary,
    Branch,
    Call,
    Cases,
    Chain,
    Definition,
    Expression,
    Index,
    Interval,
    Literal,
    Members,
    Name,
    Parameter,
    Quantified,
    Row,
    Signature,
    Slice,
    Such,
    Text,
    Tuple,
    Unary,
)
from ..values.value import atom, number, string, truth
from .diagnostics import no_name, no_term
from .grammar import Word, reserved

_SAME = {
    "or": "V", "subeq": "sub", "nrsec": "sec", "Union": "U", "Nrsec": "Sec", ":": "in",
}  # fmt: skip
"""Maps alternative spellings of operators to the one that is used in trees."""

_ESCAPED = {"n": "\n", "t": "\t", "s": " ", "r": "\r"}


class Actions:
    """The actions of the grammar: each makes a node from its parts and its place in the source."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def _at(self, start: int, end: int) -> Span:
        return self.source.span(start, end)

    def _named(self, word: Word) -> str:
        """The name that is defined or bound here; raises `BadLed` for a reserved word."""
        if word.text in reserved():
            raise no_name(self.source, word)
        return word.text

    def _used(self, word: Word) -> str:
        """The name that is used here; raises `BadLed` for a reserved word."""
        if word.text in reserved():
            raise no_term(self.source, word)
        return word.text

    # Definitions ----------------------------------------------------------------------------------

    def text(self, parts: list[Any], start: int, end: int) -> Text:
        return Text(
            tuple(part for part in parts if isinstance(part, Definition)),
            tuple(part for part in parts if isinstance(part, Signature)),
        )

    def head(self, parts: list[Any], start: int, end: int) -> list[Word]:
        return [part for part in parts if part is not None]

    def function(self, parts: list[Any], start: int, end: int) -> Definition:
        (name, *parameters), body, *where = parts
        return Definition(
            self._named(name),
            tuple(Parameter(self._named(p), at=self._at(p.start, p.end)) for p in parameters),
            body,
            where[0] if where else None,
            at=self._at(name.start, name.end),
        )

    def relation(self, parts: list[Any], start: int, end: int) -> Definition:
        made = self.function(parts, start, end)
        return Definition(
            made.name, made.parameters, made.body, made.where, is_relation=True, at=made.at
        )

    def guarded(self, parts: list[Any], start: int, end: int) -> Definition:
        guard, made = parts
        inner = made.guard
        if inner is not None:
            guard = Binary("&", guard, inner, at=guard.at)
        return Definition(
            made.name, made.parameters, made.body, made.where, guard, made.is_relation, at=made.at
        )

    def signature(self, parts: list[Any], start: int, end: int) -> Signature:
        name = parts[0]
        return Signature(self._named(name), at=self._at(name.start, name.end))

    def cases(self, parts: list[Any], start: int, end: int) -> Cases:
        return Cases(tuple(parts), at=self._at(start, end))

    def branch(self, parts: list[Any], start: int, end: int) -> Branch:
        condition = parts[1] if len(parts) > 1 else None
        return Branch(parts[0], condition, at=self._at(start, end))

    # Conditions -----------------------------------------------------------------------------------

    def conditions(self, parts: list[Any], start: int, end: int) -> Expression:
        (only,) = parts
        return only  # type: ignore[no-any-return]

    expression = inner = conditions

    def commas(self, parts: list[Any], start: int, end: int) -> Expression:
        made: Expression = parts[0]
        for part in parts[1:]:
            made = Binary("&", made, part, at=self._at(start, part.at.end))
        return made

    def binary(self, parts: list[Any], start: int, end: int) -> Binary:
        left, operator, right = parts
        return Binary(_spelt(operator), left, right, at=self._at(start, end))

    def unary(self, parts: list[Any], start: int, end: int) -> Unary:
        operator, of = parts
        return Unary(operator.text, of, at=self._at(start, end))

    def chain(self, parts: list[Any], start: int, end: int) -> Chain:
        rest = zip(map(_spelt, parts[1::2]), parts[2::2], strict=True)
        return Chain(parts[0], tuple(rest), at=self._at(start, end))

    def quantified(self, parts: list[Any], start: int, end: int) -> Quantified:
        word, *rest = parts
        *patterns, among, body = (part for part in rest if not isinstance(part, Word))
        return Quantified(
            word.text == "some", tuple(patterns), among, body, at=self._at(start, end)
        )

    # Terms ----------------------------------------------------------------------------------------

    def number(self, parts: list[Any], start: int, end: int) -> Literal:
        return Literal(number(_decimal(parts[0].text)), at=self._at(start, end))

    def string(self, parts: list[Any], start: int, end: int) -> Literal:
        return Literal(string(_unescaped(parts[0].text[1:-1])), at=self._at(start, end))

    def atom(self, parts: list[Any], start: int, end: int) -> Literal:
        return Literal(atom(parts[0].text[1:]), at=self._at(start, end))

    def truth(self, parts: list[Any], start: int, end: int) -> Literal:
        return Literal(truth(parts[0].text == "true"), at=self._at(start, end))

    def name(self, parts: list[Any], start: int, end: int) -> Name:
        return Name(self._used(parts[0]), at=self._at(start, end))

    def bound(self, parts: list[Any], start: int, end: int) -> Name:
        return Name(self._named(parts[0]), at=self._at(start, end))

    def call(self, parts: list[Any], start: int, end: int) -> Expression:
        name, *args = parts
        at = self._at(start, end)
        used = self._used(name)
        return Call(used, _given(args), at=at) if _given(args) else Name(used, at=at)

    def tuple(self, parts: list[Any], start: int, end: int) -> Tuple:
        return Tuple(_given(parts), at=self._at(start, end))

    def row(self, parts: list[Any], start: int, end: int) -> Row:
        return Row(_given(parts[1:-1]), at=self._at(start, end))

    def members(self, parts: list[Any], start: int, end: int) -> Members:
        return Members(_given(parts), at=self._at(start, end))

    def interval(self, parts: list[Any], start: int, end: int) -> Interval:
        return Interval(*parts, at=self._at(start, end))

    def such(self, parts: list[Any], start: int, end: int) -> Such:
        return Such(*parts, at=self._at(start, end))

    def size(self, parts: list[Any], start: int, end: int) -> Unary:
        return Unary("||", parts[0], at=self._at(start, end))

    def big(self, parts: list[Any], start: int, end: int) -> Big:
        operator, where, of = parts
        return Big(_spelt(operator), where, of, at=self._at(start, end))

    def index(self, parts: list[Any], start: int, end: int) -> Index:
        return Index(*parts, at=self._at(start, end))

    def slice(self, parts: list[Any], start: int, end: int) -> Slice:
        return Slice(*parts, at=self._at(start, end))

    def power(self, parts: list[Any], start: int, end: int) -> Binary:
        base, exponent = parts
        return Binary("^", base, exponent, at=self._at(start, end))


def _spelt(word: Word) -> str:
    return _SAME.get(word.text, word.text)


def _given(parts: Iterable[Any]) -> tuple[Any, ...]:
    """The parts, without optional ones that are missing."""
    return tuple(part for part in parts if part is not None)


def _unescaped(text: str) -> str:
    """The text of a string, with backslash escapes resolved."""
    made, chars = [], iter(text)
    for char in chars:
        if char == "\\":
            after = next(chars)
            char = _ESCAPED.get(after, after)
        made.append(char)
    return "".join(made)


def _decimal(text: str) -> Fraction:
    """The exact number that a numeral denotes; digits in brackets are repeated for ever.

    >>> _decimal("2.50"), _decimal("0.1(6..)")
    (Fraction(5, 2), Fraction(1, 6))
    """
    plain, _, repeated = text.partition("(")
    whole, _, digits = plain.partition(".")
    made = Fraction(int(f"{whole or 0}{digits}"), 10 ** len(digits))
    if repeated:
        block = repeated.removesuffix("..)")
        made += Fraction(int(block), (10 ** len(block) - 1) * 10 ** len(digits))
    return made
