"""The fixpoints of the operators U and R, in the form that engines recognise."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from .boolean import FALSE, TRUE, step
from .core import All, Bound, Core, Fixpoint, Kind, Some, Truth

NO_TEAM: frozenset[str] = frozenset()


class Names:
    """Generates names for variables, each different from all others."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)

    def fresh(self, wish: str = "Z") -> str:
        """The wished name if it is free, else the name with a number."""
        name = next(n for n in _numbered(wish) if n not in self.taken)
        self.taken.add(name)
        return name


def _numbered(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        yield f"{name}{number}"


def until(kind: Kind, hold: Core, goal: Core, names: Names, team: frozenset[str] = NO_TEAM) -> Core:
    """The least X = goal | (hold & step(X)).

    >>> from counterpoint.logic.core import Prop
    >>> until(Kind.SOME, TRUE, Prop("p"), Names()).of.parts[1].kind
    <Kind.SOME: 'some'>
    """
    if isinstance(goal, Truth) or hold == FALSE:
        return goal
    name = names.fresh()
    onward = step(kind, Bound(name), None, team)
    return Fixpoint(True, name, Some((goal, onward if hold == TRUE else All((hold, onward)))))


def release(
    kind: Kind, freed: Core, goal: Core, names: Names, team: frozenset[str] = NO_TEAM
) -> Core:
    """The greatest X = goal & (freed | step(X))."""
    if isinstance(goal, Truth) or freed == TRUE:
        return goal
    name = names.fresh()
    onward = step(kind, Bound(name), None, team)
    return Fixpoint(False, name, All((goal, onward if freed == FALSE else Some((freed, onward)))))
