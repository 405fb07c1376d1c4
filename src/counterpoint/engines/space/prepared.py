"""A model made ready for a question: it remembers of its past what the question asks."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...certificate import Past
from ...data import dataclass
from ...model.model import Model
from ..base.memory import Memory, tails_of


@dataclass(frozen=True)
class Prepared:
    """A model, and the `original` that it was made from by adding variables for its `past`."""

    original: Model
    model: Model
    past: tuple[Past, ...] = ()

    @property
    def note(self) -> str:
        """What its states tell beside those of the original."""
        if not self.past:
            return ""
        texts = ", ".join(one.text for one in self.past)
        return f"a state also tells whether {texts} is true of its past"

    @cached_property
    def memory(self) -> Memory:
        """How its states tell of the past: what only the last step tells comes first."""
        last_first = sorted(self.past, key=lambda one: one.ever)
        return tails_of(tuple(last_first), len(self.original.variables))

    def plain(self, state: Any) -> Any:
        """A state of the original, from one that remembers."""
        return state[: len(self.original.variables)]
