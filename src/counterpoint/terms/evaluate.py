"""The meaning of terms: the oracle with which every engine is compared."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ..identity import Identity, identity
from .bottom_up import bottom_up, is_shared
from .sort import Enumeration, same
from .term import Apply, Literal, Op, Term, Variable

Values: TypeAlias = Mapping[str, Any]
"""The value of each variable, by its name."""

Meaning: TypeAlias = Callable[[Values], Any]


def evaluate(term: Term, values: Values) -> Any:
    """The value of a term, given the values of the variables.

    >>> from .sort import Interval
    >>> x = Variable("x", Interval(0, 2))
    >>> evaluate(Apply(Op.ADD, (x, x), Interval(0, 4)), {"x": 2})
    4
    """
    return meaning(term)(values)


def meaning(term: Term) -> Meaning:
    """A function that evaluates a term; worth constructing for a term that is evaluated often."""
    if is_shared([term]):
        together = _program([term])
        return lambda values: together(values)[0]
    return _meaning(term, {})


def meanings(terms: Sequence[Term]) -> Callable[[Values], Sequence[Any]]:
    """A function that evaluates terms together: parts that many of them have only once.

    >>> from .sort import Bool
    >>> p = Variable("p", Bool())
    >>> list(meanings([p, Apply(Op.NOT, (p,), Bool())])({"p": True}))
    [True, False]
    """
    if is_shared(terms):
        return _program(terms)
    each = [_meaning(term, {}) for term in terms]
    return lambda values: [of(values) for of in each]


def compute(op: Op, args: tuple[Any, ...]) -> Any:
    """The result of an operation on values.

    >>> compute(Op.MOD, (7, 3))
    1
    """
    return _OPERATIONS[op](*args)


def _program(terms: Sequence[Term]) -> Callable[[Values], Sequence[Any]]:
    """The terms, computed step by step from the bottom to the top.

    Every part is computed, whether its value matters or not: no term fails to have one.
    """
    places: dict[Identity, int] = {}
    constants: list[Any] = []
    names: list[tuple[int, str]] = []
    read: dict[str, int] = {}

    def place(term: Term) -> int:
        match term:
            case Variable(name, _):
                if name not in read:
                    read[name] = len(constants)
                    names.append((len(constants), name))
                    constants.append(None)
                return read[name]
            case Literal(constant, _):
                constants.append(constant)
                return len(constants) - 1
        return places[identity(term)]

    steps: list[tuple[int, Callable[..., Any], tuple[int, ...]]] = []
    for part in bottom_up(terms):
        args = tuple(map(place, part.args))
        places[identity(part)] = len(constants)
        steps.append((len(constants), _OPERATIONS[part.op], args))
        constants.append(None)
    wanted = [place(term) for term in terms]

    def run(values: Values) -> Sequence[Any]:
        cells = constants.copy()
        for at, name in names:
            cells[at] = values[name]
        for at, compute_step, args in steps:
            cells[at] = compute_step(*[cells[arg] for arg in args])
        return [cells[at] for at in wanted]

    return run


def _meaning(term: Term, known: dict[Identity, Meaning]) -> Meaning:
    """Like `meaning`; `known` has the functions of shared parts, by identity."""
    match term:
        case Literal(constant, _):
            return lambda values: constant
        case Variable(name, _):
            return operator.itemgetter(name)
        case Apply(op, args, _):
            key = identity(term)
            if key not in known:
                known[key] = _application(op, args, known)
            return known[key]


def _application(op: Op, args: tuple[Term, ...], known: dict[Identity, Meaning]) -> Meaning:
    if op is Op.AND and all(map(_is_a_value, args)):
        return _pattern(args)
    parts = [_meaning(arg, known) for arg in args]
    match op:
        case Op.AND:
            return _conjunction(parts)
        case Op.OR:
            return _disjunction(parts)
        case Op.ITE:
            return _choice(*parts)
        case Op.NOT:
            (part,) = parts
            return lambda values: not part(values)
        case Op.SIZE:
            (part,) = parts
            return lambda values: len(part(values))
    left, right = parts
    binary = _equality(args) if op is Op.EQ else _OPERATIONS[op]
    return lambda values: binary(left(values), right(values))


def _is_a_value(term: Term) -> bool:
    """Whether a term is a test `variable == value` for which Python's `==` is right."""
    match term:
        case Apply(Op.EQ, (Variable(_, sort), Literal(_, of))):
            return type(sort) is type(of) is not Enumeration
    return False


def _pattern(args: tuple[Term, ...]) -> Meaning:
    """A conjunction of tests `variable == value`, such as three in a line, which is very common."""
    wanted = [(arg.args[0].name, arg.args[1].value) for arg in args]  # type: ignore[union-attr]

    def matches(values: Values) -> bool:
        for name, value in wanted:  # noqa: SIM110
            if values[name] != value:
                return False
        return True

    return matches


def _conjunction(parts: list[Meaning]) -> Meaning:
    def every(values: Values) -> bool:
        for part in parts:  # a generator would take twice as long  # noqa: SIM110
            if not part(values):
                return False
        return True

    return every


def _disjunction(parts: list[Meaning]) -> Meaning:
    def some(values: Values) -> bool:
        for part in parts:  # noqa: SIM110
            if part(values):
                return True
        return False

    return some


def _choice(condition: Meaning, then: Meaning, otherwise: Meaning) -> Meaning:
    return lambda values: then(values) if condition(values) else otherwise(values)


def _equality(args: tuple[Term, ...]) -> Callable[[Any, Any], bool]:
    """The equality of two terms; Python's own, which is faster, if the sorts allow it."""
    left, right = (type(arg.sort) for arg in args)
    return operator.eq if left is right and left is not Enumeration else same


_OPERATIONS: dict[Op, Callable[..., Any]] = {
    Op.NOT: operator.not_,
    Op.AND: lambda *args: all(args),
    Op.OR: lambda *args: any(args),
    Op.EQ: same,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: operator.floordiv,
    Op.MOD: operator.mod,
    Op.ITE: lambda condition, then, otherwise: then if condition else otherwise,
    Op.CONTAINS: lambda members, element: any(same(member, element) for member in members),
    Op.SUBSET: operator.le,
    Op.UNION: operator.or_,
    Op.INTERSECTION: operator.and_,
    Op.DIFFERENCE: operator.sub,
    Op.SIZE: len,
}
