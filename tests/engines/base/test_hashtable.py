"""The hash table of states, with hashes so bad that all that can collide does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from counterpoint import Program, check, never
from counterpoint.engines.base import hashtable
from counterpoint.engines.base.hashtable import (
    LEAST_PART,
    MOST_PARTS,
    NUMBER,
    HashTable,
    append,
    candidate,
    clear,
    fill,
    following,
)
from counterpoint.native import Ptr, build, plain, twin, u64
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from tests.tunings import PACKED

from .. import programs as p
from ..test_stops import counters

UPPER = 7 << 32
"""One upper half for all hashes: then only the keys tell entries apart."""


class Keys(HashTable):
    """Keys by number."""

    keys: Ptr[u64]
    hashes: Ptr[u64]
    count: u64


def number_of(key: u64, h: u64, table: Keys) -> u64:
    """The number of a key; a key that is not known is added."""
    slot = candidate(h, h, table)
    while table.slots[slot] != 0:
        j = (table.slots[slot] & NUMBER) - 1
        if table.keys[j] == key:
            return j
        slot = candidate(following(slot, table), h, table)
    n = table.count
    table.keys[n] = key
    table.hashes[n] = h
    table.count = n + 1
    return fill(slot, n, h, table)


def enter(table: Keys) -> u64:
    """Enter all keys again."""
    for n in range(table.count):
        append(n, table.hashes[n], table)
    return 0


MADE: dict[str, Any] = {
    "native": build,
    "debug": lambda *kernels: build(*kernels, debug=True),
    "twin": twin,
    "plain": plain,
}
# Hashes that begin at the last slot wrap around at once; others differ in their upper halves only.
HASHES: dict[str, Any] = {
    "all alike": lambda key: UPPER,
    "at the end": lambda key: UPPER | 15,
    "in two halves": lambda key: (key % 2) << 32 | 15,
    "in few slots": lambda key: UPPER | key % 3,
}


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("hashed", HASHES)
def test_a_key_has_one_number_whatever_collides(made: str, hashed: str) -> None:
    library, hash_of = MADE[made](number_of, enter), HASHES[hashed]
    table = Keys(keys=np.zeros(15, np.uint64), hashes=np.zeros(15, np.uint64))
    clear(table, 16)
    known: dict[int, int] = {}
    for key in [5, 3, 5, 8, 3, *range(12), *range(12)]:
        number = known.setdefault(key, len(known))
        assert library.number_of(key, hash_of(key), table) == number
    clear(table, 32)
    library.enter(table)
    assert [library.number_of(key, hash_of(key), table) for key in known] == [*known.values()]
    assert table.count == len(known)


@pytest.mark.parametrize("made", ["native", "debug"])
@pytest.mark.parametrize("slots", [1 << 10, 1 << 11, 1 << 16, 1 << 17])
def test_probing_stays_in_the_part_of_the_hash(made: str, slots: int) -> None:
    library = MADE[made](number_of)
    table = Keys(keys=np.zeros(600, np.uint64), hashes=np.zeros(600, np.uint64))
    clear(table, slots)
    size = 1 << table.shift
    assert slots // size == min(MOST_PARTS, slots // LEAST_PART)
    ends = (size - 2, slots - 1)  # in the first part and in the last one
    for key in range(600):
        assert library.number_of(key, UPPER | ends[key % 2], table) == key
    last = slots - size
    if last:
        held = {size - 2, size - 1, *range(298), slots - 1, *range(last, last + 299)}
        assert set(np.flatnonzero(table.slots).tolist()) == held
    assert [library.number_of(key, UPPER | ends[key % 2], table) for key in range(600)] == [
        *range(600)
    ]


def test_a_table_has_no_more_states_than_it_has_numbers() -> None:
    assert not hashtable.too_many(NUMBER)
    stopped = hashtable.too_many(NUMBER + 1)
    assert (stopped, stopped.cause) == (
        "no more than 4,294,967,295 states can be numbered",
        Cause.MEMORY,
    )


def test_a_search_stops_where_numbers_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashtable, "MOST_STATES", 300)
    program = Program(p.count_events(), p.stop_at(700))
    verdicts = check(
        program, never(p.B), tuning=Tuning(first_room=16, group_from=1 << 20, turn_last=1)
    )
    assert verdicts.stopped == "no more than 300 states can be numbered"
    packed = replace(PACKED, first_room=16)
    verdicts = check(counters(), "deadlock", tuning=packed, engine="explicit")
    assert verdicts.stopped == "no more than 300 states can be numbered"
