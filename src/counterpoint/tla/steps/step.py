"""Steps: how to find the next states of an action, as data that any kind of compiler can use.

Each step is one operation and continues with another step. A step that several others continue with
is stored once, in `Plan.shared`, and called by its index there.
"""

from __future__ import annotations

from typing import TypeAlias

from ...data import dataclass
from ..evaluate.context import Context
from ..scope import Scope
from ..tree import NOWHERE, Expression, Span


@dataclass(frozen=True, slots=True)
class Leaf:
    """An expression to evaluate; the slots from `depth` on are free for it."""

    expression: Expression
    scope: Scope
    primed: bool
    depth: int
    moment: int = 0

    def context(self) -> Context:
        """The context to compile the expression in."""
        return Context(self.scope, self.depth, self.primed, self.moment)


@dataclass(frozen=True, slots=True)
class Done:
    """A next state is found: everything to be assigned is assigned."""


@dataclass(frozen=True, slots=True)
class Fail:
    """No next state can be found, because the action does not determine how."""

    reason: str
    at: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Guard:
    """Continue if the test holds."""

    test: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Assign:
    """Assign a value to a variable in the next state."""

    variable: int
    value: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave these variables unchanged."""

    variables: tuple[int, ...]
    then: Step


@dataclass(frozen=True, slots=True)
class Among:
    """Assign each element of a set in turn to a variable in the next state."""

    variable: int
    set: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Bind:
    """Bind identifiers to each element of a set in turn; a pattern destructures the elements."""

    slots: tuple[int, ...]
    pattern: bool
    set: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Forget:
    """Clear the values that are cached in these slots."""

    slots: tuple[int, ...]
    then: Step


@dataclass(frozen=True, slots=True)
class Branch:
    """Take each of several branches."""

    ways: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Take one of two branches, depending on a test."""

    test: Leaf
    then: Step
    otherwise: Step


@dataclass(frozen=True, slots=True)
class Label:
    """Record that an action is taken, by the conjunct with number `rule`."""

    rule: int
    name: str
    parameters: tuple[str, ...]
    arguments: tuple[Leaf, ...]
    then: Step
    at: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Compose:
    r"""`A \cdot B`: a step of one plan, then a step of another.

    The variables in `known` are assigned already; the second step must give them the same values.
    """

    first: Plan
    second: Plan
    known: frozenset[int]
    then: Step


@dataclass(frozen=True, slots=True)
class Call:
    """Continue with the shared step at this index."""

    number: int


Step: TypeAlias = (
    Done
    | Fail
    | Guard
    | Assign
    | Keep
    | Among
    | Bind
    | Forget
    | Branch
    | Choice
    | Label
    | Compose
    | Call
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How to find the next states of an action, or the initial states of a predicate.

    A shared step calls only shared steps with smaller indices.
    """

    root: Step
    shared: tuple[Step, ...]
    rules: int = 1
    """The number of conjuncts that each take an action."""
    at: Span = NOWHERE
    """The place of the action."""
