"""Observers of checks: a test has options for the checks in it, and hears what they find."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ...verdict import Verdicts


class Observer(Protocol):
    """Gives options to checks that do not name them, and hears what is found."""

    @property
    def usual(self) -> Mapping[str, Any]:
        """The options that a check has if its caller gives no others."""

    def checked(self, target: Any, found: Verdicts) -> None:
        """Hears the verdicts on a target."""


OBSERVER: ContextVar[Observer | None] = ContextVar("observer", default=None)
"""The observer of the checks in this context; None, as usual, for nobody."""
