"""Decide formulas on a space: the answer, the evidence, and the parts that do not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from ...errors import NotAGame, Refused
from ...figure import figure
from ...logic.automata.budget import ASIDE, Budget
from ...logic.core import All, Core, Fixpoint, Kind, Some
from ...logic.formula import Atom, Formula, Path, parts
from ...logic.fragments import mentions_teams
from ...logic.lower import negated, to_core
from ...logic.strengthened import strengthened
from ...logic.text import show
from ...logic.vacuity import unneeded
from ...verdict import Answer
from ..formula.evaluate import Evaluator, attractor_of
from ..formula.question import none_counts
from ..space.space import Space
from .evidence import Strand, Witness
from .finding import COUNTED, Finding, Planned, Stage, stage_of
from .in_part import decide_in_part

TEAMS_AND_ASSUMPTIONS = (
    "what a team can enforce is not decided under an assumption: write it into the goal, or take "
    "it out of the model"
)


def decide(
    formula: Formula,
    space: Space[Any],
    *,
    vacuity: bool = True,
    assuming: Formula | None = None,
    evaluator: Evaluator[Any] | None = None,
) -> Finding:
    """Whether all initial states satisfy the formula; unknown if deciding it is refused.

    Only runs that satisfy the formula `assuming` count. An evaluator of the space keeps what it
    evaluated for the next formula.
    """
    try:
        return _decided(formula, space, vacuity, assuming, evaluator or Evaluator(space.algebra))
    except Refused as error:
        return Finding(Answer.UNKNOWN, error.message)


def refusal(goal: Core, space: Space[Any], assuming: Formula | None) -> str | None:
    """Why a formula cannot be decided on a space under an assumption; None if it can."""
    if assuming is not None and mentions_teams(goal):
        return TEAMS_AND_ASSUMPTIONS
    return space.algebra.refusal(goal)


def _decided(
    formula: Formula,
    space: Space[Any],
    vacuity: bool,
    assuming: Formula | None,
    evaluator: Evaluator[Any],
) -> Finding:
    goal = to_core(formula, fair=space.is_fair, assuming=assuming)
    refused = refusal(goal, space, assuming)
    if space.stopped and not (refused and assuming is not None):
        return decide_in_part(goal, space)
    if refused:
        return Finding(Answer.UNKNOWN, refused)
    if not space.count(space.initial):
        return Finding(Answer.HOLDS, "there is no initial state", vacuous=True)
    evaluator.budget = Budget()
    if assuming is not None and not _counts_some(space, evaluator, assuming):
        found = _of_no_run(goal, space, evaluator, none_counts(assuming))
    else:
        found = _evaluated(formula, goal, space, evaluator, vacuity, assuming)
    return replace(found, evaluated=(goal, evaluator))


def _counts_some(space: Space[Any], evaluator: Evaluator[Any], assuming: Formula) -> bool:
    """Whether some run from an initial state satisfies the assumption."""
    counted = to_core(Path(True, assuming), fair=space.is_fair)
    return bool(space.count(space.initial & evaluator.region(counted)))


def _of_no_run(goal: Core, space: Space[Any], evaluator: Evaluator[Any], why: str) -> Finding:
    """The answer if no run counts: it says nothing about the system."""
    if space.count(space.initial & ~evaluator.region(goal)):
        return Finding(Answer.FAILS, why)
    return Finding(Answer.HOLDS, why, vacuous=True)


def _evaluated(
    formula: Formula,
    goal: Core,
    space: Space[Any],
    evaluator: Evaluator[Any],
    vacuity: bool,
    assuming: Formula | None,
) -> Finding:
    """Whether all initial states satisfy the formula, if all states are known."""
    failing = space.initial & ~evaluator.region(goal)
    if space.count(failing):
        return _shown(Answer.FAILS, negated(goal), space, failing, evaluator)
    if vacuity and (hollow := _vacuous(formula, space, evaluator, assuming)):
        said = "; ".join(filter(None, (_never_true(formula, space, evaluator), *hollow)))
        return Finding(Answer.HOLDS, said, vacuous=True, stronger=tuple(hollow.values()))
    found = _shown(Answer.HOLDS, goal, space, space.initial, evaluator)
    assert found.strand is not None
    return (
        found if found.strand.steps else replace(found, reason=_how_widely(goal, space, evaluator))
    )


def _how_widely(goal: Core, space: Space[Any], evaluator: Evaluator[Any]) -> str:
    """The text on how many states satisfy a formula that all initial states satisfy.

    If states also record the past, there are more of them than the system has, and the text says
    how they are counted.
    """
    true, first = space.count(evaluator.region(goal)), space.count(space.initial)
    if true == space.states:
        size = "" if space.note else f"{figure(true)} "
        return "in the only state" if true == 1 else f"in all {size}states"
    among = "the initial one" if first == 1 else f"the {figure(first)} initial ones"
    counted = COUNTED if space.note else ""
    return f"in {figure(true)} of {figure(space.states)} states{counted}, {among} among them"


def _shown(
    answer: Answer, claim: Core, space: Space[Any], where: Any, evaluator: Evaluator[Any]
) -> Finding:
    """The finding, with evidence that the claim holds in a state of `where`."""
    stage = stage_of(claim, where, space, space.ground, evaluator)
    witness = Witness(evaluator, stage.ground)
    strand = witness.strand(claim, stage.start)
    whole = where if answer is Answer.HOLDS else None
    planned = tuple(_planned(witness, strand, stage, space, whole))
    return Finding(answer, shown=claim, strand=strand, stage=stage, planned=planned)


def _planned(
    witness: Witness, strand: Strand, stage: Stage, space: Space[Any], whole: Any
) -> Iterator[Planned]:
    """The claims of a strand that are about teams, each once.

    A claim about the start that holds in all states of the region `whole` gets a plan for all of
    them.
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


