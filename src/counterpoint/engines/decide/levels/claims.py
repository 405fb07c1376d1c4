"""Which formulas a search level by level decides: what they claim of all states, or of some."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field
from enum import Enum

from ....data import dataclass
from ....logic.boolean import all_of, some_of
from ....logic.core import All, Core, Fixpoint, Kind, Truth
from ....logic.fragments import is_propositional
from ....logic.lower import negated
from ....verdict import Answer
from ...formula.evaluate import attractor_of
from ...search.levels.gathered import Answered


class Shape(Enum):
    """What is claimed of a question: that it is true of no state, of some, or of no first state."""

    NOWHERE = "nowhere"
    SOMEWHERE = "somewhere"
    NOT_AT_FIRST = "not in an initial state"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a question that is asked of each reached state."""

    shape: Shape
    question: Hashable
    goal: Core | None = field(default=None, compare=False)
    """The formula that claims it, if one does."""

    def answer(self, found: Answered, *, whole: bool) -> Answer:
        """Whether it is true, given what was found so far; with `whole`, in all states."""
        shown = found.count > 0
        match self.shape:
            case Shape.NOWHERE if shown:
                return Answer.FAILS
            case Shape.SOMEWHERE if shown:
                return Answer.HOLDS
            case Shape.NOT_AT_FIRST if shown and not found.level:
                return Answer.FAILS
        if not whole:
            return Answer.UNKNOWN
        return Answer.FAILS if self.shape is Shape.SOMEWHERE else Answer.HOLDS


def claims_of(goal: Core, *, starts: int) -> tuple[Claim, ...] | None:
    """The claims that together mean that a formula holds in all of so many initial states.

    None if it is not decided by looking at each state once: it asks for more than `AG p`, `EF p`
    and `p`, or `EF p` of several initial states.

    >>> from counterpoint.logic.lower import to_core
    >>> from counterpoint.logic.parser import parse
    >>> [claim.shape.value for claim in claims_of(to_core(parse("p & AG q")), starts=1)]
    ['not in an initial state', 'nowhere']
    >>> claims_of(to_core(parse("AG EF p")), starts=1) is None
    True
    """
    match goal:
        case Fixpoint():
            claim = _reached(goal, starts)
            return None if claim is None else (claim,)
        case All(parts) if not is_propositional(goal):
            every = [claims_of(part, starts=starts) for part in parts]
            if None in every:
                return None
            return tuple(claim for each in every if each for claim in each)
        case _ if is_propositional(goal):
            return (Claim(Shape.NOT_AT_FIRST, negated(goal)),)
    return None


def _reached(goal: Fixpoint, starts: int) -> Claim | None:
    """The claim of a formula that asks which states are reached; None for another formula."""
    reach = attractor_of(goal)
    if reach is None or not all(map(is_propositional, reach.goal)):
        return None
    wanted = Kind.SOME if goal.least else Kind.ALL
    if reach.kind is not wanted or any(part != Truth(goal.least) for part in reach.hold):
        return None
    if goal.least:
        return Claim(Shape.SOMEWHERE, some_of(reach.goal), goal) if starts <= 1 else None
    return Claim(Shape.NOWHERE, negated(all_of(reach.goal)), goal)
