"""Translate quantified path formulas into fixpoints where possible.

`E` is moved inward as far as possible: E (f | g) = E f | E g; E (p & f) = p & E f; E X f = EX E f;
E (p U f) = E[p U E f]; E (f R p) = E[E f R p], for state formulas p. So `A G (p -> F q)` becomes AG
(p -> AF q). The quantified paths that remain are decided with automata.

If only fair paths count, all rules but the last one hold: fairness of a path does not depend on any
of its finite prefixes, and each state begins a fair path, because fairness only concerns steps that
can be taken.

Emerson, Halpern: "Sometimes" and "not never" revisited. JACM 33(1), 1986.
"""

from __future__ import annotations

from . import fixpoints
from .boolean import all_of, both, negated, negated_path, some_of, step
from .core import (
    Both,
    Core,
    Either,
    Kind,
    Linear,
    Next,
    Now,
    Paths,
    Release,
    Until,
)
from .fixpoints import Names


def quantified(some: bool, path: Linear, names: Names, *, fair: bool) -> Core:
    """The states from which some path, or each path, satisfies a formula.

    With `fair` only fair paths count.
    """
    if not some:
        return negated(quantified(True, negated_path(path), names, fair=fair))
    alternatives = _alternatives(path)
    if len(alternatives) > 1:
        return some_of([quantified(True, part, names, fair=fair) for part in alternatives])
    return _some_path(path, names, fair)


def _alternatives(path: Linear) -> list[Linear]:
    """Formulas such that some path satisfies `path` iff some path satisfies one of them."""
    match path:
        case Either(parts):
            return list(parts)
        case Next(Either(parts)):
            return [Next(part) for part in parts]
        case Until(left, Either(parts)):
            return [Until(left, part) for part in parts]
        case _:
            return [path]


def _some_path(path: Linear, names: Names, fair: bool) -> Core:
    match path:
        case Now(of):
            return of
        case Both((Now(of), *rest)):
            return all_of([of, _ahead(both(rest), names, fair)])
        case Next(of):
            return step(Kind.SOME, _ahead(of, names, fair))
        case Until(Now(hold), goal):
            return fixpoints.until(Kind.SOME, hold, _ahead(goal, names, fair), names)
        case Release(freed, Now(goal)) if not fair:
            return fixpoints.release(Kind.SOME, _ahead(freed, names, fair), goal, names)
        case _:
            return Paths(True, path)


def _ahead(path: Linear, names: Names, fair: bool) -> Core:
    return quantified(True, path, names, fair=fair)
