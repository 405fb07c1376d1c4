"""Attractors and steps without edges, in restricted Python: successors are computed each time.

A region has a bit for each place; several regions that are computed together have their bits of one
place side by side, SIDE of them (a power of 2, of which LOG is the logarithm). What is asked of a
state's steps depends on its owner o: `asked[4 * o]` and the three numbers after it say of which
regions some step must lead into it (SOME), every step (ALL), or, where steps of his stand beside
steps that are nobody's, what FORCE and ALLOW mean.

Glossary: i number of a state, e where those end that are gathered, q how many of them are looked
at, c one of these, k steps so far, j one of them, p place, o row of `asked`, v bits of a place,
w word.
"""

from __future__ import annotations

from ....native import Ptr, at, cas, ctz, load, popcount, prefetch, u32, u64
from .kernel import WORDS, fetch, find, hash_ahead, holds, mover, successors
from .records import Buffers, States, Sweep

SIDE = 1
LOG = 0
"""How many regions stand side by side, and the logarithm of that."""

USED = 1
"""The bits of those that are wanted, which may be fewer."""

HELD = 1
"""Whether a region says which states may be attracted; else all may."""

OWNED = 0
"""Whether players choose steps."""

STEPWISE = 0
"""Whether actions say whose they are; else it depends on the state alone."""

PARALLEL = 0
"""Whether other threads write to the same regions."""

NOBODY = 0

# What is asked of a state's steps: columns of `asked`.
SOME = 0
ALL = 1
FORCE = 2
ALLOW = 3

AT_ONCE = 1
"""How many states are gathered before their steps are looked up: bound by `Code.constants`."""

# Rows of the buffer `waiting`, of AT_ONCE each: see `code.ROWS`.
PLACE = 0
END = 1
WANTED = 2
OWNER = 3


def word_of(p: u64) -> u64:
    """The word of a region in which a place has its bits."""
    return (p << LOG) >> 6


def shift_of(p: u64) -> u64:
    """How far from the right end of that word they stand."""
    return (p << LOG) & 63


def all_regions() -> u64:
    """A bit for each region."""
    return (1 << SIDE) - 1


def bits_at(region: Ptr[u64], p: u64) -> u64:
    """The bits of a place."""
    return (region[word_of(p)] >> shift_of(p)) & all_regions()


def add_bits(region: Ptr[u64], p: u64, v: u64) -> u64:
    """0; adds bits to a place."""
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
    """Write the places of k packed successors, their numbers."""
    hash_ahead(k, b, states)
    for j in range(k):
        b.places[j] = find(at(b.out, j * WORDS), b.hashes[j], states)
    return k


def places_ranked(k: u64, b: Buffers, states: States) -> u64:
    """Write the places of k successors given by rank, which are these ranks."""
    for j in range(k):
        b.places[j] = b.out[j]
    return k


places_of = places_packed


def reach(p: u64, b: Buffers, states: States) -> u64:
    """The number of steps of the state `here`; writes their kinds, and the places they lead to."""
    return places_of(successors(b.here, p, b.out, b.kinds), b, states)


def owner_of(kind: u64, turn: u64, whose: Ptr[u32]) -> u64:
    """The owner of a step of this kind: who is named for it, or else whose turn it is."""
    return whose[kind] if whose[kind] != 0 else turn


def chosen(
    p: u64, first: u64, end: u64, turn: u64, region: Ptr[u64], b: Buffers, s: Sweep
) -> u64:  # fmt: skip
    """The regions into which the steps of a state lead as its owner is asked; it may rest."""
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
    """The same where actions say whose they are, so that a player's steps may stand beside others.

    What is nobody's may come whatever he does: with FORCE all that must lead into a region, and
    one of his. ALLOW is the dual: some of that is enough, or all of his.
    """
    some = 0
    every = all_regions()
    free_some = 0
    free_every = every
    owner = NOBODY
    for j in range(first, end):
        v = bits_at(region, b.places[j])
        mine = owner_of(b.kinds[j], turn, s.whose)
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
    """How many of the states before `last`, down to `first`, can still be attracted somewhere.

    Writes down each with its place, where its steps end, what is wanted of it, and its owner.
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
    """How many of q states that were gathered are attracted; adds those."""
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
    """How many of the states before `last`, down to `first`, were attracted to some region more.

    What is attracted is added at once, so that states looked at later see it.
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
    """Add to the region the states whose steps lead into the goal as their owner is asked."""
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        k = reach(p, b, s.states)
        turn = mover(b.here) if OWNED != 0 else NOBODY
        v = chosen(p, 0, k, turn, s.goal, b, s)
        if v != 0:
            add_bits(s.region, p, v)
    return last


def lead_by(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Add to the region the states of which some named step, or every one, leads into the goal."""
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
    """Whether every one of some steps hits, or, unless that is asked, one of them does."""
    if every != 0:
        return 1 if misses == 0 else 0
    return 1 if hits != 0 else 0


def contested(first: u64, last: u64, several: u64, b: Buffers, s: Sweep) -> u64:
    """The first state in which two players could choose; `last` if there is none.

    `mover` gives `several` where it is the turn of more than one.
    """
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        turn = mover(b.here)
        owner = NOBODY
        for j in range(successors(b.here, p, b.out, b.kinds)):
            mine = owner_of(b.kinds[j], turn, s.whose)
            if mine == several or (mine != NOBODY and owner != NOBODY and mine != owner):
                return i
            if mine != NOBODY:
                owner = mine
    return last


def add_where(first: u64, last: u64, b: Buffers, s: Sweep) -> u64:
    """Add to the region the states in which the condition is true."""
    for i in range(first, last):
        p = fetch(i, b.here, s.states)
        if holds(b.here) != 0:
            add_bits(s.region, p, 1)
    return last


def spread(words: u64, bit: u64, region: Ptr[u64], side: Ptr[u64]) -> u64:
    """Enter a region into those that stand side by side, as bit number `bit`."""
    for w in range(words):
        rest = region[w]
        while rest != 0:
            p = w * 64 + ctz(rest)
            side[word_of(p)] |= 1 << (shift_of(p) + bit)
            rest &= rest - 1
    return words


def gathered(words: u64, bit: u64, side: Ptr[u64], region: Ptr[u64]) -> u64:
    """Take bit number `bit` of those that stand side by side as a region."""
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
    """How many bits are set."""
    found = 0
    for w in range(words):
        found += popcount(region[w])
    return found


def source_of(first: u64, last: u64, place: u64, b: Buffers, states: States) -> u64:
    """The first state with a step to a place, `last` if there is none; its kind is in kinds[0]."""
    for i in range(first, last):
        k = reach(fetch(i, b.here, states), b, states)
        for j in range(k):
            if b.places[j] == place:
                b.kinds[0] = b.kinds[j]
                return i
    return last
