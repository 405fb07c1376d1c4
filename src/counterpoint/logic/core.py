"""What engines evaluate: the mu-calculus in positive normal form, with quantified paths beside it.

Every formula of the language comes down to this (`to_core`). Negation stands at propositions only,
so a variable is always under an even number of negations, and every fixpoint exists.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from ..data import dataclass


class Kind(Enum):
    """What is asked of the next state.

    SOME and ALL look at the steps (with a label: only at the steps that it names). FORCE: the team
    can make the next state lie in a set whatever the others do. ALLOW is its dual: the team cannot
    keep the next state out of it.
    """

    SOME = "some"
    ALL = "all"
    FORCE = "force"
    ALLOW = "allow"

    @property
    def dual(self) -> Kind:
        """The kind K' such that K(R) is the complement of K'(complement of R)."""
        return _DUAL[self]


_DUAL = {
    Kind.SOME: Kind.ALL,
    Kind.ALL: Kind.SOME,
    Kind.FORCE: Kind.ALLOW,
    Kind.ALLOW: Kind.FORCE,
}


@dataclass(frozen=True, slots=True)
class Truth:
    """All states, or none."""

    value: bool


@dataclass(frozen=True, slots=True)
class Prop:
    """The states where the atom `text` is true, or those where it is not."""

    text: str
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable of a fixpoint around it."""

    name: str


@dataclass(frozen=True, slots=True)
class All:
    """The intersection of the parts."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """The union of the parts."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A claim of the next state; `label` only with SOME and ALL, `team` only with the others."""

    kind: Kind
    of: Core
    label: str | None = None
    team: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fixpoint:
    """The least or greatest set X with X = of(X); variables have different names."""

    least: bool
    variable: str
    of: Core


@dataclass(frozen=True, slots=True)
class Paths:
    """The states from which some (fair) path satisfies `path`; `some=False`: from which all do."""

    some: bool
    path: Linear


Core: TypeAlias = Truth | Prop | Bound | All | Some | Step | Fixpoint | Paths


@dataclass(frozen=True, slots=True)
class Now:
    """The first state of the path satisfies a state formula, which is closed."""

    of: Core


@dataclass(frozen=True, slots=True)
class Both:
    parts: tuple[Linear, ...]


@dataclass(frozen=True, slots=True)
class Either:
    parts: tuple[Linear, ...]


@dataclass(frozen=True, slots=True)
class Next:
    of: Linear


@dataclass(frozen=True, slots=True)
class Until:
    """`right` comes, and `left` is true until then; with `left` true everywhere, F."""

    left: Linear
    right: Linear


@dataclass(frozen=True, slots=True)
class Release:
    """`right` is true up to and with the first `left`, for ever if none comes; false R p is G p."""

    left: Linear
    right: Linear


Linear: TypeAlias = Now | Both | Either | Next | Until | Release
"""Linear temporal logic in positive normal form over state formulas."""
