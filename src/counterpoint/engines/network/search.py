"""Exploring a network: the native product search, fed and paused from Python."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ...alarm import require_going_on, stopped_by
from ...errors import LimitReached
from ...model.network import Network
from ...stopped import NOT_STOPPED, Cause, Stopped
from ..arrays import Array, grown
from ..edges import Edges
from ..task import EVERYTHING, Progress, Task
from . import kernel
from .exploration import Exploration
from .tables import Tables, bytes_needed


def search(network: Network, task: Task = EVERYTHING) -> Exploration:
    """The states of `network`, reached breadth first.

    Ctrl-C ends the search with what was found; so do the limits. An exception of a b-thread that
    the search runs into is raised.
    """
    return _Search(network, task).run()


class _Search:
    def __init__(self, network: Network, task: Task) -> None:
        self.network = network
        self.task = task
        self.limits = task.limits
        self.status = np.zeros(kernel.STATUS_SLOTS, np.uint64)
        self.first = np.zeros(0, np.uint32)
        self._tabulate()
        self.tuning = task.tuning
        room = self.tuning.first_room
        self.cells: Array = np.zeros((room, self.tables.automata), self.tables.cell)
        self.hashes = np.zeros(room, np.uint64)
        self.parents = np.zeros(room, np.uint32)
        self.vias = np.zeros(room, np.uint32)
        self.marks = np.zeros(room, np.uint8)
        self.table = np.zeros(4 * room, np.uint64)
        self.edge_from = np.zeros(room + 1 if task.edges else 1, np.uint64)
        self.edge_to = np.zeros(4 * room if task.edges else 0, np.uint32)
        self.edge_event = np.zeros(len(self.edge_to), np.uint32)
        self._enter_initial()

    def _tabulate(self) -> None:
        """Make the tables anew, and all that depends on their shape."""
        self.tables = tables = Tables(self.network)
        first = np.full(tables.events, kernel.NONE, np.uint32)
        known = min(len(first), len(self.first))  # once all moves are known there is less room
        first[:known] = self.first[:known]
        self.first = first
        self.blocked = np.zeros(tables.words, np.uint64)
        self.offered = np.zeros(tables.words * tables.levels, np.uint64)
        self.skipped = tables.word_row(self.task.not_followed)
        self.kernel = _library(tables.cell)

    def _enter_initial(self) -> None:
        hashed = np.uint64(0)
        for row in self.tables.base[:-1]:
            hashed ^= self.tables.salts[row]
        self.hashes[0] = hashed
        self.parents[0] = kernel.NONE
        self.table[int(hashed) & (len(self.table) - 1)] = (int(hashed) >> 32 << 32) | 1
        self.status[kernel.FOUND] = 1

    def run(self) -> Exploration:
        start = time.perf_counter()
        stopped = NOT_STOPPED
        try:
            stopped = self._loop(start)
        except KeyboardInterrupt as error:
            stopped = stopped_by(error)
        except LimitReached as reached:
            stopped = Stopped(reached.message, Cause.UNBOUNDED)
        return self._result(stopped)

    def _loop(self, start: float) -> Stopped:
        """Explore until done; returns why it stopped before that, empty if it did not."""
        if stopped := self.task.exceeds(self._bytes(len(self.cells), len(self.edge_to))):
            return stopped
        chunk = self.tuning.network_chunk
        while True:
            require_going_on()
            began = time.perf_counter()
            outcome = self._call(self._until(chunk))
            if outcome == kernel.DONE:
                return NOT_STOPPED
            if outcome == kernel.CRASH:
                self._raise_crash()
            stopped = self._go_on(outcome)
            if stopped:
                return stopped
            now = time.perf_counter()
            if outcome == kernel.PAUSED and now - began > 0:
                chunk = self.tuning.paced(chunk, now - began)
            if self.task.watch is not None:
                self.task.watch(self._progress(now - start))
            if self.task.stop is not None and (said := self.task.stop(self._result())):
                return said

    def _progress(self, seconds: float) -> Progress:
        found = int(self.status[kernel.FOUND])
        return Progress(found, found - int(self.status[kernel.NEXT]), seconds)

    def _go_on(self, outcome: int) -> Stopped:
        if outcome == kernel.FULL:
            return self._make_room()
        if outcome == kernel.FAULT:
            return self._find_move()
        limit = self.limits.states
        if limit is None or int(self.status[kernel.FOUND]) <= limit:
            return NOT_STOPPED
        return self.limits.unbounded(self.network) or self.limits.too_many_states

    def _until(self, chunk: int) -> int:
        """Up to which state to go on: the limit may be passed by the steps of one state only."""
        if self.limits.states is not None:
            left = self.limits.states + 1 - int(self.status[kernel.FOUND])
            chunk = min(chunk, max(1, left // self.tables.events))
        return int(self.status[kernel.NEXT]) + chunk

    def _call(self, until: int) -> int:
        t = self.tables
        return int(
            self.kernel.explore(
                t.automata, t.events, t.words, t.levels, t.missing, until, len(self.cells),
                len(self.edge_to), self.cells.reshape(-1), self.hashes, self.parents, self.vias,
                self.marks, self.table, len(self.table) - 1, t.base, t.block.reshape(-1),
                t.ask_from, t.ask_to, t.ask_level, t.ask_skip, t.ask_words.reshape(-1),
                t.row_marks, t.salts, t.moves.reshape(-1), t.hearer_count, t.hearers.reshape(-1),
                t.external, self.skipped, self.blocked, self.offered, self.first, self.edge_from,
                self.edge_to, self.edge_event, self.status,
            )
        )  # fmt: skip

    def _make_room(self) -> Stopped:
        room = len(self.cells)
        while int(self.status[kernel.FOUND]) + self.tables.events > room:
            room *= 2
        edge_room = len(self.edge_to)
        while edge_room and int(self.status[kernel.EDGES]) + self.tables.events > edge_room:
            edge_room *= 2
        size, now = self._bytes(room, edge_room), self._bytes(len(self.cells), len(self.edge_to))
        if stopped := self.task.exceeds(size, size - now):
            return stopped
        if edge_room:
            self.edge_from = grown(self.edge_from, room + 1)
            self.edge_to = grown(self.edge_to, edge_room)
            self.edge_event = grown(self.edge_event, edge_room)
        if room > len(self.cells):
            for name in ("cells", "hashes", "parents", "vias", "marks"):
                setattr(self, name, grown(getattr(self, name), room))
            self._make_table(4 * room)
        return NOT_STOPPED

    def _bytes(self, room: int, edge_room: int) -> int:
        """What arrays for so many states and edges take."""
        per_state = self.tables.automata * self.cells.itemsize + 8 + 4 + 4 + 1 + 32
        return room * per_state + edge_room * 8 + (room * 8 if edge_room else 0)

    def _make_table(self, slots: int) -> None:
        del self.table  # the old one goes before the new one comes
        self.table = np.zeros(slots, np.uint64)
        self.kernel.rehash(int(self.status[kernel.FOUND]), self.hashes, self.table, slots - 1)

    def _find_move(self) -> Stopped:
        """Find the local state that the search ran into, and enter it into the tables."""
        index, local, event = (
            int(self.status[slot])
            for slot in (kernel.FAULT_AUTOMATON, kernel.FAULT_LOCAL, kernel.FAULT_EVENT)
        )
        automaton = self.network.automata[index]
        target = automaton.step(local, event)
        asked = len(automaton.locals) - self.network.origin.found_ahead(index)
        if asked > self.limits.local_states:
            return self._unbounded(index, "the limit of states")
        if len(self.network.alphabet) > self.tables.known_events:
            self.network.origin.grow(index)
        if self.tables.update():
            self.tables.moves[int(self.tables.base[index]) + local, event] = target
        elif (needed := bytes_needed(self.network)) > self.limits.bytes:
            return self._unbounded(index, "the limit of memory")
        elif needed > self.tuning.table_bytes:
            return self._unbounded(index, "Tuning(table_bytes=...)")
        else:
            self._retabulate()
        return NOT_STOPPED

    def _unbounded(self, automaton: int, limit: str) -> Stopped:
        return Stopped(self.network.origin.unbounded(automaton, limit), Cause.UNBOUNDED)

    def _retabulate(self) -> None:
        """New tables for the states found so far, whose cells may have become wider."""
        self._tabulate()
        if self.cells.dtype != self.tables.cell:
            self.cells = self.cells.astype(self.tables.cell)

    def _raise_crash(self) -> None:
        state = tuple(map(int, self.cells[int(self.status[kernel.NEXT])]))
        number = int(self.status[kernel.NEXT])
        way = self._result().way_to(number)
        for local in self.network.locals_of(state):
            if local.crash is not None:
                labels = ", ".join(str(self.network.alphabet[event]) for event in way)
                local.crash.add_note(f"after the events: {labels or 'none'}")
                raise local.crash

    def _result(self, stopped: Stopped = NOT_STOPPED) -> Exploration:
        found = int(self.status[kernel.FOUND])
        edges = None
        if len(self.edge_to):
            count = int(self.status[kernel.EDGES])
            self.edge_from[int(self.status[kernel.NEXT]) :] = count
            edges = Edges(
                self.edge_from[: found + 1], self.edge_to[:count], self.edge_event[:count]
            )
        return Exploration(
            self.network,
            self.cells[:found],
            self.parents[:found],
            self.vias[:found],
            self.marks[:found],
            self.first[: len(self.network.alphabet)],
            int(self.status[kernel.TRANSITIONS]),
            self.kernel.engine,
            stopped,
            edges,
            expanded=int(self.status[kernel.NEXT]),
            tuning=self.tuning,
        )


def _library(cell: Any) -> Any:
    from ...native import (
        build,
        u8,
        u16,
        u32,
    )  # a cold command must feel instant

    types = {np.uint8: u8, np.uint16: u16, np.uint32: u32}
    return build(kernel.explore, kernel.rehash, types={"Cell": types[cell]})
