"""Linear formulas, simplified while they are constructed.

A formula is *eventual* if a path satisfies it whenever some suffix of the path does, and
*universal* if all suffixes of a path satisfy it whenever the path does. `F p` is eventual, `G p` is
universal, and `G F p` is both.

Etessami, Holzmann: Optimizing Buchi automata. CONCUR 2000. Somenzi, Bloem: Efficient Buchi automata
from LTL formulae. CAV 2000.
"""

from __future__ import annotations

from collections.abc import Iterable

from .boolean import EVER, NEVER, both, either
from .core import Both, Either, Linear, Next, Now, Release, Truth, Until


def ahead(of: Linear) -> Linear:
    """`X of`; it is `of` itself if that is eventual and universal."""
    return of if is_eventual(of) and is_universal(of) else Next(of)


def until(left: Linear, right: Linear) -> Linear:
    """`left U right`.

    >>> from counterpoint.logic.core import Prop
    >>> p = Now(Prop("p"))
    >>> until(EVER, until(NEVER, until(EVER, p))) == Until(EVER, p)
    True
    """
    if left in (NEVER, right) or is_eventual(right):
        return right
    match left, right:
        case _, Until(first, last) if left in (EVER, first):
            return until(left, last)
        case Next(first), Next(last):
            return ahead(until(first, last))
        case Now(Truth(True)), Next(last):
            return ahead(until(EVER, last))
    return Until(left, right)


def release(left: Linear, right: Linear) -> Linear:
    """`left R right`."""
    if left in (EVER, right) or is_universal(right):
        return right
    match left, right:
        case _, Release(first, last) if left in (NEVER, first):
            return release(left, last)
        case Next(first), Next(last):
            return ahead(release(first, last))
        case Now(Truth(False)), Next(last):
            return ahead(release(NEVER, last))
    return Release(left, right)


def is_eventual(path: Linear) -> bool:
    match path:
        case Now(of):
            return isinstance(of, Truth)
        case Both(parts) | Either(parts):
            return all(map(is_eventual, parts))
        case Next(of):
            return is_eventual(of)
        case Until(left, right):
            return left == EVER or is_eventual(right)
        case Release(left, right):
            return is_eventual(left) and is_eventual(right)


def is_universal(path: Linear) -> bool:
    match path:
        case Now(of):
            return isinstance(of, Truth)
        case Both(parts) | Either(parts):
            return all(map(is_universal, parts))
        case Next(of):
            return is_universal(of)
        case Until(left, right):
            return is_universal(left) and is_universal(right)
        case Release(left, right):
            return left == NEVER or is_universal(right)


def simplified(path: Linear) -> Linear:
    """An equivalent formula, rebuilt with the rules above."""
    match path:
        case Now():
            return path
        case Both(parts):
            return _all_of(map(simplified, parts))
        case Either(parts):
            return _one_of(map(simplified, parts))
        case Next(of):
            return ahead(simplified(of))
        case Until(left, right):
            return until(simplified(left), simplified(right))
        case Release(left, right):
            return release(simplified(left), simplified(right))


def _all_of(parts: Iterable[Linear]) -> Linear:
    """The conjunction, with `F G p` and `F G q` merged into `F G (p and q)`, `G p` with `G q`.

    An automaton for several separate ones would distinguish which of them have begun.
    """
    last: list[Linear] = []
    ever: list[Linear] = []
    others: list[Linear] = []
    for part in parts:
        match part:
            case Until(left, Release(never, of)) if (left, never) == (EVER, NEVER):
                last.append(of)
            case Release(left, of) if left == NEVER and not is_eventual(part):
                ever.append(of)
            case _:
                others.append(part)
    if last:
        others.append(until(EVER, release(NEVER, both(last))))
    if ever:
        others.append(release(NEVER, both(ever)))
    return both(others)


def _one_of(parts: Iterable[Linear]) -> Linear:
    """The disjunction, with `G F p` and `G F q` merged into `G F (p or q)`, `F p` with `F q`."""
    again: list[Linear] = []
    once: list[Linear] = []
    others: list[Linear] = []
    for part in parts:
        match part:
            case Release(left, Until(ever, of)) if (left, ever) == (NEVER, EVER):
                again.append(of)
            case Until(left, of) if left == EVER and not is_universal(part):
                once.append(of)
            case _:
                others.append(part)
    if again:
        others.append(release(NEVER, until(EVER, either(again))))
    if once:
        others.append(until(EVER, either(once)))
    return either(others)
