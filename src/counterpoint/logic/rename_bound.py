"""Give every fixpoint a different variable, after parts of a formula were duplicated."""

from __future__ import annotations

from collections.abc import Mapping

from .core import (
    All,
    Both,
    Bound,
    Core,
    Either,
    Fixpoint,
    Linear,
    Next,
    Now,
    Paths,
    Prop,
    Release,
    Some,
    Step,
    Truth,
    Until,
)
from .fixpoints import Names


def apart(core: Core) -> Core:
    """The same formula with different names for different fixpoints; the first keeps its name.

    >>> twice = Fixpoint(True, "Z", Bound("Z"))
    >>> [part.variable for part in apart(All((twice, twice))).parts]
    ['Z', 'Z2']
    """
    return _Renaming().state(core, {})


class _Renaming:
    def __init__(self) -> None:
        self.names = Names()

    def state(self, core: Core, bound: Mapping[str, str]) -> Core:
        match core:
            case Truth() | Prop():
                return core
            case Bound(name):
                return Bound(bound[name])
            case All(parts):
                return All(tuple([self.state(part, bound) for part in parts]))
            case Some(parts):
                return Some(tuple([self.state(part, bound) for part in parts]))
            case Step(kind, of, label, team):
                return Step(kind, self.state(of, bound), label, team)
            case Fixpoint(least, name, of):
                fresh = self.names.fresh(name)
                return Fixpoint(least, fresh, self.state(of, {**bound, name: fresh}))
            case Paths(some, path):
                return Paths(some, self.path(path))

    def path(self, path: Linear) -> Linear:
        match path:
            case Now(of):
                return Now(self.state(of, {}))
            case Both(parts):
                return Both(tuple([self.path(part) for part in parts]))
            case Either(parts):
                return Either(tuple([self.path(part) for part in parts]))
            case Next(of):
                return Next(self.path(of))
            case Until(left, right):
                return Until(self.path(left), self.path(right))
            case Release(left, right):
                return Release(self.path(left), self.path(right))
