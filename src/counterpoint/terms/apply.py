"""Construct terms: apply an operation to terms that fit it, and fold constants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..identity import Identity, identity
from .evaluate import compute
from .fit import sort_of_result
from .sort import Bool, Enumeration, Interval, Sort, is_member
from .term import Apply, Literal, Op, Term, Variable

TRUE = Literal(True, Bool())
FALSE = Literal(False, Bool())


def apply(op: Op, *args: Term) -> Term:
    """The term of an operation applied to these terms; raises `BadTerm` if they do not fit it.

    A result that is the same in every state, by the sorts of the terms, is computed at once. EQ and
    ITE take two terms of the same kind of sort, set operations take sets with the same members in
    the same order. So an engine never has to compare values of different kinds.

    >>> x = Variable("x", Interval(0, 2))
    >>> apply(Op.ADD, x, constant(1)).sort, apply(Op.AND, TRUE, apply(Op.EQ, x, x)).sort
    (Interval(low=1, high=3), Bool())
    """
    if op in (Op.EQ, Op.ITE):
        args = (*args[:-2], *_alike(*args[-2:]))
    sort = sort_of_result(op, args)
    known = [arg.value for arg in args if isinstance(arg, Literal)]
    if len(known) == len(args):
        return _constant(compute(op, tuple(known)), sort)
    if (decided := _decided(op, args)) is not None:
        return constant(decided)
    match op:
        case Op.AND | Op.OR:
            return _junction(op, args)
        case Op.NOT if isinstance(args[0], Apply) and args[0].op is Op.NOT:
            return args[0].args[0]
        case Op.ITE if isinstance(args[0], Literal):
            return args[1] if args[0].value else args[2]
    return Apply(op, args, sort)


def all_true(parts: Iterable[Term]) -> Term:
    """The conjunction of terms; true if there are none."""
    return apply(Op.AND, *parts)


def any_true(parts: Iterable[Term]) -> Term:
    """The disjunction of terms; false if there are none."""
    return apply(Op.OR, *parts)


def constant(value: bool | int) -> Literal:
    """A truth value or a number as a term.

    >>> constant(3)
    Literal(value=3, sort=Interval(low=3, high=3))
    """
    return Literal(value, Bool() if isinstance(value, bool) else Interval(value, value))


def _alike(left: Term, right: Term) -> tuple[Term, Term]:
    """Two terms that are compared or chosen between, with constants that have a common sort."""
    if left.sort == right.sort:
        return left, right
    if isinstance(right, Literal):  # most often enough, and then the left term stays as it is
        right = recast(right, left.sort)
    return recast(left, right.sort), recast(right, left.sort)


def recast(term: Term, sort: Sort) -> Term:
    """The same term; its constants get the sort `sort` if that is an enumeration that has them.

    >>> light = Enumeration(("red", "green"))
    >>> recast(Literal("green", Enumeration(("green",))), light).sort == light
    True
    """
    if not isinstance(sort, Enumeration) or not isinstance(term.sort, Enumeration):
        return term
    return _recast(term, sort, {})


def _recast(term: Term, sort: Enumeration, known: dict[Identity, Term]) -> Term:
    """As `recast`; parts that are shared are rebuilt once."""
    if term.sort == sort:
        return term
    if isinstance(term, Literal):
        return Literal(term.value, sort) if is_member(sort, term.value) else term
    if not isinstance(term, Apply) or term.op is not Op.ITE:
        return term
    if (found := known.get(identity(term))) is None:
        condition, then, otherwise = term.args
        one, other = _recast(then, sort, known), _recast(otherwise, sort, known)
        kept = one is then and other is otherwise
        found = known[identity(term)] = term if kept else apply(Op.ITE, condition, one, other)
    return found


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The terms of a conjunction; any other term is its own only conjunct.

    >>> conjuncts(TRUE)
    ()
    """
    if isinstance(term, Apply) and term.op is Op.AND:
        return term.args
    return () if term == TRUE else (term,)


def variables_of(*terms: Term) -> Iterator[Variable]:
    """The variables that occur in terms, each object once; shared parts are visited once.

    Those of one term are noted in it, because the same is asked of it again and again.
    """
    term = terms[0] if len(terms) == 1 else None
    if not isinstance(term, Apply):
        return _variables_of(terms)
    if term.noted is None:
        object.__setattr__(term, "noted", tuple(_variables_of(terms)))
    assert term.noted is not None
    return iter(term.noted)


def _variables_of(terms: Sequence[Term]) -> Iterator[Variable]:
    seen: set[Identity] = set()
    todo = list(reversed(terms))
    while todo:
        term = todo.pop()
        if identity(term) in seen:
            continue
        seen.add(identity(term))
        if isinstance(term, Variable):
            yield term
        elif isinstance(term, Apply):
            todo += reversed(term.args)


def _constant(value: object, sort: Sort) -> Literal:
    if isinstance(value, (bool, int)) and not isinstance(sort, Enumeration):
        return constant(value)
    return Literal(value, sort)


def _decided(op: Op, args: Sequence[Term]) -> bool | None:
    """The value of a comparison of numbers that is the same for all values of their sorts.

    None if it depends on the values, or is no comparison of numbers.
    """
    if op not in (Op.EQ, Op.LT, Op.LE):
        return None
    left, right = (arg.sort for arg in args)
    if not isinstance(left, Interval) or not isinstance(right, Interval):
        return None
    match op:
        case Op.LT if left.high < right.low or left.low >= right.high:
            return left.high < right.low
        case Op.LE if left.high <= right.low or left.low > right.high:
            return left.high <= right.low
        case Op.EQ if left.high < right.low or right.high < left.low:
            return False
    return None


def _junction(op: Op, args: Sequence[Term]) -> Term:
    neutral, absorbing = (TRUE, FALSE) if op is Op.AND else (FALSE, TRUE)
    parts: list[Term] = []
    for arg in args:
        parts += arg.args if isinstance(arg, Apply) and arg.op is op else [arg]
    if any(part == absorbing for part in parts):
        return absorbing
    parts = [part for part in parts if part != neutral]
    return parts[0] if len(parts) == 1 else Apply(op, tuple(parts), Bool())
