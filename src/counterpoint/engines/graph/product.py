"""The product of an explicit graph and an automaton: its reachable part, as numbered nodes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ...alarm import require_going_on
from ...data import dataclass
from ...errors import LimitReached
from ...logic.automata.automaton import Automaton
from ...native import plain
from ...tuning import Tuning
from ..base.arrays import U16, U32, U64, Bools, Ints, cells, grow, padded
from ..base.limits import NO_LIMITS, Limits
from ..base.outcome import DONE, FULL
from . import component_kernel, fair_kernel, product_kernel
from .explicit import ExplicitGraph
from .records import Nodes, Transitions
from .steps import steps_of

MOST_NODES = 1 << 31
MOST_MARKS = 1 << 16

_PER_PAIR = 4  # its number
_PER_NODE = 4 + 8 + 25  # its state, where its edges start, and a search for fair components
_PER_EDGE = 4 + 2 + 3  # its target and marks, and a copy while they grow


class TooLarge(LimitReached):
    """A product would exceed a limit; the answer to the question is `unknown`."""


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """Nodes 0, ..., N - 1 in breadth-first order; edge j of node v has start[v] <= j < start[v+1].

    `state[v]` is the graph state of node v. The first `roots` nodes are those in which runs start.
    A node has one block of edges for each automaton transition that is enabled in its state; a
    block has one edge for each step of the state, in order. `kinds[marks[j]]` are the acceptance
    sets of edge j.
    """

    graph: ExplicitGraph
    roots: int
    state: U32
    start: U64
    target: U32
    marks: U16
    kinds: tuple[frozenset[int], ...]

    @property
    def nodes(self) -> int:
        return len(self.state)

    def step(self, node: int, edge: int) -> int:
        """The number of the graph's edge that an edge of `node` was made from."""
        steps = self.graph.edges.start
        first, end = (int(steps[int(self.state[node]) + i]) for i in (0, 1))
        return first + (edge - int(self.start[node])) % (end - first)


def product_bytes(pairs: int, nodes: int, edges: int) -> int:
    """The peak memory of a search for fair paths in bytes, without the graph and the letters.

    `pairs` is the number of all pairs of a state and an automaton state; `nodes` and `edges` are
    the numbers of those that are reached.

    >>> product_bytes(pairs=2_000_000, nodes=1_000_000, edges=4_000_000)
    81000000
    """
    return pairs * _PER_PAIR + nodes * _PER_NODE + edges * _PER_EDGE


def product(
    graph: ExplicitGraph,
    automaton: Automaton,
    letters: Sequence[Bools],
    sources: Bools | None = None,
    limits: Limits = NO_LIMITS,
) -> Product:
    """The part of the product that is reachable from `sources`, or from every state without them.

    `sources` is an array of bool. `letters[a][s]` says whether letter a of the automaton is true in
    state s. Raises `TooLarge` if the product exceeds a limit.

    >>> from counterpoint.engines.base.edges import Edges
    >>> steps = Edges(np.array([0, 2, 3]), np.array([0, 1, 1]), np.array([0, 0, 0]))
    >>> graph = ExplicitGraph(steps, ("go",), np.array([0]), str, int, bool)
    >>> from counterpoint.logic.automata.automaton import Transition
    >>> wait = Transition(0, frozenset(), frozenset({0}), 0)
    >>> look = Transition(0, frozenset({0}), frozenset(), 1)
    >>> found = product(graph, Automaton(2, (0,), (), (wait, look), 0), [np.array([False, True])])
    >>> found.state.tolist(), found.target.tolist()
    ([0, 1, 1], [0, 1, 2])
    """
    return _Builder(graph, automaton, letters, sources, limits).run()


