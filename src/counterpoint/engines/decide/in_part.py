"""Decide a formula although states are missing: only that something exists can be shown.

What exists in a part of a system exists in the whole. If nothing of the kind was found, the reason
says among how many states.
"""

from __future__ import annotations

from typing import Any

from ...logic.core import All, Core, Fixpoint, Kind, Prop, Some, Truth
from ...logic.fragments import everything_in, is_existential, is_of_steps
from ...logic.lower import negated
from ...verdict import Answer
from ..base.ending import none_among
from ..formula.evaluate import Evaluator, attractor_of
from ..space.partial import PartialAlgebra, PartialEvaluator, PartialGround
from ..space.space import GraphSpace, Space
from .evidence import Strand, Witness
from .finding import COUNTED, Finding, Stage, stage_of


def decide_in_part(goal: Core, space: Space[Any]) -> Finding:
    """Whether all initial states satisfy a goal, if the states that were found show it."""
    if not space.count(space.initial):
        return Finding(Answer.UNKNOWN, str(space.stopped))
    denied = negated(goal)
    if (bad := _reached(denied)) is not None and not _where(bad, space):
        return Finding(Answer.UNKNOWN, _seen(space, space.states))
    if isinstance(space, GraphSpace):
        return _in_graph(goal, denied, space)
    for answer, claim in ((Answer.FAILS, denied), (Answer.HOLDS, goal)):
        enough = answer is Answer.FAILS or space.count(space.initial) == 1
        if enough and (found := _run(answer, claim, space)) is not None:
            return found
    return Finding(Answer.UNKNOWN, str(space.stopped))


def _in_graph(goal: Core, denied: Core, space: GraphSpace) -> Finding:
    if refused := space.algebra.refusal(goal):
        return Finding(Answer.UNKNOWN, refused)
    for answer, claim in ((Answer.FAILS, denied), (Answer.HOLDS, goal)):
        if is_existential(claim):
            algebra = PartialAlgebra(space.graph)
            evaluator = PartialEvaluator(algebra)
            found = space.initial & evaluator.region(claim)
            enough = found.count() if answer is Answer.FAILS else found == space.initial
            if enough:
                ground = PartialGround(algebra)
                stage = stage_of(claim, found, space, ground, evaluator)
                strand = Witness(evaluator, ground).strand(claim, stage.start)
                return Finding(answer, shown=claim, strand=strand, stage=stage)
    if not is_existential(denied) or space.graph.frontier is None:
        return Finding(Answer.UNKNOWN, str(space.stopped))
    # The steps of the states on the frontier are not known.
    return Finding(Answer.UNKNOWN, _seen(space, int((~space.graph.frontier).sum())))


def _run(answer: Answer, claim: Core, space: Space[Any]) -> Finding | None:
    """The finding that a run to a state shows; None if the space knows no such run."""
    goal = _reached(claim)
    if goal is None or (region := _where(goal, space)) is None:
        return None
    if (run := space.run_to(region)) is None:
        return None
    start, steps = run
    stage = Stage(start, space.ground, Evaluator(space.algebra))
    return Finding(answer, shown=claim, strand=Strand(steps), stage=stage)


def _seen(space: Space[Any], states: int) -> str:
    """Why the answer is unknown, and that no violation was found among `states` states."""
    counted = COUNTED if space.note and states else ""
    return space.stopped.having_seen(f"{none_among(states)}{counted}")


def _where(goal: Core, space: Space[Any]) -> Any:
    """The states found so far that satisfy a formula about states; None if there are none."""
    region = Evaluator(space.algebra).region(goal)
    return region if space.count(region) else None


def _reached(claim: Core) -> Core | None:
    """The goal that must be reached for a claim to hold, if its truth depends on states alone."""
    reach = attractor_of(claim) if isinstance(claim, Fixpoint) and claim.least else None
    if reach is None or reach.kind is not Kind.SOME:
        return None
    if not all(part == Truth(True) for part in reach.hold):
        return None
    goal = Some(reach.goal)
    return goal if all(map(_is_of_the_state, everything_in(goal))) else None


def _is_of_the_state(part: Core) -> bool:
    if isinstance(part, Prop):
        return not is_of_steps(part)
    return isinstance(part, Truth | Some | All)
