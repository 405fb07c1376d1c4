"""Compose plans with the system before they are shown: every possible play must be won.

Of the search for a plan, only the regions of the formulas in its claim are used here. The system
itself gives the steps of each position. If a plan leaves out a step, the players who follow the
plan must be able to prevent that step.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import Fault
from ...logic.core import Kind
from ...logic.core_text import core_text
from ...model.checked import unsteady
from ...model.system import REST, System
from ...verdict import Position
from ..formula.evaluate import Attractor
from ..space.ground import Choice, Ground, Handle
from .enforce import Enforced, label_identifies


def require_right(enforced: Enforced, found: Sequence[Position], system: System) -> None:
    """Raise `Fault` unless a plan achieves its claim; the states of its positions are handles.

    Every step that may happen leads to a position. The label of each move identifies its step. What
    must be true until the end is true. For a least claim, every play ends, because the steps form
    no cycle.
    """
    for position in found:
        choices = choices_of(enforced.ground, position.state, system)
        if position.steps:
            kept = kept_of(position, found, choices)
            right = enforced.is_kept(position.state) and may_come(enforced.reach, choices, kept)
            right &= all(
                label_identifies(step, choices) for step in kept if step.label == position.move
            )
        else:
            right = enforced.is_over(position.state)
            right &= enforced.claim.least or enforced.is_kept(position.state)
        if not right:
            raise Fault(f"the plan for {core_text(enforced.claim)} does not bring it about")
    if enforced.claim.least and _goes_round(found):
        raise Fault(f"the plan for {core_text(enforced.claim)} goes round and never gets there")


def relies_on_chance(enforced: Enforced, found: Sequence[Position]) -> bool:
    """Whether a plan determines which of the steps happen that no player chooses."""
    alone = Attractor(Kind.FORCE, frozenset(enforced.doers), (), ())
    moving = (position for position in found if position.steps)
    return not all(
        may_come(alone, choices, kept_of(position, found, choices))
        for position in moving
        for choices in [enforced.ground.choices(position.state)]
    )


def may_come(reach: Attractor, choices: Sequence[Choice], kept: Sequence[Choice]) -> bool:
    """Whether the players who achieve a claim can ensure that one of the steps in `kept` happens.

    FORCE: `kept` has every step that is not of the team, and one of the team if there are any.
    ALLOW: `kept` is not empty; and if the team has steps, it has a step of no player or all steps
    of the team.
    """
    ours = [step for step in choices if step.owner in reach.team]
    if reach.kind is Kind.FORCE:
        others = all(step in kept for step in choices if step.owner not in reach.team)
        return others and (not ours or any(step in kept for step in ours))
    by_chance = any(step.owner is None for step in kept)
    return bool(kept) and (not ours or by_chance or all(step in kept for step in ours))


def choices_of(ground: Ground, at: Handle, system: System) -> Sequence[Choice]:
    """The steps of a state; raises an error if the system itself gives other steps."""
    choices, here = ground.choices(at), ground.plain(at)
    actual = set(system.successors(here)) or {(REST, here)}
    if actual != {(step.label, ground.plain(step.there)) for step in choices}:
        what = f"the steps that were found of {here!r} are not those of the system"
        raise unsteady(system, Fault(what))
    return choices


def kept_of(
    position: Position, found: Sequence[Position], choices: Sequence[Choice]
) -> list[Choice]:
    """The steps of a state that a plan allows; raises `Fault` if one does not exist."""
    kept = {(label, found[number].state) for label, number in position.steps}
    if not kept <= {(step.label, step.there) for step in choices}:
        raise Fault("a plan makes a step that there is not")
    return [step for step in choices if (step.label, step.there) in kept]


def _goes_round(found: Sequence[Position]) -> bool:
    """Whether the steps of a plan form a cycle, so that some play never ends.

    Positions are removed once all their steps lead to removed ones; a cycle is never removed.
    """
    waits = [len(position.steps) for position in found]
    before: list[list[int]] = [[] for _ in found]
    for number, position in enumerate(found):
        for _, there in position.steps:
            before[there].append(number)
    done = [number for number, count in enumerate(waits) if not count]
    for there in done:
        for number in before[there]:
            waits[number] -= 1
            if not waits[number]:
                done.append(number)
    return len(done) < len(found)
