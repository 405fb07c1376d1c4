"""Sets of states as sorted keys, against sets of tuples."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.arrays import U64
from counterpoint.engines.search.levels.keys import Keys
from tests.share import share

Rows: TypeAlias = list[tuple[int, ...]]

WORDS = st.one_of(st.integers(0, 3), st.integers(0, (1 << 64) - 1))


def rows(width: int) -> st.SearchStrategy[Rows]:
    return st.lists(st.tuples(*[WORDS] * width), max_size=40)


BOTH = st.integers(1, 3).flatmap(lambda width: st.tuples(st.just(width), rows(width), rows(width)))


def array(width: int, given: Rows) -> U64:
    return np.array(given, np.uint64).reshape(-1, width)


def tuples(found: U64) -> Rows:
    return [tuple(row) for row in found.tolist()]


@given(BOTH)
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_a_key_is_made_from_one_state_only(given: tuple[int, Rows, Rows]) -> None:
    width, first, _ = given
    keys = Keys(width, 64)
    made = keys.of(array(width, first))
    assert tuples(keys.states(made)) == first
    assert len(set(tuples(made))) == len(set(first))


@given(BOTH)
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_distinct_keys_are_in_order(given: tuple[int, Rows, Rows]) -> None:
    width, first, _ = given
    assert tuples(Keys(width, 64).distinct(array(width, first))) == sorted(set(first))


@given(BOTH, st.integers(0, 5))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_each_key_is_in_the_shard_that_its_first_bits_say(
    given: tuple[int, Rows, Rows], bits: int
) -> None:
    width, first, _ = given
    keys = Keys(width, 64)
    shards = keys.shards(keys.distinct(array(width, first)), bits)
    expected: list[Rows] = [[] for _ in range(1 << bits)]
    for row in sorted(set(first)):
        expected[row[0] >> 64 - bits].append(row)
    assert list(map(tuples, shards)) == expected


@given(BOTH)
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_what_is_known_is_marked_and_taken_away(given: tuple[int, Rows, Rows]) -> None:
    width, first, second = given
    keys = Keys(width, 64)
    wanted, known = (keys.distinct(array(width, of)) for of in (first, second))
    marks = np.zeros(max(1, len(wanted)), np.uint8)
    keys.mark(wanted, known, marks)
    assert tuples(keys.unmarked(wanted, marks)) == sorted(set(first) - set(second))


@pytest.mark.parametrize("width", [1, 2])
def test_shards_get_about_as_many_of_states_that_count_up(width: int) -> None:
    keys = Keys(width, 64)
    states = np.arange(width << 16, dtype=np.uint64).reshape(-1, width)
    sizes = [len(shard) for shard in keys.shards(keys.distinct(keys.of(states)), 4)]
    assert max(sizes) < 1.1 * min(sizes)


@pytest.mark.parametrize("bits", [1, 2, 5, 8])
def test_keys_of_few_bits_have_as_many(bits: int) -> None:
    states = np.arange(1 << bits, dtype=np.uint64).reshape(-1, 1)
    keys = Keys(1, bits)
    made = keys.of(states)
    assert sorted(made[:, 0].tolist()) == list(range(1 << bits))
    assert keys.states(made).tolist() == states.tolist()


@pytest.mark.parametrize("bits", [27, 45, 63, 64])
def test_mixing_is_undone(bits: int) -> None:
    words = np.array([0, 1, 5, 1 << bits - 1, (1 << bits) - 1], np.uint64)
    keys = Keys(1, bits)
    made = keys.of(words.reshape(-1, 1))
    assert all(word < 1 << bits for word in made[:, 0].tolist())
    assert (keys.states(made)[:, 0] == words).all()
