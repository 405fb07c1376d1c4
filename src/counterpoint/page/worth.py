"""The value of moves: who wins after them, in how many steps, and which replies lose value."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..errors import CounterpointError
from ..games.advice import Advice, Advisor, Option, Value
from ..identity import identity
from ..model.naming import NamedStep
from ..verdict import Trace
from .walk import Walk

MOST = 2000
"""Maximum number of positions with cached advice."""

WORDS = {Value.WIN: "wins", Value.UNDECIDED: "draws", Value.LOSS: "loses"}


class Worth:
    """The values of the moves of a walk, according to an advisor."""

    def __init__(
        self, advisor: Advisor, walk: Walk, known: dict[object, Advice | None] | None = None
    ) -> None:
        self._advisor = advisor
        self._walk = walk
        self._known: dict[object, Advice | None] = {} if known is None else known

    @cached_property
    def moves(self) -> dict[str, Any]:
        """The value of each move from here for the player who makes it, by the move's name."""
        advice = self._advice(self._walk.at)
        if advice is None:
            return {}
        options = {str(option.label): option for option in advice.moves}
        found = {step.name: (step, options.get(str(step.label))) for step in self._walk.choices}
        return {name: self._move(step, of) for name, (step, of) in found.items() if of is not None}

    def _move(self, step: NamedStep, option: Option) -> dict[str, Any]:
        replies = len([s for s in self._walk.choices_of(step.state) if s.owner != step.owner])
        ends = option.value is not Value.UNDECIDED
        return {
            "value": WORDS[option.value],
            "in": option.distance if ends else None,
            "replies": replies,
            "losing": round(option.losing_replies * replies),
        }

    @property
    def lost(self) -> list[int]:
        """The numbers of the steps by which their players lost value."""
        return [k for k in range(len(self._walk.steps)) if self._lost(k)]

    def _lost(self, k: int) -> bool:
        advice = self._advice(k)
        label = str(self._walk.steps[k].label)
        made = [option for option in advice.moves if str(option.label) == label] if advice else []
        return bool(advice and made and made[0].value < advice.best.value)

    def _advice(self, k: int) -> Advice | None:
        """The advice after `k` steps; None if no player is to move, or it is not known."""
        walk = self._walk
        if not all(step.legal for step in walk.steps[:k]):
            return None
        steps = tuple((step.label, step.state) for step in walk.steps[:k])
        trace = Trace(walk.start, steps)
        key = identity(self._advisor), trace
        if key not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            try:
                self._known[key] = self._advisor.advice(self._advisor.after(trace))
            except CounterpointError:
                self._known[key] = None
        return self._known[key]
