"""A listener that logs each step of a run, with Python's `logging`."""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

from ...errors import Place
from ..event import Event

Runner: TypeAlias = Any
"""A `Runner`; that module imports this one."""

NAME = "counterpoint.run"
"""The logger that runs log to; each step at level DEBUG."""


def is_logged() -> bool:
    """Whether a program has asked for what runs log."""
    return logging.getLogger(NAME).isEnabledFor(logging.DEBUG)


class Logged:
    """A listener that logs each step: the event, who requested it, and which b-threads it wakes.

    A run has it without being asked if its logger, `counterpoint.run`, has level DEBUG.
    """

    def __init__(self) -> None:
        self._logger = logging.getLogger(NAME)

    def event_selected(self, runner: Runner, event: Event) -> None:
        step = runner.explain_step(event)
        asked = ", ".join(one.stand.thread for one in step.requested_by) or "the outside"
        woke = ", ".join(stand.thread for stand in step.woke) or "nobody"
        ended = ", ".join(stand.thread for stand in step.interrupted)
        more = f", ends {ended}" if ended else ""
        self._logger.debug(
            "step %d: %s, requested by %s; wakes %s%s", runner.count, event, asked, woke, more,
            extra={"event": event},
        )  # fmt: skip

    def thread_added(self, runner: Runner, name: str) -> None:
        self._logger.debug("b-thread %s starts after %d events", name, runner.count)

    def thread_ended(self, runner: Runner, name: str) -> None:
        self._logger.debug("b-thread %s ends after %d events", name, runner.count)

    def assertion_failed(
        self, runner: Runner, name: str, place: Place | None, error: BaseException
    ) -> None:
        self._logger.debug("assertion of b-thread %s fails at %s: %s", name, place, error)
