"""Fair cycles: from which states an infinite run is accepted by an automaton and is fair.

A loop has obligations: to visit each acceptance set, and to meet each fairness constraint. The
search finds the strongly connected components in which one loop can meet all of them. If a
component fails strong constraints only, the states that offer steps of these constraints are
removed, and the rest of it is searched again (Emerson and Lei, Modalities for model checking, Sci.
Comput. Programming 8, 1987; Duret-Lutz, Poitrenaud and Couvreur, On-the-fly emptiness check of
transition-based Streett automata, ATVA 2009).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...alarm import require_going_on
from ...logic.automata.automaton import Automaton, Transition
from ..base.arrays import Bools, padded
from ..base.limits import NO_LIMITS, Limits
from ..base.outcome import NONE
from .components import name_components, search_for
from .explicit import ExplicitGraph
from .product import Product, TooLarge, kernels, product, word_rows
from .records import DueRecord, Judgement, Nodes
from .steps import steps_of

ANY_RUN = Automaton(1, (0,), (), (Transition(0, frozenset(), frozenset(), 0),), 0)
"""The automaton that accepts every infinite run."""


def fair_states(
    graph: ExplicitGraph,
    automaton: Automaton,
    letters: Sequence[Bools],
    sources: Bools | None = None,
    limits: Limits = NO_LIMITS,
) -> Bools:
    """Whether the automaton accepts some fair path from each state: array of bool, one per state.

    `letters[a][s]` says whether letter a of the automaton is true in state s. `sources` is an array
    of bool; states that are not in it get False. Raises `TooLarge` if the product exceeds a limit.

    >>> from counterpoint.engines.base.edges import Edges
    >>> start, target = np.array([0, 2, 3]), np.array([0, 1, 1])
    >>> graph = ExplicitGraph(
    ...     Edges(start, target, event=target), ("wait", "go"), np.array([0]), str, int, bool
    ... )
    >>> from counterpoint.engines.graph.explicit import Fair
    >>> here = np.array([True, False])
    >>> stay = Automaton(1, (0,), (), (Transition(0, frozenset({0}), frozenset(), 0),), 0)
    >>> fair_states(graph, stay, [here]).tolist()
    [True, False]
    >>> graph.fairness = (Fair(strong=False, labels=np.array([False, True])),)  # go in the end
    >>> fair_states(graph, stay, [here]).tolist()
    [False, False]
    """
    found = product(graph, automaton, letters, sources, limits)
    components = FairComponents(found, automaton.acceptance)
    components.spread()
    answer = np.zeros(graph.states, bool)
    answer[found.state[: found.roots][components.fair[: found.roots] != 0]] = True
    return answer


def fair(graph: ExplicitGraph) -> Bools:
    """Whether some fair path starts in each state: array of bool, always true.

    A path can enter a component that no step leaves, and take all its steps infinitely often.

    >>> from counterpoint.engines.base.edges import Edges
    >>> steps = Edges(np.array([0, 2, 3]), np.array([0, 1, 1]), np.array([0, 1, 0]))
    >>> fair(ExplicitGraph(steps, ("wait", "go"), np.array([0]), str, int, bool))
    array([ True,  True])
    """
    return np.ones(graph.states, bool)


def dues(found: Product, acceptance: int) -> DueRecord:
    """The obligations of a loop in the product, as bits."""
    fairness = found.graph.fairness
    words = max(1, -(-(acceptance + len(fairness)) // 64))
    strong = frozenset(acceptance + i for i, due in enumerate(fairness) if due.strong)
    weak = frozenset(range(acceptance, acceptance + len(fairness))) - strong
    named = [
        frozenset(acceptance + i for i, due in enumerate(fairness) if due.labels[label])
        for label in range(len(found.graph.labels))
    ]
    must = frozenset(range(acceptance)) | weak
    return DueRecord(
        words=words,
        labels=word_rows(named, words),
        marks=word_rows(found.kinds, words),
        must=word_rows([must], words),
        weak=word_rows([weak], words),
        strong=word_rows([strong], words),
    )


class FairComponents:
    """The components of a product with a loop that meets all obligations.

    `fair[v]` is 1 for their nodes. The nodes of one such component have the same `order`, which no
    other node has.
    """

    def __init__(self, found: Product, acceptance: int) -> None:
        nodes = max(1, found.nodes)
        self.product = found
        self.dues = dues(found, acceptance)
        self.fair = np.zeros(nodes, np.uint8)
        self.order = np.zeros(nodes, np.uint32)
        self._tuning = found.graph.tuning
        self.kernels = kernels(len(found.target), self._tuning)
        target = padded(found.target)
        self._components = search_for(found.nodes, found.start, target, self.order)
        self.judgement = Judgement(
            steps=steps_of(found.graph),
            product=Nodes(
                state=padded(found.state),
                mode=NO_NUMBERS,
                number=NO_NUMBERS,
                start=found.start,
                target=target,
                marks=padded(found.marks),
            ),
            components=self._components,
            due=self.dues,
            fair=self.fair,
            **{row: np.zeros(self.dues.words, np.uint64) for row in ("seen", "offered", "here")},
        )
        self.rounds = 0
        self._find()

    def _find(self) -> None:
        left = self.product.nodes
        while left:
            self.rounds += 1
            if self.rounds * self.product.nodes > NONE // 2:
                raise TooLarge("the constraints of fairness are too many for so large a product")
            self._search()
            left = self._judge()

    def _search(self) -> None:
        """Name the components of the remaining nodes."""
        name_components(self._components, self.kernels.components, self._tuning.nodes_chunk)

    def _judge(self) -> int:
        """Judge the components that were found; returns the number of nodes to search again."""
        nodes, judgement = self.product.nodes, self.judgement
        judgement.left = 0
        place, bottom = nodes, nodes - self._components.closed
        while place > bottom:
            require_going_on()
            place = self.kernels.judge(place, self._tuning.nodes_chunk, judgement)
        return judgement.left

    def spread(self) -> None:
        """Mark in `fair` all nodes that can reach a marked node; this may change `order`."""
        if self.rounds > 1 or (self.order == NONE).any():  # not every node has a component
            self.order[:] = 0
            self._components.named = 0
            self._search()
        place = self.product.nodes
        while place > 0:
            require_going_on()
            place = self.kernels.spread(place, self._tuning.nodes_chunk, self.judgement)


NO_NUMBERS = np.zeros(1, np.uint32)
"""A placeholder for arrays that are not used once a product is built."""
