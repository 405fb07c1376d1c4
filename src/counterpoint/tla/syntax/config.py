"""What a configuration (`.cfg`) says: constants, what to check, and how."""

from __future__ import annotations

from ...data import dataclass
from ..tree import Expression, Span


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a definition, and where the configuration has it."""

    name: str
    at: Span

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Assigned:
    """`name = value`, in one module only if there is `= [module] value`.

    Values are numbers, strings, truth values, sets of them, and names: model values. An operator
    that is a constant has a value for each list of arguments.
    """

    name: str
    value: Expression
    at: Span
    module: str | None = None
    args: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Replaced:
    """`name <- other`: the name means that definition, in one module only if one is named."""

    name: str
    other: str
    at: Span
    module: str | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The statements of a configuration; `deadlock` is None where nothing is said about it."""

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
    """What is evaluated now and then by TLC, or guides it: nothing depends on that here."""

    @property
    def names_a_system(self) -> bool:
        """Whether it says what its properties are asked of, or a part of it."""
        return any((self.specification, self.init, self.next))
