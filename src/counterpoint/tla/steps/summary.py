"""Which variables a part of an action can assign, and which it needs to know first."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

from ...data import dataclass
from ..evaluate.actions import flat
from ..evaluate.binding import operand
from ..evaluate.compiling import Compiling
from ..scope import Builtin, Defined, Scope, Value, Variable
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Expression,
    If,
    Labelled,
    Let,
    Or,
    Prime,
    Qualified,
    Quantified,
    Square,
    Subexpression,
    Unchanged,
)

NONE: frozenset[int] = frozenset()
_KNOWN = Value(None)
_MANY = 1 << 16
_ELEMENTS = 8
"""An estimate of the number of elements of a set."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The variables, by number, that an expression may assign in the next state, and those needed.

    `width` estimates the number of ways to satisfy it.
    """

    targets: frozenset[int]
    needs: frozenset[int]
    width: int = 1


class Summaries:
    """Summaries of expressions; those of definitions without parameters are cached."""

    def __init__(self, compiler: Compiling) -> None:
        self._c = compiler

    def of(self, node: Expression, scope: Scope, primed: bool) -> Summary:
        """What an expression that is used as an action assigns and needs."""
        found = self._structure(node, scope, primed)
        return found if found is not None and found.targets else self._test(node, scope, primed)

    def _test(self, node: Expression, scope: Scope, primed: bool) -> Summary:
        footprints = self._c.footprints
        return Summary(NONE, footprints.reads_next(footprints.of(node, scope, primed)), 0)

    def _reads(self, node: Expression, scope: Scope, primed: bool) -> frozenset[int]:
        return self._test(node, scope, primed).needs

    def _structure(self, node: Expression, scope: Scope, primed: bool) -> Summary | None:
        """The summary of an expression by its form; None for one that is only a test."""
        match node:
            case And(parts):
                return _all([self.of(part, scope, primed) for part in parts])
            case Or(parts):
                return _either([self.of(part, scope, primed) for part in parts])
            case Apply() | Qualified():
                return self._applied(node, scope, primed)
            case Quantified("E" | "A", bounds, body):
                return self._quantified(node, bounds, body, scope, primed)
            case If(condition, then, otherwise):
                ways = [self.of(then, scope, primed), self.of(otherwise, scope, primed)]
                return _after(self._reads(condition, scope, primed), _either(ways))
            case Case(arms, other):
                return self._case(arms, other, scope, primed)
            case Let(_, body):
                return self.of(body, self._c.names.let(node, scope), primed)
            case Unchanged(body):
                return self._unchanged(body, scope)
            case Square(action, subscript):
                ways = [self.of(action, scope, primed), self._unchanged(subscript, scope)]
                return _either(ways)
            case Angle(action, subscript):
                change = self._reads(Unchanged(subscript), scope, primed)
                return _all([self.of(action, scope, primed), Summary(NONE, change, 0)])
            case Labelled(_, _, body):
                return self.of(body, scope, primed)
            case Prime(body):
                return self.of(body, scope, True)
            case Subexpression():
                part = self._c.names.part(node, scope)
                return self.of(part.expression, part.scope, primed)
        return None

    def _quantified(
        self,
        node: Quantified,
        bounds: tuple[Bound, ...],
        body: Expression,
        scope: Scope,
        primed: bool,
    ) -> Summary | None:
        inner = self.of(body, scope.within(_bound(bounds)), primed)
        sets = [bound.set for bound in bounds if bound.set is not None]
        if len(sets) != len(bounds):
            return None
        if node.kind == "A":
            constant = not any(self._c.footprints.of(each, scope, primed) for each in sets)
            return inner if constant else None
        before = NONE.union(*(self._reads(each, scope, primed) for each in sets))
        width = min(_MANY, max(1, inner.width) * _ELEMENTS ** min(4, len(sets)))
        return Summary(inner.targets, before | inner.needs, width)

    def _case(self, arms: Any, other: Expression | None, scope: Scope, primed: bool) -> Summary:
        before = NONE.union(*(self._reads(test, scope, primed) for test, _ in arms))
        values = [value for _, value in arms] + ([other] if other is not None else [])
        return _after(before, _either([self.of(value, scope, primed) for value in values]))

    def _unchanged(self, body: Expression, scope: Scope) -> Summary:
        parts = []
        for part in flat(self._c.names, body, scope):
            number = target(self._c, part.expression, part.scope, True)
            if number is None:
                parts.append(self._test(Unchanged(part.expression), part.scope, False))
            else:
                parts.append(Summary(frozenset({number}), NONE))
        return _all(parts)

    def _applied(self, node: Apply | Qualified, scope: Scope, primed: bool) -> Summary | None:
        meaning, args = self._c.names.applied(node, scope)
        if isinstance(meaning, Defined) and not meaning.recursive:
            return self._defined(meaning, args, scope, primed)
        if not isinstance(meaning, Builtin):
            return None
        match meaning.name:
            case "/\\":
                return _all([self.of(arg, scope, primed) for arg in args])
            case "\\/":
                return _either([self.of(arg, scope, primed) for arg in args])
            case "=>":
                then = self.of(args[1], scope, primed)
                return _after(self._reads(args[0], scope, primed), then)
            case "=" | "\\in":
                return self._assignment(meaning.name, args, scope, primed)
            case "\\cdot":
                return Summary(frozenset(range(self._c.layout.count)), NONE, _ELEMENTS)
        return None

    def _assignment(
        self, name: str, args: tuple[Expression, ...], scope: Scope, primed: bool
    ) -> Summary | None:
        number = target(self._c, args[0], scope, primed)
        value = args[1]
        if number is None and name == "=":
            number, value = target(self._c, args[1], scope, primed), args[0]
        if number is None:
            return None
        width = 1 if name == "=" else _ELEMENTS
        return Summary(frozenset({number}), self._reads(value, scope, primed), width)

    def _defined(
        self, meaning: Defined, args: tuple[Expression, ...], scope: Scope, primed: bool
    ) -> Summary | None:
        if len(args) != len(meaning.parameters):
            return None
        key = (self, primed)
        if not args and key in meaning.notes:
            known: Summary = meaning.notes[key]
            return known
        given = {
            parameter.name: operand(self._c, parameter, arg, scope)
            for parameter, arg in zip(meaning.parameters, args, strict=True)
        }
        inner = meaning.scope.within(given) if given else meaning.scope
        found = self.of(meaning.body, inner, primed)
        if not args:
            meaning.notes[key] = found
        return found


def target(c: Compiling, node: Expression, scope: Scope, primed: bool) -> int | None:
    """The number of the variable that an expression is the primed value of; None if of none.

    The name may be a parameter or a definition, as `memInt'` is in `Send(p, d, memInt, memInt')`.
    """
    simple = c.names.simply(node, scope)
    while isinstance(simple.expression, Prime):
        primed = True
        simple = c.names.simply(simple.expression.body, simple.scope)
    if not primed or not isinstance(simple.expression, Apply | Qualified):
        return None
    meaning, args = c.names.applied(simple.expression, simple.scope)
    return meaning.number if isinstance(meaning, Variable) and not args else None


def _bound(bounds: tuple[Bound, ...]) -> dict[str, Value]:
    return {name: _KNOWN for bound in bounds for name in bound.names}


def _all(parts: list[Summary]) -> Summary:
    """The summary of a conjunction: one part may assign what another needs."""
    assigning = Counter(number for part in parts for number in part.targets)
    needs = {
        number
        for part in parts
        for number in part.needs
        if not assigning[number] - (number in part.targets)
    }
    width = prod(max(1, part.width) for part in parts)
    return Summary(frozenset(assigning), frozenset(needs), min(_MANY, width))


def _either(parts: list[Summary]) -> Summary:
    """The summary of a disjunction: each disjunct must have what it needs."""
    return Summary(
        NONE.union(*(part.targets for part in parts)),
        NONE.union(*(part.needs for part in parts)),
        min(_MANY, sum(max(1, part.width) for part in parts)),
    )


def _after(needs: frozenset[int], summary: Summary) -> Summary:
    return Summary(summary.targets, needs | summary.needs, summary.width)
