"""Formulas decided on a space: the answer, what shows it, and what never mattered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...errors import Refused
from ...logic.core import Core
from ...logic.formula import Formula
from ...logic.lower import negated, to_core
from ...logic.text import show
from ...logic.vacuity import weakest_links
from ...verdict import Answer
from ..arena.partial import PartialAlgebra, PartialEvaluator, PartialGround
from ..space import GraphSpace, Space
from .evaluate import Evaluator
from .evidence import Strand, Witness
from .fragments import denies_a_step, is_existential
from .ground import Ground, Handle


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a strand is played: the state that it starts in, and what knows the others."""

    start: Handle
    ground: Ground
    evaluator: Evaluator[Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a formula, and the strand that shows it as far as one can.

    `shown` is the formula that the strand is a witness of: the formula itself, or its negation.
    """

    answer: Answer
    reason: str = ""
    vacuous: bool = False
    shown: Core | None = None
    strand: Strand | None = None
    stage: Stage | None = None

    @property
    def certain(self) -> bool:
        """Whether a run shows it, so that it does not matter what else might be possible."""
        shown = self.shown
        return shown is not None and is_existential(shown) and not denies_a_step(shown)


def decide(formula: Formula, space: Space[Any], *, vacuity: bool = True) -> Finding:
    """Whether all initial states satisfy the formula; unknown where that is too large to say."""
    try:
        return _decided(formula, space, vacuity)
    except Refused as error:
        return Finding(Answer.UNKNOWN, error.message)


def _decided(formula: Formula, space: Space[Any], vacuity: bool) -> Finding:
    goal = to_core(formula, fair=space.is_fair)
    if space.stopped:
        return _in_part(goal, space)
    refused = space.algebra.refusal(goal)
    if refused:
        return Finding(Answer.UNKNOWN, refused)
    if not space.count(space.initial):
        return Finding(Answer.HOLDS, "there is no initial state", vacuous=True)
    evaluator = Evaluator(space.algebra)
    failing = space.initial & ~evaluator.region(goal)
    if space.count(failing):
        stage = Stage(space.first(failing), space.ground, evaluator)
        return _shown(Answer.FAILS, negated(goal), stage)
    if vacuity and (why := _vacuous(formula, space, evaluator)):
        return Finding(Answer.HOLDS, why, vacuous=True)
    stage = Stage(space.first(space.initial), space.ground, evaluator)
    return _shown(Answer.HOLDS, goal, stage)


def _in_part(goal: Core, space: Space[Any]) -> Finding:
    """What can be said although states are missing: only that something exists."""
    if not isinstance(space, GraphSpace) or not space.count(space.initial):
        return Finding(Answer.UNKNOWN, space.stopped)
    refused = space.algebra.refusal(goal)
    for answer, claim in () if refused else ((Answer.FAILS, negated(goal)), (Answer.HOLDS, goal)):
        if is_existential(claim):
            algebra = PartialAlgebra(space.arena)
            evaluator = PartialEvaluator(algebra)
            found = space.initial & evaluator.region(claim)
            enough = found.count() if answer is Answer.FAILS else found == space.initial
            if enough:
                stage = Stage(space.first(found), PartialGround(algebra), evaluator)
                return _shown(answer, claim, stage)
    return Finding(Answer.UNKNOWN, refused or space.stopped)


def _shown(answer: Answer, claim: Core, stage: Stage) -> Finding:
    """The finding, with what shows that the claim holds where the stage starts."""
    strand = Witness(stage.evaluator, stage.ground).strand(claim, stage.start)
    return Finding(answer, shown=claim, strand=strand, stage=stage)


def _vacuous(formula: Formula, space: Space[Any], evaluator: Evaluator[Any]) -> str:
    """Which parts never mattered, as far as that can be found out; empty if none."""
    found: list[str] = []
    with suppress(Refused):  # the answer stands: only whether it is a hollow one stays open
        found += vacuous_parts(formula, space, evaluator)
    return "; ".join(dict.fromkeys(found))


def vacuous_parts(formula: Formula, space: Space[Any], evaluator: Evaluator[Any]) -> Iterator[str]:
    """What never mattered for a formula that holds; see `logic.vacuity`."""
    for link in weakest_links(formula):
        goal = to_core(link.stronger, fair=space.is_fair)
        if not space.count(space.initial & ~evaluator.region(goal)):
            yield f"it holds whatever {show(link.part)} is"
