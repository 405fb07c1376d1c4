"""Joins the steps of a level with a region of the next level, in restricted Python.

An *edge* is a row: the key of a target, of `width` words, then 2 * s + c for the number s of its
source and the class c of the step. In the class GOOD a target in the region is what matters, in the
class BAD one outside of it; steps that are SKIPPED do not matter. What mattered is a *mark*, the
last word of the edge. The rule of a state says what its marks mean.

Glossary: b bucket, i, j numbers of rows, k row of the rows that are written, n number of rows,
p shard, s source, w word.
"""

from __future__ import annotations

from ....native import Ptr, Record, at, u8, u32, u64
from ..levels.kernel import is_less, is_same

GOOD = 0
BAD = 1
SKIPPED = 2

# Rules: how the marks of a state say whether it leads into the region.
UNASKED = 0
ANY = 1
"""It does if some step of the class GOOD does."""
EVERY = 2
"""It does unless some step of the class BAD does not."""
BOTH = 3
"""It does if both are so."""
EITHER = 4
"""It does if one of the two is so."""
REST = 5
"""It has no steps, and does if it is in the region itself."""


class Steps(Record):
    """Steps with the keys of their targets, of `width` words, and their classes.

    Those of the source with number `sources[i]` begin at `starts[i]`. The shard of a target is in
    the bits of its key's first word after `shift`, under a `mask`. Edges are written to `edges`, of
    each shard p from row `places[p]` on.
    """

    width: u64
    keys: Ptr[u64]
    starts: Ptr[u64]
    classes: Ptr[u8]
    sources: Ptr[u64]
    shift: u64
    mask: u64
    places: Ptr[u64]
    edges: Ptr[u64]


def count_edges(n: u64, steps: Steps) -> u64:
    """Add to `places`, for each shard, how many of n steps matter; returns 0."""
    for j in range(n):
        if steps.classes[j] != SKIPPED:
            steps.places[steps.keys[j * steps.width] >> steps.shift & steps.mask] += 1
    return 0


def place_edges(n: u64, steps: Steps) -> u64:
    """Write the edges of n sources; returns 0."""
    width = steps.width
    for i in range(n):
        for j in range(steps.starts[i], steps.starts[i + 1]):
            if steps.classes[j] != SKIPPED:
                p = steps.keys[j * width] >> steps.shift & steps.mask
                row = at(steps.edges, steps.places[p] * (width + 1))
                for w in range(width):
                    row[w] = steps.keys[j * width + w]
                row[width] = 2 * steps.sources[i] + steps.classes[j]
                steps.places[p] += 1
    return 0


class Known(Record):
    """Sorted `keys` in `rows` rows of `width` words: states from number `first` on.

    They are in buckets by the difference of their first word and the least one, without `shift`
    bits; `index` says where each bucket begins, and last where they end.
    """

    width: u64
    keys: Ptr[u64]
    rows: u64
    first: u64
    shift: u64
    index: Ptr[u32]


def index_keys(buckets: u64, known: Known) -> u64:
    """Write where the buckets begin; returns 0."""
    b = 0
    for j in range(known.rows):
        while b <= (known.keys[j * known.width] - known.keys[0]) >> known.shift:
            known.index[b] = j
            b += 1
    while b <= buckets:
        known.index[b] = known.rows
        b += 1
    return 0


def found_in(key: Ptr[u64], width: u64, known: Ptr[u64], first: u64, end: u64) -> u64:
    """The number of a key among those from `first` up to `end`; `end` if it is not there."""
    j = first
    while j < end and is_less(at(known, j * width), key, width):
        j += 1
    if j < end and is_same(at(known, j * width), key, width):
        return j
    return end


def answer(
    n: u64, edges: Ptr[u64], known: Known, region: Ptr[u64], marks: Ptr[u64], tally: Ptr[u64]
) -> u64:  # fmt: skip
    """Look up the targets of n edges, and write the marks of those that matter.

    Adds to `tally[0]` how many targets are known. Returns the number of marks.
    """
    k = 0
    width = known.width
    low = known.keys[0]
    high = known.keys[(known.rows - 1) * width]
    for i in range(n):
        edge = at(edges, i * (width + 1))
        if low <= edge[0] <= high:
            b = (edge[0] - low) >> known.shift
            end = 0 + known.index[b + 1]
            j = found_in(edge, width, known.keys, 0 + known.index[b], end)
            if j < end:
                tally[0] += 1
                place = known.first + j
                if region[place >> 6] >> (place & 63) & 1 != edge[width] & 1:
                    marks[k] = edge[width]
                    k += 1
    return k


def note_marks(n: u64, marks: Ptr[u64], good: Ptr[u8], bad: Ptr[u8]) -> u64:
    """Note n marks with their sources; returns 0. Threads may do so together: all write 1."""
    for i in range(n):
        if marks[i] & 1 == GOOD:
            good[marks[i] >> 1] = 1
        else:
            bad[marks[i] >> 1] = 1
    return 0


def is_led(rule: u64, good: u64, bad: u64, itself: u64) -> u64:
    """1 if a state with this rule and these marks leads into the region, else 0."""
    fine = 1 - bad
    if rule == ANY:
        return good
    if rule == EVERY:
        return fine
    if rule == BOTH:
        return good & fine
    if rule == EITHER:
        return good | fine
    if rule == REST:
        return itself
    return 0


def conclude(
    n: u64, rules: Ptr[u8], good: Ptr[u8], bad: Ptr[u8], itself: Ptr[u64], found: Ptr[u64]
) -> u64:  # fmt: skip
    """Set the bits of those of n states that lead into the region; returns 0.

    `itself` has the bits of those that are in it.
    """
    for i in range(n):
        bit = itself[i >> 6] >> (i & 63) & 1
        found[i >> 6] |= is_led(0 + rules[i], 0 + good[i], 0 + bad[i], bit) << (i & 63)
    return 0
