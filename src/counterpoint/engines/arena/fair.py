"""Fair cycles: where an endless run can be accepted by an automaton and neglect no fair step.

Components are searched for one on which a loop can visit everything that it owes; where a strong
constraint cannot be met, the states that offer its steps are left out and the search goes on in
what remains (Emerson and Lei, Modalities for model checking, Sci. Comput. Programming 8, 1987;
Duret-Lutz, Poitrenaud and Couvreur, On-the-fly emptiness check of transition-based Streett
automata, ATVA 2009).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...alarm import require_going_on
from ...data import dataclass
from ...logic.automaton import Automaton, Transition
from ..arrays import Array
from ..limits import NO_LIMITS, Limits
from ..network.kernel import NONE, PAUSED
from . import fair_kernel as kernel
from .arena import Arena
from .product import (
    Product,
    TooLarge,
    kernels,
    native,
    padded,
    product,
    word_rows,
)

ANY_RUN = Automaton(1, (0,), (), (Transition(0, frozenset(), frozenset(), 0),), 0)
"""The automaton that accepts every endless run."""


def fair_states(
    arena: Arena,
    automaton: Automaton,
    letters: Sequence[Array],
    sources: Array | None = None,
    limits: Limits = NO_LIMITS,
) -> Array:
    """For each state, whether some fair path from it is accepted; only `sources` are asked for.

    `letters[a][s]` says whether letter a of the automaton is true in state s. States that are not
    among `sources` get False. Raises `TooLarge`.

    >>> from counterpoint.engines.edges import Edges
    >>> start, target = np.array([0, 2, 3]), np.array([0, 1, 1])
    >>> arena = Arena(
    ...     Edges(start, target, event=target), ("wait", "go"), np.array([0]), str, int, bool
    ... )
    >>> from counterpoint.engines.arena.arena import Fair
    >>> here = np.array([True, False])
    >>> stay = Automaton(1, (0,), (), (Transition(0, frozenset({0}), frozenset(), 0),), 0)
    >>> fair_states(arena, stay, [here]).tolist()
    [True, False]
    >>> arena.fairness = (Fair(strong=False, labels=np.array([False, True])),)  # go in the end
    >>> fair_states(arena, stay, [here]).tolist()
    [False, False]
    """
    found = product(arena, automaton, letters, sources, limits)
    components = FairComponents(found, automaton.acceptance)
    components.spread()
    answer = np.zeros(arena.states, bool)
    answer[found.state[: found.roots][components.fair[: found.roots] != 0]] = True
    return answer


def fair(arena: Arena) -> Array:
    """For each state, whether some fair path starts in it: it always does.

    A path can stay in a component that no step leaves, and take all its steps again and again.

    >>> from counterpoint.engines.edges import Edges
    >>> steps = Edges(np.array([0, 2, 3]), np.array([0, 1, 1]), np.array([0, 1, 0]))
    >>> fair(Arena(steps, ("wait", "go"), np.array([0]), str, int, bool))
    array([ True,  True])
    """
    return np.ones(arena.states, bool)


@dataclass(frozen=True, slots=True, eq=False)
class Dues:
    """What a loop owes, as bits: acceptance sets first, then the constraints of fairness.

    The rows of `labels` say which bits a step with a label gives, those of `marks` the same of the
    marks of an edge; `must`, `weak` and `strong` are rows that say of what sort each bit is.
    """

    words: int
    labels: Array
    marks: Array
    must: Array
    weak: Array
    strong: Array


def dues(found: Product, acceptance: int) -> Dues:
    """What a loop of the product owes."""
    fairness = found.arena.fairness
    words = max(1, -(-(acceptance + len(fairness)) // 64))
    strong = frozenset(acceptance + i for i, due in enumerate(fairness) if due.strong)
    weak = frozenset(range(acceptance, acceptance + len(fairness))) - strong
    named = [
        frozenset(acceptance + i for i, due in enumerate(fairness) if due.labels[label])
        for label in range(len(found.arena.labels))
    ]
    must = frozenset(range(acceptance)) | weak
    rows = [word_rows([bits], words) for bits in (must, weak, strong)]
    return Dues(words, word_rows(named, words), word_rows(found.kinds, words), *rows)


class FairComponents:
    """The components of a product with a loop that owes nothing; `fair[v]` marks their nodes.

    Nodes of one such component have the same `order`, which no other node has.
    """

    def __init__(self, found: Product, acceptance: int) -> None:
        self.product = found
        self.dues = dues(found, acceptance)
        self.fair = np.zeros(max(1, found.nodes), np.uint8)
        self.order = np.zeros(max(1, found.nodes), np.uint32)
        self.target = padded(found.target)
        self.marks = padded(found.marks)
        self.state = padded(found.state)
        self.steps_from = native(found.arena.edges.start, np.uint64)
        self.event = native(found.arena.edges.event, np.uint32)
        self.status = np.zeros(kernel.STATUS_SLOTS, np.uint64)
        self._stack = np.zeros(max(1, found.nodes), np.uint32)
        self._chunk = found.arena.tuning.nodes_chunk
        self._kernels = kernels(len(self.target), found.arena.tuning)
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
        """Name the components of the nodes that are left."""
        nodes = self.product.nodes
        names = self.status[kernel.COMPONENTS]
        self.status[:] = 0
        self.status[kernel.COMPONENTS] = names
        low = np.zeros(nodes, np.uint32)
        path = np.zeros(nodes, np.uint32)
        position = np.zeros(nodes, np.uint64)
        while self._kernels.components(
            nodes, self._chunk, self.product.start, self.target, self.order, low, path, position,
            self._stack, self.status,
        ) == PAUSED:  # fmt: skip
            require_going_on()

    def _judge(self) -> int:
        """The number of nodes that are left to be searched again."""
        due, nodes = self.dues, self.product.nodes
        scratch = [np.zeros(due.words, np.uint64) for _ in range(3)]
        place, bottom = nodes, nodes - int(self.status[kernel.CLOSED])
        while place > bottom:
            require_going_on()
            place = self._kernels.judge(
                place, self._chunk, nodes, due.words, self.steps_from, self.event, self.state,
                self.product.start, self.target, self.marks, self.order, self._stack, due.labels,
                due.marks, due.must, due.weak, due.strong, *scratch, self.fair, self.status,
            )  # fmt: skip
        return int(self.status[kernel.LEFT])

    def spread(self) -> None:
        """Mark in `fair` all nodes that lead to one marked; `order` does not outlive this."""
        if self.rounds > 1 or (self.order == NONE).any():  # components lost their names
            self.order[:] = 0
            self.status[:] = 0
            self._search()
        place, nodes = self.product.nodes, self.product.nodes
        while place > 0:
            require_going_on()
            place = self._kernels.spread(
                place, self._chunk, nodes, self.product.start, self.target, self.order, self._stack,
                self.fair, self.status,
            )  # fmt: skip
