"""The states of a model as machine code sees them, in restricted Python: read, compared, looked up.

`successors`, `unrank` and the constants WORDS, RESTS and PLAIN are bound by `build`: what stands
here is their meaning for a model without actions. A *place* is where a state's bits stand in a
region: its rank, or its number.

Glossary: i state, n states found, k steps, j one of them, h hash, W words of a state.
"""

from __future__ import annotations

from ....native import Ptr, at, prefetch, u8, u16, u32, u64
from .records import Buffers, States

NO_STEPS = 0xFFFFFFFFFFFFFFFF
"""What `successors` gives at a fault."""

WORDS = 1
"""The words of a packed state."""

RESTS = 0xFFFFFFFF
"""The first kind of steps that stand for rests, and are not counted."""

PLAIN = 1
"""Whether all steps count, and no two of a state are alike in label and target."""


def label_of(kind: u64) -> u64:
    """A number that the kinds with one label have in common."""
    return kind


def successors(here: Ptr[u64], rank: u64, out: Ptr[u64], kinds: Ptr[u32]) -> u64:
    """The number of steps of a state; writes where they lead and of what kind they are."""
    return 0


def unrank(rank: u64, digits: Ptr[u64], here: Ptr[u64]) -> u64:
    """0; writes the words of the state with a rank."""
    here[0] = rank
    return 0


def rank_of(here: Ptr[u64]) -> u64:
    """The rank of the state with these words."""
    return here[0]


def holds(here: Ptr[u64]) -> u64:
    """1 where a condition is true."""
    return 1


def fetch_packed(i: u64, here: Ptr[u64], states: States) -> u64:
    """The place of state number i, its number; writes its words."""
    for w in range(WORDS):
        here[w] = states.queue[i * WORDS + w]
    return i


def fetch_ranked(i: u64, here: Ptr[u64], states: States) -> u64:
    """The place of state number i, its rank; writes its words."""
    unrank(states.queue[i], states.digits, here)
    return states.queue[i]


def fetch_whole(i: u64, here: Ptr[u64], states: States) -> u64:
    """The place of the state of rank i, where every state is meant; writes its words."""
    unrank(i, states.digits, here)
    return i


fetch = fetch_packed


def mover(here: Ptr[u64]) -> u64:
    """Whose turn it is, 0 for nobody's."""
    return 0


def same(states: Ptr[u64], i: u64, others: Ptr[u64], j: u64, width: u64) -> u64:
    """1 where state i of the first is state j of the others."""
    for w in range(width):
        if states[i * width + w] != others[j * width + w]:
            return 0
    return 1


def is_new(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """1 unless an earlier step of the same kind leads to the same state as step n."""
    for j in range(n):
        if kinds[j] == kinds[n] and same(out, j, out, n, width) != 0:
            return 0
    return 1


def repeats(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """1 where an earlier step has the same label as step n and leads to the same state."""
    for i in range(n):
        if label_of(kinds[i]) == label_of(kinds[n]) and same(out, i, out, n, width) != 0:
            return 1
    return 0


def counted(out: Ptr[u64], kinds: Ptr[u32], n: u64, width: u64) -> u64:
    """How many of the steps of a state count: rests do not, nor what only another owner repeats."""
    if PLAIN != 0:
        return n
    found = 0
    for j in range(n):
        if kinds[j] < RESTS and repeats(out, kinds, j, width) == 0:
            found += 1
    return found


def mixed(state: Ptr[u64]) -> u64:
    """The hash of the words of a state."""
    h = 0
    for w in range(WORDS):
        h = (h ^ state[w]) * 0x9E3779B97F4A7C15
        h = (h ^ h >> 32) * 0xD6E8FEB86659FD93
        h ^= h >> 29
    return h


def slot_of(state: Ptr[u64], h: u64, states: States) -> u64:
    """The slot of the table where a state stands, or the empty one where it would.

    Only where the halves of hashes are equal are the words looked at.
    """
    slots = states.slots
    slot = h & states.mask
    while slots[slot] != 0:
        if (slots[slot] ^ h) >> 32 == 0:
            j = (slots[slot] & 0xFFFFFFFF) - 1
            w = 0
            while w < WORDS and states.queue[j * WORDS + w] == state[w]:
                w += 1
            if w == WORDS:
                return slot
        slot = (slot + 1) & states.mask
    return slot


def number_of(state: Ptr[u64], h: u64, states: States) -> u64:
    """The number of a state; it is that of a new one where it was not known."""
    slot = slot_of(state, h, states)
    if states.slots[slot] != 0:
        return (states.slots[slot] & 0xFFFFFFFF) - 1
    n = states.count
    states.slots[slot] = (h & 0xFFFFFFFF00000000) | (n + 1)
    for w in range(WORDS):
        states.queue[n * WORDS + w] = state[w]
    states.count = n + 1
    return n


def find(state: Ptr[u64], h: u64, states: States) -> u64:
    """The number of a state, NO_STEPS where it has none."""
    slot = slot_of(state, h, states)
    return (states.slots[slot] & 0xFFFFFFFF) - 1 if states.slots[slot] != 0 else NO_STEPS


def lookup(state: Ptr[u64], states: States) -> u64:
    """The same as `find`, from the words alone."""
    return find(state, mixed(state), states)


def hash_ahead(k: u64, b: Buffers, states: States) -> u64:
    """k; writes the hashes of k packed states, and asks for what they will be compared with.

    First for their slots of the table; when the last is asked for, the first may be there.
    """
    hashes = b.hashes
    for j in range(k):
        h = mixed(at(b.out, j * WORDS))
        hashes[j] = h
        prefetch(states.slots, h & states.mask)
    for j in range(k):
        slot = states.slots[hashes[j] & states.mask]
        if (slot ^ hashes[j]) >> 32 == 0:
            prefetch(states.queue, (slot & 0xFFFFFFFF) * WORDS - WORDS)
    return k


def filtered(first: u64, end: u64, digits: Ptr[u64], here: Ptr[u64], ranks: Ptr[u64]) -> u64:
    """How many states from rank `first` up to `end` satisfy the condition; writes their ranks."""
    n = 0
    for r in range(first, end):
        unrank(r, digits, here)
        ranks[n] = r
        n += holds(here) != 0
    return n


def each(first: u64, end: u64, here: Ptr[u64], found: Ptr[u8], states: States) -> u64:
    """Write for each state whether the condition is true in it."""
    for i in range(first, end):
        fetch(i, here, states)
        found[i] = holds(here) != 0
    return end


def movers(first: u64, end: u64, here: Ptr[u64], found: Ptr[u16], states: States) -> u64:
    """Write for each state whose turn it is."""
    for i in range(first, end):
        fetch(i, here, states)
        found[i] = mover(here)
    return end
