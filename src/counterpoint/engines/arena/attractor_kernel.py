"""Attractors and steps over the edges of an arena, in restricted Python.

How a state asks its next state to lie in a set is its *mode*. Steps are somebody's (owned) or
nobody's (free); without `free` flags all steps of a state are owned.

- SOME: some step leads into the set; ALL: every step does.
- FORCE: every free step does, and some owned one, if there are any.
- ALLOW: some free step does, or all owned ones, if there are any.

Glossary: n states, m steps, s and t states, k place of a step, d distance.
"""

from __future__ import annotations

from ...native import (
    Ptr,
    prefetch,
    u8,
    u32,
    u64,
)

SOME = 0
ALL = 1
FORCE = 2
ALLOW = 3
CHOSEN = 4

NONE = 0xFFFFFFFF

AHEAD = 24
"""Steps between asking the memory for an element and using it."""


def runs_forward(n: u64, start: Ptr[u64], target: Ptr[u32]) -> u64:
    """1 when no step leads to a state of a lower number."""
    for s in range(n):
        for k in range(start[s], start[s + 1]):
            if target[k] < s:
                return 0
    return 1


def reverse(
    n: u64, m: u64, start: Ptr[u64], target: Ptr[u32], free: Ptr[u8], any_free: u64,
    begin: Ptr[u64], source: Ptr[u32], free_back: Ptr[u8],
) -> u64:  # fmt: skip
    """The steps by their targets: those into t come from source[begin[t]] up to begin[t + 1].

    `begin` has room for n + 2 numbers, all zero.
    """
    for k in range(m):
        prefetch(begin, target[k + AHEAD if k + AHEAD < m else k] + 2)
        begin[target[k] + 2] += 1
    for t in range(n):
        begin[t + 2] += begin[t + 1]
    for s in range(n):
        for k in range(start[s], start[s + 1]):
            prefetch(begin, target[k + AHEAD if k + AHEAD < m else k] + 1)
            place = begin[target[k] + 1]
            begin[target[k] + 1] = place + 1
            source[place] = s
            if any_free != 0:
                free_back[place] = free[k]
    return m


def attract(
    begin: Ptr[u64], source: Ptr[u32], left: Ptr[u32], rank: Ptr[u32], queue: Ptr[u32], tail: u64
) -> u64:
    """The number of states attracted to those in `queue`, these included, nearest first.

    `left` says how many more steps into the set a state needs, 0 when it is in or cannot come in.
    """
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
    begin: Ptr[u64], source: Ptr[u32], free_back: Ptr[u8], mode: Ptr[u8], left: Ptr[u32],
    rank: Ptr[u32], queue: Ptr[u32], tail: u64,
) -> u64:  # fmt: skip
    """The same as `attract` where some steps are nobody's; changes `mode`.

    In mode FORCE only the first owned step counts: the state then needs free steps only, and its
    mode becomes CHOSEN. In mode ALLOW one free step is enough.
    """
    head = 0
    while head < tail:
        t = queue[head]
        head += 1
        for k in range(begin[t], begin[t + 1]):
            s = source[k]
            if left[s] != 0:
                if mode[s] == ALLOW and free_back[k] != 0:
                    left[s] = 0
                elif mode[s] != CHOSEN or free_back[k] != 0:
                    left[s] -= 1
                    if mode[s] == FORCE and free_back[k] == 0:
                        mode[s] = CHOSEN
                if left[s] == 0:
                    rank[s] = rank[t] + 1
                    queue[tail] = s
                    tail += 1
    return tail


def distance(
    s: u64, start: Ptr[u64], target: Ptr[u32], free: Ptr[u8], any_free: u64, mode: u64,
    rank: Ptr[u32],
) -> u64:  # fmt: skip
    """The distance that the steps of s allow it, less one; NONE if it is not attracted."""
    low = free_low = NONE
    high = free_high = owned = 0
    for k in range(start[s], start[s + 1]):
        prefetch(rank, target[k - AHEAD if k >= AHEAD else k])
        d = rank[target[k]]
        if any_free != 0 and free[k] != 0:
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


def sweep(
    n: u64, start: Ptr[u64], target: Ptr[u32], free: Ptr[u8], any_free: u64, mode: Ptr[u8],
    hold: Ptr[u8], rank: Ptr[u32],
) -> u64:  # fmt: skip
    """The distances where steps run forward: one pass from the last state to the first.

    `rank` holds 0 at the goal and NONE elsewhere. A step from a state to itself is of no help to a
    least set, and at the time it is looked at its target has the rank NONE.
    """
    for i in range(n):
        s = n - 1 - i
        if hold[s] != 0 and rank[s] != 0:
            d = distance(s, start, target, free, any_free, mode[s], rank)
            if d != NONE:
                rank[s] = d + 1
    return n


def step(
    n: u64, start: Ptr[u64], target: Ptr[u32], event: Ptr[u32], free: Ptr[u8], any_free: u64,
    mode: Ptr[u8], named: Ptr[u8], by_name: u64, region: Ptr[u8], found: Ptr[u8],
) -> u64:  # fmt: skip
    """Marks in `found` the states whose next state is in `region` as their mode says.

    With `by_name` only the steps whose label is `named` are looked at.
    """
    for s in range(n):
        hits = missed = free_hits = free_missed = 0
        for k in range(start[s], start[s + 1]):
            if by_name == 0 or named[event[k]] != 0:
                inside = region[target[k]] != 0
                if any_free != 0 and free[k] != 0:
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
    return n


def nearest_moves(
    n: u64, start: Ptr[u64], target: Ptr[u32], wanted: Ptr[u8], by_step: u64, asked: Ptr[u8],
    rank: Ptr[u32], move: Ptr[u64],
) -> u64:  # fmt: skip
    """For the states that are `asked` about, the first step to a state of the least rank.

    With `by_step` only `wanted` steps count. `move` keeps what it holds where no step leads to a
    state that has a rank.
    """
    for s in range(n):
        if asked[s] != 0:
            low = NONE
            for k in range(start[s], start[s + 1]):
                if (by_step == 0 or wanted[k] != 0) and rank[target[k]] < low:
                    low = rank[target[k]]
                    move[s] = k
    return n
