"""Graphs that record in each state which watched events happened last, or ever happened.

Each watched set of events has one bit. A bit in `kept` stays set once it is set (`once(E)`). The
other bits are about the last step only ("E was just selected"): they are false at the start and
after a `REST` step.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from ...errors import Refused
from ...model.system import REST, State
from ...native import u64
from ..base.arrays import U32, U64, Bools, grow
from ..base.edges import Edges
from ..base.hashtable import NUMBER, append, candidate, clear, fill, following
from ..base.outcome import DONE, FULL
from ..base.rows import Rows
from .explicit import Contest, ExplicitGraph
from .records import Pairs
from .steps import steps_of

MOST = 64
"""The maximum number of watched texts: each one has a bit of a 64-bit word."""


@dataclasses.dataclass(frozen=True, slots=True)
class Watched:
    """An atom of a formula about events: `labels` is an array of bool, one per label.

    With `remembers`, it stays true once it is true. `event` is the name of these labels in `text`.
    """

    text: str
    labels: Bools
    remembers: bool
    event: str = ""


def observed(graph: ExplicitGraph, watched: Sequence[Watched]) -> ExplicitGraph:
    """The graph of the reachable pairs (state, set of the texts that hold for the path to it).

    Raises `Refused` if there are more than `MOST` texts.
    """
    if len(watched) > MOST:
        raise Refused(
            f"{len(watched)} atoms ask about events: no more than {MOST} can be asked together"
        )
    observation = _Observation(graph, watched)
    observation.run()
    return observation.graph()


def hashed(t: u64, seen: u64) -> u64:
    """The hash of the pair (t, seen)."""
    h = (t * 0x9E3779B97F4A7C15) ^ (seen * 0xD6E8FEB86659FD93)
    return h ^ h >> 32


def number_of(t: u64, seen: u64, p: Pairs) -> u64:
    """The number of the pair (t, seen); an unknown pair is added."""
    h = hashed(t, seen)
    slot = candidate(h, h, p)
    while p.slots[slot] != 0:
        j = (p.slots[slot] & NUMBER) - 1
        if p.state[j] == t and p.facts[j] == seen:
            return j
        slot = candidate(following(slot, p), h, p)
    n = p.count
    p.state[n] = t
    p.facts[n] = seen
    p.count = n + 1
    return fill(slot, n, h, p)


def unfold(p: Pairs) -> u64:
    """Expand the pairs, including those found meanwhile; returns DONE or FULL."""
    steps = p.steps
    while p.next < p.count:
        i = p.next
        s = p.state[i]
        w = p.edges
        degree = steps.start[s + 1] - steps.start[s]
        if p.count + degree > p.room or w + degree > p.edge_room:
            return FULL
        for k in range(steps.start[s], steps.start[s + 1]):
            seen = p.makes_true[steps.event[k]] | (p.facts[i] & p.kept)
            p.target[w] = number_of(steps.target[k], seen, p)
            p.origin[w] = k
            w += 1
        p.edges = w
        p.start[i + 1] = w
        p.next = i + 1
    return DONE


def enter(p: Pairs) -> u64:
    """Enter all pairs into an empty hash table; returns 0."""
    for i in range(p.count):
        append(i, hashed(p.state[i], p.facts[i]), p)
    return 0


class _Observation:
    def __init__(self, of: ExplicitGraph, watched: Sequence[Watched]) -> None:
        self.of = of
        self.watched = watched
        makes_true, kept = np.zeros(len(of.labels), np.uint64), 0
        for bit, one in enumerate(watched):
            makes_true[one.labels] |= np.uint64(1 << bit)
            kept |= one.remembers << bit
        room = max(of.tuning.first_levels, 2 * of.states)
        edge_room = max(of.tuning.first_levels, 2 * len(of.edges.target))
        self.pairs = Pairs(
            steps=steps_of(of),
            makes_true=makes_true,
            kept=kept,
            state=np.zeros(room, np.uint32),
            facts=np.zeros(room, np.uint64),
            start=np.zeros(room + 1, np.uint64),
            target=np.zeros(edge_room, np.uint32),
            origin=np.zeros(edge_room, np.uint64),
            count=len(of.initial),
            room=room,
            edge_room=edge_room,
        )
        self.pairs.state[: len(of.initial)] = of.initial
        self._make_table()

    def _make_table(self) -> None:
        pairs = self.pairs
        slots = 1 << (2 * pairs.room - 1).bit_length()
        clear(pairs, slots)
        _library().enter(pairs)

    def run(self) -> None:
        """Expand every pair."""
        pairs = self.pairs
        while _library().unfold(pairs) == FULL:
            pairs.room *= 2
            pairs.edge_room *= 2
            grow(pairs, ("state", "facts"), pairs.room)
            grow(pairs, ("start",), pairs.room + 1)
            grow(pairs, ("target", "origin"), pairs.edge_room)
            self._make_table()

    def graph(self) -> ExplicitGraph:
        of, pairs = self.of, self.pairs
        found, written = pairs.count, pairs.edges
        state: U32 = pairs.state[:found]
        facts: U64 = pairs.facts[:found]
        origin = pairs.origin[:written]
        edges = Edges(pairs.start[: found + 1], pairs.target[:written], of.edges.event[origin])
        rests = int((of.edges.event[origin] == _rest(of)).sum())
        seen = _Found(of, tuple(one.text for one in self.watched), state, facts)
        return dataclasses.replace(
            of,
            edges=edges,
            initial=np.arange(len(of.initial), dtype=np.uint32),
            state=seen.pair,
            number=seen.number,
            prop=seen.prop,
            owner=None if of.owner is None else of.owner[state],
            unowned=None if of.unowned is None else of.unowned[origin],
            transitions=written - rests,
            frontier=None if of.frontier is None else of.frontier[state],
            contest=self._contest(state),
            extra={},
            plain=seen.plain,
        )

    def _contest(self, state: U32) -> Contest | None:
        contest = self.of.contest
        if contest is None or not (state == contest.state).any():
            return None
        return dataclasses.replace(contest, state=int((state == contest.state).argmax()))


class _Found:
    """The pairs that were found: a state of the graph `of`, and bits for the `texts` in `facts`."""

    def __init__(self, of: ExplicitGraph, texts: tuple[str, ...], state: U32, facts: U64) -> None:
        self.of = of
        self.state = state
        self.facts = facts
        self._texts = texts
        self._bits = {text: bit for bit, text in enumerate(texts)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without its index."""
        return _Found, (self.of, self._texts, self.state, self.facts)

    def pair(self, number: int) -> tuple[State, frozenset[str]]:
        """Pair `number`: a state, and the texts that hold for the path to it."""
        facts = int(self.facts[number])
        texts = frozenset(text for text, bit in self._bits.items() if facts >> bit & 1)
        return self.of.state(int(self.state[number])), texts

    def plain(self, number: int) -> State:
        """The state of the system in pair `number`."""
        return self.of.plain_state(int(self.state[number]))

    def prop(self, text: str) -> Bools:
        """For each pair, whether an atom is true in it (array of bool)."""
        if text in self._bits:
            bit = np.uint64(self._bits[text])
            return (self.facts >> bit & np.uint64(1)).astype(bool)
        found: Bools = self.of.prop(text)[self.state]
        return found

    def number(self, pair: Any) -> int | None:
        """The number of a pair (state, texts); None for an unknown pair."""
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[1], frozenset)):
            return None
        of = self.of.number(pair[0])
        if of is None or not pair[1] <= self._bits.keys():
            return None
        return self._index.find([of, sum(1 << self._bits[text] for text in pair[1])])

    @cached_property
    def _index(self) -> Rows:
        return Rows([self.state, self.facts])


def _rest(graph: ExplicitGraph) -> int:
    return graph.labels.index(REST) if REST in graph.labels else len(graph.labels)


@cache
def _library() -> Any:
    from ...native import build  # a cold command must feel instant

    return build(unfold, enter)
