"""Formulas decided on a space: the answer, what shows it, and what never mattered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from ...data import dataclass
from ...errors import NotAGame, Refused
from ...logic.core import Core
from ...logic.formula import Atom, Formula
from ...logic.fragments import denies_a_step, is_existential
from ...logic.lower import negated, to_core
from ...logic.parts import parts
from ...logic.room import ASIDE, Room
from ...logic.text import show
from ...logic.vacuity import unneeded, weakest_links
from ...verdict import Answer
from ..arena.partial import PartialAlgebra, PartialEvaluator, PartialGround
from ..space import GraphSpace, Space
from .enforce import Enforced
from .evaluate import Evaluator
from .evidence import Strand, Witness
from .ground import Ground, Handle


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a strand is played: the state that it starts in, and what knows the others."""

    start: Handle
    ground: Ground
    evaluator: Evaluator[Any]


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
    found = _evaluated(formula, goal, space, evaluator, vacuity)
    return replace(found, evaluated=(goal, evaluator))


def _evaluated(
    formula: Formula, goal: Core, space: Space[Any], evaluator: Evaluator[Any], vacuity: bool
) -> Finding:
    """Whether all initial states satisfy the formula, where all states are known."""
    failing = space.initial & ~evaluator.region(goal)
    if space.count(failing):
        return _shown(Answer.FAILS, negated(goal), space, failing, evaluator)
    if vacuity and (hollow := _vacuous(formula, space, evaluator)):
        return Finding(
            Answer.HOLDS, "; ".join(hollow), vacuous=True, stronger=tuple(hollow.values())
        )
    found = _shown(Answer.HOLDS, goal, space, space.initial, evaluator)
    assert found.strand is not None
    return (
        found if found.strand.steps else replace(found, reason=_how_widely(goal, space, evaluator))
    )


def _how_widely(goal: Core, space: Space[Any], evaluator: Evaluator[Any]) -> str:
    """In how many states a formula is true that is true in all initial ones.

    Where states also tell what led to them there are more than those that were counted before.
    """
    true, first = space.count(evaluator.region(goal)), space.count(space.initial)
    if true == space.states:
        size = "" if space.note else f"{true:,} "
        return "in the only state" if true == 1 else f"in all {size}states"
    among = "the initial one" if first == 1 else f"the {first:,} initial ones"
    counted = " counted with what led to them" if space.note else ""
    return f"in {true:,} of {space.states:,} states{counted}, {among} among them"


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
                ground = PartialGround(algebra)
                stage = Stage(next(space.handles(found)), ground, evaluator)
                strand = Witness(evaluator, ground).strand(claim, stage.start)
                return Finding(answer, shown=claim, strand=strand, stage=stage)
    return Finding(Answer.UNKNOWN, refused or space.stopped)


def _shown(
    answer: Answer, claim: Core, space: Space[Any], where: Any, evaluator: Evaluator[Any]
) -> Finding:
    """The finding, with what shows that the claim holds in the first of some initial states."""
    stage = Stage(next(space.handles(where)), space.ground, evaluator)
    witness = Witness(evaluator, stage.ground)
    strand = witness.strand(claim, stage.start)
    whole = where if answer is Answer.HOLDS else None
    planned = tuple(_planned(witness, strand, stage, space, whole))
    return Finding(answer, shown=claim, strand=strand, stage=stage, planned=planned)


def _planned(
    witness: Witness, strand: Strand, stage: Stage, space: Space[Any], whole: Any
) -> Iterator[Planned]:
    """The claims of a strand that are about teams, each once.

    One that is made at the start and is true in the `whole` of a region is planned from all of it.
    """
    states = [stage.start, *(there for _, there in strand.steps)]
    claims: dict[Core, int] = {}
    most = space.tuning.plan_positions
    for at, claim in strand.claims_on_the_way:
        claims.setdefault(claim, at)
    for claim, at in claims.items():
        if (enforced := witness.enforced(claim)) is None:
            continue
        starts = (states[at],)
        if (
            at == 0
            and whole is not None
            and not space.count(whole & ~stage.evaluator.region(claim))
        ):
            starts = tuple(islice(space.handles(whole), most + 1))
        yield Planned(at, enforced, starts, most)


def _vacuous(formula: Formula, space: Space[Any], evaluator: Evaluator[Any]) -> dict[str, Core]:
    """Which parts never mattered, as far as that can be found out; see `logic.vacuity`.

    Each is told with a formula that does without it, and holds.
    """
    found: dict[str, Core] = {}
    places = Counter(show(part) for part in parts(formula) if isinstance(part, Atom))
    evaluator.room = Room(ASIDE)
    with suppress(Refused, NotAGame):  # the answer stands: only whether it is hollow is open
        for link in weakest_links(formula):
            goal = to_core(link.stronger, fair=space.is_fair)
            if not space.count(space.initial & ~evaluator.region(goal)):
                part = show(link.part)
                found.setdefault(unneeded(part, places[part]), goal)
    return found
