"""An arena whose states also tell what has happened: what event led here, and which ever came.

Each watched event set has one bit. A bit of `kept` stays once it is set (`once(E)`), the others
tell of the last step only ("E was just selected"): they are false at the start and after a rest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from ...errors import Refused
from ...model.system import REST, State
from ...native import Ptr, u32, u64
from ..arrays import Array, grown
from ..edges import Edges
from ..rows import Rows
from .arena import Arena, Contest

FULL = 1
DONE = 0
FOUND, NEXT, WRITTEN = 0, 1, 2
MOST = 64
"""Texts that can be watched: a bit of a word for each."""


@dataclasses.dataclass(frozen=True, slots=True)
class Watched:
    """A text of a formula that asks about events: which labels it means, and if it remembers.

    `event` is the name of those labels in the text.
    """

    text: str
    labels: Array
    remembers: bool
    event: str = ""


def observed(arena: Arena, watched: Sequence[Watched]) -> Arena:
    """The arena of pairs (state, texts that are true of the way to it), reached from the start.

    Raises `Refused` for more texts than can be watched together.
    """
    if len(watched) > MOST:
        raise Refused(
            f"{len(watched)} atoms ask about events: no more than {MOST} can be asked together"
        )
    told = _Observation(arena, watched)
    told.run()
    return told.arena()


def unfold(
    start: Ptr[u64], target: Ptr[u32], event: Ptr[u32], tells: Ptr[u64], kept: u64,
    state: Ptr[u32], facts: Ptr[u64], table: Ptr[u32], mask: u64, new_start: Ptr[u64],
    new_target: Ptr[u32], origin: Ptr[u64], room: u64, edge_room: u64, status: Ptr[u64],
) -> u64:  # fmt: skip
    """Visit the pairs found so far and those that they lead to; 1 when more room is needed.

    `tells[e]` are the facts that label e makes true. The table holds 1 + the number of a pair.
    """
    i = status[NEXT]
    while i < status[FOUND]:
        s = state[i]
        w = status[WRITTEN]
        degree = start[s + 1] - start[s]
        if status[FOUND] + degree > room or w + degree > edge_room:
            return FULL
        for k in range(start[s], start[s + 1]):
            seen = tells[event[k]] | (facts[i] & kept)
            t = target[k]
            h = (t * 0x9E3779B97F4A7C15) ^ (seen * 0xD6E8FEB86659FD93)
            slot = (h ^ (h >> 32)) & mask
            while table[slot] != 0 and (
                state[table[slot] - 1] != t or facts[table[slot] - 1] != seen
            ):
                slot = (slot + 1) & mask
            if table[slot] == 0:
                n = status[FOUND]
                state[n] = t
                facts[n] = seen
                table[slot] = n + 1
                status[FOUND] = n + 1
            new_target[w] = table[slot] - 1
            origin[w] = k
            w += 1
        status[WRITTEN] = w
        i += 1
        new_start[i] = w
        status[NEXT] = i
    return DONE


def enter(n: u64, state: Ptr[u32], facts: Ptr[u64], table: Ptr[u32], mask: u64) -> u64:
    """Enter the first n pairs into an empty table."""
    for i in range(n):
        h = (state[i] * 0x9E3779B97F4A7C15) ^ (facts[i] * 0xD6E8FEB86659FD93)
        slot = (h ^ (h >> 32)) & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = i + 1
    return n


class _Observation:
    def __init__(self, of: Arena, watched: Sequence[Watched]) -> None:
        self.of = of
        self.watched = watched
        self.tells = np.zeros(len(of.labels), np.uint64)
        self.kept = 0
        for bit, one in enumerate(watched):
            self.tells[one.labels] |= np.uint64(1 << bit)
            self.kept |= one.remembers << bit
        room = max(of.tuning.first_levels, 2 * of.states)
        self.state = np.zeros(room, np.uint32)
        self.state[: len(of.initial)] = of.initial
        self.facts = np.zeros(room, np.uint64)
        self.start = np.zeros(room + 1, np.uint64)
        edge_room = max(of.tuning.first_levels, 2 * len(of.edges.target))
        self.target = np.zeros(edge_room, np.uint32)
        self.origin = np.zeros(edge_room, np.uint64)
        self.status = np.zeros(4, np.uint64)
        self.status[FOUND] = len(of.initial)
        self._make_table()

    def _make_table(self) -> None:
        slots = 1 << (2 * len(self.state) - 1).bit_length()
        self.table = np.zeros(slots, np.uint32)
        _library().enter(int(self.status[FOUND]), self.state, self.facts, self.table, slots - 1)

    def run(self) -> None:
        """Visit every pair."""
        edges = self.of.edges
        while _library().unfold(
            edges.start, edges.target, edges.event, self.tells, self.kept, self.state, self.facts,
            self.table, len(self.table) - 1, self.start, self.target, self.origin,
            len(self.state), len(self.target), self.status,
        ):  # fmt: skip
            room, edge_room = 2 * len(self.state), 2 * len(self.target)
            self.state, self.facts = grown(self.state, room), grown(self.facts, room)
            self.start = grown(self.start, room + 1)
            self.target, self.origin = grown(self.target, edge_room), grown(self.origin, edge_room)
            self._make_table()

    def arena(self) -> Arena:
        of = self.of
        found, written = int(self.status[FOUND]), int(self.status[WRITTEN])
        state, facts = self.state[:found], self.facts[:found]
        origin = self.origin[:written]
        edges = Edges(self.start[: found + 1], self.target[:written], of.edges.event[origin])
        rests = int((of.edges.event[origin] == _rest(of)).sum())
        return dataclasses.replace(
            of,
            edges=edges,
            initial=np.arange(len(of.initial), dtype=np.uint32),
            state=lambda n: (of.state(int(state[n])), self._texts(int(facts[n]))),
            number=self._numbers(state, facts),
            prop=self._prop(state, facts),
            owner=None if of.owner is None else of.owner[state],
            unowned=None if of.unowned is None else of.unowned[origin],
            transitions=written - rests,
            frontier=None if of.frontier is None else of.frontier[state],
            contest=self._contest(state),
            extra={},
            plain=lambda n: of.plain_state(int(state[n])),
        )

    def _contest(self, state: Array) -> Contest | None:
        contest = self.of.contest
        if contest is None or not (state == contest.state).any():
            return None
        return dataclasses.replace(contest, state=int((state == contest.state).argmax()))

    def _texts(self, facts: int) -> frozenset[str]:
        return frozenset(w.text for bit, w in enumerate(self.watched) if facts >> bit & 1)

    def _prop(self, state: Array, facts: Array) -> Callable[[str], Array]:
        bits = {w.text: bit for bit, w in enumerate(self.watched)}

        def prop(text: str) -> Array:
            if text in bits:
                return (facts >> np.uint64(bits[text]) & np.uint64(1)).astype(bool)
            found: Array = self.of.prop(text)[state]
            return found

        return prop

    def _numbers(self, state: Array, facts: Array) -> Callable[[State], int | None]:
        """The number of a pair (state, texts)."""
        bits = {w.text: 1 << bit for bit, w in enumerate(self.watched)}

        @cache
        def index() -> Rows:
            return Rows([state, facts])

        def number(pair: Any) -> int | None:
            if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[1], frozenset)):
                return None
            of = self.of.number(pair[0])
            if of is None or not pair[1] <= bits.keys():
                return None
            return index().find([of, sum(bits[text] for text in pair[1])])

        return number


def _rest(arena: Arena) -> int:
    return arena.labels.index(REST) if REST in arena.labels else len(arena.labels)


@cache
def _library() -> Any:
    from ...native import build  # a cold command must feel instant

    return build(unfold, enter)
