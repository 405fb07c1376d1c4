"""What names mean: a scope gives each name its meaning, and leads outwards for the others.

Bodies are not copied where they are used: a definition keeps the scope that it stands in, and
whoever gives it a meaning looks names up there. An instance is a scope in which the constants and
variables of the module are definitions of the outer one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, TypeAlias

from ..data import dataclass
from .tree import NOWHERE, Expression, Instance, Module, Parameter, Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A state variable: its value stands at `number` of a state."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Constant:
    """A declared constant that was given no value yet."""

    name: str
    arity: int = 0


@dataclass(frozen=True, slots=True)
class Value:
    """A name that has a value: a constant that was given one, BOOLEAN, Nat."""

    value: Any


@dataclass(frozen=True, slots=True)
class Builtin:
    """An operator of the language or of a standard module: computed by Python from values.

    `function` takes the values of the arguments; a parameter in `operators` takes an operator as a
    Python function. `lazy` ones are not computed from values at all: they have a compiler of their
    own in `evaluate/`.
    """

    name: str
    arity: int
    function: Callable[..., Any] | None = None
    operators: frozenset[int] = frozenset()
    """The numbers of the parameters that are operators."""


@dataclass(slots=True, eq=False)
class Defined:
    """An operator with a body, which is read in `scope`; each is itself and equal to no other."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Expression
    scope: Scope
    recursive: bool = False
    local: bool = False
    module: str = ""
    at: Span = NOWHERE
    notes: dict[Any, Any] = field(default_factory=dict)
    """What compilers and analyses remember of it."""


@dataclass(slots=True, eq=False)
class Instantiated:
    """`name(parameters) == INSTANCE ...`: a scope for each list of arguments."""

    unit: Instance
    module: Available
    scope: Scope
    open: Callable[[tuple[Defined, ...]], Scope]
    """The scope of the instance, where the parameters stand for these operators."""


@dataclass(frozen=True, slots=True)
class Local:
    """A value that is known while a state is looked at: it stands in a slot of the frame."""

    name: str
    slot: int


@dataclass(slots=True, eq=False)
class Available:
    """A module that can be instantiated here: a scope of its own for each substitution.

    Scopes have it by the name `MODULE Name`, which is no identifier.
    """

    name: str
    module: Module | None
    """None if it is a standard module, which is not read."""
    outer: Scope
    """Where the names of its text have their meaning that it does not give itself."""
    instantiate: Callable[[Callable[[Parameter], Meaning], Scope], Scope]
    """The scope of the module, where its constants and variables mean what the function says.

    It also takes the scope that the module is instantiated in.
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
        """A scope in which these names mean something else."""
        return Scope(names, self)

    def __iter__(self) -> Iterator[str]:
        """Every name that means something, inner ones first."""
        seen: set[str] = set()
        scope: Scope | None = self
        while scope is not None:
            yield from (name for name in scope.names if name not in seen)
            seen.update(scope.names)
            scope = scope.outer
