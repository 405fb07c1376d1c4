"""Attractors and steps over the edges of a graph, in restricted Python.

The *mode* of a state says how its steps must lead into a set. A step is owned if a player chooses
it, and free otherwise; without `free` flags, all steps are owned.

- SOME: some step leads into the set; ALL: every step does.
- FORCE: every free step does, and some owned one, if there are any.
- ALLOW: some free step does, or all owned ones, if there are any.

Glossary: n number of states, m number of steps, s and t states, k step, d distance, g graph.
"""

from __future__ import annotations

from ...native import Ptr, prefetch, u8, u32, u64
from ..base.outcome import NONE
from .records import Backward, Steps

SOME = 0
ALL = 1
FORCE = 2
ALLOW = 3
CHOSEN = 4

AHEAD = 24
"""The number of steps between prefetching an element and using it."""


def runs_forward(g: Steps) -> u64:
    """1 if no step leads to a state with a lower number, else 0."""
    for s in range(g.states):
        for k in range(g.start[s], g.start[s + 1]):
            if g.target[k] < s:
                return 0
    return 1


def reverse(g: Steps, back: Backward) -> u64:
    """Fill `back` with the steps, ordered by their targets; returns 0.

    `back.begin` must have two more elements than there are states, all zero.
    """
    target = g.target
    begin = back.begin
    n = g.states
    m = g.start[n]
    for k in range(m):
        prefetch(begin, target[k + AHEAD if k + AHEAD < m else k] + 2)
        begin[target[k] + 2] += 1
    for t in range(n):
        begin[t + 2] += begin[t + 1]
    for s in range(n):
        for k in range(g.start[s], g.start[s + 1]):
            prefetch(begin, target[k + AHEAD if k + AHEAD < m else k] + 1)
            place = begin[target[k] + 1]
            begin[target[k] + 1] = place + 1
            back.source[place] = s
            if g.any_free != 0:
                back.free[place] = g.free[k]
    return 0


def attract(back: Backward, left: Ptr[u32], rank: Ptr[u32], queue: Ptr[u32], tail: u64) -> u64:
    """Append to `queue` the states attracted to its first `tail` states, in order of distance.

    `left[s]` is the number of further steps into the set that state s needs; it is 0 if s is in the
    set or cannot be attracted. Returns the number of states in the queue.
    """
    begin = back.begin
    source = back.source
    head = 0
    while head < tail:
        t = queue[head]
        head += 1
        d = rank[t] + 1
        for k in range(begin[t], begin[t + 1]):
            s = source[k]
            if left[s] != 0:
                left[s] -= 1
                if left[s] == 0:
                    rank[s] = d
                    queue[tail] = s
                    tail += 1
    return tail


def attract_mixed(
    back: Backward, mode: Ptr[u8], left: Ptr[u32], rank: Ptr[u32], queue: Ptr[u32], tail: u64
) -> u64:
    """Like `attract`, for a graph with free steps; changes `mode`.

    In mode FORCE, only the first owned step counts: afterwards the state needs only its free steps,
    and its mode becomes CHOSEN. In mode ALLOW, one free step is enough.
    """
    begin = back.begin
    source = back.source
    free = back.free
    head = 0
    while head < tail:
        t = queue[head]
        head += 1
        for k in range(begin[t], begin[t + 1]):
            s = source[k]
            if left[s] != 0:
                if mode[s] == ALLOW and free[k] != 0:
                    left[s] = 0
                elif mode[s] != CHOSEN or free[k] != 0:
                    left[s] -= 1
                    if mode[s] == FORCE and free[k] == 0:
                        mode[s] = CHOSEN
                if left[s] == 0:
                    rank[s] = rank[t] + 1
                    queue[tail] = s
                    tail += 1
    return tail


def distance(s: u64, mode: u64, rank: Ptr[u32], g: Steps) -> u64:
    """The rank of s minus 1, from the ranks of its targets; NONE if s is not attracted."""
    target = g.target
    low = free_low = NONE
    high = free_high = owned = 0
    for k in range(g.start[s], g.start[s + 1]):
        prefetch(rank, target[k - AHEAD if k >= AHEAD else k])
        d = rank[target[k]]
        if g.any_free != 0 and g.free[k] != 0:
            free_low = d if d < free_low else free_low
            free_high = d if d > free_high else free_high
        else:
            owned += 1
            low = d if d < low else low
            high = d if d > high else high
    if mode == SOME:
        return low if low < free_low else free_low
    if mode == ALL:
        return high if high > free_high else free_high
    if mode == FORCE:
        return free_high if owned == 0 or free_high > low else low
    return free_low if owned == 0 or free_low < high else high


def sweep(mode: Ptr[u8], hold: Ptr[u8], rank: Ptr[u32], g: Steps) -> u64:
    """Compute `rank` if no step runs backward: one pass from the last state to the first.

    `rank` is 0 at the goal and NONE elsewhere at first. A step from a state to itself never helps
    to reach the goal; when it is visited, its target still has the rank NONE.
    """
    n = g.states
    for i in range(n):
        s = n - 1 - i
        if hold[s] != 0 and rank[s] != 0:
            d = distance(s, mode[s], rank, g)
            if d != NONE:
                rank[s] = d + 1
    return n


def step(
    mode: Ptr[u8], named: Ptr[u8], by_name: u64, region: Ptr[u8], found: Ptr[u8], g: Steps
) -> u64:
    """Mark in `found` the states with steps into `region` as their mode requires.

    With `by_name`, only steps with a label in `named` count. Returns the number of all states.
    """
    for s in range(g.states):
        hits = missed = free_hits = free_missed = 0
        for k in range(g.start[s], g.start[s + 1]):
            if by_name == 0 or named[g.event[k]] != 0:
                inside = region[g.target[k]] != 0
                if g.any_free != 0 and g.free[k] != 0:
                    free_hits += inside
                    free_missed += 1 - inside
                else:
                    hits += inside
                    missed += 1 - inside
        if mode[s] == SOME:
            found[s] = hits + free_hits != 0
        elif mode[s] == ALL:
            found[s] = missed + free_missed == 0
        elif mode[s] == FORCE:
            found[s] = free_missed == 0 and (hits != 0 or missed == 0)
        else:
            found[s] = free_hits != 0 or (missed == 0 and hits != 0)
    return g.states


def nearest_moves(
    wanted: Ptr[u8], by_step: u64, asked: Ptr[u8], rank: Ptr[u32], move: Ptr[u64], g: Steps
) -> u64:
    """Write to `move`, for each state in `asked`, its first step to a state of least rank.

    With `by_step`, only steps in `wanted` count. `move` is unchanged for a state without a step to
    a state that has a rank. Returns the number of all states.
    """
    for s in range(g.states):
        if asked[s] != 0:
            low = NONE
            for k in range(g.start[s], g.start[s + 1]):
                if (by_step == 0 or wanted[k] != 0) and rank[g.target[k]] < low:
                    low = rank[g.target[k]]
                    move[s] = k
    return g.states
