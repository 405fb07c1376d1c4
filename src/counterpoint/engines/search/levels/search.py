"""A search with its states on disk, level by level, by threads of one process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Self, TypeAlias, TypeVar

import numpy as np

from ....alarm import limit_reached, require_going_on, stopped_by
from ....data import dataclass
from ....stopped import NOT_STOPPED, Cause, Stopped
from ...base.arrays import U8, U64
from ...base.task import Progress, Task
from .keys import Keys
from .pool import Pool
from .runs import Run
from .shard import Shard
from .shelf import Level, Shelf, is_full
from .sizes import Sizes
from .stepper import Expanded, Stepper

R = TypeVar("R")

Packed: TypeAlias = "tuple[int, ...]"
"""The words of a packed state."""

Chunk: TypeAlias = "list[tuple[Run, int, int]]"
"""Some keys: runs, each with the number of the first of its keys that is meant, and how many."""


@dataclass(frozen=True, slots=True)
class Answered:
    """In how many of the expanded states a question is true, and the first of them.

    That is the one of the first level that is packed into the least words. Unless all are counted,
    it counts only those of that level.
    """

    count: int = 0
    level: int = 0
    state: Packed = ()

    @property
    def place(self) -> tuple[int, Packed]:
        """The level and the words of the first of them, by which they are in order."""
        return self.level, self.state

    def joined(self, other: Answered) -> Answered:
        """The same for the states of both."""
        some = (each for each in (self, other) if each.count)
        first = min(some, key=lambda each: each.place, default=self)
        return Answered(self.count + other.count, first.level, first.state)


Enough = Callable[[Sequence[Answered]], Stopped]
"""Returns why a search is to end, given the answers so far."""


class LevelSearch:
    """A search in progress: its finished `levels`, the `steps` so far, and the `answers`.

    Of the `states` that it found, it expanded `expanded_states`.
    """

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
        self.shelf = Shelf(folder, stepper.width, 1 << sizes.bits, sizes.block)
        self.shards = [Shard(n, self.shelf, self.keys, sizes) for n in range(1 << sizes.bits)]
        self.levels: list[Level] = []
        self.steps = 0
        self.answers = [Answered()] * stepper.questions
        self.states = self.expanded_states = 0
        self.seen: U8 | None = None
        """What the stepper has seen in the expanded states."""
        self._newest: dict[int, Run] = {}
        self._enough = enough
        self.counted = counted
        room = max(sizes.piece, stepper.most)
        self._pool = Pool([stepper.apart(room) for _ in range(threads)])
        self._lock = threading.Lock()
        self._waiting = self._no_sets()
        self._held = 0
        self._start = self._looked = time.perf_counter()

    def run(self) -> Stopped:
        """Search all levels that are not done; returns why it ended early, empty if it did not.

        A search that is in the folder goes on. Raises what `Shelf.open` raises.
        """
        self._open()
        try:
            return self._search()
        except KeyboardInterrupt as error:
            return stopped_by(error)
        except OSError as error:
            if not is_full(error):
                raise
            return self.no_space

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()
        self.shelf.close()

    @property
    def no_space(self) -> Stopped:
        """The reason to end if the disk is full."""
        return Stopped(f"the disk of {self.shelf.folder} is full", Cause.DISK)

    def _open(self) -> None:
        self.levels = self.shelf.open(self.stepper.identity)
        for level in self.levels:
            self._newest = {n: self.shelf.run(n, part) for n, part in level.parts.items()}
            for number, run in self._newest.items():
                self.shards[number].know(run)
            self.expanded_states = self.states
            self.states += level.states
        if self.levels:
            notes = self.levels[-1].notes
            self.steps = notes["steps"]
            self.seen = _from_hex(*notes["seen"]) if notes["seen"] else None
            self.answers = [Answered(n, at, tuple(state)) for n, at, state in notes["answers"]]

    def _search(self) -> Stopped:
        if not self.levels:
            self._reached(self.keys.distinct(self.keys.of(self.stepper.initial())))
            if stopped := self._end_level():
                return stopped
        while self._newest:
            if stopped := self._expand_level() or self._enough(self.answers):
                return stopped
            if stopped := self._end_level() or self.task.too_many(self.states):
                return stopped
        return NOT_STOPPED

    def _expand_level(self) -> Stopped:
        """Expand the states of the newest level; returns why that was ended, if it was."""
        level, waiting = len(self.levels) - 1, self.levels[-1].states
        tuning = self.task.tuning
        some = max(tuning.disk_chunk, waiting // (self._pool.size * tuning.disk_shares))
        chunks = _chunks(self._newest.values(), min(some, self._chunk))
        asked = [n for n, of in enumerate(self.answers) if n in self.counted or not of.count]
        for rows, steps, answers, seen in self._pool.map(
            lambda stepper, chunk: self._expand(stepper, chunk, asked, level), chunks
        ):
            self.steps += steps
            self.answers = _joined(self.answers, answers)
            if seen is not None:
                self.seen = seen if self.seen is None else self.seen | seen
            waiting -= rows
            self.expanded_states += rows
            if stopped := self._look(waiting):
                return stopped
        return NOT_STOPPED

    def expanded(self, level: int, look: Callable[[U64, Expanded], R]) -> Iterator[R]:
        """What `look` finds in the states of a finished level, which are expanded again.

        It gets some packed states, and what a part of them lead to.
        """
        runs = (self.shelf.states(n, part) for n, part in self.levels[level].parts.items())

        def work(stepper: Stepper, chunk: Chunk) -> list[R]:
            states = self.keys.states(_read(chunk))
            return [look(states, some) for some in stepper.expand(states)]

        for found in self._pool.map(work, _chunks(runs, self._chunk)):
            require_going_on()
            yield from found

    def has(self, state: U64) -> bool:
        """Whether a packed state, an array with one row, is in a finished level."""
        key = self.keys.of(state)
        number = int(key[0, 0]) >> (self.keys.bits - self.sizes.bits)
        return self.shards[number].has(key)

    def row(self, number: int) -> U64:
        """The packed state with a number, from 0 to `states` - 1."""
        for level in self.levels:
            for shard, part in level.parts.items():
                if number < part.rows:
                    row: U64 = self.keys.states(self.shelf.read(shard, part.start + number, 1))[0]
                    return row
                number -= part.rows
        raise IndexError("there are not so many states")

    def rows(self) -> Iterator[U64]:
        """All packed states, level by level."""
        for level in self.levels:
            runs = (self.shelf.states(n, part) for n, part in level.parts.items())
            for chunk in _chunks(runs, self._chunk):
                yield from self.keys.states(_read(chunk))

    @property
    def _chunk(self) -> int:
        """How many states are expanded together, at most."""
        return max(1, self.sizes.piece // 2)

    def _expand(
        self, stepper: Stepper, chunk: Chunk, asked: Sequence[int], level: int
    ) -> tuple[int, int, list[Answered], U8 | None]:
        """Find the targets of some states; how many states and steps there were, and answers."""
        seen = None
        keys = _read(chunk)
        steps, answers = 0, [Answered()] * stepper.questions
        states = self.keys.states(keys)
        for some in stepper.expand(states, asked):
            steps += some.steps
            seen = some.seen
            for number, truth in some.truths.items():
                true = states[some.first : some.first + len(truth)][truth]
                if len(true):
                    found = Answered(len(true), level, least(true))
                    answers[number] = answers[number].joined(found)
            self._reached(self.keys.distinct(self.keys.of(some.targets)))
        return len(keys), steps, answers, None if seen is None else seen.copy()

    def _reached(self, targets: U64) -> None:
        """Keep the keys of targets, in order and distinct, until the end of the level."""
        sets = self.keys.shards(targets, self.sizes.bits)
        with self._lock:
            for waiting, some in zip(self._waiting, sets, strict=True):
                if len(some):
                    waiting.append(some)
            self._held += len(targets)
            if self._held <= self.sizes.kept:
                return
            full, self._waiting, self._held = self._waiting, self._no_sets(), 0
        for shard, waiting in zip(self.shards, full, strict=True):
            shard.spill(waiting)

    def _no_sets(self) -> list[list[U64]]:
        return [[] for _ in self.shards]

    def _end_level(self) -> Stopped:
        """Let each shard find what is new; returns why that was ended, if it was."""
        waiting, self._waiting, self._held = self._waiting, self._no_sets(), 0
        newest: dict[int, Run] = {}
        for number, run in self._pool.map(
            lambda _, number: self._absorb(number, waiting[number]), range(len(self.shards))
        ):
            if run is not None:
                newest[number] = run
            if stopped := self._look(0):
                return stopped
        answers = [[of.count, of.level, of.state] for of in self.answers]
        seen = [] if self.seen is None else [len(self.seen), _hex(self.seen)]
        notes = {"steps": self.steps, "answers": answers, "seen": seen}
        self.levels.append(self.shelf.commit(notes))
        self.states += self.levels[-1].states
        self._newest = newest
        return NOT_STOPPED

    def _absorb(self, number: int, waiting: list[U64]) -> tuple[int, Run | None]:
        shard = self.shards[number]
        shard.reached(waiting)
        waiting.clear()
        run = shard.absorb()
        if run is not None:
            shard.know(run)
        return number, run

    def _look(self, waiting: int) -> Stopped:
        """Report progress, with so many states still to expand; the reason to end, if any."""
        now = time.perf_counter()
        if now < self._looked + self.task.tuning.look_seconds:
            return limit_reached()
        self._looked = now
        if self.task.watch is not None:
            self.task.watch(Progress(self.states, waiting, now - self._start))
        if self.shelf.bytes_free < self.task.tuning.disk_reserve:
            return self.no_space
        return limit_reached()


def _chunks(runs: Iterable[Run], rows: int) -> Iterator[Chunk]:
    """The keys of some runs, so many at a time."""
    chunk: Chunk = []
    left = rows
    for run in runs:
        start = 0
        while start < run.rows:
            some = min(left, run.rows - start)
            chunk.append((run, start, some))
            start += some
            left -= some
            if not left:
                yield chunk
                chunk, left = [], rows
    if chunk:
        yield chunk


def _read(chunk: Chunk) -> U64:
    found: U64 = np.concatenate([run.read(start, rows) for run, start, rows in chunk])
    return found


def _hex(seen: U8) -> str:
    return np.packbits(seen).tobytes().hex()


def _from_hex(count: int, text: str) -> U8:
    return np.unpackbits(np.frombuffer(bytes.fromhex(text), np.uint8), count=count)


def least(states: U64) -> Packed:
    """The packed state that comes first, of some states in any order."""
    ties = states[states[:, 0] == states[:, 0].min()]
    return min(tuple(map(int, state)) for state in ties)


def _joined(one: Iterable[Answered], other: Iterable[Answered]) -> list[Answered]:
    return [first.joined(second) for first, second in zip(one, other, strict=True)]
