"""The contents of a configuration file (`.cfg`): constants, what to check, and how."""

from __future__ import annotations

from ...data import dataclass
from ..tree import Expression, Span


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a definition, and its place in the configuration."""

    name: str
    at: Span

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Assigned:
    """`name = value`, or `name = [module] value` for one module only.

    Values are numbers, strings, truth values, names, which are model values, and sets of values.
    For a constant operator, there is one of these for each list of arguments, `args`.
    """

    name: str
    value: Expression
    at: Span
    module: str | None = None
    args: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Replaced:
    """`name <- other`, or `name <- [module] other` for one module only: the name means `other`."""

    name: str
    other: str
    at: Span
    module: str | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The statements of a configuration; `deadlock` is None if there is no CHECK_DEADLOCK."""

    file: str
    specification: Named | None = None
    init: Named | None = None
    next: Named | None = None
    invariants: tuple[Named, ...] = ()
    properties: tuple[Named, ...] = ()
    constraints: tuple[Named, ...] = ()
    action_constraints: tuple[Named, ...] = ()
    postconditions: tuple[Named, ...] = ()
    symmetry: Named | None = None
    view: Named | None = None
    alias: Named | None = None
    deadlock: bool | None = None
    assigned: tuple[Assigned, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    unused: tuple[Named, ...] = ()
    """Definitions that only inform about or guide the search of TLC, and are ignored here."""

    @property
    def names_a_system(self) -> bool:
        """Whether there is a SPECIFICATION, INIT or NEXT."""
        return any((self.specification, self.init, self.next))
