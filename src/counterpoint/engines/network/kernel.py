"""The product search, in restricted Python: breadth first over tables, no state written twice.

Sets of events are `W` words of 64 bits. A *row* is one local state of one automaton, `base[t]` the
row of automaton t's local state 0. An *ask* is a set of events that a b-thread requests together at
one *level* (its rank, made small); `skip` asks after one that offers something are passed over, so
that a statement can offer only its first unblocked request.

Glossary: T automata, E events, i state being expanded, n states found, t automaton, e event,
w word, k position in a list, h hash, m mask.
"""

from __future__ import annotations

from typing import TypeVar

from ...native import (
    Ptr,
    at,
    ctz,
    u8,
    u32,
    u64,
)

Cell = TypeVar("Cell", bound=int)

# Slots of the status block.
FOUND = 0
TRANSITIONS = 1
NEXT = 2
EDGES = 3
FAULT_AUTOMATON = 4
FAULT_LOCAL = 5
FAULT_EVENT = 6
STATUS_SLOTS = 8

# What a call of `explore` came back for.
DONE = 0
PAUSED = 1
FULL = 2
FAULT = 3
CRASH = 4

# Marks of a state: the first five are those of its rows together.
FAILED = 1
CRASHED = 2
HOT = 4
ASKING = 8
ALIVE = 16
QUIET = 32
STUCK = 64

NONE = 0xFFFFFFFF


def blocked_and_marks(
    i: u64, T: u64, W: u64, cells: Ptr[Cell], base: Ptr[u32], block: Ptr[u64],
    row_marks: Ptr[u8], blocked: Ptr[u64],
) -> u64:  # fmt: skip
    """The marks of state i's rows; leaves what they block in `blocked`."""
    for w in range(W):
        blocked[w] = 0
    marks = 0
    for t in range(T):
        row = base[t] + cells[i * T + t]
        marks |= row_marks[row]
        for w in range(W):
            blocked[w] |= block[row * W + w]
    return marks


def offer(
    i: u64, T: u64, W: u64, cells: Ptr[Cell], base: Ptr[u32], ask_from: Ptr[u32], ask_to: Ptr[u32],
    ask_level: Ptr[u32], ask_skip: Ptr[u32], ask_words: Ptr[u64], blocked: Ptr[u64],
    offered: Ptr[u64],
) -> u64:  # fmt: skip
    """1 + the highest level with an unblocked request, 0 for none; `offered` gets every level."""
    top = 0
    for t in range(T):
        row = base[t] + cells[i * T + t]
        k = ask_from[row]
        end = ask_to[row]
        while k < end:
            level = ask_level[k]
            some = 0
            for w in range(W):
                m = ask_words[k * W + w] & ~blocked[w]
                offered[level * W + w] |= m
                some |= m
            if some != 0:
                if level + 1 > top:
                    top = level + 1
                k += ask_skip[k]
            k += 1
    return top


def selectable(
    i: u64, T: u64, W: u64, levels: u64, alive: u64, cells: Ptr[Cell], base: Ptr[u32],
    ask_from: Ptr[u32], ask_to: Ptr[u32], ask_level: Ptr[u32], ask_skip: Ptr[u32],
    ask_words: Ptr[u64], external: Ptr[u64], blocked: Ptr[u64], offered: Ptr[u64],
) -> u64:  # fmt: skip
    """The same as `offer`, where level 0 gets what may come from outside if there is no request.

    Nothing comes any more when no b-thread is `alive`.
    """
    for k in range(levels * W):
        offered[k] = 0
    top = offer(
        i, T, W, cells, base, ask_from, ask_to, ask_level, ask_skip, ask_words, blocked, offered
    )
    if top == 0:
        for w in range(W):
            offered[w] = external[w] & ~blocked[w] if alive != 0 else 0
    return top


def find_or_add(
    n: u64, T: u64, h: u64, cells: Ptr[Cell], hashes: Ptr[u64], table: Ptr[u64], mask: u64
) -> u64:
    """The number of the state written at place n: that of an equal one, or n itself."""
    slot = h & mask
    while table[slot] != 0:
        if (table[slot] ^ h) >> 32 == 0:
            j = (table[slot] & 0xFFFFFFFF) - 1
            t = 0
            while t < T and cells[j * T + t] == cells[n * T + t]:
                t += 1
            if t == T:
                return j
        slot = (slot + 1) & mask
    table[slot] = (h & 0xFFFFFFFF00000000) | (n + 1)
    hashes[n] = h
    return n


