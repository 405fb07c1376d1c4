"""Tries in the heap: what is found there is what was learned, in nodes of either form."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.search.tabled import interpreter
from counterpoint.engines.search.tabled import tries as tries_module
from counterpoint.engines.search.tabled.interpreter import WIDE
from counterpoint.engines.search.tabled.tries import HeapFull, Tries
from counterpoint.model.factored import Writes
from counterpoint.native import build
from counterpoint.tuning import Tuning
from tests.share import share

CELLS = 3


@cache
def library() -> Any:
    return build(interpreter.leaf_of)


def answer(number: int) -> tuple[Writes, ...]:
    return (((0, number),),)


def found(tries: Tries, row: tuple[int, ...]) -> int | None:
    """The number in the answer for a row; None if there is none."""
    place = int(library().leaf_of(0, np.array(row, np.uint32), tries.heap))
    return int(tries.heap[place + 3]) if place else None


def size_of(tries: Tries) -> int:
    """The size of the first node of factor 0."""
    return int(tries.heap[(int(tries.heap[0]) >> 1) + 1])


SIZES = st.fixed_dictionaries(
    {
        "first_heap": st.sampled_from((2, 1 << 10)),
        "first_node": st.sampled_from((1, 2, 4)),
        "narrow_node": st.sampled_from((1, 2, 8)),
        "dense_node": st.sampled_from((1, 16, 64)),
        "sparsest_node": st.sampled_from((1, 2, 8)),
    }
)
ROWS = st.lists(st.tuples(*[st.integers(0, 70)] * CELLS), max_size=80)


@given(ROWS, SIZES, st.integers(1, 20))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_every_row_has_the_answer_that_was_learned(
    rows: list[tuple[int, ...]], sizes: dict[str, Any], at_once: int
) -> None:
    tries = Tries(1, CELLS, Tuning(**sizes))
    known = {row: number for number, row in enumerate(rows)}
    for number, (row, value) in enumerate(known.items()):
        tries.learn(0, enumerate(row), tries.leaf(answer(value)))
        if number % at_once == 0:
            tries.enter()
    tries.enter()
    assert [found(tries, row) for row in known] == list(known.values())
    others = {(c, b, a) for a, b, c in known} | {(a, b, c + 1) for a, b, c in known}
    assert [found(tries, row) for row in others - set(known)] == [None] * len(others - set(known))


@pytest.mark.parametrize(
    ("values", "hashed"),
    [
        (range(64), False),
        (range(0, 64, 2), False),
        (range(0, 64, 8), True),
        (range(65), True),
        ([0, 1, 3], False),
        ([0, 1, 3, 40], True),
    ],
)
def test_a_node_is_an_array_while_it_is_small_or_dense(values: Any, hashed: bool) -> None:
    tuning = Tuning(first_node=1, narrow_node=4, dense_node=64, sparsest_node=4)
    tries = Tries(1, 1, tuning)
    for value in values:
        tries.learn(0, [(0, value)], tries.leaf(answer(value)))
        tries.enter()
    assert bool(size_of(tries) & WIDE) == hashed
    assert [found(tries, (value,)) for value in values] == list(values)


def test_the_heap_is_not_longer_than_references_can_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries_module, "HEAP_AT_MOST", 100)
    tries = Tries(3, CELLS, Tuning(first_heap=2))
    lengths = []

    def fill() -> None:
        for value in range(70):
            tries.learn(0, [(0, value)], tries.leaf(answer(value)))
            tries.enter()
            lengths.append(len(tries.heap))

    with pytest.raises(HeapFull):
        fill()
    assert max(lengths) == 100