class _Builder:
    def __init__(
        self,
        graph: ExplicitGraph,
        automaton: Automaton,
        letters: Sequence[Bools],
        sources: Bools | None,
        limits: Limits,
    ) -> None:
        self.graph = graph
        self.limits = limits
        self.pairs = graph.states * automaton.states
        self.kinds, self.automaton = _tabulated(automaton, len(letters))
        everything = np.ones(graph.states, bool)
        chosen = np.flatnonzero(everything if sources is None else sources)
        starts = list(dict.fromkeys(automaton.initial))
        self.roots = len(chosen) * len(starts)
        self.letter_bytes = 8 * graph.states * self.automaton.words
        room = max(1, self.roots)
        self._check(room, 0)
        self.steps = steps_of(graph)
        self.automaton.letters = _words(letters, graph.states)
        self.nodes = Nodes(
            state=np.zeros(room, np.uint32),
            mode=np.zeros(room, np.uint32),
            number=np.zeros(max(1, self.pairs), np.uint32),
            start=np.zeros(room + 1, np.uint64),
            target=np.zeros(1, np.uint32),
            marks=np.zeros(1, np.uint16),
            room=room,
            edge_room=1,
        )
        self._enter(chosen, starts)

    def _enter(self, chosen: Ints, starts: Sequence[int]) -> None:
        nodes, roots = self.nodes, self.roots
        nodes.state[:roots] = np.tile(chosen, len(starts))
        nodes.mode[:roots] = np.repeat(np.array(starts, np.uint32), len(chosen))
        for k, q in enumerate(starts):
            numbers = np.arange(1, len(chosen) + 1) + k * len(chosen)
            nodes.number[q * self.graph.states + chosen] = numbers
        nodes.count = roots

    def run(self) -> Product:
        while (outcome := self._expand()) != DONE:
            require_going_on()
            if outcome == FULL:
                self._make_room()
        nodes = self.nodes
        return Product(
            self.graph,
            self.roots,
            nodes.state[: nodes.count],
            nodes.start[: nodes.count + 1],
            nodes.target[: nodes.edges],
            nodes.marks[: nodes.edges],
            self.kinds,
        )

    def _expand(self) -> int:
        tuning = self.graph.tuning
        until = self.nodes.next + tuning.nodes_chunk
        library = kernels(len(self.steps.target) * len(self.automaton.to), tuning)
        return int(library.expand(until, self.steps, self.automaton, self.nodes))

    def _make_room(self) -> None:
        """Enlarge the arrays that are full: by half, or by what the next node needs."""
        nodes = self.nodes
        room, edge_room = nodes.room, nodes.edge_room
        if nodes.count + nodes.needed > room:
            room += max(room // 2, nodes.needed)
        if nodes.edges + nodes.needed > edge_room:
            edge_room += max(edge_room // 2, nodes.needed)
        self._check(room, edge_room)
        if room > nodes.room:
            grow(nodes, ("state", "mode"), room)
            grow(nodes, ("start",), room + 1)
            nodes.room = room
        if edge_room > nodes.edge_room:
            grow(nodes, ("target", "marks"), edge_room)
            nodes.edge_room = edge_room

    def _check(self, nodes: int, edges: int) -> None:
        needed = product_bytes(self.pairs, nodes, edges) + self.letter_bytes
        if needed > self.limits.bytes:
            raise TooLarge(self.limits.too_much_memory)
        if nodes > MOST_NODES:
            raise TooLarge(f"the product with the automaton has more than {MOST_NODES:,} states")


def _tabulated(
    automaton: Automaton, letters: int
) -> tuple[tuple[frozenset[int], ...], Transitions]:
    """The different sets of marks in an automaton, and its transitions as arrays."""
    ordered = sorted(automaton.transitions, key=lambda transition: transition.source)
    kinds = tuple(dict.fromkeys(transition.marks for transition in ordered))
    if len(kinds) > MOST_MARKS:
        raise TooLarge(f"the automaton has more than {MOST_MARKS:,} sets of marks")
    kind_of = {marks: kind for kind, marks in enumerate(kinds)}
    assert all(letter < letters for t in ordered for letter in t.true | t.false)
    words = -(-letters // 64)
    counts = np.bincount([t.source for t in ordered], minlength=automaton.states)
    return kinds, Transitions(
        words=words,
        first=np.concatenate(([0], np.cumsum(counts))).astype(np.uint32),
        true=word_rows([t.true for t in ordered], words),
        false=word_rows([t.false for t in ordered], words),
        to=cells([t.target for t in ordered], np.uint32),
        kind=cells([kind_of[t.marks] for t in ordered], np.uint16),
    )


def word_rows(sets: Sequence[frozenset[int]], words: int) -> U64:
    """Sets of small numbers as rows of `words` 64-bit words, one row after the other.

    >>> word_rows([frozenset({0, 2}), frozenset({64})], 2).tolist()
    [5, 0, 0, 1]
    """
    rows = np.zeros((len(sets), words), np.uint64)
    for row, numbers in zip(rows, sets, strict=True):
        for number in numbers:
            row[number // 64] |= np.uint64(1 << number % 64)
    return padded(rows.reshape(-1))


def _words(letters: Sequence[Bools], states: int) -> U64:
    """The letters that are true in each state, as 64-bit words, one row per state."""
    words = np.zeros((states, -(-len(letters) // 64)), np.uint64)
    for index, truth in enumerate(letters):
        words[np.asarray(truth, bool), index // 64] |= np.uint64(1 << index % 64)
    return padded(words.reshape(-1))


def kernels(edges: int, tuning: Tuning) -> Any:
    """The kernels for products with at most this many edges, and for their fair components.

    They run in CPython if there are few edges and no compiled kernels are loaded yet.
    """
    few = edges <= tuning.edges_in_python
    return _PLAIN if few and not _compiled.cache_info().currsize else _compiled()


_KERNELS = (
    product_kernel.expand,
    component_kernel.components,
    fair_kernel.judge,
    fair_kernel.spread,
    fair_kernel.walk,
)
_PLAIN = plain(*_KERNELS)


@cache
def _compiled() -> Any:
    from ...native import build  # a cold command must feel instant

    return build(*_KERNELS)
