"""Scopes: each maps names to meanings, and continues with an outer scope for all other names.

Bodies are not copied where they are used. A definition keeps the scope in which it is written, and
its names are looked up there. An instance is a scope in which the constants and variables of the
module are definitions of the outer scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, TypeAlias

from ..data import dataclass
from .tree import NOWHERE, Expression, Instance, Module, Parameter, Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A state variable; its value is at index `number` of a state."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Constant:
    """A declared constant without a value."""

    name: str
    arity: int = 0
    at: Span = field(default=NOWHERE, compare=False, repr=False)
    """Where it is declared."""


@dataclass(frozen=True, slots=True)
class Value:
    """A name with a value: a constant that was given one, BOOLEAN, Nat.

    None stands for a value that is not known, as that of a name that a quantifier binds.
    """

    value: Any


@dataclass(frozen=True, slots=True)
class Builtin:
    """An operator of the language or of a standard module, computed by Python from values.

    `function` takes the values of the arguments; for a parameter in `operators` it takes a Python
    function. It is None for an operator that is not computed from values; that one is compiled
    specially in `evaluate/`.
    """

    name: str
    arity: int
    function: Callable[..., Any] | None = None
    operators: frozenset[int] = frozenset()
    """The positions of the parameters that are operators."""


@dataclass(slots=True, eq=False)
class Defined:
    """An operator with a body, which is read in `scope`; compared by identity."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Expression
    scope: Scope
    recursive: bool = False
    local: bool = False
    module: str = ""
    at: Span = NOWHERE
    notes: dict[Any, Any] = field(default_factory=dict)
    """Caches of compilers and analyses for this definition."""


@dataclass(slots=True, eq=False)
class Instantiated:
    """`name(parameters) == INSTANCE ...`: a scope for each list of arguments."""

    unit: Instance
    module: Available
    scope: Scope
    open: Callable[[tuple[Defined, ...]], Scope]
    """Returns the scope of the instance in which the parameters mean these operators."""


@dataclass(frozen=True, slots=True)
class Local:
    """A value that is known during evaluation: it is in a slot of the frame."""

    name: str
    slot: int


@dataclass(slots=True, eq=False)
class Available:
    """A module that can be instantiated here, with a scope for each substitution.

    Scopes hold it under the name `MODULE Name`, which is not an identifier.
    """

    name: str
    module: Module | None
    """None for a standard module, which has no text."""
    outer: Scope
    """The scope for the names that the text of the module does not define."""
    instantiate: Callable[[Callable[[Parameter], Meaning], Scope], Scope]
    """Returns the scope of the module, in which the function gives the meanings of its parameters.

    The parameters are its constants and variables. The second argument is the scope in which the
    module is instantiated.
    """


Meaning: TypeAlias = (
    Variable | Constant | Value | Builtin | Defined | Instantiated | Local | Available
)


class Scope:
    """Names and their meanings, in front of an outer scope."""

    __slots__ = ("names", "outer")

    def __init__(
        self, names: Mapping[str, Meaning] | None = None, outer: Scope | None = None
    ) -> None:
        self.names: dict[str, Meaning] = dict(names or {})
        self.outer = outer

    def get(self, name: str) -> Meaning | None:
        """What a name means; None if nothing."""
        scope: Scope | None = self
        while scope is not None:
            if (found := scope.names.get(name)) is not None:
                return found
            scope = scope.outer
        return None

    def within(self, names: Mapping[str, Meaning]) -> Scope:
        """A scope inside this one in which these names have other meanings."""
        return Scope(names, self)

    def __iter__(self) -> Iterator[str]:
        """Every name with a meaning, inner scopes first."""
        seen: set[str] = set()
        scope: Scope | None = self
        while scope is not None:
            yield from (name for name in scope.names if name not in seen)
            seen.update(scope.names)
            scope = scope.outer
