"""What a team can enforce, as fixpoints of what it can force in one step.

Alur, Henzinger, Kupferman: Alternating-time temporal logic. JACM 49(5), 2002. To visit a goal
infinitely often, and to stay in it from some point on, are Buchi and co-Buchi games.
"""

from __future__ import annotations

from . import fixpoints
from .boolean import EVER, NEVER, step
from .core import (
    All,
    Bound,
    Core,
    Fixpoint,
    Kind,
    Linear,
    Next,
    Now,
    Release,
    Some,
    Until,
)
from .fixpoints import Names


def enforced(kind: Kind, team: frozenset[str], path: Linear, names: Names) -> Core:
    """The states where a team can enforce a path formula (FORCE), or cannot avoid it (ALLOW)."""
    match path:
        case Now(of):
            return of
        case Next(Now(of)):
            return step(kind, of, None, team)
        case Until(Now(hold), Now(goal)):
            return fixpoints.until(kind, hold, goal, names, team)
        case Release(Now(freed), Now(goal)):
            return fixpoints.release(kind, freed, goal, names, team)
        case Release(left, Until(right, Now(goal))) if left == NEVER and right == EVER:
            return _again_and_again(kind, team, goal, names)
        case Until(left, Release(right, Now(goal))) if left == EVER and right == NEVER:
            return _from_some_moment_on(kind, team, goal, names)
        case _:
            raise AssertionError(path)


def _again_and_again(kind: Kind, team: frozenset[str], goal: Core, names: Names) -> Core:
    """The greatest X of the least Y = (goal & step(X)) | step(Y)."""
    outer, inner = names.fresh(), names.fresh()
    visit = All((goal, step(kind, Bound(outer), None, team)))
    nearer = Fixpoint(True, inner, Some((visit, step(kind, Bound(inner), None, team))))
    return Fixpoint(False, outer, nearer)


def _from_some_moment_on(kind: Kind, team: frozenset[str], goal: Core, names: Names) -> Core:
    """The least X of the greatest Y = (goal | step(X)) & step(Y)."""
    outer, inner = names.fresh(), names.fresh()
    stay = Some((goal, step(kind, Bound(outer), None, team)))
    safer = Fixpoint(False, inner, All((stay, step(kind, Bound(inner), None, team))))
    return Fixpoint(True, outer, safer)
