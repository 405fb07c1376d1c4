"""The objectives of a team: to reach a region, to stay in one, or to visit one infinitely often.

Regions are bool arrays over the states of a graph. (Those of a plan, which needs no graph, have the
form of its engine, which the types do not say.) A play is infinite; whether it is won depends only
on the states that it visits.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

import numpy as np

from ..data import dataclass
from ..engines.base.arrays import Bools, Ints
from ..engines.graph.parity import compressed


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """`hold U goal`: a state of `goal` is reached, and all states before it are in `hold`.

    Without `hold` all states are allowed.
    """

    goal: Bools
    hold: Bools | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Safe:
    """`stay W escape`: all states are in `stay`, for ever or until `escape` is reached."""

    stay: Bools
    escape: Bools | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Buchi:
    """`G F often`: states of the region are visited infinitely often."""

    often: Bools


@dataclass(frozen=True, slots=True, eq=False)
class CoBuchi:
    """`F G always`: from some point on all states are in the region."""

    always: Bools


@dataclass(frozen=True, slots=True, eq=False)
class Parity:
    """The greatest priority that is visited infinitely often is even (max-even)."""

    priorities: Ints


Objective: TypeAlias = Reach | Safe | Buchi | CoBuchi | Parity


def opposite(objective: Objective) -> Objective:
    """The objective that a play satisfies iff it does not satisfy `objective`."""
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


def as_parity(objective: Buchi | CoBuchi | Parity) -> Ints:
    """The smallest priorities of an equivalent max-even parity objective; array of int."""
    match objective:
        case Buchi(often):
            return np.where(often, 2, 1)
        case CoBuchi(always):
            return np.where(always, 0, 1)
        case Parity(priorities):
            return compressed(priorities)
        case _:
            assert_never(objective)