def follow(
    i: u64, n: u64, e: u64, T: u64, E: u64, missing: u64, cells: Ptr[Cell], hashes: Ptr[u64],
    table: Ptr[u64], mask: u64, base: Ptr[u32], salts: Ptr[u64], moves: Ptr[Cell],
    hearer_count: Ptr[u32], hearers: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """The number of the state that e leads to from i, n if it was not known; NONE at a fault."""
    h = hashes[i]
    for t in range(T):
        cells[n * T + t] = cells[i * T + t]
    for k in range(hearer_count[e]):
        t = hearers[e * T + k]
        here = cells[i * T + t]
        there = moves[(base[t] + here) * E + e]
        if there == missing:
            status[FAULT_AUTOMATON] = t
            status[FAULT_LOCAL] = here
            status[FAULT_EVENT] = e
            return NONE
        cells[n * T + t] = there
        h ^= salts[base[t] + here] ^ salts[base[t] + there]
    return find_or_add(n, T, h, cells, hashes, table, mask)


def visit(
    i: u64, e: u64, T: u64, E: u64, missing: u64, cells: Ptr[Cell], hashes: Ptr[u64],
    parents: Ptr[u32], vias: Ptr[u32], table: Ptr[u64], mask: u64, base: Ptr[u32],
    salts: Ptr[u64], moves: Ptr[Cell], hearer_count: Ptr[u32], hearers: Ptr[u32],
    status: Ptr[u64],
) -> u64:  # fmt: skip
    """The same as `follow`; a state that was not known is known now, and has i as its parent."""
    n = status[FOUND]
    j = follow(
        i, n, e, T, E, missing, cells, hashes, table, mask, base, salts, moves, hearer_count,
        hearers, status,
    )  # fmt: skip
    if j == n:
        parents[n] = i
        vias[n] = e
        status[FOUND] = n + 1
    return j


def expand(
    i: u64, chosen: Ptr[u64], T: u64, E: u64, W: u64, missing: u64, cells: Ptr[Cell],
    hashes: Ptr[u64], parents: Ptr[u32], vias: Ptr[u32], table: Ptr[u64], mask: u64, base: Ptr[u32],
    salts: Ptr[u64], moves: Ptr[Cell], hearer_count: Ptr[u32], hearers: Ptr[u32],
    not_followed: Ptr[u64], first: Ptr[u32], edge_to: Ptr[u32], edge_event: Ptr[u32], edge: u64,
    keep_edges: u64, status: Ptr[u64],
) -> u64:  # fmt: skip
    """The number of steps out of state i by the `chosen` events; NONE at a fault."""
    steps = 0
    for w in range(W):
        m = chosen[w]
        while m != 0:
            e = w * 64 + ctz(m)
            if first[e] == NONE:
                first[e] = i
            if not_followed[w] >> ctz(m) & 1 == 0:
                j = visit(
                    i, e, T, E, missing, cells, hashes, parents, vias, table, mask, base, salts,
                    moves, hearer_count, hearers, status,
                )  # fmt: skip
                if j == NONE:
                    return NONE
                if keep_edges != 0:
                    edge_to[edge] = j
                    edge_event[edge] = e
                    edge += 1
            steps += 1
            m &= m - 1
    status[EDGES] = edge
    return steps


def explore(
    T: u64, E: u64, W: u64, levels: u64, missing: u64, until: u64, capacity: u64,
    edge_capacity: u64, cells: Ptr[Cell], hashes: Ptr[u64], parents: Ptr[u32], vias: Ptr[u32],
    marks: Ptr[u8], table: Ptr[u64], mask: u64, base: Ptr[u32], block: Ptr[u64],
    ask_from: Ptr[u32], ask_to: Ptr[u32], ask_level: Ptr[u32], ask_skip: Ptr[u32],
    ask_words: Ptr[u64], row_marks: Ptr[u8], salts: Ptr[u64], moves: Ptr[Cell],
    hearer_count: Ptr[u32], hearers: Ptr[u32], external: Ptr[u64], not_followed: Ptr[u64],
    blocked: Ptr[u64], offered: Ptr[u64], first: Ptr[u32], edge_from: Ptr[u64],
    edge_to: Ptr[u32], edge_event: Ptr[u32], status: Ptr[u64],
) -> u64:  # fmt: skip
    """Expand states in the order they were found, up to number `until`; says why it came back.

    An expansion that stops half way is made again from its start: its states are then known.
    """
    i = status[NEXT]
    while i < status[FOUND]:
        edge = status[EDGES]
        if i >= until:
            return PAUSED
        if status[FOUND] + E > capacity or (edge_capacity != 0 and edge + E > edge_capacity):
            return FULL

        state_marks = blocked_and_marks(i, T, W, cells, base, block, row_marks, blocked)
        if state_marks & CRASHED != 0:
            return CRASH
        steps = 0
        if state_marks & FAILED == 0:  # a failed assertion ends the run
            top = selectable(
                i, T, W, levels, state_marks & ALIVE, cells, base, ask_from, ask_to, ask_level,
                ask_skip, ask_words, external, blocked, offered,
            )  # fmt: skip
            steps = expand(
                i, at(offered, W * (top - (top != 0))), T, E, W, missing, cells, hashes, parents,
                vias, table, mask, base, salts, moves, hearer_count, hearers, not_followed, first,
                edge_to, edge_event, edge, edge_capacity, status,
            )  # fmt: skip
            if steps == NONE:
                return FAULT
            if top == 0:
                state_marks |= QUIET
            if steps == 0 and state_marks & ASKING != 0:
                state_marks |= STUCK

        marks[i] = state_marks
        status[TRANSITIONS] += steps
        if edge_capacity != 0:
            edge_from[i] = edge
        i += 1
        status[NEXT] = i
    if edge_capacity != 0:
        edge_from[i] = status[EDGES]
    return DONE


def rehash(n: u64, hashes: Ptr[u64], table: Ptr[u64], mask: u64) -> u64:
    """Enter the first n states into a new, empty table."""
    for i in range(n):
        slot = hashes[i] & mask
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = (hashes[i] & 0xFFFFFFFF00000000) | (i + 1)
    return n


def close_component(v: u64, stacked: u64, stack: Ptr[u32], low: Ptr[u32], on_cycle: Ptr[u8]) -> u64:
    """The height of `stack` once the component of v has left it.

    A component of more than one state is a cycle: its states are marked.
    """
    alone = stack[stacked - 1] == v
    u = NONE
    while u != v:
        stacked -= 1
        u = stack[stacked]
        low[u] = NONE
        if alone == 0:
            on_cycle[u] = 1
    return stacked


def components(
    n: u64, edge_from: Ptr[u64], edge_to: Ptr[u32], inside: Ptr[u8], order: Ptr[u32],
    low: Ptr[u32], stack: Ptr[u32], path: Ptr[u32], position: Ptr[u64], on_cycle: Ptr[u8],
) -> u64:  # fmt: skip
    """The number of states met; marks in `on_cycle` those on a cycle of states all `inside`.

    Tarjan's algorithm (SIAM J. Comput. 1, 1972) without recursion: `order` is 0 for a state not
    met, `low` the lowest order reachable, NONE once its component is closed.
    """
    met = 0
    stacked = 0
    for root in range(n):
        u = root
        depth = 0
        while inside[root] != 0 and (depth != 0 or order[root] == 0):
            if order[u] == 0:  # go into u
                met += 1
                order[u] = met
                low[u] = met
                position[u] = edge_from[u]
                path[depth] = u
                depth += 1
                stack[stacked] = u
                stacked += 1
            v = path[depth - 1]
            if position[v] < edge_from[v + 1]:  # look along the next edge of v
                u = edge_to[position[v]]
                position[v] += 1
                if inside[u] == 0:
                    u = v
                elif u == v:
                    on_cycle[v] = 1
                elif order[u] != 0 and low[u] != NONE and order[u] < low[v]:
                    low[v] = order[u]
            else:  # leave v
                depth -= 1
                if low[v] == order[v]:
                    stacked = close_component(v, stacked, stack, low, on_cycle)
                elif low[v] < low[path[depth - 1]]:
                    low[path[depth - 1]] = low[v]
    return met


def nearest(
    source: u64, goal: u64, edge_from: Ptr[u64], edge_to: Ptr[u32], edge_event: Ptr[u32],
    inside: Ptr[u8], parents: Ptr[u32], vias: Ptr[u32], queue: Ptr[u32],
) -> u64:  # fmt: skip
    """1 when at least one step leads from `source` to `goal` inside; then `parents` leads back.

    `parents` must hold NONE everywhere; that of `goal` is set even when it is the source.
    """
    head = 0
    tail = 1
    queue[0] = source
    while head < tail:
        v = queue[head]
        head += 1
        for k in range(edge_from[v], edge_from[v + 1]):
            u = edge_to[k]
            if inside[u] != 0 and parents[u] == NONE:
                parents[u] = v
                vias[u] = edge_event[k]
                if u == goal:
                    return 1
                if u != source:
                    queue[tail] = u
                    tail += 1
    return 0
