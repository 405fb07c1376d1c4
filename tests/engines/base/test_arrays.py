"""Arrays of numbers are put in order, quickly or not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from counterpoint.engines.base import arrays
from counterpoint.engines.base.arrays import order_of, pairs_of

KINDS: list[Any] = [np.uint8, np.int16, np.uint32, np.int64, np.uint64]


@pytest.fixture(params=["as one number", "one by one"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "one by one":
        monkeypatch.setattr(arrays, "LARGEST", 0)


def drawn(size: int, below: int, kind: Any, seed: int = 0) -> Any:
    return np.random.default_rng(seed).integers(0, below, size).astype(kind)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 7, 8, 9, 1000])
def test_equal_keys_keep_their_order(kind: Any, size: int) -> None:
    for below in (1, 2, 100):
        keys = drawn(size, below, kind)
        expected = sorted(range(size), key=keys.tolist().__getitem__)
        assert order_of(keys).tolist() == expected


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("size", [0, 1, 2, 1000])
def test_pairs_come_once_and_in_order(size: int) -> None:
    for below in (1, 2, 100):
        first, second = drawn(size, below, np.int64), drawn(size, below, np.int64, 1)
        expected = sorted(set(zip(first.tolist(), second.tolist(), strict=True)))
        assert (
            list(zip(*(each.tolist() for each in pairs_of(first, second)), strict=True)) == expected
        )


@pytest.mark.parametrize("largest", [2**62 - 1, 2**62, 2**63 - 1])
def test_numbers_that_leave_no_room_for_a_second_one_are_put_in_order(largest: int) -> None:
    keys = np.array([largest, 0, largest, largest - 1])
    assert order_of(keys).tolist() == [1, 3, 0, 2]
    assert order_of(keys.astype(np.uint64)).tolist() == [1, 3, 0, 2]
    expected = sorted({(a, b) for a, b in zip(keys.tolist(), keys.tolist()[::-1], strict=True)})
    found = pairs_of(keys, keys[::-1])
    assert list(zip(*(each.tolist() for each in found), strict=True)) == expected


def test_numbers_of_64_bits_are_put_in_order() -> None:
    keys = np.array([2**64 - 1, 5, 2**63, 5], np.uint64)
    assert order_of(keys).tolist() == [1, 3, 2, 0]
