"""Explores a network by the native product search, which Python calls again and again."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ....errors import LimitReached
from ....model.network import Network
from ....stopped import NOT_STOPPED, Cause, Stopped
from ...base.arrays import grow
from ...base.edges import Edges
from ...base.hashtable import clear, parts, too_many
from ...base.outcome import FAULT, FULL, NONE
from ...base.task import EVERYTHING, Task
from ..parallel.blocks import Blocks, desk
from ..parallel.crew import Crew
from ..parallel.shared import SharedSearch
from . import kernel
from .exploration import Exploration
from .library import library_for
from .records import Graph, Search, States
from .tables import Tables, bytes_needed
from .together import ProductBlocks

Move: TypeAlias = tuple[int, int, int]
"""A move of an automaton: its number, a local state, and an event."""


def search(network: Network, task: Task = EVERYTHING) -> Exploration:
    """The reachable states of `network`, breadth first.

    Ctrl-C ends the search with what was found; so do the limits. An exception that a b-thread
    raises in a reached state is raised.
    """
    return ProductSearch(network, task).run()


class ProductSearch(SharedSearch):
    """A search in progress."""

    def __init__(self, network: Network, task: Task) -> None:
        super().__init__(task)
        self.network = network
        self.limits = task.limits
        room, edge_room = self.tuning.first_room, 4 * self.tuning.first_room if task.edges else 0
        self.states = States(
            hashes=np.zeros(room, np.uint64),
            parents=np.zeros(room, np.uint32),
            vias=np.zeros(room, np.uint32),
            marks=np.zeros(room, np.uint8),
            room=room,
        )
        clear(self.states, 4 * room)
        self.graph = Graph(
            start=np.zeros(room + 1 if task.edges else 1, np.uint64),
            target=np.zeros(edge_room, np.uint32),
            event=np.zeros(edge_room, np.uint32),
            room=edge_room,
        )
        ahead = self.tuning.moves_ahead
        self.work = Search(
            states=self.states,
            graph=self.graph,
            first=np.zeros(0, np.uint32),
            missing=np.zeros(3 * ahead, np.uint32),
            missing_room=ahead,
        )
        self._looked_at = 1
        self._refused = set[Move]()
        self._tabulate()
        self.states.cells = np.zeros((room, self.tables.automata), self.tables.cell)
        self._enter_initial()

    def _tabulate(self) -> None:
        """Build the tables again, and all that depends on their shape."""
        work = self.work
        work.tables = self.tables = tables = Tables(self.network)
        first = np.full(tables.events, NONE, np.uint32)
        known = min(len(first), len(work.first))  # complete tables have less room
        first[:known] = work.first[:known]
        work.first = first
        work.blocked = np.zeros(tables.words, np.uint64)
        work.offered = np.zeros(tables.words * tables.levels, np.uint64)
        work.not_followed = tables.word_row(self.task.not_followed)
        work.desk = desk(tables.events, (tables.automata, tables.cell))
        self.most = self.at_once = self.more = tables.events
        self.blocks = None
        self.kernel = library_for(tables.cell, kernel.explore, kernel.missing_moves, kernel.rehash)

    def _enter_initial(self) -> None:
        states = self.states
        hashed = np.uint64(0)
        for row in self.tables.base[:-1]:
            hashed ^= self.tables.salts[row]
        states.hashes[0] = hashed
        states.parents[0] = NONE
        states.count = 1
        self.kernel.rehash(states)

    @property
    def found(self) -> int:
        return self.states.count

    @property
    def expanded(self) -> int:
        return self.work.next

    def run(self) -> Exploration:
        try:
            stopped = self.task.exceeds(self.bytes) or self.search(self.tuning.network_chunk)
        except LimitReached as reached:
            stopped = Stopped(reached.message, Cause.UNBOUNDED)
        return self._result(stopped)

    @property
    def ready(self) -> int:
        return self.found

    def explore(self, until: int) -> int:
        self.work.until = until
        return int(self.kernel.explore(self.work))

    def make_blocks(self, crew: Crew) -> Blocks:
        return ProductBlocks(self.tables, self.work, crew, self.tuning)

    def answer(self, outcome: int) -> Stopped:
        if outcome == kernel.CRASH:
            self._raise_crash()
        if outcome == FULL:
            return self.with_room(self.make_room)
        if outcome == FAULT:
            return self._find_moves()
        stopped = self.task.too_many(self.found)
        is_limit = stopped.cause is Cause.STATES
        return (is_limit and self.limits.unbounded(self.network)) or stopped

    def asked_to_end(self) -> Stopped:
        return self.task.stop(self._result()) if self.task.stop is not None else NOT_STOPPED

    def make_room(self) -> Stopped:
        states, graph = self.states, self.graph
        room, edge_room = states.room, graph.room
        while states.count + self.more > room:
            room *= 2
        while edge_room and graph.count + self.more > edge_room:
            edge_room *= 2
        if stopped := too_many(room) or self.exceeds(self._bytes(room, edge_room)):
            return stopped
        if edge_room:
            grow(graph, ("start",), room + 1)
            grow(graph, ("target", "event"), edge_room)
            graph.room = edge_room
        if room > states.room:
            grow(states, ("cells", "hashes", "parents", "vias", "marks"), room)
            states.room = room
            clear(states, 4 * room)
            self._rehash()
        return NOT_STOPPED

    def _rehash(self) -> None:
        if isinstance(self.blocks, ProductBlocks) and parts(self.states) > 1:
            self.blocks.rehash(self.found)
        else:
            self.kernel.rehash(self.states)

    @property
    def bytes(self) -> int:
        return self._bytes(self.states.room, self.graph.room)

    def _bytes(self, room: int, edge_room: int) -> int:
        """The bytes of arrays for `room` states and `edge_room` edges."""
        per_state = self.tables.automata * int(self.states.cells.itemsize) + 8 + 4 + 4 + 1 + 32
        return room * per_state + edge_room * 8 + (room * 8 if edge_room else 0)

    def _find_moves(self) -> Stopped:
        """Compute the missing move at which the search stopped, and enter it into the tables.

        Other moves that the search will ask for are computed with it, since a call costs as much as
        a move; if one of them cannot be computed, that is said when the search gets there.
        """
        work = self.work
        index, local, event = work.fault_automaton, work.fault_local, work.fault_event
        automaton = self.network.automata[index]
        moves = {(index, local, event): automaton.step(local, event)}
        if self._asked(index) > self.limits.local_states:
            return self._unbounded(index, "the limit of states")
        for move in self._more_missing():
            if self._asked(move[0]) < self.limits.local_states and move not in self._refused:
                self._compute_ahead(move, moves)
        if len(self.network.alphabet) > self.tables.known_events:
            self.network.origin.grow(index)
        if self.tables.update():
            for (index, local, event), target in moves.items():
                self.tables.moves[int(self.tables.base[index]) + local, event] = target
        elif (needed := bytes_needed(self.network)) > self.limits.bytes:
            return self._unbounded(index, "the limit of memory")
        elif needed > self.tuning.table_bytes:
            return self._unbounded(index, "Tuning(table_bytes=...)")
        else:
            self._retabulate()
        return NOT_STOPPED

    def _more_missing(self) -> list[Move]:
        """More missing moves of the states that wait, in their order.

        As many states are looked at as a call is worth: more, the more moves the last look found.
        """
        work = self.work
        end = min(self.found, work.next + self._looked_at)
        found = int(self.kernel.missing_moves(end, work))
        self._looked_at = max(1, min(work.missing_room, 2 * found))
        numbers = work.missing[: 3 * found].tolist()
        return list(dict.fromkeys(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)))

    def _compute_ahead(self, move: Move, moves: dict[Move, int]) -> None:
        index, local, event = move
        try:
            moves[move] = self.network.automata[index].step(local, event)
        except Exception:  # it is raised again if the search gets there
            self._refused.add(move)

    def _asked(self, automaton: int) -> int:
        """How many local states of an automaton were found because the search asked for them."""
        known = len(self.network.automata[automaton].locals)
        return known - self.network.origin.found_ahead(automaton)

    def _unbounded(self, automaton: int, limit: str) -> Stopped:
        return Stopped(self.network.origin.unbounded(automaton, limit), Cause.UNBOUNDED)

    def _retabulate(self) -> None:
        """Build new tables, and widen the cells of the states if that is needed."""
        self._tabulate()
        if self.states.cells.dtype != self.tables.cell:
            self.states.cells = self.states.cells.astype(self.tables.cell)

    def _raise_crash(self) -> None:
        number = self.work.next
        state = tuple(self.states.cells[number, :].tolist())
        way = self._result().way_to(number)
        for local in self.network.locals_of(state):
            if local.crash is not None:
                labels = ", ".join(str(self.network.alphabet[event]) for event in way)
                local.crash.add_note(f"after the events: {labels or 'none'}")
                raise local.crash

    def _result(self, stopped: Stopped = NOT_STOPPED) -> Exploration:
        work, states, graph = self.work, self.states, self.graph
        found, edges = states.count, None
        if graph.room:
            count = graph.count
            graph.start[work.next :] = count
            edges = Edges(graph.start[: found + 1], graph.target[:count], graph.event[:count])
        return Exploration(
            self.network,
            states.cells[:found],
            states.parents[:found],
            states.vias[:found],
            states.marks[:found],
            work.first[: len(self.network.alphabet)],
            work.transitions,
            self.kernel.engine,
            stopped,
            edges,
            expanded=work.next,
            tuning=self.tuning,
        )
