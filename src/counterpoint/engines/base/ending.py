"""End a check in time after Ctrl-C, or a limit of time or memory, ended its search."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ...alarm import Alarm, TimeIsUp, ended, require_going_on, stopped_by
from ...errors import Refused, Undecided, UnknownAtom
from ...stopped import INTERRUPTED, NOT_STOPPED, Cause, Stopped
from ...tuning import Tuning
from ...verdict import Answer, Verdict
from .storage import Storage
from .task import Progress, Task, Watcher, with_what_is_left

T = TypeVar("T")


def none_among(states: int) -> str:
    """A text that no violation was found among `states` states; empty if there are none.

    >>> none_among(1), none_among(5530562)
    ('no violation in the one state that was judged', 'no violation among 5,530,562 states')
    """
    if states == 1:
        return "no violation in the one state that was judged"
    return f"no violation among {states:,} states" if states else ""


def hurried(stopped: Stopped, tuning: Tuning, work: Callable[[], T], size: int = 0) -> T:
    """The result of `work`, which gets only `tuning.moment` seconds if `stopped` ends everything.

    Raises `TimeIsUp`, or `KeyboardInterrupt` after Ctrl-C, if the time is over, or is too short for
    `size` states and steps.
    """
    if not stopped.ends_everything:
        return work()
    if is_too_long(stopped, tuning, size):
        raise ended(stopped)
    return Alarm(tuning.moment, stopped).run(work)


def is_too_long(stopped: Stopped, tuning: Tuning, size: int) -> bool:
    """Whether everything must end, and `size` states and steps are too many to process in time.

    >>> from counterpoint.stopped import INTERRUPTED
    >>> from counterpoint.tuning import USUAL
    >>> is_too_long(INTERRUPTED, USUAL, 10**9), is_too_long(NOT_STOPPED, USUAL, 10**9)
    (True, False)
    """
    return stopped.ends_everything and size > tuning.in_a_moment


def in_time(task: Task, work: Callable[[], T]) -> T:
    """The result of `work`; raises `Undecided` if a limit of time or memory is reached first.

    >>> from counterpoint.engines.base.limits import Limits
    >>> in_time(Task(Limits(seconds=60)), lambda: 7)
    7
    """
    alarm = Alarm(task.limits.seconds, exhausted=task.exhausted)
    kept = "" if task.storage is None else task.storage.to_go_on
    try:
        return alarm.run(work)
    except TimeIsUp:
        stopped = alarm.stopped or INTERRUPTED
        raise Undecided(f"{stopped}{kept}", stopped) from None
    except OSError as error:
        if task.storage is None or error.errno not in {errno.ENOSPC, errno.EDQUOT}:
            raise
        of = f" of {task.storage.name}" if kept else ""
        full = Stopped(f"the disk{of} is full", Cause.DISK)
        raise Undecided(f"{full}{kept}", full) from None


def on_disk_past_memory(task: Task, work: Callable[[Task], T], *, goes_on: bool) -> T:
    """As `in_time`; if the memory is used up, the same with states on disk, if that `goes_on`.

    Raises `Undecided`, also if what is asked is not decided on disk.
    """
    start = time.perf_counter()
    spills = goes_on and task.storage is None and task.limits.bytes >= task.tuning.disk_memory
    try:
        return in_time(task, lambda: work(replace(task, spills=spills)))
    except Undecided as error:
        stopped = error.stopped
        if not spills or stopped.cause not in {Cause.MEMORY, Cause.EXHAUSTED}:
            raise
    left = with_what_is_left(task, since=start)
    try:
        return in_time(left, lambda: work(replace(left, storage=Storage())))
    except Refused as error:
        raise Undecided(f"{stopped}; on disk: {error.message}", stopped) from None


def require_all(stopped: Stopped, states: int, why: str = "not all states are known") -> None:
    """Raise `Undecided` if states are missing, as `stopped` says; `states` of them were found."""
    if stopped:
        found = "one state was found" if states == 1 else f"{states:,} states were found"
        seen = stopped.having_seen(found if states else "")
        raise Undecided(f"{why}: {seen}", stopped)


class Noting:
    """A watcher that records the number of states found and passes each report on."""

    def __init__(self, watch: Watcher) -> None:
        self.states = 0
        self._watch = watch

    def __call__(self, progress: Progress) -> None:
        self.states = progress.states
        self._watch(progress)


def noting(watch: Watcher | None) -> Noting | None:
    """`watch` wrapped in a recorder; None if it is None, because reporting progress takes time."""
    return None if watch is None else Noting(watch)


class Ending:
    """Decides one property after the other until something ends that; `stopped` says what.

    After Ctrl-C, or a limit of time or memory for the whole check, `tuning.moment` seconds are left
    to decide properties that need no search.
    """

    def __init__(self, tuning: Tuning) -> None:
        self.stopped = NOT_STOPPED
        self._moment = tuning.moment
        self._until: float | None = None

    def end(self, stopped: Stopped) -> None:
        """Decide no more properties, for the reason `stopped`."""
        self.stopped, self._until = stopped, None

    def hurry(self, stopped: Stopped) -> None:
        """If `stopped` ends everything, decide only what is ready within a moment from now."""
        if stopped.ends_everything and not self.stopped:
            self.stopped, self._until = stopped, time.monotonic() + self._moment

    def verdict(self, name: str, decide: Callable[[], Verdict]) -> Verdict:
        """The result of `decide`; unknown if deciding was ended before or meanwhile."""
        left = None if self._until is None else self._until - time.monotonic()
        if self.stopped and (left is None or left <= 0):
            return Verdict(name, Answer.UNKNOWN, str(self.stopped))
        try:
            if not self.stopped:
                require_going_on()
            return decide() if left is None else Alarm(left, self.stopped).run(decide)
        except UnknownAtom as error:
            error.asked_in = error.asked_in or name
            raise
        except KeyboardInterrupt as error:
            if self.stopped:
                self.end(self.stopped)
            else:
                self.hurry(stopped_by(error))
            return Verdict(name, Answer.UNKNOWN, str(self.stopped))
