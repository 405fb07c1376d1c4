"""Sizes as text, and what a search may use."""

from __future__ import annotations

import pytest

from counterpoint.engines.limits import LOCAL_STATES, NO_LIMITS, Limits, parse_size, show_size
from counterpoint.errors import Misuse


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("2K", 2048), ("1.5m", 1572864), ("2GB", 2 << 30), (" 3 GiB ", 3 << 30)],
)
def test_a_size_is_a_number_with_a_unit(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "much", "-1", "2X", "1 000", "1e9"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Misuse, match="is not a size: give bytes, or a number with K, M, G or T"):
        parse_size(text)


def test_sizes_are_shown_with_the_unit_that_suits_them() -> None:
    assert [show_size(1 << n) for n in (3, 13, 23, 33)] == ["8 bytes", "8.0 KB", "8.0 MB", "8.0 GB"]


def test_without_limits_a_search_may_take_most_of_the_memory() -> None:
    assert NO_LIMITS.bytes > 1 << 28
    assert NO_LIMITS.local_states == LOCAL_STATES


def test_a_limit_of_states_bounds_each_b_thread_as_well() -> None:
    assert Limits(states=50).local_states == 50
