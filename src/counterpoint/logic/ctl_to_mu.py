"""Translate quantified path formulas into fixpoints where possible.

`E` is moved inward as far as possible: E (f | g) = E f | E g; E (p & f) = p & E f; E X f = EX E f;
E (p U f) = E[p U E f]; E (f R p) = E[E f R p], for state formulas p. So `A G (p -> F q)` becomes AG
(p -> AF q). The quantified paths that remain are decided with automata.

If only fair paths count, all rules but the last one hold: fairness of a path does not depend on any
of its finite prefixes, and each state begins a fair path, because fairness only concerns steps that
can be taken. Under an assumption that only depends on the end of a path, the same holds, but that
E p is p where some path satisfies the assumption: E (X p) = EX (p & E assumption). Under any other
assumption, E f = E (f & assumption), and no more.

Emerson, Halpern: "Sometimes" and "not never" revisited. JACM 33(1), 1986.
"""

from __future__ import annotations

from ..data import dataclass
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


@dataclass(frozen=True, slots=True)
class Runs:
    """Which paths count: only fair ones with `fair`, and only those that satisfy `assumption`.

    `begins` are the states from which some path counts, if that depends on the end of a path only.
    """

    fair: bool = False
    assumption: Linear | None = None
    begins: Core | None = None

    @property
    def are_all(self) -> bool:
        """Whether all paths count."""
        return not self.fair and self.assumption is None


def quantified(some: bool, path: Linear, names: Names, runs: Runs) -> Core:
    """The states from which some path that counts, or each one, satisfies a formula."""
    if not some:
        return negated(quantified(True, negated_path(path), names, runs))
    if runs.assumption is not None and runs.begins is None:
        return quantified(True, both([path, runs.assumption]), names, Runs(runs.fair))
    alternatives = _alternatives(path)
    if len(alternatives) > 1:
        return some_of([quantified(True, part, names, runs) for part in alternatives])
    return _some_path(path, names, runs)


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


def _some_path(path: Linear, names: Names, runs: Runs) -> Core:
    match path:
        case Now(of):
            return of if runs.begins is None else all_of([of, runs.begins])
        case Both((Now(of), *rest)):
            return all_of([of, _ahead(both(rest), names, runs)])
        case Next(of):
            return step(Kind.SOME, _ahead(of, names, runs))
        case Until(Now(hold), goal):
            return fixpoints.until(Kind.SOME, hold, _ahead(goal, names, runs), names)
        case Release(freed, Now(goal)) if runs.are_all:
            return fixpoints.release(Kind.SOME, _ahead(freed, names, runs), goal, names)
        case _:
            return Paths(True, path if runs.assumption is None else both([path, runs.assumption]))


def _ahead(path: Linear, names: Names, runs: Runs) -> Core:
    return quantified(True, path, names, runs)
