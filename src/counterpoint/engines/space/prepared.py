"""A model prepared for a question: it records the past that the question asks about."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...certificate import Past
from ...data import dataclass
from ...model.model import Model
from ..base.memory import Memory, tails_of


@dataclass(frozen=True)
class Prepared:
    """A model, and the `original` model without the added variables for the `past`."""

    original: Model
    model: Model
    past: tuple[Past, ...] = ()

    @property
    def note(self) -> str:
        """What its states record besides those of the original; empty if nothing."""
        if not self.past:
            return ""
        texts = ", ".join(one.text for one in self.past)
        return f"a state also records whether {texts} is true of its past"

    @cached_property
    def memory(self) -> Memory:
        """How its states record the past; facts about the last step come first."""
        last_first = sorted(self.past, key=lambda one: one.ever)
        return tails_of(tuple(last_first), len(self.original.variables))

    def plain(self, state: Any) -> Any:
        """The state of the original for a state of `model`."""
        return state[: len(self.original.variables)]
