"""A search level by level on a cluster: the driver asks workers, and keeps the journal."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from ....alarm import require_going_on, stopped_by
from ....errors import BadCheckpoint, Refused
from ....stopped import NOT_STOPPED, Cause, Stopped
from ....verdict import Spread
from ...base.arrays import U64
from ...base.task import Progress, Task
from ..levels.copies import copied, copies_at
from ..levels.files import Files, is_full, place_of, row_of
from ..levels.gathered import Gathered, Packed, gathered_of, nothing_gathered
from ..levels.holding import chunks, read, shard_of
from ..levels.journal import Journal, Level
from ..levels.keys import Keys
from ..levels.search import Enough, identity_of, is_deep, leads_back
from ..levels.shared_values import Numbers
from ..levels.shelf import WORK
from ..levels.sizes import Sizes
from ..levels.stepper import Ended, Stepper
from .crew import Crew, Lost, Rounds
from .place import shards_of

R = TypeVar("R")

MOST_LOSSES = 30
"""Times that workers may be lost before one level is done, until a search gives up."""


class ClusterSearch:
    """A search in progress; see `LevelSearch`, which has the same methods."""

    in_layers = False

    def __init__(
        self,
        stepper: Stepper,
        folder: Path,
        sizes: Sizes,
        task: Task,
        hire: Callable[[Callable[[], None]], Crew],
        enough: Enough = lambda answers: NOT_STOPPED,
        counted: Collection[int] = (),
    ) -> None:
        """`hire` makes the workers; it is given what to call while they are waited for."""
        self.stepper, self.sizes, self.task = stepper, sizes, task
        self.keys = Keys(stepper.width, stepper.bits)
        shards = 1 << sizes.bits
        head = {"of": identity_of(stepper, counted), "width": stepper.width, "shards": shards}
        uri = "" if task.storage is None else task.storage.uri
        self.journal = Journal(folder, head, stepper.form, uri)
        self.folder = folder
        self._copies = copies_at(uri)
        of = stepper.width, sizes.block, range(shards), self._copies
        self.files = Files(folder, folder / WORK, *of)
        self.levels: list[Level] = []
        self.gathered = nothing_gathered(stepper.questions)
        self.states = 0
        self._enough, self._counted, self._hire = enough, counted, hire
        self._crew: Crew | None = None
        self._losses = self._attempt = 0
        self._begun = False
        self._is_open = False
        self._start = self._looked = time.perf_counter()

    def __enter__(self) -> Self:
        """Hire workers, and open the folder; raises what `Journal.open` raises, and `Refused`.

        Then nothing was touched in the folder.
        """
        self._crew = self._hire(self._look)
        try:
            self.levels = self.journal.open(copied(self._copies))
            self._keep_journal()
        except BaseException as error:
            self._crew.close()
            self.journal.close()
            if isinstance(error, OSError):
                said = f"{self.journal.folder} cannot be written: {error.strerror}"
                raise BadCheckpoint(said) from None
            raise
        self._is_open = True
        self.states = sum(level.states for level in self.levels)
        self.stepper.recall([level.notes for level in self.levels])
        if self.levels:
            self.gathered = gathered_of(self.levels[-1].notes)
        return self

    def __exit__(self, *_: object) -> None:
        if self._crew is not None:
            self._crew.close()
        self.files.close()
        self.journal.close()

    def _keep_journal(self) -> None:
        if self._copies is not None:
            self._copies.keep_journal(self.journal.content)

    def let_go(self) -> None:
        """As `Searched.let_go`."""
        self._hired.close()

    def discard(self) -> None:
        """Remove all that was written."""
        if self._crew is not None:
            self._crew.close()
        self.journal.end()
        if self._copies is not None:
            self._copies.discard()
        self.files.discard()
        self.journal.discard()

    def run(self) -> Stopped:
        """Search all levels that are not done; returns why it ended early, empty if it did not.

        A search that is in the folder goes on. Workers that are lost cost the level that is not
        finished.
        """
        try:
            stopped = self._search(self._hired)
            self.files.fetch(self.levels)  # for what is asked of them in this process
            return stopped
        except Ended as error:
            return error.stopped
        except KeyboardInterrupt as error:
            return stopped_by(error)
        except OSError as error:
            if not is_full(error):
                raise
            return self.no_space

    @property
    def no_space(self) -> Stopped:
        """The reason to end if the disk is full."""
        return Stopped(f"the disk of {self.journal.folder} is full", Cause.DISK)

    def _search(self, crew: Crew) -> Stopped:
        before = self._losses
        while True:
            try:
                self._begin(crew)
                if self.levels and not self.levels[-1].states:
                    return NOT_STOPPED
                if stopped := is_deep(self.levels, self.task):
                    return stopped
                if stopped := self._level(crew):
                    return stopped
                before = self._losses
            except Lost as lost:
                self._lose()
                if self._losses - before > MOST_LOSSES:
                    said = f"workers were lost {MOST_LOSSES + 1} times in one level"
                    return Stopped(f"{said}, the last time: {lost}", Cause.LOST)

    def _begin(self, crew: Crew) -> None:
        """Let all workers hold the finished levels, if some were lost, or none has begun."""
        while not self._begun:
            self._attempt += 1
            crew.mend()
            whole = min(crew.ask("begin", [(self._attempt, self.levels)] * crew.size))
            self._begun = whole == len(self.levels)
            if not self._begun:  # some states are damaged
                self.journal.cut(whole)
                del self.levels[whole:]
                self.stepper.recall([level.notes for level in self.levels])
                self.states = sum(level.states for level in self.levels)

    def _lose(self) -> None:
        """Note that workers were lost."""
        self._begun = False
        self._losses += 1

    def _asked(self, method: str, given: Sequence[tuple[Any, ...] | None]) -> list[Any]:
        """The results of a method that asks about finished levels, also if workers are lost."""
        return self.retried(lambda crew: crew.ask(method, given))

    def retried(self, work: Callable[[Crew], R]) -> R:
        """The result of work about finished levels, which begins again if workers are lost."""
        last = self._losses + MOST_LOSSES
        while True:
            try:
                self._begin(self._hired)
                return work(self._hired)
            except Lost as lost:
                self._lose()
                if self._losses > last:
                    raise Refused(f"workers are lost again and again: {lost}") from None

    def _level(self, crew: Crew) -> Stopped:
        """Expand the newest level, if any, and find the next; why it ended early, if it did."""
        if not self.levels:
            crew.ask("start", [(self._attempt,)] * crew.size)
        else:
            self._expand(crew)
        found, revisited = zip(*crew.finished(self._attempt), strict=True)
        known = next((key for key in revisited if key is not None), None)
        if self.in_layers and known is not None:
            raise leads_back(self.stepper, self.keys, known)
        if stopped := self.gathered.stopped or self._enough(self.gathered.answers):
            return stopped
        parts = {shard: part for of in found for shard, part in of.items()}
        self.stepper.sync()
        notes = {**self.gathered.data, **self.stepper.learned()}
        level = Level(dict(sorted(parts.items())), notes)
        self.journal.write(level)
        self._keep_journal()
        self.levels.append(level)
        self.states += level.states
        return self.task.too_many(self.states)

    def _expand(self, crew: Crew) -> None:
        """Expand the newest level; what that shows counts if it is done, or the search ends."""
        self.gathered = self._before
        asked = tuple(self.gathered.open_questions(self._counted))
        parts = self.levels[-1].parts
        held = (self._held_by(worker) for worker in range(crew.size))
        most = max(sum(parts[n].rows for n in shards if n in parts) for shards in held)
        count = -(-most // self._round)
        rounds = Rounds(self._attempt, count, self._round, len(self.levels) - 1, asked)
        for found in crew.exchange(rounds):
            self.gathered.add(found)

    @property
    def _before(self) -> Gathered:
        """What was gathered from all levels before the newest."""
        if not self.levels:
            return nothing_gathered(self.stepper.questions)
        return gathered_of(self.levels[-1].notes)

    @property
    def _round(self) -> int:
        """States that a worker expands before it sends what they lead to."""
        return max(1, self.sizes.piece)

    def _look(self) -> None:
        """Report progress; raises `KeyboardInterrupt` or `OSError` if there is a reason to end."""
        now = time.perf_counter()
        if now > self._looked + self.task.tuning.look_seconds:
            self._looked = now
            if self.task.watch is not None:
                waiting = max(0, self.states - self.gathered.states)
                size = 0 if self._crew is None else self._crew.size
                seconds = now - self._start
                self.task.watch(Progress(self.states, waiting, seconds, workers=size))
            if self._is_open and self.files.bytes_free < self.task.tuning.disk_reserve:
                raise OSError(errno.ENOSPC, "little space is left on the disk")
        require_going_on()

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return self._hired.size

    @property
    def spread(self) -> Spread:
        """As `Searched.spread`."""
        states = [0] * self.workers
        for worker in range(self.workers):
            held = self._held_by(worker)
            for level in self.levels:
                states[worker] += sum(part.rows for n, part in level.parts.items() if n in held)
        traffic = self._hired.traffic
        return Spread(tuple(states), traffic.keys, traffic.bytes, self._losses)

    # Questions about what was found.

    def has(self, state: U64) -> bool:
        """Whether a packed state, an array with one row, is in a finished level."""
        shard = shard_of(self.keys.of(state), self.keys, self.sizes)
        holders = (shard in self._held_by(worker) for worker in range(self.workers))
        return any(self._asked("has", [(state,) if holds else None for holds in holders]))

    def _held_by(self, worker: int) -> range:
        return shards_of(worker, self._hired.size, 1 << self.sizes.bits)

    @property
    def _hired(self) -> Crew:
        assert self._crew is not None, "the search was run"
        return self._crew

    def place(self, state: U64) -> tuple[int, int] | None:
        """As `Searched.place`."""
        return place_of(self.keys.of(state), self.levels, self.files, self.keys, self.sizes)

    @property
    def numbers(self) -> Numbers | None:
        """What gives values their numbers, if states have such."""
        return self._hired.numbers

    def row(self, number: int) -> U64:
        """The packed state with a number, from 0 to `states` - 1."""
        return row_of(number, self.levels, self.files, self.keys)

    def rows(self) -> Iterator[U64]:
        """All packed states, level by level."""
        for level in self.levels:
            runs = (self.files.states(n, part) for n, part in level.parts.items())
            for chunk in chunks(runs, self._round):
                yield from self.keys.states(read(chunk))

    def source(self, level: int, target: Packed) -> Packed:
        """As `Searched.source`."""
        found = self._asked("source", [(self.levels[level], target)] * self.workers)
        sources = [source for source in found if source is not None]
        return sources[0] if self.stepper.first_is_enough else min(sources)
