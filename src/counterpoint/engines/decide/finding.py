"""The answer to a formula as it was found, before it is a verdict."""

from __future__ import annotations

from typing import Any

from ...data import dataclass
from ...logic.core import Core
from ...logic.fragments import denies_a_step, is_existential
from ...verdict import Answer
from ..formula.evaluate import Evaluator
from ..space.ground import Ground, Handle
from ..space.space import Space
from .enforce import Enforced
from .evidence import Strand, Witness

COUNTED = " counted with what led to them"
"""What is said of a number of states where states also tell of the way to them."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a strand is played: the state that it starts in, and what knows the others."""

    start: Handle
    ground: Ground
    evaluator: Evaluator[Any]


def stage_of(
    claim: Core, where: Any, space: Space[Any], ground: Ground, evaluator: Evaluator[Any]
) -> Stage:
    """Where a claim is shown that is true in a region: in a state from which a shortest run does.

    It is the first state of the region where the claim is not about one that is reached.
    """
    witness = Witness(evaluator, ground)
    start = witness.start(claim, where) if space.count(where) > 1 else None
    return Stage(next(space.handles(where)) if start is None else start, ground, evaluator)


@dataclass(frozen=True, slots=True)
class Planned:
    """A claim about a team that is to be planned, from some states on; they stand at `at`.

    At `most` so many positions of the plan are listed.
    """

    at: int
    enforced: Enforced
    starts: tuple[Handle, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a formula, and the strand that shows it as far as one can.

    `shown` is the formula that the strand is a witness of: the formula itself, or its negation.
    `planned` are those of its claims that are about teams. `evaluated` is what all initial states
    were asked, with what knows of it where the states are all known. `stronger` are formulas that
    are true of them too, so that what they do without never mattered.
    """

    answer: Answer
    reason: str = ""
    vacuous: bool = False
    shown: Core | None = None
    strand: Strand | None = None
    stage: Stage | None = None
    planned: tuple[Planned, ...] = ()
    evaluated: tuple[Core, Evaluator[Any]] | None = None
    stronger: tuple[Core, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether a run shows it, so that it does not matter what else might be possible."""
        shown = self.shown
        return shown is not None and is_existential(shown) and not denies_a_step(shown)
