"""Ends a command soon after Ctrl-C or SIGTERM, and immediately after a second signal.

The signal raises `KeyboardInterrupt` in the main thread, which then reports what it found. If that
thread is in a long call of native code, it handles the signal too late. So the signal also wakes
another thread, which waits for a moment and then ends the process. Exceeding a time limit by far
acts as a signal too: it means that some code takes long without checking the time.

Only one of the two threads prints what was found: the one that takes the floor first.
"""

from __future__ import annotations

import _thread
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from .alarm import TimeIsUp, interrupt, out_of_time, overdue
from .stopped import INTERRUPTED, Stopped

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

PATIENCE = 0.4
"""Seconds that the main thread has to finish after a signal."""

GRACE = 2.0
"""Seconds, beside a tenth of its time limit, that a command may take longer: it starts late."""

TOGETHER = 0.1
"""Seconds in which a repeated signal counts once: `timeout -s INT` sends each one twice."""

SPEAKS = 5.0
"""Maximum seconds for the last words: the output may have no reader."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

UNKNOWN = 3
"""The exit code of a command that was interrupted."""

NOTHING_DECIDED = "{why}, nothing was decided"
SEEN = "{why} when {states:,} states were found; nothing was decided"


class Watchman:
    """Listens for signals; `last_words` prints the report if the main thread cannot.

    `heard` is whether there was a signal, `why` the reason for it, perhaps a limit of time, and
    `states` how many states were seen so far. `out` is the stream for answers, wherever other
    output goes. After a signal, the main thread has `patience` seconds; after a time limit, it has
    `grace` seconds and a tenth of the limit.
    """

    def __init__(self, patience: float = PATIENCE, grace: float = GRACE) -> None:
        self.heard = False
        self.states = 0
        self.last_words: Callable[[str, Stopped], object] = say_on_standard_error
        self.out: TextIO = sys.stdout
        self.why = INTERRUPTED
        self._is_late = False
        self._patience, self._grace = patience, grace
        self._shows: Callable[[UnraisableHookArgs], object] = sys.unraisablehook
        self._woken, self._wakes = os.pipe()
        self._floor = threading.Lock()
        self._main_speaks = False

    def listen(self) -> None:
        """Start to listen; must be called in the main thread."""
        os.set_blocking(self._wakes, False)
        signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        self._shows, sys.unraisablehook = sys.unraisablehook, self._show_lost
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # ignored in a background shell job
                signal.signal(number, self._hear)
        threading.Thread(target=self._watch, name="watchman", daemon=True).start()

    def bound(self, seconds: float) -> None:
        """End the process if it exceeds a time limit of `seconds` by far."""
        timer = threading.Timer(seconds * 1.1 + self._grace, self._too_long, [seconds])
        timer.daemon = True
        timer.start()

    def rest(self) -> None:
        """Let signals raise `KeyboardInterrupt`, for a server that shuts down by itself."""
        signal.set_wakeup_fd(-1)
        for number in _SIGNALS:
            if signal.getsignal(number) == self._hear:
                signal.signal(number, signal.default_int_handler)

    def take_floor(self) -> None:
        """Let the main thread print its answer, which no signal interrupts.

        Does not return if the last words are being printed: the process ends after them.
        """
        if not self._main_speaks:
            self._main_speaks = True
            if not self._floor.acquire(blocking=False):
                threading.Event().wait()

    def note(self, progress: Any) -> None:
        """Record how many states were seen."""
        self.states = progress.states

    def leave(self, code: int, at_once: bool = False) -> None:
        """End the process immediately if there was a signal, or if `at_once`.

        Freeing the memory of a large search would take long. If the process ends as usual, which
        takes a moment, later signals do not change its exit code.
        """
        if self.heard or at_once:
            _flush()
            _end(code)
        for number in _SIGNALS:
            if signal.getsignal(number) == self._hear:
                signal.signal(number, signal.SIG_IGN)
        if self.heard:  # meanwhile
            _flush()
            _end(code)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        again, self.heard = self.heard, True
        if self._main_speaks or again:  # the watching thread handles a second signal
            return
        if self._is_late:
            overdue(self.why)
        interrupt()

    def _show_lost(self, what: UnraisableHookArgs) -> None:
        """Show an unraisable exception, unless it is Ctrl-C or a consequence of the interrupt."""
        if not (self.heard or isinstance(what.exc_value, KeyboardInterrupt)):
            self._shows(what)

    def _watch(self) -> None:
        first = os.read(self._woken, 1)
        now = time.monotonic()
        together, until = now + TOGETHER, now + self._patience
        while self._is_woken(until):
            if os.read(self._woken, 1) != first or time.monotonic() > together:
                _end(UNKNOWN)
        self._speak()
        _end(UNKNOWN)

    def _is_woken(self, until: float) -> bool:
        """Whether another signal arrives before `until`, a time of the monotonic clock."""
        left = max(0.0, until - time.monotonic())
        return bool(select.select([self._woken], [], [], left)[0])

    def _too_long(self, seconds: float) -> None:
        if not self._main_speaks:  # otherwise the answer is being printed, perhaps to a pager
            self.why = out_of_time(seconds)
            self._is_late = True
            for number in _SIGNALS:
                if signal.getsignal(number) == self._hear:
                    _thread.interrupt_main(number)
                    return
            self._speak()
            _end(UNKNOWN)

    def _speak(self) -> None:
        """Print the last words, or let the main thread print its own, for at most some seconds."""
        speaker = threading.Thread(target=self._say, name="last words", daemon=True)
        speaker.start()
        speaker.join(SPEAKS)

    def _say(self) -> None:
        if not self._floor.acquire(blocking=False):
            threading.Event().wait()
        with suppress(Exception):
            said = SEEN if self.states else NOTHING_DECIDED
            self.last_words(said.format(why=self.why, states=self.states), self.why)
            _flush()


def say_on_standard_error(text: str, _why: Stopped) -> None:
    """Print why nothing was decided; it is not part of an answer."""
    print(f"counterpoint: {text}", file=sys.stderr, flush=True)


def nothing_decided(why: Stopped) -> str:
    """The message if Ctrl-C or a time limit ended a command that had no results.

    >>> nothing_decided(INTERRUPTED)
    'interrupted, nothing was decided'
    """
    return NOTHING_DECIDED.format(why=why)


def why_ended(error: BaseException) -> Stopped:
    """What ended a command that had no results.

    >>> why_ended(KeyboardInterrupt()), why_ended(TimeIsUp(out_of_time(1))).cause
    ('interrupted', <Cause.TIME: 'time'>)
    """
    why = error.args[0] if isinstance(error, TimeIsUp) and error.args else INTERRUPTED
    return why if isinstance(why, Stopped) else INTERRUPTED


def _end(code: int) -> NoReturn:
    """End this process and its child processes immediately, without cleanup."""
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.kill()
    os._exit(code)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as it is if it was closed before the start
            with suppress(OSError, ValueError):
                stream.flush()
