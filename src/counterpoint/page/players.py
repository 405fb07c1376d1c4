"""Who plays on the page: a person, the rules, whoever knows who wins where, or another program."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from ..bp.program import Program
from ..data import dataclass
from ..errors import CounterpointError
from ..games.advice import Advisor, Value
from ..model.naming import NamedStep
from ..model.system import Label
from ..session import Session
from .loaded import Loaded
from .walk import Walk

PERSON, RULES, BEST, WINNING = "person", "rules", "best", "winning"

SOLVERS = {BEST: "the best strategy", WINNING: "by winning states"}
"""The ways to play that need to know who wins where."""

AS = "as:"
"""What stands before the name of another program that plays."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play for a player: how it is called, and why it cannot be had, if it cannot.

    >>> Way("the best strategy", "nobody wants anything").title
    'the best strategy (not here: nobody wants anything)'
    """

    name: str
    why_not: str = ""

    @property
    def title(self) -> str:
        """How it is offered."""
        return f"{self.name} (not here: {self.why_not})" if self.why_not else self.name


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


def by_winning_states(
    walk: Walk, steps: Sequence[NamedStep], advisor: Advisor, chance: random.Random
) -> NamedStep:
    """One of the steps into the player's own winning states, if there are such.

    Else one that is not into those of the others, if there is one; of equal steps one by chance.
    That is all: which step makes it harder for the others is the best strategy's to know
    (document 004, section 2.2).
    """
    try:
        moves = advisor.advice(advisor.after(walk.trace)).moves
    except CounterpointError:
        return by_chance(steps, chance)
    value: dict[Label, Value] = {}
    for option in moves:  # a label of several steps is worth the worst of them
        value[option.label] = min(option.value, value.get(option.label, Value.WIN))
    known = [step for step in steps if step.label in value]
    best = max((value[step.label] for step in known), default=None)
    return by_chance([step for step in known if value[step.label] == best] or steps, chance)


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
        and (other.external or ()) == _external(target)
    }


def _external(target: Any) -> tuple[Any, ...]:
    return (target.external or ()) if isinstance(target, Program) else ()


def programs_of(loaded: Loaded, player: str) -> Mapping[str, Any]:
    """The other programs of the file of a target in which a player plays, by their names."""
    files = set(loaded.variant(loaded.off).teller.files)
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) in files:
            return programs_beside(loaded.whole, vars(module), player)
    return {}
