"""The arrays that the kernels work on, and their growth."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ....model.factored import MOST_PROBES, Factored
from ....tuning import Tuning
from ...base.arrays import NOTHING, U64, bytes_of
from ...base.hashtable import clear
from ...base.outcome import NONE
from ..parallel.crew import undisturbed
from . import interpreter, kernel, records
from .layout import Layout
from .learning import Learning
from .program import Program


@cache
def library(batch: int) -> Any:
    """The kernels; they expand `batch` states before they look up the targets of the steps."""
    from ....native import build  # imported late: commands must start fast

    functions = (
        kernel.explore,
        kernel.enter,
        kernel.enter_before,
        kernel.try_next,
        kernel.open_,
        kernel.rehash,
        kernel.find,
    )
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
        self.known = Learning(system, self.program, _conditions(system), tuning)
        self.table = records.Table(queue=np.zeros(tuning.first_room, np.uint64))
        self.steps = records.Steps()
        self.held = self.new_held(max(tuning.batch, tuning.held_room))
        self.code = self._code()
        self.walk = self.new_walk()
        self.questions = self.new_questions()
        self.notes = self.new_notes(max(tuning.label_room, len(system.labels)))
        self.graph = self._graph()
        self.work = self._search()
        self.set_up_out(self.steps, tuning.out_room)
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
        each = 8 * self.layout.words + 5 + (16 if self.with_edges else 0)
        table = 8 * len(self.table.slots) if self.is_full else 16 * room
        beside = (self.steps, self.held, self.questions, self.walk)
        edges = 16 * edge_room + sum(map(bytes_of, beside))
        return room * each + table + edges + 4 * self.known.tries.used

    def _code(self) -> records.Code:
        system = self.system
        return records.Code(
            heap=self.known.tries.heap,
            start=self.program.places[system.start],
            starts=self.known.links.starts,
            state_probes=len(system.state_probes),
            constraints=len(system.constraints),
            step_probes=len(system.step_probes),
            allowed=len(system.allowed),
        )

    def new_walk(self) -> records.Walk:
        longest, width = self.program.longest, 2 * self.cells + self.system.besides
        return records.Walk(
            cells=self.cells,
            width=width,
            layout=self.layout.table,
            rows=np.zeros(max(1, width), np.uint32),
            packed=np.zeros(self.layout.words, np.uint64),
            choices=np.zeros(longest * interpreter.CHOICE, np.uint64),
            undo=np.zeros(2 * longest * max(1, self.cells), np.uint32),
        )

    def new_questions(self) -> records.Questions:
        room = self.tuning.asked_room
        return records.Questions(rows=np.zeros(room * (self.walk.width + 2), np.uint32), room=room)

    def new_held(self, room: int) -> records.Held:
        return records.Held(
            room=room,
            least=self.tuning.held_least,
            degree=np.zeros(room, np.uint32),
            place=np.zeros(room, np.uint64),
            false=np.zeros(room, np.uint64),
            outside=np.zeros(room, np.uint64),
            dropped=np.zeros(room, np.uint8),
            fresh=np.zeros(room, np.uint32),
        )

    def drop_held(self) -> None:
        """Hold no states: they will be expanded again."""
        held = self.held
        held.first, held.count, held.waiting = self.work.next, 0, 0
        self.steps.count = 0

    def new_notes(self, kinds: int) -> records.Notes:
        """Statistics of nothing yet, with room for this many kinds of steps."""
        of_states, of_steps = self.system.state_probes, self.system.step_probes
        return records.Notes(
            must_states=sum(1 << n for n, probe in enumerate(of_states) if probe.must),
            must_steps=sum(1 << n for n, probe in enumerate(of_steps) if probe.must),
            once_states=sum(1 << n for n, probe in enumerate(of_states) if probe.once),
            once_steps=sum(1 << n for n, probe in enumerate(of_steps) if probe.once),
            states=np.zeros(2 * MOST_PROBES, np.uint64),
            edges=np.zeros(4 * MOST_PROBES, np.uint64),
            taken=np.zeros(2 * kinds, np.uint64),
            outside=np.zeros(self.tuning.first_room, np.uint8),
        )

    def _graph(self) -> records.Graph:
        room = self.tuning.first_room if self.with_edges else 1
        return records.Graph(
            kept=int(self.with_edges),
            start=np.zeros(room + 1, np.uint64),
            state_bits=np.zeros(room, np.uint64),
            target=np.zeros(room, np.uint32),
            kind=np.zeros(room, np.uint32),
            bits=np.zeros(room, np.uint64),
        )

    def _search(self) -> records.Search:
        tuning = self.tuning
        return records.Search(
            table=self.table,
            code=self.code,
            walk=self.walk,
            questions=self.questions,
            steps=self.steps,
            held=self.held,
            graph=self.graph,
            notes=self.notes,
            parents=np.full(tuning.first_room, NONE, np.uint32),
            room=tuning.first_room,
            levels=np.zeros(tuning.first_levels, np.uint64),
            large=1 << 62,
        )

    def set_up_out(self, steps: records.Steps, room: int) -> None:
        """Make room for `room` steps that wait for their numbers."""
        steps.room = room
        steps.kinds = np.zeros(room, np.uint32)
        steps.wrong = np.zeros(room, np.uint64)
        steps.hashes = np.zeros(room, np.uint64)
        steps.known = np.zeros(room, np.uint32)
        steps.states = np.zeros(room * self.layout.words, np.uint64)

    def lay_out(self) -> None:
        """Make a new layout for the values known so far, and convert the known states to it."""
        undisturbed(self._lay_out)

    def _lay_out(self) -> None:
        table, before = self.table, self.layout
        known = table.queue[: self.found * before.words]
        self.layout = self.larger_layout()
        words = table.words = self.layout.words
        table.keys = self.layout.keys(self.system.distinguishes)
        self.walk.layout = self.layout.table
        self.walk.packed = np.zeros(words, np.uint64)
        self.set_up_out(self.steps, self.steps.room)
        table.queue = np.zeros(self.work.room * words, np.uint64)
        table.queue[: self.found * words] = before.moved(known, self.layout).reshape(-1)
        self.make_table()

    def larger_layout(self) -> Layout:
        """A layout for the values known so far."""
        return Layout(self.system.sizes)

    def enter(self, states: U64) -> None:
        """Enter packed initial states."""
        self._have_room(len(states))
        flat = np.ascontiguousarray(states).reshape(-1)
        self.library.enter(len(states), flat if len(flat) else NOTHING, self.table)
        self.work.level = 1
        self.work.levels[1] = self.found

    def learn(self) -> None:
        """Answer the collected questions."""
        asked = rows_of(self.questions)
        self.learn_from(asked, asked[0][2 : 2 + self.cells])

    def learn_from(self, asked: list[list[int]], first: list[int]) -> bool:
        """Answer questions; makes room for values and labels that were not known.

        `first` are the cells of the first state that asks. Returns whether states have another form
        now; then none is held.
        """
        self.known.learn(asked, first)
        self.code.heap = self.known.tries.heap
        if 2 * len(self.system.labels) > len(self.notes.taken):
            self.notes.taken.resize(4 * len(self.system.labels), refcheck=False)
        if self.layout.holds(self.system.sizes):
            return False
        self.lay_out()
        self.drop_held()
        return True

    def answer_for(self, asked: list[list[int]], number: int) -> bool:
        """Do what `learn_from` says; the state with this number is the first that asks."""
        words = self.layout.words
        state = self.table.queue[number * words : (number + 1) * words]
        return self.learn_from(asked, self.layout.row_of(state))

    @property
    def idle(self) -> tuple[int, int]:
        """The probes of states and of steps that are not asked any more: a bit for each."""
        return self.notes.idle_states, self.notes.idle_steps

    @idle.setter
    def idle(self, masks: tuple[int, int]) -> None:
        self.notes.idle_states, self.notes.idle_steps = masks

    def add_notes(self, notes: records.Notes) -> None:
        """Add statistics of other states, which come before or after those that were counted."""
        own = self.notes
        own.bad += notes.bad
        own.steps += notes.steps
        own.left_out += notes.left_out
        if notes.deadlocks and (not own.deadlocks or notes.first_deadlock < own.first_deadlock):
            own.first_deadlock = notes.first_deadlock
        own.deadlocks += notes.deadlocks
        own.taken[:] += notes.taken[:]
        _add_counted(own.states.reshape(-1, 2), notes.states.reshape(-1, 2))
        _add_counted(own.edges.reshape(-1, 4), notes.edges.reshape(-1, 4))
        own.idle_states |= notes.idle_states
        own.idle_steps |= notes.idle_steps
        _count_once(own.states.reshape(-1, 2), own.idle_states)
        _count_once(own.edges.reshape(-1, 4), own.idle_steps)

    def number(self, row: list[int]) -> int:
        """The number of the known state with these cells."""
        words = self.layout.packed([row])[0]
        states = self.table.queue[: self.found * self.layout.words].reshape(self.found, -1)
        return int(np.flatnonzero((states == words).all(axis=1))[0])

    def make_table(self) -> None:
        """Make a hash table for the states there is room for, and enter those that are known."""
        slots = 2 * self.tuning.first_room
        while slots < 2 * self.work.room:
            slots *= 2
        clear(self.table, slots)
        self.rehash()

    def rehash(self) -> None:
        """Enter all known states into the hash table, which is empty."""
        self.library.rehash(self.table)

    def widen(self) -> None:
        """Double the room for waiting steps if it overflowed."""
        if self.steps.overflow:
            self.steps.overflow = 0
            self.set_up_out(self.steps, 2 * self.steps.room)

    def make_room(self) -> None:
        """Make room for all that the next call of the kernel may add."""
        self.widen()
        if self.work.level + 3 > len(self.work.levels):
            self.work.levels.resize(2 * len(self.work.levels), refcheck=False)
        self._have_room()
        if self.with_edges:
            self._lengthen_edges(self.graph.count + self._steps_ahead)

    @property
    def _steps_ahead(self) -> int:
        """The number of steps to have room for: those that are held, and about those of a batch."""
        return self.steps.count + self.tuning.entered_room

    def have_room_for(self, states: int, steps: int) -> bool:
        """Make room for more states and steps, of these numbers; returns whether there is."""
        room, edge_room = self.work.room, len(self.graph.target)
        while self.found + states + self._steps_ahead > room:
            room *= 2
        if self.with_edges:
            edge_room = max(edge_room, self.graph.count + steps + self._steps_ahead)
        if self.is_full or not self.may_grow(room, edge_room):
            return False
        self._have_room(states)
        if self.with_edges:
            self._lengthen_edges(self.graph.count + steps + self._steps_ahead)
        return True

    def _have_room(self, more: int = 0) -> None:
        """Make room for `more` states, and for those that the next call of the kernel may add."""
        room, needed = self.work.room, self.found + more + self._steps_ahead
        while needed > room:
            room *= 2
        if room == self.work.room:
            return
        fits = 4 * needed <= 3 * len(self.table.slots)
        self.is_full = self.is_full or (fits and not self.may_grow(room, len(self.graph.target)))
        keeps_table = self.is_full and fits

        def grow() -> None:
            self._lengthen(needed if keeps_table else room)
            if not keeps_table:
                self.make_table()

        undisturbed(grow)

    def may_grow(self, room: int, edge_room: int) -> bool:
        """Whether memory suffices for this many states and steps."""
        return True

    def _lengthen(self, room: int) -> None:
        work, before = self.work, self.work.room
        work.room = room
        self.table.queue.resize(room * self.layout.words, refcheck=False)
        work.parents.resize(room, refcheck=False)
        work.parents[before:] = NONE
        self.notes.outside.resize(room, refcheck=False)
        if self.with_edges:
            self.graph.start.resize(room + 1, refcheck=False)
            self.graph.state_bits.resize(room, refcheck=False)

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


def _conditions(system: Factored) -> list[int]:
    """The nodes at which the conditions of a system begin."""
    probes, step_probes = system.state_probes, system.step_probes
    starts = [probe.start for probe in probes], [probe.start for probe in step_probes]
    return [*starts[0], *system.constraints, *starts[1], *system.allowed]


def rows_of(questions: records.Questions) -> list[list[int]]:
    """Questions as lists of numbers."""
    width = len(questions.rows) // questions.room
    rows: list[list[int]] = questions.rows[: questions.count * width].reshape(-1, width).tolist()
    return rows


def _add_counted(rows: U64, more: U64) -> None:
    """Add counts, and take over what was found first: by the smallest number, in column 1."""
    is_first = (more[:, 0] > 0) & ((rows[:, 0] == 0) | (more[:, 1] < rows[:, 1]))
    rows[is_first, 1:] = more[is_first, 1:]
    rows[:, 0] += more[:, 0]


def _count_once(rows: U64, idle: int) -> None:
    """Count once what several threads found, for the probes with a bit in `idle`."""
    asked_once = (np.uint64(idle) >> np.arange(MOST_PROBES, dtype=np.uint64) & 1) > 0
    rows[asked_once, 0] = np.minimum(rows[asked_once, 0], 1)
