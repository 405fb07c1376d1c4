"""The core that engines evaluate: the mu-calculus in positive normal form, with path quantifiers.

Every formula of the language is translated into it (`to_core`). Only propositions are negated, so
every variable is under an even number of negations, and every fixpoint exists.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from ..data import Hashed, dataclass


class Kind(Enum):
    """What is asked of the next state.

    SOME and ALL quantify over the steps; with a label, only over the steps that it names. FORCE:
    the team can force the next state into a set, whatever the others do. ALLOW is its dual: the
    team cannot keep the next state out of it.
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
class All(Hashed):
    """The intersection of the parts."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Some(Hashed):
    """The union of the parts."""

    parts: tuple[Core, ...]


@dataclass(frozen=True, slots=True)
class Step(Hashed):
    """A condition on the next state.

    `label` is for SOME and ALL only, `team` for FORCE and ALLOW only.
    """

    kind: Kind
    of: Core
    label: str | None = None
    team: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fixpoint(Hashed):
    """The least or greatest set X with X = of(X); different fixpoints have different variables."""

    least: bool
    variable: str
    of: Core


@dataclass(frozen=True, slots=True)
class Paths(Hashed):
    """The states from which some (fair) path satisfies `path`; all paths if `some` is false."""

    some: bool
    path: Linear


Core: TypeAlias = Truth | Prop | Bound | All | Some | Step | Fixpoint | Paths


@dataclass(frozen=True, slots=True)
class Now(Hashed):
    """The first state of the path satisfies a state formula without free variables."""

    of: Core


@dataclass(frozen=True, slots=True)
class Both(Hashed):
    parts: tuple[Linear, ...]


@dataclass(frozen=True, slots=True)
class Either(Hashed):
    parts: tuple[Linear, ...]


@dataclass(frozen=True, slots=True)
class Next(Hashed):
    of: Linear


@dataclass(frozen=True, slots=True)
class Until(Hashed):
    """`right` becomes true, and `left` is true until then; if `left` is true, this is F."""

    left: Linear
    right: Linear


@dataclass(frozen=True, slots=True)
class Release(Hashed):
    """`right` is true until `left` is, and at that moment too, or for ever; false R p is G p."""

    left: Linear
    right: Linear


Linear: TypeAlias = Now | Both | Either | Next | Until | Release
"""Linear temporal logic in positive normal form over state formulas."""
