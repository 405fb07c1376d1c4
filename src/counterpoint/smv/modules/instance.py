"""Instances of modules, what their names stand for, and the flat system that they make up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from ...data import dataclass
from ..source import Span
from ..tree import (
    Assignment,
    Compassion,
    Constraint,
    Expression,
    Module,
    Property,
    Type,
)


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An instance of a module; that of `main` has an empty name.

    `parameters` are bound to expressions of the instance that passes them, and `symbols` are the
    names that its module declares.
    """

    name: str
    module: Module
    parameters: Mapping[str, Bound] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<instance {self.name or 'main'}>"

    def full(self, name: str) -> str:
        """The name of something declared here, as all of the system sees it.

        >>> Instance("p", Module("m", (), ())).full("x")
        'p.x'
        """
        return f"{self.name}.{name}" if self.name else name


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """An expression, and the instance that it is read in."""

    expression: Expression
    instance: Instance


@dataclass(frozen=True, slots=True, eq=False)
class Declared:
    """A variable; `kind` is `VAR`, `IVAR` or `FROZENVAR`, `name` is its full name."""

    kind: str
    name: str
    type: Type
    instance: Instance
    at: Span


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """A definition with its full name."""

    name: str
    body: Expression
    instance: Instance
    at: Span


Symbol: TypeAlias = Declared | Defined | Instance
"""What a name can be declared as."""


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A whole system: what its instances declare, in the order of the text.

    `constants` are all symbolic constants, those in types included.
    """

    main: Instance
    variables: tuple[Declared, ...]
    definitions: tuple[Defined, ...]
    assignments: tuple[tuple[Assignment, Instance], ...]
    constraints: tuple[tuple[Constraint, Instance], ...]
    compassions: tuple[tuple[Compassion, Instance], ...]
    properties: tuple[tuple[Property, Instance], ...]
    constants: frozenset[str]
