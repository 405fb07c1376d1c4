"""Who plays on the page: a person, the rules, the best strategy, or another program of the file."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ..bp.program import Program
from ..errors import CounterpointError
from ..games.advice import Advisor
from ..model.naming import NamedStep
from ..session import Session
from .walk import Walk

PERSON, RULES, BEST = "person", "rules", "best"

AS = "as:"
"""What stands before the name of another program that plays."""


def by_chance(steps: Sequence[NamedStep], chance: random.Random) -> NamedStep:
    """One of the steps, each as likely as the others."""
    return steps[0] if len(steps) == 1 else steps[int(chance.random() * len(steps))]


def by_advice(walk: Walk, steps: Sequence[NamedStep], advisor: Advisor) -> NamedStep:
    """The best of the steps, as an advisor judges them; the first if it does not know the walk."""
    try:
        label = advisor.choose(advisor.after(walk.trace), [step.label for step in steps])
    except CounterpointError:
        return steps[0]
    return next((step for step in steps if step.label == label), steps[0])


def by_program(
    walk: Walk, steps: Sequence[NamedStep], program: Any, chance: random.Random
) -> NamedStep | None:
    """A step that another program could take after the same steps; None if there is none."""
    try:
        names = Session.replay(program, walk.labels).names
    except CounterpointError:
        return None
    both = [step for step in steps if step.name in names]
    return by_chance(both, chance) if both else None


def programs_beside(target: Any, module: Mapping[str, Any], player: str) -> dict[str, Any]:
    """The other programs of a file in which a player has events, by their names."""
    return {
        name: other
        for name, other in module.items()
        if not name.startswith("_")
        and isinstance(other, Program)
        and other is not target
        and player in other.owners
        and (other.external or ()) == (getattr(target, "external", ()) or ())
    }
