"""Patterns of what is false, and their numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.search.spec.patterns import numbered, patterns_of

words = st.lists(st.integers(0, 3) | st.integers(0, 2**64 - 1))


@given(words)
def test_values_are_numbered_in_ascending_order(values: list[int]) -> None:
    different, numbers = numbered(np.array(values, np.uint64))
    assert different.tolist() == sorted(set(values))
    assert [int(different[n]) for n in numbers.tolist()] == values


@given(words, st.integers(0, 63))
def test_what_is_not_false_is_true(values: list[int], probe: int) -> None:
    true = patterns_of(np.array(values, np.uint64)).true(probe)
    assert true.tolist() == [not value >> probe & 1 for value in values]
