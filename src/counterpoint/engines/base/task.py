"""The task of a search, in a form that is common to all kinds of search."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from ...certificate import Extent
from ...data import dataclass, parts_of
from ...stopped import ENOUGH_LISTED, NOT_STOPPED, Cause, Stopped
from ...tuning import USUAL, Tuning
from .limits import NO_LIMITS, Limits
from .meter import Meter, give_back
from .workers import Workers

if TYPE_CHECKING:
    from ...model.property import Property
    from .disk import Disk
    from .storage import Storage

BESIDE = 16
"""A process that exceeds its memory limit by one part in this many is stopped within a step."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search: states found, states still to expand, and seconds taken.

    A bounded search does not count states: it has the number of steps of the runs that were tried.
    A search for repairs has the size of the additions that it tries, and how many were tried. On a
    cluster, the states are those of all `workers`.
    """

    states: int
    waiting: int
    seconds: float
    depth: int | None = None
    size: int | None = None
    tried: int = 0
    workers: int = 0


Watcher: TypeAlias = Callable[[Progress], object]
Stop: TypeAlias = Callable[[Any], Stopped]
"""Called from time to time with what a search has found; a non-empty result ends the search."""


@runtime_checkable
class Keeper(Protocol):
    """Stores checkpoints, so that a check that was interrupted can be resumed."""

    def begin(self, what: str) -> None:
        """Note the start of the next search; `what` identifies its system and purpose."""

    def kept(self, kind: str) -> Any:
        """The checkpoint to resume the current search from, if it is of this kind; else None."""

    def look(self, kind: str, keep: Callable[[], Any], *, ended: bool = False) -> None:
        """Offer a checkpoint of a search of this kind; `keep` returns the data to store.

        With `ended`, a limit has ended the search, so this is its last offer.
        """


@dataclass(frozen=True, slots=True)
class Task:
    """How much to explore and what to keep.

    With `edges`, the steps between states are kept too. `not_followed` is a bit mask of events that
    can be selected but are not followed. From time to time the search calls `watch` with its
    progress, and `stop` with its results so far. The search of a specification offers checkpoints
    to `keeper`, and resumes from a stored one; `disk` is where it may keep states. The states of
    any other target are kept in the `storage`, if there is one; with `spills`, the same is asked
    again with a storage if the memory is used up. `audit` says how much of each
    answer is audited. `tuning` affects speed, never an answer. `meter` measures the memory of the
    process. Searches by SAT end after so many propagations, together, as `work` says.
    A search of a model or a network that lists states ends after so many, as `listed` says.
    `workers` says how many threads and processes there may be, and notes how many there are. The
    check of a program warns if a property of `unasked` fails.
    """

    limits: Limits = NO_LIMITS
    edges: bool = False
    not_followed: int = 0
    watch: Watcher | None = None
    stop: Stop | None = None
    keeper: Keeper | None = None
    disk: Disk | None = None
    storage: Storage | None = None
    spills: bool = False
    audit: Extent = Extent.SAMPLE
    tuning: Tuning = USUAL
    meter: Meter | None = None
    work: int | None = None
    listed: int | None = None
    workers: Workers = field(default_factory=Workers, compare=False)
    unasked: tuple[Property, ...] = ()

    def __getstate__(self) -> list[Any]:
        """What is pickled: all but whoever watches, ends or keeps this search while it works."""
        return parts_of(replace(self, watch=None, stop=None, keeper=None, disk=None))

    @property
    def most_states(self) -> int | None:
        """The number of states beyond which a search that lists them ends; None without one."""
        known = [most for most in (self.limits.states, self.listed) if most is not None]
        return min(known, default=None)

    def too_many(self, found: int) -> Stopped:
        """The reason to end a search that lists states, if it has found too many."""
        if self.limits.states is not None and found > self.limits.states:
            return self.limits.too_many_states
        if self.listed is not None and found > self.listed:
            return ENOUGH_LISTED
        return NOT_STOPPED

    def exceeds(self, size: int, more: int = 0) -> Stopped:
        """The reason to stop if the arrays of a search, of `size` bytes, exceed the memory limit.

        With a meter, also if the memory of the process, with `more` bytes added, exceeds it. `more`
        is the part of `size` that is not allocated yet.
        """
        limit = self.limits.bytes
        metered = self.meter is not None and self.meter.exceeds(limit, more)
        return self.limits.too_much_memory if size > limit or metered else NOT_STOPPED

    def exhausted(self) -> Stopped:
        """The reason to end everything if the process exceeds its memory limit by 1/`BESIDE`."""
        limit = self.limits.bytes
        on_disk = self.disk is not None and self.disk.is_used
        on_disk |= self.storage is not None  # such a search keeps within the limit by itself
        if self.meter is None or on_disk or not self.meter.exceeds(limit + limit // BESIDE):
            return NOT_STOPPED
        return Stopped(str(self.limits.too_much_memory), Cause.EXHAUSTED)


def with_what_is_left(task: Task, since: float | None = None) -> Task:
    """The task of a search on disk after the memory was used up.

    It may use the memory that is left, at least what it needs. Not all that is free can be given
    back to the system. With the time `since` when the work began, it may take the seconds left.
    """
    gc.collect()
    give_back()
    used = 0 if task.meter is None else task.meter.used
    least = min(task.limits.bytes, task.tuning.disk_memory)
    memory = max(task.limits.bytes - used, least)
    seconds = task.limits.seconds
    if seconds is not None and since is not None:
        seconds = max(0.0, seconds - (time.perf_counter() - since))
    return replace(task, limits=replace(task.limits, memory=memory, seconds=seconds), meter=None)


EVERYTHING = Task()
"""The task to find all states, and to keep nothing else."""
