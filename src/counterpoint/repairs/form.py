"""What additions of one form have in common: they are proposed by size, and learn from flaws."""

from __future__ import annotations

from typing import Any, Protocol

from .trial import Flaw


class Form(Protocol):
    """The additions of one form, as the solutions of clauses that grow."""

    def propose(self, size: int) -> Any:
        """An addition of at most this size without a flaw known so far; None if there is none."""

    def learn(self, flaw: Flaw, proposal: Any) -> None:
        """Exclude the additions that have a flaw; it was found in this proposal."""

    def exclude(self, proposal: Any, *, larger: bool) -> None:
        """Exclude a proposal, or with `larger` all that contain it as well."""

    def close(self) -> None:
        """Free the memory of the clauses."""
