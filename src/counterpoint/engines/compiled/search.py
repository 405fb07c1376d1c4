"""Searching the states of a model breadth first: natively, in calls of a tenth of a second.

A model with few states to encode gets a bitmap over their ranks. Any other starts with a hash
table, and changes to a bitmap when that takes less memory.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from ...errors import Fault
from ...model.model import Model
from ..exploration import Edges
from ..limits import show_size
from ..tables import Array
from ..task import EVERYTHING, INTERRUPTED, Progress, Task
from . import kernel
from .code import Code
from .digits import tables
from .form import Form, build_for
from .initial import initial_ranks, initial_words
from .space import Space

BITMAP_AT_ONCE = 1 << 28
"""Encoded states up to which a bitmap is so small that nothing else need be tried."""

BITMAP_AT_MOST = 1 << 37
"""Encoded states beyond which no bitmap is made: it would take 16 GB."""

SPARSEST = 256
"""A bitmap takes less memory than a hash table if one encoded state in so many is reached."""

BEYOND_CACHE = 1 << 27
"""Encoded states from which on a bitmap fits no cache, so that the order of looks matters."""

WORTH_SORTING = 1 << 16
"""States of a level from which on their order matters."""

FIRST_ROOM = 1 << 13
CHUNK_SECONDS = 0.1
NONE = np.zeros(1, np.uint64)


def search(model: Model, task: Task = EVERYTHING, *, roots: str = "initial") -> Space:
    """The states of `model` that are reached, breadth first; with roots="all" every encoded one.

    Ctrl-C ends the search with what was found; so do the limits. Raises `OutOfSort` where an action
    gives a variable a value that it cannot have, and `Refused` for a model with numbers or
    conversions that native code does not compute.
    """
    code = Code(model)
    if roots == "all":
        return Whole(code, task).run()
    if not task.edges and code.layout.size <= BITMAP_AT_ONCE:
        return Ranked(code, task).run()
    packed = Packed(code, task)
    found = packed.run()
    return Ranked(code, task, packed).run() if packed.wants_bitmap else found


class Search(ABC):
    """A search in some form: its status, its limits, and the buffers that its kernel fills."""

    def __init__(self, code: Code, task: Task) -> None:
        self.code = code
        self.task = task
        self.most = max(1, len(code.model.actions))
        self.status = np.zeros(kernel.STATUS_SLOTS, np.uint64)
        self.levels = np.zeros(1 << 10, np.uint64)
        self.out = np.zeros(kernel.AT_ONCE * self.most * code.layout.words, np.uint64)
        self.kinds = np.zeros(kernel.AT_ONCE * self.most, np.uint32)
        self.edge_start = np.zeros(1, np.uint64)
        self.edge_target = np.zeros(0, np.uint32)
        self.edge_kind = np.zeros(0, np.uint32)
        self.seconds = 0.0

    @abstractmethod
    def call(self, until: int) -> int:
        """Expand states up to number `until`; what the kernel came back for."""

    @abstractmethod
    def make_room(self) -> str:
        """Lengthen what is full; says why that is impossible, or nothing."""

    @abstractmethod
    def space(self, stopped: str) -> Space:
        """What was found."""

    @abstractmethod
    def state(self, number: int) -> Any:
        """The state with a number."""

    @property
    def found(self) -> int:
        return int(self.status[kernel.FOUND])

    @property
    def expanded(self) -> int:
        return int(self.status[kernel.NEXT])

    def run(self) -> Space:
        stopped = ""
        try:
            stopped = self._loop(time.perf_counter())
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        return self.space(stopped)

    def _loop(self, start: float) -> str:
        """Search until done; returns why it stopped before that, empty if it did not."""
        chunk = 1 << 12
        while True:
            began = time.perf_counter()
            outcome = self.call(self._until(chunk))
            now = time.perf_counter()
            if outcome == kernel.DONE:
                return ""
            if stopped := self._go_on(outcome):
                return stopped
            if outcome == kernel.PAUSED:
                chunk = _paced(chunk, now - began)
            if self.task.watch is not None:
                self.task.watch(Progress(self.found, self.found - self.expanded, now - start))

    def _until(self, chunk: int) -> int:
        """Up to which state to go on: a limit may be passed by the steps of a few states only."""
        if self.task.limits.states is not None:
            left = self.task.limits.states + 1 - self.found
            chunk = min(chunk, max(1, left // self.most))
        return self.expanded + chunk

    def _go_on(self, outcome: int) -> str:
        if outcome == kernel.FAULT:
            self._raise_fault()
        if outcome == kernel.FULL and (stopped := self.make_room()):
            return stopped
        if outcome == kernel.LEVEL:
            self.sort_level()
        limit = self.task.limits.states
        return self.task.limits.too_many_states if limit and self.found > limit else ""

    def sort_level(self) -> None:
        """Bring the states of a large level into an order that suits the memory."""
        raise AssertionError("this search does not stop between levels")

    def _raise_fault(self) -> None:
        """Let Python say what is wrong with the steps of the state that the kernel stopped at."""
        state = self.state(self.expanded)
        list(self.code.model.successors(state))
        raise Fault(f"native code and Python differ about the steps of {state!r}")

    def exceeds(self, size: int) -> str:
        """What to say of arrays of `size` bytes that take more memory than allowed."""
        limit = self.task.limits.bytes
        return f"the limit of {show_size(limit)} of memory was reached" if size > limit else ""

    def lengthen_levels(self) -> None:
        if int(self.status[kernel.LEVELS]) + 2 > len(self.levels):
            lengthen(self.levels, 2 * len(self.levels))

    def first_states(self, count: int) -> None:
        """Make the first `count` states those at distance 0."""
        self.status[kernel.FOUND] = count
        self.levels[0] = 0
        self.levels[1] = count
        self.status[kernel.LEVELS] = 1

    def level_starts(self) -> Array:
        """The first state at each distance, and the number of states."""
        starts = self.levels[: int(self.status[kernel.LEVELS]) + 1].copy()
        return starts if starts[-1] == self.found else np.append(starts, np.uint64(self.found))


class Packed(Search):
    """A search with a hash table of packed states; the only one in which edges have numbers."""

    def __init__(self, code: Code, task: Task) -> None:
        super().__init__(code, task)
        self.wants_bitmap = False
        self.library = build_for(
            code, Form.PACKED, NONE, kernel.explore_packed, kernel.enter, kernel.rehash
        )
        first = np.ascontiguousarray(initial_words(code))
        room = FIRST_ROOM
        while room < len(first) + kernel.AT_ONCE * self.most:
            room *= 2
        self.room = room
        self.queue = np.zeros(room * code.layout.words, np.uint64)
        self.table = np.zeros(2 * room, np.uint64)
        self.hashes = np.zeros(kernel.AT_ONCE * self.most, np.uint64)
        if task.edges:
            self.edge_start = np.zeros(room + 1, np.uint64)
            self.edge_target = np.zeros(4 * room, np.uint32)
            self.edge_kind = np.zeros(4 * room, np.uint32)
        flat = first.reshape(-1) if len(first) else NONE
        mask = len(self.table) - 1
        self.first_states(self.library.enter(0, len(first), flat, self.queue, self.table, mask))

    def call(self, until: int) -> int:
        return int(
            self.library.explore_packed(
                until, self.most, self.room, len(self.edge_target), len(self.levels), self.queue,
                self.table, len(self.table) - 1, self.levels, self.out, self.kinds, self.hashes,
                self.edge_start, self.edge_target, self.edge_kind, self.status,
            )
        )  # fmt: skip

    def make_room(self) -> str:
        self.lengthen_levels()
        edges = int(self.status[kernel.EDGES]) + len(self.kinds)
        edge_room, room = len(self.edge_target), self.room
        while edge_room and edges > edge_room:
            edge_room *= 2
        while self.found + len(self.kinds) > room:
            room *= 2
        words = self.code.layout.words
        size = room * (8 * words + 16 + 8 * self.task.edges) + edge_room * 8
        if room > self.room and self._is_dense():
            self.wants_bitmap = True
            return "a bitmap takes less memory"
        if stopped := self.exceeds(size):
            return stopped
        if edge_room > len(self.edge_target):
            lengthen(self.edge_target, edge_room)
            lengthen(self.edge_kind, edge_room)
        if room > self.room:
            self._double(room)
        return ""

    def _is_dense(self) -> bool:
        """Whether so many of the encoded states are reached that a bitmap takes less memory."""
        size = self.code.layout.size
        small = size <= BITMAP_AT_MOST and size // 8 <= self.task.limits.bytes // 8
        return not self.task.edges and small and self.found * SPARSEST >= size

    def _double(self, room: int) -> None:
        lengthen(self.queue, room * self.code.layout.words)
        if self.task.edges:
            lengthen(self.edge_start, room + 1)
        self.room = room
        self._make_table()

    def _make_table(self) -> None:
        self.table = NONE  # the old one goes before the new one comes
        table = np.zeros(2 * self.room, np.uint64)
        self.library.rehash(self.found, self.queue, table, len(table) - 1)
        self.table = table

    def state(self, number: int) -> Any:
        words = self.code.layout.words
        return self.code.layout.unpack(self.queue[number * words : (number + 1) * words].tolist())

    def space(self, stopped: str) -> Space:
        if len(self.table) == 1:  # an interruption came while there was none
            self._make_table()
        edges = None
        if self.task.edges:
            count = int(self.status[kernel.EDGES])
            self.edge_start[self.expanded :] = count
            edges = Edges(
                self.edge_start[: self.found + 1], self.edge_target[:count], self.edge_kind[:count]
            )
        return Space(
            self.code, Form.PACKED, self.found, self.expanded, int(self.status[kernel.STEPS]),
            self.level_starts(), self.queue, self.table, NONE, stopped, edges,
        )  # fmt: skip


class Ranked(Search):
    """A search with a bit for each encoded state; states are kept as ranks."""

    def __init__(self, code: Code, task: Task, begun: Packed | None = None) -> None:
        super().__init__(code, task)
        self.cell = np.uint32 if code.layout.size <= 1 << 32 else np.uint64
        self.queue = np.zeros(FIRST_ROOM, self.cell)
        self.visited = np.zeros(code.layout.size // 64 + 1, np.uint64)
        self.digits = tables(code.layout)
        self.here = np.zeros(code.layout.words, np.uint64)
        self.library = build_for(
            code, Form.RANKED, self.queue, kernel.explore_ranked, kernel.rank_all, kernel.mark
        )
        self.large = WORTH_SORTING if code.layout.size >= BEYOND_CACHE else kernel.NO_STEPS
        if begun is None:
            self._enter(initial_ranks(code))
        else:
            self._take_over(begun)

    def _enter(self, ranks: Array) -> None:
        self._lengthen_for(len(ranks))
        self.queue[: len(ranks)] = ranks
        self.first_states(self.library.mark(0, len(ranks), self.queue, self.visited))

    def _take_over(self, begun: Packed) -> None:
        """Go on where a search with a hash table gave up."""
        self._lengthen_for(begun.found)
        self.library.rank_all(0, begun.found, begun.queue, self.queue)
        begun.queue = begun.table = NONE
        self.library.mark(0, begun.found, self.queue, self.visited)
        self.levels = begun.levels
        self.status[:] = begun.status

    def _lengthen_for(self, count: int) -> None:
        room = len(self.queue)
        while room < count + len(self.kinds):
            room += room if room < 1 << 24 else room // 4
        if room > len(self.queue):
            lengthen(self.queue, room)

    def call(self, until: int) -> int:
        return int(
            self.library.explore_ranked(
                until, self.most, len(self.queue), len(self.levels), self.large, self.queue,
                self.visited, self.levels, self.digits, self.here, self.out, self.kinds,
                self.status,
            )
        )  # fmt: skip

    def make_room(self) -> str:
        self.lengthen_levels()
        size = self.visited.nbytes + (self.found + len(self.kinds)) * 5 // 4 * self.queue.itemsize
        if stopped := self.exceeds(size):
            return stopped
        self._lengthen_for(self.found)
        return ""

    def sort_level(self) -> None:
        """Sort the ranks of the level, so that the looks into the bitmap run along it."""
        self.queue[self.expanded : self.found].sort()

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(int(self.queue[number]))

    def space(self, stopped: str) -> Space:
        return Space(
            self.code, Form.RANKED, self.found, self.expanded, int(self.status[kernel.STEPS]),
            self.level_starts(), self.queue, NONE, self.visited, stopped,
        )  # fmt: skip


class Whole(Search):
    """A look at every encoded state, in the order of the ranks."""

    def __init__(self, code: Code, task: Task) -> None:
        super().__init__(code, task)
        self.digits = tables(code.layout)
        self.here = np.zeros(code.layout.words, np.uint64)
        self.library = build_for(code, Form.WHOLE, NONE, kernel.explore_whole)
        self.size = code.layout.size
        if task.edges:
            self.edge_start = np.zeros(self.size + 1, np.uint64)
            self.edge_target = np.zeros(max(4 * self.size, self.most), np.uint32)
            self.edge_kind = np.zeros(len(self.edge_target), np.uint32)
        self.status[kernel.FOUND] = self.size

    def call(self, until: int) -> int:
        return int(
            self.library.explore_whole(
                until, self.size, self.most, len(self.edge_target), self.digits, self.here,
                self.out, self.kinds, self.edge_start, self.edge_target, self.edge_kind,
                self.status,
            )
        )  # fmt: skip

    def make_room(self) -> str:
        room = 2 * len(self.edge_target)
        if stopped := self.exceeds(room * 8 + self.size * 8):
            return stopped
        lengthen(self.edge_target, room)
        lengthen(self.edge_kind, room)
        return ""

    def state(self, number: int) -> Any:
        return self.code.layout.unrank(number)

    def space(self, stopped: str) -> Space:
        edges = None
        if self.task.edges:
            count = int(self.status[kernel.EDGES])
            self.edge_start[self.expanded :] = count
            edges = Edges(self.edge_start, self.edge_target[:count], self.edge_kind[:count])
        levels = np.array([0, self.size], np.uint64)
        return Space(
            self.code, Form.WHOLE, self.size, self.expanded, int(self.status[kernel.STEPS]),
            levels, NONE, NONE, NONE, stopped, edges,
        )  # fmt: skip


def lengthen(array: Array, room: int) -> None:
    """Make an array longer in place: large ones are moved by the system, not copied."""
    array.resize(room, refcheck=False)


def _paced(chunk: int, seconds: float) -> int:
    """The number of states that takes about a tenth of a second at the present speed."""
    if seconds < CHUNK_SECONDS / 2:
        return chunk * 2
    return max(64, chunk // 2) if seconds > 2 * CHUNK_SECONDS else chunk
