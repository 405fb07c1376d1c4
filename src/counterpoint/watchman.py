"""Sees to it that a command ends soon after Ctrl-C or SIGTERM, and at once after a second one.

The signal raises `KeyboardInterrupt` in the main thread, which then says what it found. Where that
thread is inside of a long call of native code it hears of the signal too late; so another thread
is woken by the signal as well, waits for a moment, and ends the process. A limit of time that is
long over is a signal, too: something takes long that does not look at the time.

Only one of them prints what was found: the one that takes the floor first.
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
from .stopped import INTERRUPTED

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

PATIENCE = 0.4
"""Seconds that the main thread has to come to its end."""

GRACE = 2.0
"""Seconds that a command has beside its limit of time, and a tenth of that: it begins late."""

TOGETHER = 0.1
"""Seconds in which a signal counts once: `timeout -s INT` sends each two times."""

SPEAKS = 5.0
"""Seconds that the last words may take: nobody may be reading them."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

UNKNOWN = 3
"""The exit code of a command that was interrupted."""

NOTHING_DECIDED = "{why}, nothing was decided"
SEEN = "{why} when {states:,} states were found; nothing was decided"


class Watchman:
    """Listens to the signals; `last_words` prints what is said where the main thread cannot.

    `heard` tells whether there was one, and `states` how many were seen so far. `out` is where
    answers are printed, wherever other output goes. The main thread has `patience` seconds after a
    signal, and `grace` seconds and a tenth of the limit after a limit of time.
    """

    def __init__(self, patience: float = PATIENCE, grace: float = GRACE) -> None:
        self.heard = False
        self.states = 0
        self.last_words: Callable[[str], object] = say_on_standard_error
        self.out: TextIO = sys.stdout
        self._why = str(INTERRUPTED)
        self._is_late = False
        self._patience, self._grace = patience, grace
        self._shows: Callable[[UnraisableHookArgs], object] = sys.unraisablehook
        self._woken, self._wakes = os.pipe()
        self._floor = threading.Lock()
        self._main_speaks = False

    def listen(self) -> None:
        """Begin to listen; the main thread does that."""
        os.set_blocking(self._wakes, False)
        signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        self._shows, sys.unraisablehook = sys.unraisablehook, self._show_lost
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background of a shell
                signal.signal(number, self._hear)
        threading.Thread(target=self._watch, name="watchman", daemon=True).start()

    def bound(self, seconds: float) -> None:
        """End the process where a limit of time of some seconds is long over."""
        timer = threading.Timer(seconds * 1.1 + self._grace, self._too_long, [seconds])
        timer.daemon = True
        timer.start()

    def rest(self) -> None:
        """Leave Ctrl-C to others, such as a server that has to say goodbye."""
        signal.set_wakeup_fd(-1)
        for number in _SIGNALS:
            if signal.getsignal(number) == self._hear:
                signal.signal(number, signal.default_int_handler)

    def take_floor(self) -> None:
        """Let the main thread print its answer: no signal interrupts that.

        Does not return where the last words are being said: the process ends after them.
        """
        if not self._main_speaks:
            self._main_speaks = True
            if not self._floor.acquire(blocking=False):
                threading.Event().wait()

    def note(self, progress: Any) -> None:
        """Note how many states were seen."""
        self.states = progress.states

    def leave(self, code: int, at_once: bool = False) -> None:
        """End the process at once if there was a signal, or if that is asked for.

        To free all that a large search holds would take long.
        """
        if self.heard or at_once:
            _flush()
            _end(code)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        again, self.heard = self.heard, True
        if self._main_speaks or again:  # a second one is for the thread that watches
            return
        if self._is_late:
            overdue(self._why)
        interrupt()

    def _show_lost(self, what: UnraisableHookArgs) -> None:
        """Show an exception that is lost, unless it is Ctrl-C or comes of what that broke off."""
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
        """Whether another signal comes before that time."""
        left = max(0.0, until - time.monotonic())
        return bool(select.select([self._woken], [], [], left)[0])

    def _too_long(self, seconds: float) -> None:
        if not self._main_speaks:  # else the answer is there, and somebody reads it at leisure
            self._why = str(out_of_time(seconds))
            self._is_late = True
            for number in _SIGNALS:
                if signal.getsignal(number) == self._hear:
                    _thread.interrupt_main(number)
                    return
            self._speak()
            _end(UNKNOWN)

    def _speak(self) -> None:
        """Say the last words, or let the main thread say its own, for some seconds."""
        speaker = threading.Thread(target=self._say, name="last words", daemon=True)
        speaker.start()
        speaker.join(SPEAKS)

    def _say(self) -> None:
        if not self._floor.acquire(blocking=False):
            threading.Event().wait()
        with suppress(Exception):
            said = SEEN if self.states else NOTHING_DECIDED
            self.last_words(said.format(why=self._why, states=self.states))
            _flush()


def say_on_standard_error(text: str) -> None:
    """Say something that is no answer."""
    print(f"counterpoint: {text}", file=sys.stderr, flush=True)


def nothing_decided(error: BaseException) -> str:
    """What is said where Ctrl-C, or a limit of time, ended a command that had nothing to say.

    >>> nothing_decided(KeyboardInterrupt())
    'interrupted, nothing was decided'
    """
    why = str(error) if isinstance(error, TimeIsUp) else ""
    return NOTHING_DECIDED.format(why=why or INTERRUPTED)


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
