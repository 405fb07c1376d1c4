"""Random terms that fit together, and what they mean said a second time, as plainly as can be."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from counterpoint.terms.apply import apply, constant
from counterpoint.terms.sort import (
    Bool,
    Enumeration,
    Interval,
    SetOf,
    Sort,
    sort_of,
    subsets_of,
)
from counterpoint.terms.term import Apply, Literal, Op, Term, Variable

COLOURS = Enumeration(("red", "green", "blue"))
SUBSETS = SetOf(("a", "b", "c"))

VARIABLES = (
    Variable("p", Bool()),
    Variable("q", Bool()),
    Variable("x", Interval(0, 2)),
    Variable("y", Interval(-3, 1)),
    Variable("z", Interval(2, 4)),
    Variable("c", COLOURS),
    Variable("d", COLOURS),
    Variable("s", SUBSETS),
    Variable("t", SUBSETS),
)

sorts = st.one_of(
    st.just(Bool()),
    st.builds(lambda low, n: Interval(low, low + n), st.integers(-5, 5), st.integers(0, 6)),
    st.lists(st.integers(0, 9) | st.sampled_from("abc"), min_size=1, max_size=5, unique=True).map(
        sort_of
    ),
    st.lists(st.sampled_from("abcd"), min_size=1, unique=True).map(subsets_of),
)


def _of(kind: type) -> list[Term]:
    return [variable for variable in VARIABLES if isinstance(variable.sort, kind)]


def truths(depth: int) -> st.SearchStrategy[Term]:
    """Conditions of at most this depth."""
    leaves = st.sampled_from([*_of(Bool), constant(True), constant(False)])
    if depth == 0:
        return leaves
    part, number, colour, subset = (f(depth - 1) for f in (truths, numbers, colours, subsets))
    element = st.sampled_from(SUBSETS.members).map(lambda e: Literal(e, Enumeration((e,))))
    return st.one_of(
        leaves,
        _made(Op.NOT, part),
        _made(Op.AND, part, part, part),
        _made(Op.OR, part, part),
        _made(Op.EQ, part, part),
        _made(Op.ITE, part, part, part),
        *(_made(op, number, number) for op in (Op.EQ, Op.LT, Op.LE)),
        _made(Op.EQ, colour, colour),
        *(_made(op, subset, subset) for op in (Op.EQ, Op.SUBSET)),
        _made(Op.CONTAINS, subset, element),
    )


def numbers(depth: int) -> st.SearchStrategy[Term]:
    """Numbers of at most this depth; divisors are those that have no zero in their sort."""
    leaves = st.sampled_from(_of(Interval)) | st.integers(-3, 3).map(constant)
    if depth == 0:
        return leaves
    part = numbers(depth - 1)
    divisor = part.filter(_has_no_zero)
    return st.one_of(
        leaves,
        *(_made(op, part, part) for op in (Op.ADD, Op.SUB, Op.MUL)),
        *(_made(op, part, divisor) for op in (Op.DIV, Op.MOD)),
        _made(Op.ITE, truths(depth - 1), part, part),
        _made(Op.SIZE, subsets(depth - 1)),
    )


def _has_no_zero(t: Any) -> bool:
    return not t.sort.low <= 0 <= t.sort.high


def colours(depth: int) -> st.SearchStrategy[Term]:
    """Terms that are one of COLOURS."""
    leaves = st.sampled_from([*_of(Enumeration), *(Literal(m, COLOURS) for m in COLOURS.members)])
    if depth == 0:
        return leaves
    return leaves | _made(Op.ITE, truths(depth - 1), colours(depth - 1), colours(depth - 1))


def subsets(depth: int) -> st.SearchStrategy[Term]:
    """Terms that are one of SUBSETS."""
    leaves = st.sampled_from([*_of(SetOf), Literal(frozenset("ab"), SUBSETS)])
    if depth == 0:
        return leaves
    part = subsets(depth - 1)
    binary = (Op.UNION, Op.INTERSECTION, Op.DIFFERENCE)
    return st.one_of(
        leaves,
        *(_made(op, part, part) for op in binary),
        _made(Op.ITE, truths(depth - 1), part, part),
    )


def _made(op: Op, *parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.tuples(*parts).map(lambda args: apply(op, *args))


def valuations() -> st.SearchStrategy[dict[str, Any]]:
    """A value for each of VARIABLES."""
    return st.fixed_dictionaries({v.name: _values(v.sort) for v in VARIABLES})


def _values(sort: Sort) -> st.SearchStrategy[Any]:
    match sort:
        case Bool():
            return st.booleans()
        case Interval(low, high):
            return st.integers(low, high)
        case Enumeration(members):
            return st.sampled_from(members)
        case SetOf(members):
            return st.frozensets(st.sampled_from(members))


def said_plainly(term: Term) -> str:
    """Python source for a term, written without a look at how the package does it."""
    signs = {
        Op.EQ: "==",
        Op.LT: "<",
        Op.LE: "<=",
        Op.ADD: "+",
        Op.SUB: "-",
        Op.MUL: "*",
        Op.DIV: "//",
        Op.MOD: "%",
        Op.SUBSET: "<=",
        Op.UNION: "|",
        Op.INTERSECTION: "&",
        Op.DIFFERENCE: "-",
        Op.AND: "and",
        Op.OR: "or",
    }
    match term:
        case Literal(value, _):
            return repr(value)
        case Variable(name, _):
            return name
        case Apply(op, args, _):
            texts = [said_plainly(arg) for arg in args]
    match op:
        case Op.NOT:
            return f"(not {texts[0]})"
        case Op.ITE:
            return f"({texts[1]} if {texts[0]} else {texts[2]})"
        case Op.CONTAINS:
            return f"({texts[1]} in {texts[0]})"
        case Op.SIZE:
            return f"len({texts[0]})"
    return f"({f' {signs[op]} '.join(texts)})"
