"""Who plays on the page: a person, the rules, a solver of the game, or another program."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ..bp.program import Program
from ..data import dataclass
from ..errors import CounterpointError
from ..games.advice import Advisor, Value
from ..model.naming import NamedStep
from ..model.system import Label
from ..reading import loaded_files
from ..session import Session
from .loaded import Loaded
from .walk import Walk

PERSON, RULES, BEST, WINNING = "person", "rules", "best", "winning"

SOLVERS = {BEST: "the best strategy", WINNING: "by winning states"}
"""The ways to play that need the solved game."""

AS = "as:"
"""The prefix of the name of another program that plays."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play for a player: its name, and why it is not available, if it is not.

    >>> Way("the best strategy", "nobody wants anything").title
    'the best strategy (not here: nobody wants anything)'
    """

    name: str
    why_not: str = ""

    @property
    def title(self) -> str:
        """The text of the option."""
        return f"{self.name} (not here: {self.why_not})" if self.why_not else self.name


def by_chance(steps: Sequence[NamedStep], chance: random.Random) -> NamedStep:
    """One of the steps, drawn uniformly."""
    return steps[0] if len(steps) == 1 else steps[int(chance.random() * len(steps))]


def by_advice(walk: Walk, steps: Sequence[NamedStep], advisor: Advisor) -> NamedStep:
    """The best step according to an advisor; the first one if it does not know the walk."""
    try:
        label = advisor.choose(advisor.after(walk.trace), [step.label for step in steps])
    except CounterpointError:
        return steps[0]
    return next((step for step in steps if step.label == label), steps[0])


def by_winning_states(
    walk: Walk, steps: Sequence[NamedStep], advisor: Advisor, chance: random.Random
) -> NamedStep:
    """A step of greatest value for its player; equal steps are drawn by `chance`.

    This prefers steps into the player's own winning states, then steps that avoid those of the
    others. It does not prefer steps that make it harder for the others: the best strategy does.
    """
    try:
        moves = advisor.advice(advisor.after(walk.trace)).moves
    except CounterpointError:
        return by_chance(steps, chance)
    value: dict[Label, Value] = {}
    for option in moves:  # a label of several steps has the value of the worst
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
    """The other programs in a module that own events of a player, by name.

    They must have the same external events as `target`.
    """
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
    """The other programs in a target's file that can play for a player, by name."""
    files = set(loaded.variant(loaded.off).presenter.files)
    for _, module, file in loaded_files():
        if file in files:
            return programs_beside(loaded.whole, vars(module), player)
    return {}
