"""The arrays that the kernels work on, and their growth."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ....model.factored import MOST_PROBES, Factored
from ....tuning import Tuning
from ...base.arrays import NOTHING, U64
from ...base.hashtable import clear
from ...base.outcome import NONE
from . import interpreter, kernel, records
from .layout import Layout
from .learning import Learning
from .program import Program


@cache
def library(batch: int) -> Any:
    """The kernels; they expand `batch` states before they look up the targets of the steps."""
    from ....native import build  # imported late: commands must start fast

    functions = (kernel.explore, kernel.enter, kernel.open_, kernel.rehash, kernel.find)
    return build(*functions, constants={"AT_ONCE": batch})


class Buffers:
    """The arrays for states and answers, and with `edges` for the steps of all states."""

    def __init__(self, system: Factored, tuning: Tuning, *, edges: bool) -> None:
        self.system = system
        self.tuning = tuning
        self.library = library(tuning.batch)
        self.with_edges = edges
        self.is_full = False
        self.layout = Layout(system.sizes)
        self.cells = len(system.sizes)
        self.program = Program(system, tuning)
        self.known = Learning(system, self.program, tuning)
        self.table = records.Table(queue=np.zeros(tuning.first_room, np.uint64))
        self.steps = records.Steps()
        self.code = self._code()
        self.walk = self._walk()
        self.questions = self._questions()
        self.notes = self._notes()
        self.graph = self._graph()
        self.work = self._search()
        self.set_up_out(tuning.out_room)
        self.lay_out()

    @property
    def found(self) -> int:
        """The number of known states."""
        return self.table.count

    @property
    def bytes(self) -> int:
        """The bytes that states, steps and answers take at present, about."""
        return self.bytes_of(self.work.room, len(self.graph.target))

    def bytes_of(self, room: int, edge_room: int) -> int:
        """The bytes that they take with room for `room` states and `edge_room` steps, about."""
        each = 8 * self.layout.words + 4 + (20 if self.with_edges else 0)
        table = 8 * len(self.table.slots) if self.is_full else 16 * room
        return room * each + table + 16 * edge_room + 4 * self.known.tries.used

    def _code(self) -> records.Code:
        system, places = self.system, self.program.places
        parts = (
            [probe.start for probe in system.state_probes],
            system.constraints,
            [probe.start for probe in system.step_probes],
            system.allowed,
        )
        starts = [places[node] for part in parts for node in part]
        names = ("state_probes", "constraints", "step_probes", "allowed")
        return records.Code(
            start=places[system.start],
            starts=np.array(starts or [0], np.uint32),
            **{name: len(part) for name, part in zip(names, parts, strict=True)},
        )

    def _walk(self) -> records.Walk:
        longest, width = self.program.longest, 2 * self.cells + self.system.besides
        return records.Walk(
            cells=self.cells,
            width=width,
            rows=np.zeros(max(1, width), np.uint32),
            choices=np.zeros(longest * interpreter.CHOICE, np.uint64),
            undo=np.zeros(2 * longest * max(1, self.cells), np.uint32),
        )

    def _questions(self) -> records.Questions:
        room = self.tuning.asked_room
        return records.Questions(rows=np.zeros(room * (self.walk.width + 2), np.uint32), room=room)

    def _notes(self) -> records.Notes:
        system = self.system
        kinds = max(self.tuning.label_room, len(system.labels))
        return records.Notes(
            must_states=sum(1 << n for n, probe in enumerate(system.state_probes) if probe.must),
            must_steps=sum(1 << n for n, probe in enumerate(system.step_probes) if probe.must),
            states=np.zeros(2 * MOST_PROBES, np.uint64),
            edges=np.zeros(4 * MOST_PROBES, np.uint64),
            taken=np.zeros(2 * kinds, np.uint64),
            outside=np.zeros(self.tuning.first_room // 64 + 1, np.uint64),
        )

    def _graph(self) -> records.Graph:
        room = self.tuning.first_room if self.with_edges else 1
        return records.Graph(
            kept=int(self.with_edges),
            first=np.zeros(room, np.uint64),
            degree=np.zeros(room, np.uint32),
            state_bits=np.zeros(room, np.uint64),
            target=np.zeros(room, np.uint32),
            kind=np.zeros(room, np.uint32),
            bits=np.zeros(room, np.uint64),
        )

    def _search(self) -> records.Search:
        tuning = self.tuning
        pending = max(tuning.batch, tuning.pending_room)
        return records.Search(
            table=self.table,
            code=self.code,
            walk=self.walk,
            questions=self.questions,
            steps=self.steps,
            graph=self.graph,
            notes=self.notes,
            parents=np.full(tuning.first_room, NONE, np.uint32),
            room=tuning.first_room,
            levels=np.zeros(tuning.first_levels, np.uint64),
            todo=np.zeros(pending, np.uint32),
            pending=np.zeros(pending, np.uint32),
            pending_room=pending,
        )

    def set_up_out(self, room: int) -> None:
        """Make room for `room` steps that wait for their numbers."""
        steps = self.steps
        steps.room = room
        steps.kinds = np.zeros(room, np.uint32)
        steps.wrong = np.zeros(room, np.uint64)
        steps.sources = np.zeros(room, np.uint32)
        steps.hashes = np.zeros(room, np.uint64)
        steps.states = np.zeros(room * self.layout.words, np.uint64)

    def lay_out(self) -> None:
        """Make a new layout for the values known so far, and convert the known states to it."""
        table, before = self.table, self.layout
        known = table.queue[: self.found * before.words]
        self.layout = Layout(self.system.sizes)
        words = table.words = self.layout.words
        table.keys = self.layout.keys(self.system.distinguishes)
        self.walk.layout = self.layout.table
        self.walk.packed = np.zeros(words, np.uint64)
        self.steps.states = np.zeros(self.steps.room * words, np.uint64)
        table.queue = np.zeros(self.work.room * words, np.uint64)
        table.queue[: self.found * words] = before.moved(known, self.layout).reshape(-1)
        self._make_table()

    def enter(self, states: U64) -> None:
        """Enter packed initial states."""
        self._have_room(len(states))
        flat = np.ascontiguousarray(states).reshape(-1)
        self.library.enter(len(states), flat if len(flat) else NOTHING, self.table)
        self.work.level = 1
        self.work.levels[1] = self.found

    def learn(self) -> None:
        """Answer the collected questions; makes room for new values and labels."""
        width, count = self.walk.width + 2, self.questions.count
        self.known.learn(self.questions.rows[: count * width].reshape(count, width).tolist())
        if not self.layout.holds(self.system.sizes):
            self.lay_out()
        if 2 * len(self.system.labels) > len(self.notes.taken):
            self.notes.taken.resize(4 * len(self.system.labels), refcheck=False)

    def number(self, row: list[int]) -> int:
        """The number of the known state with these cells."""
        words = self.layout.packed([row])[0]
        states = self.table.queue[: self.found * self.layout.words].reshape(self.found, -1)
        return int(np.flatnonzero((states == words).all(axis=1))[0])

    def _make_table(self) -> None:
        slots = 2 * self.tuning.first_room
        while slots < 2 * self.work.room:
            slots *= 2
        clear(self.table, slots)
        self.library.rehash(self.table)

    def widen(self) -> None:
        """Double the room for waiting steps if it overflowed."""
        if self.steps.overflow:
            self.steps.overflow = 0
            self.set_up_out(2 * self.steps.room)

    def make_room(self) -> None:
        """Make room for all that the next call of the kernel may add."""
        self.widen()
        if self.work.level + 3 > len(self.work.levels):
            self.work.levels.resize(2 * len(self.work.levels), refcheck=False)
        self._have_room()
        if self.with_edges:
            self._lengthen_edges(self.graph.count + self.steps.room)

    def _have_room(self, more: int = 0) -> None:
        """Make room for `more` states, and for those that the next call of the kernel may add."""
        room, needed = self.work.room, self.found + more + self.steps.room
        while needed > room:
            room *= 2
        if room == self.work.room:
            return
        fits = 4 * needed <= 3 * len(self.table.slots)
        self.is_full = self.is_full or (fits and not self.may_grow(room, len(self.graph.target)))
        self._lengthen(needed if self.is_full and fits else room)
        if not (self.is_full and fits):
            self._make_table()

    def may_grow(self, room: int, edge_room: int) -> bool:
        """Whether memory suffices for this many states and steps."""
        return True

    def _lengthen(self, room: int) -> None:
        work, before = self.work, self.work.room
        work.room = room
        self.table.queue.resize(room * self.layout.words, refcheck=False)
        work.parents.resize(room, refcheck=False)
        work.parents[before:] = NONE
        self.notes.outside.resize(room // 64 + 1, refcheck=False)
        if self.with_edges:
            for array in (self.graph.first, self.graph.degree, self.graph.state_bits):
                array.resize(room, refcheck=False)

    def _lengthen_edges(self, needed: int) -> None:
        graph = self.graph
        room = len(graph.target)
        if needed <= room:
            return
        while room < needed:
            room += room if room < self.tuning.doubled_up_to else room // 4 + 1
        self.is_full = self.is_full or not self.may_grow(self.work.room, room)
        room = needed if self.is_full else room
        if room > len(graph.target):
            for array in (graph.target, graph.kind, graph.bits):
                array.resize(room, refcheck=False)
