"""Cubes as conditions on variables: what an invariant says, as terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...terms.apply import any_true, apply, constant
from ...terms.sort import Bool, Enumeration, Interval, SetOf, code, size
from ...terms.term import Literal, Op, Term, Variable
from .coded import codes_of, encoded
from .starts import Cube


def conditions(
    cubes: Iterable[Cube], variables: Sequence[Variable], widths: Sequence[int], listed: int
) -> tuple[Term, ...]:
    """The conditions that no state in one of the cubes satisfies, the plainest first.

    The bits of the variables are numbered from 1 on. For a number with more than `listed` values,
    a condition speaks of its binary digits.
    """
    owner = [(place, bit) for place, width in enumerate(widths) for bit in range(width)]
    found = []
    for cube in cubes:
        bits: dict[int, dict[int, bool]] = {}
        for literal in cube:
            place, bit = owner[abs(literal) - 1]
            bits.setdefault(place, {})[bit] = literal > 0
        parts = (_differs(variables[at], of, listed) for at, of in sorted(bits.items()))
        found.append((len(cube), any_true(parts)))
    return tuple(term for _, term in sorted(found, key=lambda pair: pair[0]))


def _differs(variable: Variable, bits: Mapping[int, bool], listed: int) -> Term:
    """The condition that some of these bits of a variable are otherwise."""
    sort = variable.sort
    match sort:
        case Bool():
            return variable if not bits[0] else apply(Op.NOT, variable)
        case SetOf(members):
            return any_true(_contains(variable, members[at], not bit) for at, bit in bits.items())
        case Interval() | Enumeration() if size(sort) <= listed:
            return _is_among(variable, bits)
        case Interval():
            return any_true(_digit(variable, at, not bit) for at, bit in bits.items())
        case _:
            return _is_among(variable, bits)


def _contains(variable: Variable, member: object, wanted: bool) -> Term:
    element = Literal(member, Enumeration((member,)))
    found = apply(Op.CONTAINS, variable, element)
    return found if wanted else apply(Op.NOT, found)


def _is_among(variable: Variable, bits: Mapping[int, bool]) -> Term:
    """The condition that a variable has one of the values of which some bit is otherwise."""
    sort = variable.sort
    inside = [
        value for value, of in codes_of(sort) if any(of[at] is not bit for at, bit in bits.items())
    ]
    if isinstance(sort, Interval):
        return any_true(_between(variable, sort, *ends) for ends in _stretches(inside))
    if 2 * len(inside) <= size(sort):
        return any_true(apply(Op.EQ, variable, Literal(value, sort)) for value in inside)
    kept = {code(sort, value) for value in inside}
    others = (value for value, _ in codes_of(sort) if code(sort, value) not in kept)
    return apply(Op.NOT, any_true(apply(Op.EQ, variable, Literal(value, sort)) for value in others))


def _stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The ends of the stretches of neighbouring numbers, which are in order.

    >>> list(_stretches([1, 2, 3, 7]))
    [(1, 3), (7, 7)]
    """
    inside = set(numbers)
    begins = [number for number in numbers if number - 1 not in inside]
    ends = [number for number in numbers if number + 1 not in inside]
    yield from zip(begins, ends, strict=True)


def _between(variable: Variable, sort: Interval, low: int, high: int) -> Term:
    if low == high:
        return apply(Op.EQ, variable, constant(low))
    above = apply(Op.LE, constant(low), variable)
    below = apply(Op.LE, variable, constant(high))
    if low == sort.low:
        return below
    return above if high == sort.high else apply(Op.AND, above, below)


def _digit(variable: Variable, at: int, wanted: bool) -> Term:
    """The condition that a binary digit of a number is as wanted."""
    sort = variable.sort
    assert isinstance(sort, Interval)
    low = sort.low if encoded(sort, sort.low) == (False,) * len(encoded(sort, sort.low)) else 0
    number = apply(Op.SUB, variable, constant(low)) if low else variable
    digit = apply(Op.MOD, apply(Op.DIV, number, constant(1 << at)), constant(2))
    return apply(Op.EQ, digit, constant(int(wanted)))
