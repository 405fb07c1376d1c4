"""Putting a row of operands and operators together, by precedence.

The precedences are those of the manual of NuSMV 2.6, from loosest to tightest: `->` (to the right),
`<->`, `? :`, `| xor xnor`, `&`, the binary operators of linear time, the prefix operators of linear
and of branching time, comparisons, `in`, `union`, `..`, shifts, sums, products, `::`, `!` and `-`.

Dijkstra: Algol 60 translation (the shunting yard). 1961.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...data import dataclass
from ...errors import BadSmv
from ..source import Source, Span
from ..tree import Binary, Choice, Expression, Number, Range, Tense, Unary
from .table import Word


@dataclass(frozen=True, slots=True)
class Bounded:
    """A bounded temporal operator with its bounds."""

    word: Word
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Placed:
    """An operand, and where it is with the brackets around it."""

    node: Expression
    start: int
    end: int


Item: TypeAlias = Word | Bounded | Placed
"""A part of a row."""

_LEVELS = {
    "IMPLIES": 1, "IFF": 2, "QUERY": 3, "EITHER": 4, "AND": 5, "BINARY": 6, "COMPARED": 9, "IN": 10,
    "UNION": 11, "RANGED": 12, "SHIFTED": 13, "PLUS": 14, "MINUS": 14, "FACTOR": 15, "JOIN": 16,
    "BU": 0,
}  # fmt: skip

_PREFIXES = {"LINEAR": 7, "SPANNED": 7, "BRANCHING": 8, "BOUNDED": 8, "NOT": 17, "MINUS": 17}

_QUANTIFIED = {"BINARY": 0, "BU": 0}
"""Inside A[...] and E[...] the `U` that they need is the loosest operator."""

_TO_THE_RIGHT = frozenset({"IMPLIES", "QUERY"})


@dataclass(frozen=True, slots=True)
class _Operator:
    item: Word | Bounded
    level: int
    prefix: bool
    between: Placed | None = None

    @property
    def word(self) -> Word:
        return self.item.word if isinstance(self.item, Bounded) else self.item


class _Yard:
    """The operands and operators that wait to be put together."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._operands: list[Placed] = []
        self._operators: list[_Operator] = []

    def operand(self, item: Placed) -> None:
        self._operands.append(item)

    def prefix(self, item: Word | Bounded) -> None:
        word = item.word if isinstance(item, Bounded) else item
        level = _PREFIXES[word.kind]
        around = self._operators[-1] if self._operators else None
        if around is not None and level < around.level and not self._is_not(around):
            says = f"{word.text} binds less tightly than {around.word.text}: put brackets around it"
            raise BadSmv(says, self._source.place(word.start, word.end))
        self._operators.append(_Operator(item, level, True))

    def _is_not(self, around: _Operator) -> bool:
        return around.prefix and around.word.kind == "NOT"

    def infix(self, item: Word | Bounded, level: int, between: Placed | None = None) -> None:
        word = item.word if isinstance(item, Bounded) else item
        while self._operators:
            above = self._operators[-1]
            keeps = level == above.level and word.kind in _TO_THE_RIGHT
            if above.level < level or keeps:
                break
            self._reduce()
        self._operators.append(_Operator(item, level, False, between))

    def whole(self) -> Placed:
        while self._operators:
            self._reduce()
        (found,) = self._operands
        return found

    def _reduce(self) -> None:
        operator = self._operators.pop()
        right = self._operands.pop()
        if operator.prefix:
            start = operator.word.start
            node = _prefixed(operator, right.node, Span(self._source, start, right.end))
            self._operands.append(Placed(node, start, right.end))
            return
        left = self._operands.pop()
        at = Span(self._source, left.start, right.end)
        node = _joined(operator, left.node, right.node, at)
        self._operands.append(Placed(node, left.start, right.end))


def together(source: Source, items: Sequence[Item]) -> Placed:
    """The expression of a row; raises `BadSmv` for operators that need brackets."""
    return _arranged(source, items, {})


def quantified(source: Source, quantifier: Word, items: Sequence[Item], end: int) -> Tense:
    """The formula `A[p U q]` or `E[p BU 0..3 q]` for the row in its brackets."""
    at = Span(source, quantifier.start, end)
    inside = _arranged(source, items, _QUANTIFIED).node
    match inside:
        case Tense("U", parts):
            return Tense(f"{quantifier.text}U", parts, at=at)
        case Tense("BU", parts, low, high):
            return Tense(f"{quantifier.text}BU", parts, low, high, at=at)
    says = f"{quantifier.text}[...] needs p U q between its brackets"
    raise BadSmv(says, source.place(quantifier.start, quantifier.end))


def _arranged(source: Source, items: Sequence[Item], levels: dict[str, int]) -> Placed:
    yard, at, wants_operand = _Yard(source), 0, True
    while at < len(items):
        item = items[at]
        at += 1
        if isinstance(item, Placed):
            yard.operand(item)
            wants_operand = False
            continue
        if wants_operand:
            yard.prefix(item)
            continue
        word = item.word if isinstance(item, Bounded) else item
        between: Placed | None = None
        if word.kind == "QUERY":
            middle = items[at]
            assert isinstance(middle, Placed)
            between, at = middle, at + 1
        if word.kind == "BU" and "BU" not in levels:
            says = "BU stands in brackets only: A[p BU 0..3 q] or E[p BU 0..3 q]"
            raise BadSmv(says, source.place(word.start, word.end))
        yard.infix(item, levels.get(word.kind, _LEVELS[word.kind]), between)
        wants_operand = True
    return yard.whole()


def _prefixed(operator: _Operator, of: Expression, at: Span) -> Expression:
    word = operator.word
    if isinstance(operator.item, Bounded):
        return Tense(word.text, (of,), operator.item.low, operator.item.high, at=at)
    if word.kind == "MINUS" and isinstance(of, Number):
        return Number(-of.value, at=at)
    if word.kind in ("NOT", "MINUS"):
        return Unary(word.text, of, at=at)
    return Tense(word.text, (of,), at=at)


def _joined(operator: _Operator, left: Expression, right: Expression, at: Span) -> Expression:
    word = operator.word
    if operator.between is not None:
        return Choice(left, operator.between.node, right, at=at)
    if isinstance(operator.item, Bounded):
        return Tense(word.text, (left, right), operator.item.low, operator.item.high, at=at)
    if word.kind == "BINARY":
        return Tense(word.text, (left, right), at=at)
    if word.kind == "RANGED":
        return Range(left, right, at=at)
    return Binary(word.text, left, right, at=at)
