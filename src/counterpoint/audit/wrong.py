"""Exceptions within the auditor: an answer is wrong, or it is not certain."""

from __future__ import annotations

from typing import Any, Protocol


class Stated(Protocol):
    """A state, with what an audit records beside it."""

    @property
    def state(self) -> Any:
        """The state of the system."""


class Wrong(Exception):
    """A claim is false, in a state `seen` or for an answer as a whole (None)."""

    def __init__(self, what: str, seen: Stated | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.seen = seen


class Doubted(Exception):
    """The reason why a claim may be false, although nothing observed shows it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
