"""Progress on standard error: one updated line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engines.base.task import Progress, Watcher

FIRST_AFTER = 0.5
PLAIN_EVERY = 5.0


def progress_text(progress: Progress) -> str:
    """The progress of a search, as text for a reader."""
    if progress.depth is not None:
        return f"depth {progress.depth:,}, {progress.seconds:,.0f} s"
    if progress.size is not None:
        return f"size {progress.size}, {progress.tried:,} tried, {progress.seconds:,.0f} s"
    speed = progress.states / progress.seconds if progress.seconds else 0.0
    who = f", {progress.workers} workers" if progress.workers else ""
    return f"{progress.states:,} states, {progress.waiting:,} waiting, {speed:,.0f} states/s{who}"


@contextmanager
def watching() -> Iterator[_Lines | _Terminal]:
    """A watcher that shows progress: after half a second on a terminal, else every 5 seconds."""
    shown = _Terminal() if sys.stderr.isatty() else _Lines()
    try:
        yield shown
    finally:
        shown.close()


class _Lines:
    """Prints plain lines, every few seconds; also passes all progress to those in `heard`."""

    def __init__(self) -> None:
        self.heard: list[Watcher] = []
        self._next = PLAIN_EVERY

    def __call__(self, progress: Progress) -> None:
        for hear in self.heard:
            hear(progress)
        if progress.seconds < self._next / 2:  # another search has begun
            self._next = PLAIN_EVERY
        if progress.seconds >= self._next:
            self._next = progress.seconds + PLAIN_EVERY
            print(progress_text(progress), file=sys.stderr, flush=True)

    def say(self, text: str) -> None:
        """Print a permanent line."""
        print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Do nothing: no line is open."""


class _Terminal:
    """Updates one line until the search ends; passes all progress to `heard`, as above."""

    def __init__(self) -> None:
        self.heard: list[Watcher] = []
        self._status: object = None

    def __call__(self, progress: Progress) -> None:
        for hear in self.heard:
            hear(progress)
        if progress.seconds < FIRST_AFTER and self._status is None:
            return
        if self._status is None:
            from rich.console import Console  # a short check never needs it

            self._status = Console(stderr=True).status("")
            self._status.start()
        self._status.update(progress_text(progress))  # type: ignore[attr-defined]

    def say(self, text: str) -> None:
        """Print a permanent line, above the updated one."""
        if self._status is None:
            print(text, file=sys.stderr, flush=True)
        else:
            self._status.console.print(text, markup=False, highlight=False)  # type: ignore[attr-defined]

    def close(self) -> None:
        """Remove the updated line."""
        if self._status is not None:
            self._status.stop()  # type: ignore[attr-defined]
