"""Linear arithmetic over cells of whole numbers, in restricted Python: computed, not memoized.

Whole numbers are in the heap with BIAS added. A *table* maps the number of a cell's value to the
whole number that it encodes, or to 0 if the value is no whole number; a table of places is the
inverse. A *slot* is two numbers in the heap, the place of a table and its length. A *code* is one
of

    TEST    whether the test is wanted true (1) or false (0), the number of sums that must be 0,
            the number of sums that must be at least 0, then 0, 1, 0, and then the sums
    GIVE    the slot of a table of places, the whole number of its first entry, then 1, 1, a cell
            and GIVEN, and then the sum

The constants in a code are leaves, in the form that tries have: two for TEST (at NO and at YES),
one for GIVE. GIVEN stands for a number that each thread has in its walk: threads share the heap,
which none of them may change. A sum is: the number of terms, a constant, and for each term a cell,
the slot of its table and its coefficient. The result of a code is the place of a leaf, or 0 if it
must be queried.

Glossary: j number of a sum.
"""

from __future__ import annotations

from ....native import Ptr, u32, u64
from .records import Walk

BIAS = 0x80000000

TEST = 1
GIVE = 2

GIVEN = 0xFFFFFFFF
"""Instead of the number that a leaf writes: it is `number` in the walk. No table is so long."""

NO = 4
"""The offset in a TEST of a leaf without alternatives: the test is false."""

YES = 5
"""The offset in a TEST of a leaf with one alternative that writes nothing: the test is true."""

ABSENT = 0x4000000000000000
"""Replaces a sum if a value that it reads is no whole number."""

MOST_TIMES = 1 << 20
"""The greatest absolute coefficient: with 256 such terms, sums stay within 62 bits."""

TEST_HEAD = 7
GIVE_HEAD = 7
SUM_HEAD = 2
TERM = 3


def summed(sum_: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The value of a sum, modulo 2**64; or ABSENT."""
    total = heap[sum_ + 1] - BIAS
    term = sum_ + SUM_HEAD
    for _ in range(heap[sum_]):
        slot = heap[term + 1]
        value = rows[heap[term]]
        if value >= heap[slot + 1]:
            return ABSENT
        number = heap[heap[slot] + value]
        if number == 0:
            return ABSENT
        total += (heap[term + 2] - BIAS) * (number - BIAS)
        term += TERM
    return total


def tested(code: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The place of the leaf of a TEST; 0 if it must be queried."""
    count = heap[code + 2]
    sum_ = code + TEST_HEAD
    holds = 1
    for j in range(count + heap[code + 3]):
        total = summed(sum_, rows, heap)
        if total == ABSENT:
            return 0
        if j < count:
            holds &= total == 0
        else:
            holds &= total >> 63 == 0
        sum_ += SUM_HEAD + TERM * heap[sum_]
    return code + YES if holds == heap[code + 1] else code + NO


def given(code: u64, walk: Walk, heap: Ptr[u32]) -> u64:
    """The place of the leaf of a GIVE, which writes a sum to a cell; 0 if it must be queried."""
    total = summed(code + GIVE_HEAD, walk.rows, heap)
    slot = heap[code + 1]
    place = total + BIAS - heap[code + 2]
    if total == ABSENT or place >= heap[slot + 1]:
        return 0
    number = heap[heap[slot] + place]
    if number == 0:
        return 0
    walk.number = number - 1
    return code + 3


def computed(code: u64, walk: Walk, heap: Ptr[u32]) -> u64:
    """The place of the leaf that a code computes; 0 if it must be queried."""
    if heap[code] == TEST:
        return tested(code, walk.rows, heap)
    return given(code, walk, heap)
