"""Small modules about numbers and sets: Combinatorics, DyadicRationals, Quorum.

The operators of Statistics and DifferentialEquations are known, but refused.
"""

from __future__ import annotations

from math import comb, factorial, gcd
from typing import Any

from ...errors import NoValue
from ..values import (
    NAT,
    Filtered,
    LazyFunction,
    PowerSet,
    Truth,
    a_set,
    elements,
    equal,
    field,
    is_finite,
    record,
    shortly,
    truth,
)
from .checks import natural, needs, number
from .module import LibraryModule, module, refused
from .numbers import MOST_BITS


def chosen(n: Any, k: Any) -> int:
    """choose(n, k): the number of subsets of size k of a set of size n.

    >>> chosen(4, 2)
    6
    """
    n, k = natural(n, "choose"), natural(k, "choose")
    if min(k, n - k) * n.bit_length() > MOST_BITS:
        raise _too_large(f"choose({shortly(n, 40)}, {shortly(k, 40)})")
    return comb(n, k)


def _factorial(n: int) -> int:
    if n > MOST_BITS >> 4:
        raise _too_large(f"factorial[{shortly(n, 40)}]")
    return factorial(n)


def _too_large(what: str) -> NoValue:
    return NoValue(f"{what} is too large a number: at most {MOST_BITS:,} bits are computed")


def _rational(top: int, bottom: int) -> Any:
    common = gcd(top, bottom)
    return record(num=top // common, den=bottom // common)


def _parts(rational: Any, asker: str) -> tuple[int, int]:
    bottom = number(field(rational, "den"), asker)
    if bottom < 1:
        raise needs(asker, "a positive denominator", bottom)
    return number(field(rational, "num"), asker), bottom


def _is_dyadic(rational: Any) -> Truth:
    _, bottom = _parts(rational, "IsDyadicRational")
    return truth(bottom & (bottom - 1) == 0)


def added(p: Any, q: Any) -> Any:
    """Add(p, q) of dyadic rationals."""
    zero = record(num=0, den=1)
    if equal(p, zero):
        return q
    (a, b), (c, d) = _parts(p, "Add"), _parts(q, "Add")
    common = max(b, d)
    return _rational(a * (common // b) + c * (common // d), common)


def _half(p: Any) -> Any:
    top, bottom = _parts(p, "Half")
    return _rational(top, 2 * bottom)


def _printed(p: Any) -> str:
    top, bottom = _parts(p, "PrettyPrint")
    return str(top) if (top, bottom) in ((0, 1), (1, 1)) else f"{top}/{bottom}"


def _is_quorum_system(quorums: Any, values: Any) -> bool:
    chosen_ones = a_set(quorums)
    return (
        bool(chosen_ones)
        and all(one & other for one in chosen_ones for other in chosen_ones)
        and all(
            wide in chosen_ones
            for wide in elements(PowerSet(values))
            if any(one <= wide for one in chosen_ones)
        )
    )


def _quorum_systems(values: Any) -> Filtered:
    if not is_finite(values):
        raise needs("QuorumSystem", "a finite set", values)
    return Filtered(PowerSet(PowerSet(values)), lambda one: _is_quorum_system(one, values))


COMBINATORICS: LibraryModule = module(
    "Combinatorics",
    {"factorial": LazyFunction(NAT, _factorial, "factorial"), "choose": chosen},
    extends="Naturals",
)

DYADIC_RATIONALS: LibraryModule = module(
    "DyadicRationals",
    {
        "IsDyadicRational": _is_dyadic,
        "Zero": record(num=0, den=1),
        "One": record(num=1, den=1),
        "Add": added,
        "Half": _half,
        "PrettyPrint": _printed,
    },
)

QUORUM: LibraryModule = module("Quorum", {"QuorumSystem": _quorum_systems})

STATISTICS: LibraryModule = module(
    "Statistics",
    {"ChiSquare": refused("ChiSquare", 3, "statistical tests are not made here")},
    extends="Naturals",
)

DIFFERENTIAL_EQUATIONS: LibraryModule = module(
    "DifferentialEquations",
    {"Integrate": refused("Integrate", 4, "there are no real numbers here")},
)

MODULES = (COMBINATORICS, DYADIC_RATIONALS, QUORUM, STATISTICS, DIFFERENTIAL_EQUATIONS)
