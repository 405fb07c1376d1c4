"""A search with its states on disk, level by level, by threads of one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Self, TypeVar

import numpy as np

from ....alarm import limit_reached, require_going_on, stopped_by
from ....errors import BadCheckpoint, Refused
from ....stopped import NOT_STOPPED, Cause, Stopped
from ...base.arrays import U64
from ...base.task import Progress, Task
from .files import Files, is_full, place_of, row_of
from .gathered import Answered, Gathered, Packed, gathered_of, nothing_gathered
from .holding import Chunk, Holding, read
from .journal import Level
from .keys import Keys
from .pool import Pool
from .shelf import Shelf
from .sizes import Sizes
from .stepper import Ended, Stepper

R = TypeVar("R")

NOT_LAYERED = (
    "with states on disk, this is decided only where each step leads from a level of states to the "
    "next, so that all runs to a state have the same length; here "
)
ELSEWHERE = f"{NOT_LAYERED}some step leads elsewhere"


def leads_back(stepper: Stepper, keys: Keys, key: U64) -> Refused:
    """The error that a step leads to a state, given by its key, that was reached before."""
    state = stepper.state(keys.states(key.reshape(1, -1))[0])
    return Refused(f"{NOT_LAYERED}a step leads to {state!r}, which is of an earlier level")


Enough = Callable[[Sequence[Answered]], Stopped]
"""Returns why a search is to end, given the answers so far."""


class LevelSearch:
    """A search in progress: its finished `levels`, and what was `gathered` from their states.

    Of the `states` that it found, some may not be expanded yet. If they must be `in_layers`, the
    search raises `Refused` when a step leads to any other level than the next.
    """

    in_layers = False

    def __init__(
        self,
        stepper: Stepper,
        folder: Path,
        sizes: Sizes,
        task: Task,
        threads: int = 1,
        enough: Enough = lambda answers: NOT_STOPPED,
        counted: Collection[int] = (),
    ) -> None:
        """Of the questions with the numbers `counted`, all states are counted, and not only looked
        for."""
        self.stepper, self.sizes, self.task = stepper, sizes, task
        self.keys = Keys(stepper.width, stepper.bits)
        shards = 1 << sizes.bits
        of = identity_of(stepper, counted)
        uri = "" if task.storage is None else task.storage.uri
        self.shelf = Shelf(folder, of, stepper.width, shards, sizes.block, stepper.form, uri)
        self.holding = Holding(self.shelf.files, self.keys, sizes, range(shards))
        self.levels: list[Level] = []
        self.gathered = nothing_gathered(stepper.questions)
        self.states = 0
        self._enough, self._counted = enough, counted
        room = max(sizes.piece, stepper.most)
        self._pool = Pool([stepper.apart(room) for _ in range(threads)])
        self._start = self._looked = time.perf_counter()

    def run(self) -> Stopped:
        """Search all levels that are not done; returns why it ended early, empty if it did not.

        A search that is in the folder goes on.
        """
        try:
            return self._search()
        except Ended as error:
            return error.stopped
        except KeyboardInterrupt as error:
            return stopped_by(error)
        except OSError as error:
            if not is_full(error):
                raise
            return self.no_space

    def __enter__(self) -> Self:
        """Open the folder; raises what `Shelf.open` raises, and then touches nothing in it."""
        try:
            self._open()
        except BaseException:
            self._pool.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()
        self.shelf.close()

    @property
    def no_space(self) -> Stopped:
        """The reason to end if the disk is full."""
        return Stopped(f"the disk of {self.shelf.folder} is full", Cause.DISK)

    def _open(self) -> None:
        self.levels = self.shelf.open()
        try:
            while not self._know():
                pass
        except BaseException:
            self.shelf.close()
            raise
        if self.levels:
            self.gathered = gathered_of(self.levels[-1].notes)

    def _know(self) -> bool:
        """Know the states of the finished levels; if some are damaged, forget their level."""
        self.holding = Holding(self.shelf.files, self.keys, self.sizes, self.holding.shards)
        self.states = 0
        self.stepper.recall([level.notes for level in self.levels])
        for number, level in enumerate(self.levels):
            try:
                self.holding.know(level)
            except BadCheckpoint:
                self.levels = self.shelf.cut(self.levels, number)
                return False
            self.states += level.states
        return True

    def _search(self) -> Stopped:
        if not self.levels:
            self._reached(self.stepper.initial())
            if stopped := self._end_level():
                return stopped
        while self.levels[-1].states:
            if stopped := is_deep(self.levels, self.task):
                return stopped
            if stopped := self._expand_level() or self._enough(self.gathered.answers):
                return stopped
            if stopped := self._end_level() or self.task.too_many(self.states):
                return stopped
        return NOT_STOPPED

    def _expand_level(self) -> Stopped:
        """Expand the states of the newest level; returns why that was ended, if it was."""
        level, tuning = len(self.levels) - 1, self.task.tuning
        shares = self._pool.size * tuning.disk_shares if self._pool.size > 1 else 1
        share = -(-self.levels[-1].states // shares)
        asked = self.gathered.open_questions(self._counted)
        for found in self._pool.map(
            lambda stepper, chunk: self._expand(stepper, chunk, asked, level),
            self.holding.chunks(min(max(tuning.disk_chunk, share), self._chunk)),
        ):
            self.gathered.add(found)
            if stopped := found.stopped or self._look():
                return stopped
        return NOT_STOPPED

    def _expand(self, stepper: Stepper, chunk: Chunk, asked: Sequence[int], level: int) -> Gathered:
        """Find the targets of some states; what that shows."""
        states = self.keys.states(read(chunk))
        found = nothing_gathered(stepper.questions)
        for some in stepper.expand(states, asked):
            found.note(some, states, level)
            self._reached(some.targets)
        return found

    def _reached(self, targets: U64) -> None:
        """Keep targets until the end of the level."""
        keys = self.keys.distinct(self.keys.of(targets))
        sets = enumerate(self.keys.shards(keys, self.sizes.bits))
        self.holding.reached({number: some for number, some in sets if len(some)})

    def _end_level(self) -> Stopped:
        """Let each shard find what is new; returns why that was ended, if it was."""
        self.holding.begin_absorbing()
        for _ in self._pool.map(lambda _, number: self.holding.absorb(number), self.holding.shards):
            if stopped := self._look():
                return stopped
        if self.in_layers and (key := self.holding.revisited) is not None:
            raise leads_back(self.stepper, self.keys, key)
        level = self.shelf.commit({**self.gathered.data, **self.stepper.learned()})
        self.levels.append(level)
        self.states += level.states
        return NOT_STOPPED

    def _look(self) -> Stopped:
        """Report progress; the reason to end, if there is one."""
        now = time.perf_counter()
        if now < self._looked + self.task.tuning.look_seconds:
            return limit_reached()
        self._looked = now
        if self.task.watch is not None:
            waiting = self.states - self.gathered.states
            self.task.watch(Progress(self.states, waiting, now - self._start))
        if self.shelf.files.bytes_free < self.task.tuning.disk_reserve:
            return self.no_space
        return limit_reached()

    @property
    def files(self) -> Files:
        """The files with the states."""
        return self.shelf.files

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self.shelf.folder

    @property
    def workers(self) -> int:
        """How many threads expand states."""
        return self._pool.size

    @property
    def spread(self) -> None:
        """As `Searched.spread`: there is no cluster."""
        return None

    def let_go(self) -> None:
        """As `Searched.let_go`: there are no workers."""

    def discard(self) -> None:
        """Remove all that was written."""
        self.shelf.discard()

    # Questions about what was found.

    def has(self, state: U64) -> bool:
        """Whether a packed state, an array with one row, is in a finished level."""
        return self.holding.has(self.keys.of(state))

    def row(self, number: int) -> U64:
        """The packed state with a number, from 0 to `states` - 1."""
        return row_of(number, self.levels, self.shelf.files, self.keys)

    def place(self, state: U64) -> tuple[int, int] | None:
        """As `Searched.place`."""
        return place_of(self.keys.of(state), self.levels, self.shelf.files, self.keys, self.sizes)

    def rows(self) -> Iterator[U64]:
        """All packed states, level by level."""
        for level in self.levels:
            for chunk in self.holding.chunks_of(level, self._chunk):
                yield from self.keys.states(read(chunk))

    def source(self, level: int, target: Packed) -> Packed:
        """As `Searched.source`."""
        wanted = np.array(target, np.uint64)

        def work(stepper: Stepper, chunk: Chunk) -> Packed | None:
            return stepper.source(self.keys.states(read(chunk)), wanted)

        sources: list[Packed] = []
        chunks = self.holding.chunks_of(self.levels[level], self._chunk)
        for source in self._pool.map(work, chunks):
            require_going_on()
            sources += [] if source is None else [source]
            if sources and self.stepper.first_is_enough:
                break
        return min(sources)

    @property
    def _chunk(self) -> int:
        """How many states are expanded together, at most."""
        return max(1, self.sizes.piece // 2)


def is_deep(levels: Sequence[Level], task: Task) -> Stopped:
    """The reason to end if all levels within the limit of depth were expanded."""
    limits = task.limits
    is_last = limits.depth is not None and len(levels) > limits.depth and levels[-1].states
    return limits.too_deep if is_last else NOT_STOPPED


def identity_of(stepper: Stepper, counted: Collection[int]) -> str:
    """A text that only searches share that can go on with each other's levels."""
    return f"{stepper.identity} {sorted(counted)}"
