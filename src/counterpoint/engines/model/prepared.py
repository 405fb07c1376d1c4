"""A model made ready for a question: it remembers of its past what the question asks."""

from __future__ import annotations

from typing import Any

from ...data import dataclass
from ...model.model import Model


@dataclass(frozen=True, slots=True)
class Prepared:
    """A model, and the `original` that it was made from by adding variables for `remembers`."""

    original: Model
    model: Model
    remembers: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """What its states tell beside those of the original."""
        if not self.remembers:
            return ""
        return f"a state also tells whether {', '.join(self.remembers)} is true of its past"

    def plain(self, state: Any) -> Any:
        """A state of the original, from one that remembers."""
        return state[: len(self.original.variables)]
