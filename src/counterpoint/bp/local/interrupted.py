"""Warnings about Ctrl-C while a b-thread runs, as it may never reach its next statement."""

from __future__ import annotations

import warnings
from contextlib import suppress

from ..lint import CounterpointWarning
from ..resume import raised_at


def warn_of_interrupted(stopped: KeyboardInterrupt, name: str) -> None:
    """Warn that b-thread `name` was running, and where, if its code was interrupted."""
    place = raised_at(stopped)
    if place is None:
        return
    with suppress(CounterpointWarning):  # if warnings are errors, the interruption is still raised
        warnings.warn_explicit(
            f"interrupted while b-thread {name} was running, at {place} ({place.text}): what it "
            "does between two statements must end, and wait for nothing but events",
            CounterpointWarning,
            place.file,
            place.line,
        )
