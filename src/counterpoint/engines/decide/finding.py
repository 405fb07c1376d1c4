"""Findings: the answer to a formula, before it becomes a verdict."""

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

COUNTED = " with their past"
"""The text after a number of states, if a state is counted once for each past it can have."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the run of a strand takes place: its first state, the ground, and the evaluator."""

    start: Handle
    ground: Ground
    evaluator: Evaluator[Any]


def stage_of(
    claim: Core, where: Any, space: Space[Any], ground: Ground, evaluator: Evaluator[Any]
) -> Stage:
    """The stage for a claim that holds in the region `where`.

    It starts in a state of the region from which the run that shows the claim is shortest; in the
    first state if the claim does not say that some path reaches a state.
    """
    witness = Witness(evaluator, ground)
    start = witness.start(claim, where) if space.count(where) > 1 else None
    return Stage(next(space.handles(where)) if start is None else start, ground, evaluator)


@dataclass(frozen=True, slots=True)
class Planned:
    """A claim about a team that needs a plan from the states in `starts` on.

    `at` is the number of the state in the run where the claim is made. A plan with more than `most`
    positions is not listed.
    """

    at: int
    enforced: Enforced
    starts: tuple[Handle, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a formula, and the strand that shows it as far as one run can.

    `shown` is the formula that the strand is a witness of: the formula itself, or its negation.
    `planned` are the claims of the strand that are about teams. `evaluated` is the formula that was
    evaluated, with its evaluator, if all states are known. `stronger` are stronger formulas that
    hold too: the parts that they omit do not matter.
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
        """Whether a run shows the answer, so that it is right whatever else may be possible."""
        shown = self.shown
        return shown is not None and is_existential(shown) and not denies_a_step(shown)
