"""What a team wants of every play: to reach, to stay, or to come back for ever.

Regions are bool arrays over the states of an arena. A play is endless; it is won or lost by the
states that it goes through.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """`hold U goal`: a state of `goal` comes, and until then the states are in `hold`.

    Without `hold` every state will do.
    """

    goal: Array
    hold: Array | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Safe:
    """`stay W escape`: the states are in `stay` for ever, or until one of `escape` comes."""

    stay: Array
    escape: Array | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Buchi:
    """`G F often`: states of the region come again and again."""

    often: Array


@dataclass(frozen=True, slots=True, eq=False)
class CoBuchi:
    """`F G always`: from some time on all states are in the region."""

    always: Array


@dataclass(frozen=True, slots=True, eq=False)
class Parity:
    """The greatest priority that comes again and again is even (max-even)."""

    priorities: Array


Objective: TypeAlias = Reach | Safe | Buchi | CoBuchi | Parity


def opposite(objective: Objective) -> Objective:
    """What a play satisfies iff it does not satisfy `objective`."""
    match objective:
        case Reach(goal, hold):
            return Safe(~goal, None if hold is None else ~goal & ~hold)
        case Safe(stay, escape):
            outside = ~stay if escape is None else ~stay & ~escape
            return Reach(outside, None if escape is None else ~escape)
        case Buchi(often):
            return CoBuchi(~often)
        case CoBuchi(always):
            return Buchi(~always)
        case Parity(priorities):
            return Parity(priorities + 1)
        case _:
            assert_never(objective)


def as_parity(objective: Buchi | CoBuchi | Parity) -> Array:
    """The priorities, as small as may be, by which a max-even parity game asks the same."""
    match objective:
        case Buchi(often):
            return np.where(often, 2, 1)
        case CoBuchi(always):
            return np.where(always, 0, 1)
        case Parity(priorities):
            return _compressed(priorities)
        case _:
            assert_never(objective)


def _compressed(priorities: Array) -> Array:
    """Priorities in the same order and of the same parity, without gaps."""
    kinds = np.flatnonzero(np.bincount(priorities))
    rises = np.concatenate([kinds[:1] % 2, np.diff(kinds) % 2])
    levels: Array = np.cumsum(rises)[np.searchsorted(kinds, priorities)]
    return levels
