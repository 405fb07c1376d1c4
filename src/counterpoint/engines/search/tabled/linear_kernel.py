"""Sums of whole numbers in cells, in restricted Python: what they tell need not be learned.

All numbers stand in the heap with BIAS added. A *table* tells which whole numbers those of a cell
stand for; it has 0 for what is none. Where it stands is told by a *slot*: its place, and how long
it is. A *code* is one of

    TEST    whether it is wanted, 0 or 1, the number of sums that must be 0, and of those that must
            be at least 0, then 0, 1, 0, and then the sums
    GIVE    the slot of a table of numbers, the whole number of its first place, then 1, 1, a cell
            and a place for what is written to it, and then the sum

and a sum is: the number of terms, a constant, and for each term a cell, the slot of its table, and
how often it is added. The answer is the place of a leaf, as a trie has it, or 0.
"""

from __future__ import annotations

from ....native import Ptr, u32, u64

BIAS = 0x80000000

TEST = 1
GIVE = 2

NO = 4
"""Where the code of a test has a leaf without alternatives."""

YES = 5
"""Where it has a leaf with one, which writes nothing."""

ABSENT = 0x4000000000000000
"""In place of a sum, where something in a cell is no whole number."""

MOST_TIMES = 1 << 20
"""As often a cell is added at the most: with 256 such terms, sums stay within 62 bits."""

TEST_HEAD = 7
GIVE_HEAD = 7
SUM_HEAD = 2
TERM = 3


def summed(sum_: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """A sum, modulo 2**64; or ABSENT."""
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
    """The leaf of a comparison; 0 if it must be asked."""
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


def given(code: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The leaf that writes a sum to a cell; 0 if it must be asked."""
    total = summed(code + GIVE_HEAD, rows, heap)
    slot = heap[code + 1]
    place = total + BIAS - heap[code + 2]
    if total == ABSENT or place >= heap[slot + 1]:
        return 0
    number = heap[heap[slot] + place]
    if number == 0:
        return 0
    heap[code + 6] = number - 1
    return code + 3


def reckoned(code: u64, rows: Ptr[u32], heap: Ptr[u32]) -> u64:
    """The place of the leaf that a code comes to; 0 if it must be asked."""
    if heap[code] == TEST:
        return tested(code, rows, heap)
    return given(code, rows, heap)
