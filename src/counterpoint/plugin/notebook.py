"""What the checks of a run of pytest found, for as long as a test may ask about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from ..verdict import Verdicts

KEPT = 16
"""How many results of one test, or of one fixture, are remembered with their targets."""

Noted: TypeAlias = "tuple[Any, Verdicts]"


class Notebook:
    """Observes the checks of a run: each owner, such as a test or a fixture, has its own notes.

    `configured` are the options that the configuration gives to all checks, and `usual` those that
    checks have at this moment.
    """

    def __init__(self, configured: Mapping[str, Any]) -> None:
        self.configured = self.usual = configured
        self._notes: dict[object, deque[Noted]] = {}
        self._owner: object = None

    def checked(self, target: Any, found: Verdicts) -> None:
        """Note what a check of a target found."""
        self._notes.setdefault(self._owner, deque(maxlen=KEPT)).append((target, found))

    @contextmanager
    def of(self, owner: object) -> Iterator[None]:
        """A context in which notes belong to this owner, and options are as configured at first."""
        before = self._owner, self.usual
        self._owner, self.usual = owner, self.configured
        try:
            yield
        finally:
            self._owner, self.usual = before

    def forget(self, owner: object) -> None:
        """Drop the notes of an owner."""
        self._notes.pop(owner, None)

    def noted(self) -> Iterator[Noted]:
        """All notes: targets, and what was found of them; the last of each owner come first."""
        for notes in reversed(self._notes.values()):
            yield from reversed(notes)
