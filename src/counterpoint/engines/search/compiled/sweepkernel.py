"""Attractors and predecessors without edges, in restricted Python: steps are computed each time.

A region has a bit for each place. Regions that are computed together have their bits of one place
side by side, SIDE of them (a power of 2; LOG is its logarithm). The condition on a state's steps
depends on its owner o: `asked[4 * o]` and the next three numbers have a bit for each region into
which some step must lead (SOME), every step (ALL), or for which FORCE or ALLOW applies: these mix
steps of the owner with steps that belong to no player, see `chosen_stepwise`.

Glossary: b buffers, c index of a gathered state, e end of a batch, i number of a state, j index of
a step, k steps so far, o index in `asked`, p place, q number of gathered states, r rank, s sweep,
v bits of a place, w word.
"""

from __future__ import annotations

from ....native import Ptr, at, cas, ctz, load, popcount, prefetch, u32, u64
from .kernel import WORDS, fetch, find, hash_ahead, holds, mover, successors
from .records import Buffers, States, Sweep

SIDE = 1
LOG = 0
"""The number of regions side by side, and its logarithm to base 2."""

USED = 1
"""The bits of the regions in use, which may be fewer than SIDE."""

HELD = 1
"""1 if `held` limits the states that may be attracted; 0 if all may."""

OWNED = 0
"""1 if some condition depends on the player who chooses, else 0."""

STEPWISE = 0
"""1 if actions have owners; 0 if the owner of a step depends on its source alone."""

PARALLEL = 0
"""1 if other threads write to the same regions, else 0."""

NOBODY = 0

# Conditions on the steps of a state: columns of `asked`.
SOME = 0
ALL = 1
FORCE = 2
ALLOW = 3

AT_ONCE = 1
"""The number of states gathered before their steps are looked up; bound by `Code.constants`."""

# Rows of the buffer `waiting`, each of AT_ONCE numbers; bound from `code.ROWS`.
PLACE = 0
END = 1
WANTED = 2
OWNER = 3


def word_of(p: u64) -> u64:
    """The index of the word of a region that has the bits of a place."""
    return (p << LOG) >> 6


def shift_of(p: u64) -> u64:
    """The position of the lowest of these bits in the word."""
    return (p << LOG) & 63


def all_regions() -> u64:
    """A bit for each region."""
    return (1 << SIDE) - 1


def bits_at(region: Ptr[u64], p: u64) -> u64:
    """The bits of a place, one per region."""
    return (region[word_of(p)] >> shift_of(p)) & all_regions()


def add_bits(region: Ptr[u64], p: u64, v: u64) -> u64:
    """Add bits to a place, atomically if threads run in parallel; returns 0."""
    word = word_of(p)
    bits = v << shift_of(p)
    if PARALLEL == 0:
        region[word] |= bits
        return 0
    old = load(region, word)
    while old & bits != bits:
        found = cas(region, word, old, old | bits)
        if found == old:
            return 0
        old = found
    return 0


def places_packed(k: u64, b: Buffers, states: States) -> u64:
    """Write the places of k packed successors, which are their numbers; returns k."""
    hash_ahead(k, b, states)
    for j in range(k):
        b.places[j] = find(at(b.out, j * WORDS), b.hashes[j], states)
    return k


def places_ranked(k: u64, b: Buffers, states: States) -> u64:
    """Write the places of k successors given by rank, which are their ranks; returns k."""
    for j in range(k):
        b.places[j] = b.out[j]
    return k


places_of = places_packed


def reach(p: u64, b: Buffers, states: States) -> u64:
    """Write the kinds and the places of the targets of the state `here`; returns their number."""
    return places_of(successors(b.here, p, b.out, b.kinds), b, states)


def owner_of(kind: u64, turn: u64, owner: Ptr[u32]) -> u64:
    """The owner of a step of this kind: the owner of the kind, else the player to move."""
    return owner[kind] if owner[kind] != 0 else turn


def chosen(
    p: u64, first: u64, end: u64, turn: u64, region: Ptr[u64], b: Buffers, s: Sweep
) -> u64:  # fmt: skip
    """The regions into which the steps of a state lead as its owner's conditions require.

    A state without steps rests: it leads to itself.
    """
    if first == end:
        return bits_at(region, p)
    if STEPWISE != 0:
        return chosen_stepwise(first, end, turn, region, b, s)
    some = 0
    every = all_regions()
    for j in range(first, end):
        v = bits_at(region, b.places[j])
        some |= v
        every &= v
    o = 4 * turn
    return (some & s.asked[o + SOME]) | (every & s.asked[o + ALL])


def chosen_stepwise(
    first: u64, end: u64, turn: u64, region: Ptr[u64], b: Buffers, s: Sweep
) -> u64:  # fmt: skip
    """The same if actions have owners: a state may have steps of one player and free steps.

    Free steps belong to no player and can occur at any time. FORCE requires that all free steps,
    and at least one of the player's, lead into the region. ALLOW is the dual: at least one free
    step, or all of the player's.
    """
    some = 0
    every = all_regions()
    free_some = 0
    free_every = every
    owner = NOBODY
    for j in range(first, end):
        v = bits_at(region, b.places[j])
        mine = owner_of(b.kinds[j], turn, s.owner)
        if mine == NOBODY:
            free_some |= v
            free_every &= v
        else:
            owner = mine
            some |= v
            every &= v
    o = 4 * owner
    forced = free_every
    allowed = free_some
    if owner != NOBODY:
        forced &= some
        allowed |= every
    plain = ((some | free_some) & s.asked[o + SOME]) | (every & free_every & s.asked[o + ALL])
    return plain | (forced & s.asked[o + FORCE]) | (allowed & s.asked[o + ALLOW])


