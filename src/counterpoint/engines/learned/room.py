"""The arrays that the kernel works on, and how they grow."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...model.factored import Factored
from ...tuning import Tuning
from ..arrays import Array
from . import kernel, ways
from .found import NO_PARENT
from .layout import Layout
from .learning import Learning
from .program import Program

MOST_CONDITIONS = 64
"""The bits of a word, one for each condition that is probed."""

NONE: Array = np.zeros(1, np.uint64)


@cache
def library(batch: int) -> Any:
    """The kernels, which expand so many states before they look up what these lead to."""
    from ...native import build  # a cold command must feel instant

    functions = (kernel.explore, kernel.enter, kernel.open_, kernel.rehash, kernel.find)
    return build(*functions, constants={"AT_ONCE": batch})


class Room:
    """What a search keeps of states, steps and answers; with `edges` the steps themselves too."""

    def __init__(self, system: Factored, tuning: Tuning, *, edges: bool) -> None:
        self.system = system
        self.tuning = tuning
        self.library = library(tuning.batch)
        self.with_edges = edges
        self.is_full = False
        self.layout = Layout(system.sizes)
        self.status = np.zeros(ways.STATUS_SLOTS, np.uint64)
        self.cells = len(system.sizes)
        self.program = Program(system, tuning)
        self.known = Learning(system, self.program, tuning)
        self._set_up_program()
        self._set_up_room(tuning.first_room)
        self.set_up_out(tuning.out_room)
        self.lay_out()

    @property
    def found(self) -> int:
        """How many states are known."""
        return int(self.status[ways.FOUND])

    @property
    def bytes(self) -> int:
        """The bytes that states, steps and answers take so far."""
        return self.bytes_of(self.room, len(self.edge_target))

    def bytes_of(self, room: int, edge_room: int) -> int:
        """The bytes that they take with room for so many states and steps."""
        each = 8 * self.layout.words + 4 + (20 if self.with_edges else 0)
        table = 8 * len(self.table) if self.is_full else 16 * room
        return room * each + table + 16 * edge_room + 4 * self.known.tries.used

    def _set_up_program(self) -> None:
        """What the kernel is told of the program, and what it works with."""
        system, width = self.system, 2 * self.cells + self.system.besides
        shape = [self.cells, 1, width, self.program.places[system.start]]
        states, steps = system.state_probes, system.step_probes
        self.must_states = sum(1 << n for n, probe in enumerate(states) if probe.must)
        self.must_steps = sum(1 << n for n, probe in enumerate(steps) if probe.must)
        starts: list[int] = []
        for nodes in (
            [probe.start for probe in states],
            system.constraints,
            [probe.start for probe in steps],
            system.allowed,
        ):
            shape += [len(starts), len(nodes)]
            starts += [self.program.places[node] for node in nodes]
        self.shape = np.array(shape, np.uint32)
        self.starts = np.array(starts or [0], np.uint32)
        longest = self.program.longest
        self.choices = np.zeros(longest * ways.CHOICE, np.uint64)
        self.undo = np.zeros(2 * longest * max(1, self.cells), np.uint32)
        self.rows = np.zeros(max(1, width), np.uint32)
        self.taken = np.zeros(2 * max(self.tuning.label_room, len(system.labels)), np.uint64)
        self.marks = np.zeros(2, np.uint64)
        self.bad_states = np.zeros(2 * MOST_CONDITIONS, np.uint64)
        self.bad_steps = np.zeros(4 * MOST_CONDITIONS, np.uint64)
        self.asked = np.zeros(self.tuning.asked_room * (width + 2), np.uint32)
        pending = max(self.tuning.batch, self.tuning.pending_room)
        self.pending = np.zeros(pending, np.uint32)
        self.todo = np.zeros(pending, np.uint32)

    def _set_up_room(self, room: int) -> None:
        self.room = room
        self.queue = np.zeros(room, np.uint64)
        self.parents = np.full(room, NO_PARENT, np.uint32)
        self.outside = np.zeros(room // 64 + 1, np.uint64)
        self.levels = np.zeros(self.tuning.first_levels, np.uint64)
        edges = room if self.with_edges else 1
        self.edge_first = np.zeros(edges, np.uint64)
        self.edge_count = np.zeros(edges, np.uint32)
        self.edge_target = np.zeros(edges, np.uint32)
        self.edge_kind = np.zeros(edges, np.uint32)
        self.edge_bits = np.zeros(edges, np.uint64)
        self.state_bits = np.zeros(edges, np.uint64)

    def set_up_out(self, room: int) -> None:
        """Make room for so many steps at a time."""
        self.out_room = room
        self.kinds = np.zeros(room, np.uint32)
        self.wrong = np.zeros(room, np.uint64)
        self.sources = np.zeros(room, np.uint32)
        self.hashes = np.zeros(room, np.uint64)
        self.out = np.zeros(room * self.layout.words, np.uint64)

    def lay_out(self) -> None:
        """Give each cell bits for its values, and what is known its place in them."""
        known = self.queue[: self.found * self.layout.words]
        self.layout, before = Layout(self.system.sizes), self.layout
        words = self.layout.words
        self.shape[ways.WORDS] = words
        self.keys = self.layout.keys(self.system.told_apart)
        self.packed = np.zeros(words, np.uint64)
        self.out = np.zeros(self.out_room * words, np.uint64)
        self.queue = np.zeros(self.room * words, np.uint64)
        self.queue[: self.found * words] = before.moved(known, self.layout).reshape(-1)
        self._make_table()

    def enter(self, states: Array) -> None:
        """Enter packed states, among the first ones."""
        self._have_room(len(states))
        flat = np.ascontiguousarray(states).reshape(-1)
        count = self.library.enter(
            self.found, len(states), flat if len(flat) else NONE, self.layout.words, self.keys,
            self.queue, self.table, len(self.table) - 1,
        )  # fmt: skip
        self.status[ways.FOUND] = count
        self.status[ways.LEVELS] = 1
        self.levels[1] = count

    def learn(self) -> None:
        """Put the questions that came up, and remember the answers."""
        width = int(self.shape[ways.WIDTH]) + 2
        count = int(self.status[ways.ASKED])
        self.known.learn(self.asked[: count * width].reshape(count, width).tolist())
        if not self.layout.holds(self.system.sizes):
            self.lay_out()
        if 2 * len(self.system.labels) > len(self.taken):
            self.taken.resize(4 * len(self.system.labels), refcheck=False)

    def number(self, row: list[int]) -> int:
        """The number of the state with these cells, which is known."""
        words = self.layout.packed([row])[0]
        states = self.queue[: self.found * self.layout.words].reshape(self.found, -1)
        return int(np.flatnonzero((states == words).all(axis=1))[0])

    def _make_table(self) -> None:
        self.table = NONE  # the old one goes before the new one comes
        slots = 2 * self.tuning.first_room
        while slots < 2 * self.room:
            slots *= 2
        table = np.zeros(slots, np.uint64)
        self.library.rehash(
            self.found, self.layout.words, self.keys, self.queue, table, len(table) - 1
        )
        self.table = table

    def widen(self) -> None:
        """Make room for more steps at a time, if there was too little."""
        if self.status[ways.OVERFLOW]:
            self.status[ways.OVERFLOW] = 0
            self.set_up_out(2 * self.out_room)

    def make_room(self) -> None:
        """Make room for what a call of the kernel may add."""
        self.widen()
        if int(self.status[ways.LEVELS]) + 3 > len(self.levels):
            self.levels.resize(2 * len(self.levels), refcheck=False)
        self._have_room()
        if self.with_edges:
            self._lengthen_edges(int(self.status[ways.EDGES]) + self.out_room)

    def _have_room(self, more: int = 0) -> None:
        """Have room for so many more states, and for those that a call of the kernel may add."""
        room, needed = self.room, self.found + more + self.out_room
        while needed > room:
            room *= 2
        if room == self.room:
            return
        fits = 4 * needed <= 3 * len(self.table)
        self.is_full = self.is_full or (fits and not self.may_grow(room, len(self.edge_target)))
        self._lengthen(needed if self.is_full and fits else room)
        if not (self.is_full and fits):
            self._make_table()

    def may_grow(self, room: int, edge_room: int) -> bool:
        """Whether the memory suffices for so many states and steps."""
        return True

    def _lengthen(self, room: int) -> None:
        before, self.room = self.room, room
        self.queue.resize(room * self.layout.words, refcheck=False)
        self.parents.resize(room, refcheck=False)
        self.parents[before:] = NO_PARENT
        self.outside.resize(room // 64 + 1, refcheck=False)
        if self.with_edges:
            self.edge_first.resize(room, refcheck=False)
            self.edge_count.resize(room, refcheck=False)
            self.state_bits.resize(room, refcheck=False)

    def _lengthen_edges(self, needed: int) -> None:
        room = len(self.edge_target)
        if needed <= room:
            return
        while room < needed:
            room += room if room < self.tuning.doubled_up_to else room // 4 + 1
        self.is_full = self.is_full or not self.may_grow(self.room, room)
        room = needed if self.is_full else room
        if room > len(self.edge_target):
            self.edge_target.resize(room, refcheck=False)
            self.edge_kind.resize(room, refcheck=False)
            self.edge_bits.resize(room, refcheck=False)
