"""The parser's actions for the rules of the grammar: they build formulas with their places."""

from __future__ import annotations

from typing import TypeAlias

from ..data import dataclass
from .complaint import Complaint
from .formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    Variable,
)
from .lexeme import Lexeme
from .span import Span

LEVELS = 120
"""The greatest nesting depth of a formula, so that every later pass can use plain recursion.

A row of formulas joined by `&`, or by `|`, is one level, however long it is.
"""


@dataclass(frozen=True, slots=True)
class Node:
    """A formula, its place including the brackets around it, and its nesting depth."""

    formula: Formula
    span: Span
    depth: int = 1


Operators: TypeAlias = tuple[Lexeme, ...]
"""Prefix operators of a formula, the outermost first."""


class Actions:
    """One method for each rule; the parts are words, nodes, and tuples of operators."""

    def start(self, parts: list[Node]) -> Node:
        return parts[0]

    def const(self, parts: list[Lexeme]) -> Node:
        return Node(Const(parts[0].text == "true", parts[0].span), parts[0].span)

    def atom(self, parts: list[Lexeme]) -> Node:
        return Node(Atom(parts[0].names[0], parts[0].span), parts[0].span)

    def variable(self, parts: list[Lexeme]) -> Node:
        return Node(Variable(parts[0].names[0], parts[0].span), parts[0].span)

    def bracket(self, parts: tuple[Lexeme, Node, Lexeme]) -> Node:
        opened, inner, closed = parts
        return Node(inner.formula, _from_to(opened.span, closed.span), inner.depth)

    def quantified(self, parts: tuple[Lexeme, Lexeme, Node, Lexeme]) -> Node:
        quantifier, _, inner, closed = parts
        span = _from_to(quantifier.span, closed.span)
        return _limited(Path(quantifier.text == "E", inner.formula, span), span, inner.depth + 1)

    def quantified_in_square_brackets(self, parts: tuple[Lexeme, Node, Lexeme]) -> Node:
        opened, inner, closed = parts
        span = _from_to(opened.span, closed.span)
        return _limited(Path(opened.names[0] == "E", inner.formula, span), span, inner.depth + 1)

    def junction(self, parts: tuple[Node, Lexeme, Node]) -> Node:
        left, word, right = parts
        junctor = Junctor[word.kind]
        span = _from_to(left.span, right.span)
        formula = Junction(junctor, left.formula, right.formula, span)
        goes_on = (
            junctor in {Junctor.AND, Junctor.OR}
            and isinstance(left.formula, Junction)
            and left.formula.junctor is junctor
        )
        return _limited(formula, span, max(left.depth + (not goes_on), right.depth + 1))

    def until(self, parts: tuple[Node, Lexeme, Node]) -> Node:
        left, word, right = parts
        span = _from_to(left.span, right.span)
        formula = Temporal(Tense(word.text), (left.formula, right.formula), span)
        return _limited(formula, span, max(left.depth, right.depth) + 1)

    def fix(self, parts: tuple[Lexeme, Node]) -> Node:
        word, body = parts
        span = _from_to(word.span, body.span)
        formula = Fix(word.text.startswith("mu"), word.names[0], body.formula, span)
        return _limited(formula, span, body.depth + 1)

    def prefixed(self, parts: tuple[Operators, Node]) -> Node:
        operators, node = parts
        for word in reversed(operators):
            span = _from_to(word.span, node.span)
            node = _limited(_prefixed(word, node.formula, span), span, node.depth + _levels(word))
        return node

    def operator(self, parts: list[Lexeme]) -> Operators:
        return (parts[0],)

    def prefix(self, parts: list[Operators]) -> Operators:
        return parts[0]

    def prefixes(self, parts: list[Operators]) -> Operators:
        return tuple(word for part in parts for word in part)

    def power(self, parts: tuple[Operators, Lexeme]) -> Operators:
        return _repeated(*parts)

    def power_of_group(self, parts: tuple[Lexeme, Operators, Lexeme, Lexeme]) -> Operators:
        _, operators, _, power = parts
        return _repeated(operators, power)


def _from_to(left: Span, right: Span) -> Span:
    return Span(left.start, max(left.end, right.end))


def _limited(formula: Formula, span: Span, depth: int) -> Node:
    if depth > LEVELS:
        raise _too_deep(span)
    return Node(formula, span, depth)


def _too_deep(span: Span) -> Complaint:
    return Complaint(
        Span(span.start, span.start + 1),
        f"the formula from here on is nested more than {LEVELS} levels deep",
        "A row of formulas joined by & or by | counts as one level.",
    )


def _repeated(operators: Operators, power: Lexeme) -> Operators:
    times = power.names[0].lstrip("0") or "0"
    if len(times) > len(str(LEVELS)) or int(times) * len(operators) > LEVELS:
        raise _too_deep(power.span)
    return operators * int(times)


def _levels(word: Lexeme) -> int:
    return 2 if word.kind == "QUANTIFIED" else 1


def _prefixed(word: Lexeme, of: Formula, span: Span) -> Formula:
    """The formula with one prefix operator applied."""
    match word.kind:
        case "NOT":
            return Not(of, span)
        case "TENSE":
            return Temporal(Tense(word.text), (of,), span)
        case "QUANTIFIED":
            inner = Temporal(Tense(word.text[1]), (of,), span)
            return Path(word.text[0] == "E", inner, span)
        case "TEAM":
            return Team(tuple(word.names), word.text.startswith("<<"), of, span)
        case _:
            label = word.names[0] if word.names else None
            return Modal(word.text.startswith("<"), label, of, span)