def _vacuous(
    formula: Formula, space: Space[Any], evaluator: Evaluator[Any], assuming: Formula | None
) -> dict[str, Core]:
    """The parts that do not matter, if that can be decided; see `logic.vacuity`.

    Returns a dict from the sentence about a part to a stronger formula without it, which holds.
    """
    found: dict[str, Core] = {}
    places = Counter(show(part) for part in parts(formula) if isinstance(part, Atom))
    if places.total() > space.tuning.vacuity_atoms:
        return found
    evaluator.budget = Budget(ASIDE)
    with suppress(Refused, NotAGame):  # only the vacuity of the answer stays open
        for atom, goal in strengthened(formula, fair=space.is_fair, assuming=assuming):
            if _holds_everywhere_needed(goal, space, evaluator):
                part = show(atom)
                found.setdefault(unneeded(part, places[part]), goal)
    return found


def _never_true(formula: Formula, space: Space[Any], evaluator: Evaluator[Any]) -> str:
    """A sentence on the atoms that no state satisfies: often the cause of a vacuous answer."""
    atoms = dict.fromkeys(part for part in parts(formula) if isinstance(part, Atom))
    try:
        never = [show(one) for one in atoms if not space.count(evaluator.region(to_core(one)))]
    except (Refused, NotAGame):
        return ""
    return f"{', '.join(never)} {'is' if len(never) == 1 else 'are'} never true" if never else ""


def _holds_everywhere_needed(goal: Core, space: Space[Any], evaluator: Evaluator[Any]) -> bool:
    """Whether a formula holds in all initial states.

    For `AG p` it is enough that p holds in all states, since all are reached from the initial ones.
    That is so for one such part only, and only if the other parts leave all initial states to it:
    what some initial states lead to may be fewer states.
    """
    if isinstance(goal, All):
        return all(_holds_everywhere_needed(part, space, evaluator) for part in goal.parts)
    always: list[tuple[Core, ...]] = []
    left = space.initial  # where none of the other parts holds
    for part in goal.parts if isinstance(goal, Some) else (goal,):
        if body := _always(part):
            always.append(body)
        else:
            left = left & ~evaluator.region(part)
    if not space.count(left):
        return True
    if len(always) == 1 and left == space.initial:
        return all(evaluator.region(part) == space.algebra.everything for part in always[0])
    return not space.count(left & ~evaluator.region(goal))


def _always(goal: Core) -> tuple[Core, ...]:
    """What is always true if a formula of the form `AG (p & ...)` is true; empty for others."""
    reach = attractor_of(goal) if isinstance(goal, Fixpoint) and not goal.least else None
    return () if reach is None or reach.kind is not Kind.ALL or reach.hold else reach.goal
