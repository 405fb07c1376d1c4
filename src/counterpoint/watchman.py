"""Sees to it that a command ends soon after Ctrl-C or SIGTERM, and at once after a second one.

The signal raises `KeyboardInterrupt` in the main thread, which then says what it found. Where that
thread is inside of a long call of native code it hears of the signal too late; so another thread
is woken by the signal as well, waits for a moment, and ends the process.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from .alarm import interrupt

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

PATIENCE = 0.4
"""Seconds that the main thread has to come to its end."""

SPEAKS = 5.0
"""Seconds that the last words may take: nobody may be reading them."""

UNKNOWN = 3
"""The exit code of a command that was interrupted."""

NOTHING_DECIDED = "interrupted, nothing was decided"


class Watchman:
    """Listens to the signals; `last_words` prints what is said where the main thread cannot.

    `heard` tells whether there was one, and `states` how many were seen so far.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.heard = False
        self.states = 0
        self.last_words: Callable[[], object] = say_nothing_decided
        self._patience = patience
        self._shows: Callable[[UnraisableHookArgs], object] = sys.unraisablehook
        self._woken, self._wakes = os.pipe()

    def listen(self) -> None:
        """Begin to listen; the main thread does that."""
        os.set_blocking(self._wakes, False)
        signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        self._shows, sys.unraisablehook = sys.unraisablehook, self._show_lost
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background of a shell
                signal.signal(number, self._hear)
        threading.Thread(target=self._watch, name="watchman", daemon=True).start()

    def rest(self) -> None:
        """Leave Ctrl-C to others, such as a server that has to say goodbye."""
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) == self._hear:
                signal.signal(number, signal.default_int_handler)

    def note(self, progress: Any) -> None:
        """Note how many states were seen."""
        self.states = progress.states

    def leave(self, code: int) -> None:
        """End the process if there was a signal; to take a large search apart would take long."""
        if self.heard:
            _flush()
            _end(code)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self.heard = True
        interrupt()

    def _show_lost(self, what: UnraisableHookArgs) -> None:
        """Show an exception that is lost, unless it is Ctrl-C, which this thread remembers."""
        if not isinstance(what.exc_value, KeyboardInterrupt):
            self._shows(what)

    def _watch(self) -> None:
        os.read(self._woken, 1)
        second, _, _ = select.select([self._woken], [], [], self._patience)
        if not second:
            speaker = threading.Thread(target=self._speak, daemon=True)
            speaker.start()
            speaker.join(SPEAKS)
        _end(UNKNOWN)

    def _speak(self) -> None:
        with suppress(Exception):
            self.last_words()
            _flush()


def say_nothing_decided() -> None:
    """Say on standard error that there is nothing to say."""
    print(f"counterpoint: {NOTHING_DECIDED}", file=sys.stderr, flush=True)


def _end(code: int) -> NoReturn:
    """End this process and those that it began, without taking anything apart."""
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.kill()
    os._exit(code)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