def gather(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Gather the states before `last`, down to `first`, that may still be attracted to a region.

    Writes for each its place, the end of its steps, the regions in question, and the player to
    move. Returns their number.
    """
    waiting = b.waiting
    q = 0
    k = 0
    i = last
    while i > first:
        i -= 1
        p = fetch(i, b.here, s.states)
        wanted = ~bits_at(s.region, p) & USED
        if HELD != 0:
            wanted &= bits_at(s.held, p)
        if wanted != 0:
            k += successors(b.here, p, at(b.out, k * b.width), at(b.kinds, k))
            waiting[PLACE + q] = p
            waiting[END + q] = k
            waiting[WANTED + q] = wanted
            waiting[OWNER + q] = mover(b.here) if OWNED != 0 else NOBODY
            q += 1
    return q


def settle(q: u64, b: Buffers, s: Sweep) -> u64:
    """Add those of q gathered states that are attracted; returns their number."""
    waiting = b.waiting
    changed = 0
    k = 0
    for c in range(q):
        p = waiting[PLACE + c]
        end = waiting[END + c]
        v = chosen(p, k, end, waiting[OWNER + c], s.region, b, s) & waiting[WANTED + c]
        if v != 0:
            add_bits(s.region, p, v)
            changed += 1
        k = end
    return changed


def attract(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Add the states before `last`, down to `first`, that are attracted to further regions.

    They are added at once, so that states visited later see them. Returns their number.
    """
    changed = 0
    while last > first:
        e = last - AT_ONCE if last - first > AT_ONCE else first
        q = gather(e, last, b, s)
        last = e
        if q != 0:
            k = b.waiting[END + q - 1]
            places_of(k, b, s.states)
            for j in range(k):
                prefetch(s.region, word_of(b.places[j]))
            changed += settle(q, b, s)
    return changed


def lead(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Add the states with steps into the goal as their owner's conditions require.

    Returns `last`.
    """
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        k = reach(p, b, s.states)
        turn = mover(b.here) if OWNED != 0 else NOBODY
        v = chosen(p, 0, k, turn, s.goal, b, s)
        if v != 0:
            add_bits(s.region, p, v)
    return last


def lead_by(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Add the states of which some named step, or every one, leads into the goal.

    Returns `last`.
    """
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        k = reach(p, b, s.states)
        hits = 0
        misses = 0
        if k == 0 and s.rest != 0:
            hits = bits_at(s.goal, p)
            misses = 1 - hits
        for j in range(k):
            if s.named[b.kinds[j]] != 0:
                hit = bits_at(s.goal, b.places[j])
                hits += hit
                misses += 1 - hit
        if is_met(hits, misses, s.every) != 0:
            add_bits(s.region, p, 1)
    return last


def is_met(hits: u64, misses: u64, every: u64) -> u64:
    """1 if all steps hit (with `every` = 1), or at least one does (with `every` = 0); else 0."""
    if every != 0:
        return 1 if misses == 0 else 0
    return 1 if hits != 0 else 0


def contested(first: u64, last: u64, several: u64, b: Buffers, s: Sweep) -> u64:
    """The first state in which two players could choose; `last` if there is none.

    `mover` returns `several` if more than one player is to move.
    """
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        turn = mover(b.here)
        owner = NOBODY
        for j in range(successors(b.here, p, b.out, b.kinds)):
            mine = owner_of(b.kinds[j], turn, s.owner)
            if mine == several or (mine != NOBODY and owner != NOBODY and mine != owner):
                return i
            if mine != NOBODY:
                owner = mine
    return last


def add_where(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Add the states in which the condition is true; returns `last`."""
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        if holds(b.here) != 0:
            add_bits(s.region, p, 1)
    return last


def spread(words: u64, bit: u64, region: Ptr[u64], side: Ptr[u64]) -> u64:
    """Copy a region of `words` words to bit number `bit` of the regions in `side`.

    Returns `words`.
    """
    for w in range(words):
        rest = region[w]
        while rest != 0:
            p = w * 64 + ctz(rest)
            side[word_of(p)] |= 1 << (shift_of(p) + bit)
            rest &= rest - 1
    return words


def gathered(words: u64, bit: u64, side: Ptr[u64], region: Ptr[u64]) -> u64:
    """Copy bit number `bit` of the regions in `side` to a region; returns `words`."""
    column = 0
    for p in range(64 >> LOG):
        column |= 1 << (shift_of(p) + bit)
    for w in range(words):
        rest = side[w] & column
        while rest != 0:
            p = (w * 64 + ctz(rest)) >> LOG
            region[p >> 6] |= 1 << (p & 63)
            rest &= rest - 1
    return words


def population(words: u64, region: Ptr[u64]) -> u64:
    """The number of bits set in `words` words."""
    found = 0
    for w in range(words):
        found += popcount(region[w])
    return found


def source_of(first: u64, last: u64, place: u64, b: Buffers, states: States) -> u64:
    """The first state with a step to a place; `last` if none. The step's kind is in `kinds[0]`."""
    for i in range(first, last):
        k = reach(fetch(i, b.here, states), b, states)
        for j in range(k):
            if b.places[j] == place:
                b.kinds[0] = b.kinds[j]
                return i
    return last
