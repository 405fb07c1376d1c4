"""Interns terms: equal terms are one object, so that identity shows what actions share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....errors import BadTerm
from ....identity import Identity, identity
from ....terms.apply import FALSE, TRUE, apply, constant
from ....terms.bottom_up import bottom_up
from ....terms.sort import Bool, Interval, Sort, code, is_member, size, value
from ....terms.term import Apply, Literal, Op, Term, Variable
from ....tuning import USUAL, Tuning

Facts = Mapping[str, int]
"""The codes of variables with known values, by name."""


class Pool:
    """Interns terms, and simplifies them by the known values of variables.

    >>> from counterpoint.terms.sort import Interval
    >>> pool, x = Pool(), Variable("x", Interval(0, 2))
    >>> pool.term(apply(Op.ADD, x, x)) is pool.term(apply(Op.ADD, x, x))
    True
    >>> pool.term(apply(Op.ADD, x, x), {"x": 2})
    Literal(value=4, sort=Interval(low=4, high=4))
    """

    def __init__(self, tuning: Tuning = USUAL) -> None:
        self._joined = tuning.joined_parts
        self._terms: dict[Any, Term] = {}
        self._done: dict[Identity, Term] = {}  # results without facts

    def term(self, term: Term, facts: Facts | None = None) -> Term:
        """The interned object for a term, simplified for variables with the codes of `facts`."""
        return self.terms([term], facts or {})[0]

    def terms(self, terms: Iterable[Term], facts: Facts) -> list[Term]:
        """The same for several terms; common parts are rewritten once."""
        done = {} if facts else self._done
        return [self._rewrite(term, facts, done) for term in terms]

    def _rewrite(self, term: Term, facts: Facts, done: dict[Identity, Term]) -> Term:
        for part in bottom_up([term], done):
            parts = [self._rewritten(arg, facts, done) for arg in part.args]
            done[identity(part)] = self._made(part.op, parts)
        return self._rewritten(term, facts, done)

    def _rewritten(self, term: Term, facts: Facts, done: Mapping[Identity, Term]) -> Term:
        """The interned object for a variable, a constant, or an application that is done."""
        match term:
            case Literal(given, sort):
                return self._one((type(given), given, sort), term)
            case Variable(name, sort) if name in facts:
                return self._kept(_literal(value(sort, facts[name]), sort))
            case Variable(name, _):
                return self._one(name, term)
            case Apply():
                return done[identity(term)]

    def _made(self, op: Op, parts: list[Term]) -> Term:
        """The application of an operation, with simple simplifications."""
        if op in (Op.AND, Op.OR):
            parts = list({identity(part): part for part in parts}.values())
        if op is Op.EQ and parts[0] is parts[1]:
            return self._kept(TRUE)
        if op is Op.EQ and isinstance(parts[0], Literal):
            parts.reverse()
        if op is Op.ITE and parts[1] is parts[2]:
            return parts[1]
        if op in (Op.AND, Op.OR) and _nested(op, parts) > self._joined:
            return self._one((op, *map(identity, parts)), Apply(op, tuple(parts), Bool()))
        return self._applied(op, parts)

    def _applied(self, op: Op, parts: list[Term]) -> Term:
        try:
            made = apply(op, *parts)
        except BadTerm:  # the facts made the sorts disjoint, so the parts are never equal
            assert op is Op.EQ
            made = FALSE
        if isinstance(made, Apply):
            args = tuple(self._kept(arg) for arg in made.args)
            return self._one((made.op, *map(identity, args)), Apply(made.op, args, made.sort))
        return self._kept(made)

    def _kept(self, term: Term) -> Term:
        """The interned object for a term of parts that are in the pool already, or new literals."""
        match term:
            case Literal(given, sort):
                return self._one((type(given), given, sort), term)
            case Variable(name, _):
                return self._one(name, term)
            case Apply(op, args, sort):
                kept = tuple(map(self._kept, args)) if not self._has(term) else args
                return self._one((op, *map(identity, kept)), Apply(op, kept, sort))

    def _has(self, term: Apply) -> bool:
        return self._terms.get((term.op, *map(identity, term.args))) is term

    def _one(self, key: Any, term: Term) -> Term:
        return self._terms.setdefault(key, term)


def _nested(op: Op, parts: Sequence[Term]) -> int:
    """The number of parts of junctions nested in a junction of their kind.

    0 for a junction with a constant, which is simplified whatever its length.
    """
    if any(isinstance(part, Literal) for part in parts):
        return 0
    return sum(len(part.args) for part in parts if isinstance(part, Apply) and part.op is op)


def _literal(fact: Any, sort: Sort) -> Literal:
    """A value as a literal, of the narrowest sort."""
    return constant(fact) if isinstance(sort, (Bool, Interval)) else Literal(fact, sort)


def fact_of(term: Term) -> tuple[Variable, int] | None:
    """The variable and its code that follow if a condition is true; None if nothing follows.

    >>> fact_of(Variable("b", Bool()))
    (Variable(name='b', sort=Bool()), 1)
    """
    match term:
        case Variable(_, Bool()):
            return term, 1
        case Apply(Op.EQ, (Variable(_, sort) as variable, Literal(given, _)), _):
            return (variable, code(sort, given)) if is_member(sort, given) else None
        case Apply(Op.NOT, (part,), _) if (opposite := fact_of(part)) is not None:
            variable, known = opposite
            return (variable, 1 - known) if size(variable.sort) == 2 else None
    return None
