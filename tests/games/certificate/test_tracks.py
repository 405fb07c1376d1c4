"""Counters: for each pair of operands exactly one guess is accepted, and it is the right result."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import product

import pytest

from counterpoint.games.certificate.tracks import Constant, Counter, Difference, Remainder, Sum

PLACES = 5


def results(counter: Counter, left: int, right: int) -> list[int]:
    """What the counter gives for two numbers, once for each accepted guess."""
    ways: list[tuple[int, Hashable]] = [(0, start) for start in counter.starts]
    for place in reversed(range(PLACES)):
        a, b = left >> place & 1, right >> place & 1
        ways = [
            (2 * value + bit, after)
            for value, state in ways
            for bit, after in counter.steps(state, a, b, place)
        ]
    return [value for value, state in ways if counter.accepts(state)]


@pytest.mark.parametrize(
    ("counter", "meaning"),
    [
        (Constant(0), lambda a, b: 0),
        (Constant(13), lambda a, b: 13),
        (Sum(), lambda a, b: a + b),
        (Difference(), lambda a, b: max(a - b, 0)),
        *[(Remainder(m), lambda a, b, m=m: a % m) for m in range(1, 10)],
    ],
)
def test_a_counter_gives_its_result_once(
    counter: Counter, meaning: Callable[[int, int], int]
) -> None:
    for left, right in product(range(1 << PLACES - 1), repeat=2):
        assert results(counter, left, right) == [meaning(left, right)]
