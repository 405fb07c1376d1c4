"""Steps: how the next states of an action are found, as data that a compiler of any kind can use.

A step does one thing and goes on with another. Where several ways lead on to the same, that stands
once, in `Plan.shared`, and is called by its number.
"""

from __future__ import annotations

from typing import TypeAlias

from ...data import dataclass
from ..evaluate.context import Context
from ..scope import Scope
from ..tree import NOWHERE, Expression, Span


@dataclass(frozen=True, slots=True)
class Leaf:
    """An expression to be evaluated: the slots from `depth` on are free for it."""

    expression: Expression
    scope: Scope
    primed: bool
    depth: int
    moment: int = 0

    def context(self) -> Context:
        """What the expression is compiled against."""
        return Context(self.scope, self.depth, self.primed, self.moment)


@dataclass(frozen=True, slots=True)
class Done:
    """A next state is found: all that was to be assigned is."""


@dataclass(frozen=True, slots=True)
class Fail:
    """No next state can be found, because what was written does not say how."""

    reason: str
    at: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Guard:
    """Go on if something holds."""

    test: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Assign:
    """The next value of a variable is this."""

    variable: int
    value: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Keep:
    """These variables keep their values."""

    variables: tuple[int, ...]
    then: Step


@dataclass(frozen=True, slots=True)
class Among:
    """The next value of a variable is each element of a set in turn."""

    variable: int
    set: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Bind:
    """An identifier is each element of a set in turn; a pattern takes its elements apart."""

    slots: tuple[int, ...]
    pattern: bool
    set: Leaf
    then: Step


@dataclass(frozen=True, slots=True)
class Forget:
    """Nothing is known any more of what is kept in these slots."""

    slots: tuple[int, ...]
    then: Step


@dataclass(frozen=True, slots=True)
class Branch:
    """Each of several ways on is taken."""

    ways: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two ways on is taken."""

    test: Leaf
    then: Step
    otherwise: Step


@dataclass(frozen=True, slots=True)
class Label:
    """An action is taken, by the conjunct of that number."""

    rule: int
    name: str
    parameters: tuple[str, ...]
    arguments: tuple[Leaf, ...]
    then: Step
    at: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Compose:
    r"""`A \cdot B`: a step of one plan, then one of another.

    What is assigned already, in `known`, must come out the same.
    """

    first: Plan
    second: Plan
    known: frozenset[int]
    then: Step


@dataclass(frozen=True, slots=True)
class Call:
    """Go on with the shared step of this number."""

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

    A shared step calls only shared steps of smaller numbers.
    """

    root: Step
    shared: tuple[Step, ...]
    rules: int = 1
    """How many conjuncts there are of which each takes an action."""
    at: Span = NOWHERE
    """Where the action stands."""
