"""Rows of words, sorted and compared, in restricted Python.

A *row* is a packed state of `width` words. Its *key* is a row too, made from it by a bijection. The
first word of a key is evenly distributed over its lower `bits` bits: the top ones say to which
shard the state belongs, and few rows have the same first word. With several words, `bits` is 64.

Glossary: i, j numbers of rows, h hash, k row of the rows that are kept, n, m numbers of rows,
p shard, w word.
"""

from __future__ import annotations

from ....native import M64, Ptr, at, u8, u64

MORE = 0x9E3779B97F4A7C15
"""Added for each further word, so that rows of different words do not cancel out."""


def mixed(word: u64, bits: u64) -> u64:
    """A bijection of words with so many bits, in which each bit depends on all (MurmurHash3)."""
    half = bits + 1 >> 1
    mask = M64 >> (64 - bits)
    h = word ^ word >> half
    h = h * 0xFF51AFD7ED558CCD & mask
    h ^= h >> half
    h = h * 0xC4CEB9FE1A85EC53 & mask
    return h ^ h >> half


def unmixed(word: u64, bits: u64) -> u64:
    """The word that `mixed` turned into this one: a shift by half of the bits undoes itself."""
    half = bits + 1 >> 1
    mask = M64 >> (64 - bits)
    h = word ^ word >> half
    h = h * 0x9CB4B2F8129337DB & mask
    h ^= h >> half
    h = h * 0x4F74430C22A54005 & mask
    return h ^ h >> half


def rest_of(row: Ptr[u64], width: u64) -> u64:
    """A hash of the words of a row after the first; 0 if there are none."""
    h = 0
    for w in range(1, width):
        h = mixed((h ^ row[w]) + MORE & M64, 64)
    return h


def to_keys(n: u64, width: u64, bits: u64, rows: Ptr[u64]) -> u64:
    """Replace n rows by their keys; returns 0."""
    for i in range(n):
        row = at(rows, i * width)
        row[0] = mixed(row[0] ^ rest_of(row, width), bits)
    return 0


def from_keys(n: u64, width: u64, bits: u64, rows: Ptr[u64]) -> u64:
    """Replace n keys by their rows; returns 0."""
    for i in range(n):
        row = at(rows, i * width)
        row[0] = unmixed(row[0], bits) ^ rest_of(row, width)
    return 0


def is_less(first: Ptr[u64], second: Ptr[u64], width: u64) -> u64:
    """1 if the first row comes before the second, else 0."""
    for w in range(width):
        if first[w] != second[w]:
            return 0 + (first[w] < second[w])
    return 0


def is_same(first: Ptr[u64], second: Ptr[u64], width: u64) -> u64:
    """1 if two rows are equal, else 0."""
    for w in range(width):
        if first[w] != second[w]:
            return 0
    return 1


def order_ties(n: u64, width: u64, keys: Ptr[u64]) -> u64:
    """Order keys that are sorted by their first words also by the others; returns 0.

    Few have the same first word, so each is moved step by step.
    """
    for i in range(1, n):
        j = i
        while j > 0 and is_less(at(keys, j * width), at(keys, (j - 1) * width), width):
            for w in range(width):
                word = 0 + keys[j * width + w]
                keys[j * width + w] = keys[(j - 1) * width + w]
                keys[(j - 1) * width + w] = word
            j -= 1
    return 0


def without_twins(n: u64, width: u64, keys: Ptr[u64]) -> u64:
    """Keep one of equal keys, which are sorted; returns how many there are then."""
    k = 0
    for i in range(n):
        key = at(keys, i * width)
        if k == 0 or is_same(key, at(keys, (k - 1) * width), width) == 0:
            for w in range(width):
                keys[k * width + w] = key[w]
            k += 1
    return k


def reach(key: Ptr[u64], j: u64, m: u64, width: u64, known: Ptr[u64]) -> u64:
    """The first of the sorted keys from j on that is not less than `key`; m if there is none.

    It is sought in steps that double, as it is often near (galloping).
    """
    step = 1
    while j + step < m and is_less(at(known, (j + step) * width), key, width):
        j += step
        step *= 2
    end = j + step if j + step < m else m
    while j < end:
        middle = j + (end - j >> 1)
        if is_less(at(known, middle * width), key, width):
            j = middle + 1
        else:
            end = middle
    return j


def mark_known(n: u64, width: u64, keys: Ptr[u64], m: u64, known: Ptr[u64], marks: Ptr[u8]) -> u64:
    """Set the marks of those of n sorted keys that are among m sorted known ones; returns 0."""
    j = 0
    for i in range(n):
        key = at(keys, i * width)
        j = reach(key, j, m, width, known)
        if j == m:
            return 0
        if is_same(key, at(known, j * width), width):
            marks[i] = 1
    return 0


def unmarked(n: u64, width: u64, keys: Ptr[u64], marks: Ptr[u8]) -> u64:
    """Keep the keys without a mark; returns how many there are."""
    k = 0
    for i in range(n):
        if marks[i] == 0:
            for w in range(width):
                keys[k * width + w] = keys[i * width + w]
            k += 1
    return k
