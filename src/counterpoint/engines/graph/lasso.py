"""A short run that is fair and accepted: a stem, and a loop that repeats for ever."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...data import dataclass
from ...logic.automata.automaton import Automaton
from ..base.arrays import U64, Bools
from ..base.limits import NO_LIMITS, Limits
from ..base.outcome import NONE
from ..base.ways import way_to
from .explicit import ExplicitGraph
from .fair import FairComponents
from .product import product
from .records import Way


@dataclass(frozen=True, slots=True)
class Lasso:
    """A run, as numbers of edges of a graph: first `stem`, then `loop` for ever."""

    stem: tuple[int, ...]
    loop: tuple[int, ...]


def fair_lasso(
    graph: ExplicitGraph,
    automaton: Automaton,
    letters: Sequence[Bools],
    source: int,
    limits: Limits = NO_LIMITS,
) -> Lasso | None:
    """A run from state `source` that is fair and accepted; None if none exists.

    The stem is a shortest one. The loop is short, but not always shortest: it repeatedly takes a
    shortest path to an obligation that is not met yet. Raises `TooLarge`.

    >>> from counterpoint.engines.base.edges import Edges
    >>> from counterpoint.engines.graph.fair import ANY_RUN
    >>> steps = Edges(np.array([0, 1, 2]), np.array([1, 0]), np.array([0, 0]))
    >>> fair_lasso(ExplicitGraph(steps, ("go",), np.array([0]), str, int, bool), ANY_RUN, (), 1)
    Lasso(stem=(), loop=(1, 0))
    """
    sources = np.zeros(graph.states, bool)
    sources[source] = True
    found = product(graph, automaton, letters, sources, limits)
    components = FairComponents(found, automaton.acceptance)
    if not components.fair.any():
        return None
    entry = int(components.fair.argmax())  # nodes are numbered by distance
    walker = _Walker(components)
    stem = walker.way(range(found.roots), entry) if entry >= found.roots else []
    return Lasso(walker.steps(stem), walker.steps(walker.loop(entry)))


_Edge = tuple[int, int]
"""A node and the number of one of its edges."""


class _Walker:
    """Finds shortest paths in a product."""

    def __init__(self, components: FairComponents) -> None:
        self._components = components
        self._product = components.product
        self._dues = components.dues
        nodes = self._product.nodes
        self._way = Way(
            judgement=components.judgement,
            parents=np.zeros(nodes, np.uint32),
            vias=np.zeros(nodes, np.uint64),
            queue=np.zeros(nodes, np.uint32),
        )

    def steps(self, way: Sequence[_Edge]) -> tuple[int, ...]:
        return tuple(self._product.step(node, edge) for node, edge in way)

    def way(
        self, roots: Sequence[int], goal: int, within: int = 0, wanted: U64 | None = None
    ) -> list[_Edge]:
        """A shortest nonempty path; its last edge leads to `goal` or provides a wanted bit."""
        way = self._way
        way.parents[:] = NONE
        way.parents[roots] = roots
        way.queue[: len(roots)] = roots
        way.goal, way.within = goal, within
        way.wanted = np.zeros(self._dues.words, np.uint64) if wanted is None else wanted
        found = self._components.kernels.walk(len(roots), way)
        assert found, "a fair component has a loop that owes nothing"
        return self._back(way.last_node, way.last_edge)

    def _back(self, node: int, edge: int) -> list[_Edge]:
        way = self._way
        nodes = way_to(way.parents, node)
        return [*zip(nodes, [*way.vias[nodes[1:]].tolist(), edge], strict=True)]

    def loop(self, entry: int) -> list[_Edge]:
        """A loop from `entry`, inside its component, that meets all obligations."""
        within, due = int(self._components.order[entry]), self._dues
        way: list[_Edge] = []
        seen = offered = np.zeros(self._dues.words, np.uint64)
        here = entry
        while True:
            missing = (due.must[:] | (due.strong[:] & offered)) & ~seen
            if not missing.any() and way and here == entry:
                return way
            part = (
                self.way([here], NONE, within, missing)
                if missing.any()
                else self.way([here], entry, within)
            )
            for node, edge in part:
                given, labels = self._given(node, edge)
                seen, offered = seen | given, offered | labels
            way += part
            here = int(self._product.target[part[-1][1]])

    def _given(self, node: int, edge: int) -> tuple[U64, U64]:
        """The bits that an edge provides, and the bits that the steps of its node offer."""
        due, steps = self._dues, self._product.graph.edges
        state = int(self._product.state[node])
        labels = due.labels.reshape(-1, due.words)
        marks = due.marks.reshape(-1, due.words)
        around = steps.event[int(steps.start[state]) : int(steps.start[state + 1])]
        offered = np.bitwise_or.reduce(labels[around], axis=0)
        taken = labels[int(steps.event[self._product.step(node, edge)])]
        return taken | marks[int(self._product.marks[edge])] | (due.weak[:] & ~offered), offered
