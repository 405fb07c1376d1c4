"""A breadth-first search with a hash table, and threads that share one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from counterpoint.native import build, twin

from .kernels import insert, search, source

RENDEZVOUS = """
def f(flags: Ptr[u64], mine: u64, other: u64, patience: u64) -> u64:
    cas(flags, mine, 0, 1)
    while patience:
        if load(flags, other):
            return 1
        patience -= 1
    return 0
"""
CLAIM = """
def f(table: Ptr[u64], mask: u64, first: u64, last: u64) -> u64:
    fresh = 0
    for key in range(first, last):
        fresh += insert(table, mask, key)
    return fresh
"""
LIBRARIES = [build(search), build(search, debug=True), twin(search)]


def run_threads(*calls: Callable[[], int]) -> list[Any]:
    """The answers of functions that run at the same time."""
    answers: list[Any] = [None] * len(calls)

    def run(i: int) -> None:
        answers[i] = calls[i]()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def reached(first: int) -> list[int]:
    """The states that `successors` reaches, by the book."""
    seen, queue = {first}, [first]
    for state in queue:
        for following in ((state * 2 + 1) % 1009, (state + 7) % 1009):
            if following not in seen:
                seen.add(following)
                queue.append(following)
    return queue


@pytest.mark.parametrize("library", LIBRARIES, ids=["release", "debug", "twin"])
def test_a_search_visits_the_states_in_order(library: Any) -> None:
    table, queue = numpy.zeros(2048, "u8"), numpy.zeros(1100, "u8")
    n = library.search(table, 2047, queue, numpy.zeros(8, "u8"), 3)
    expected = reached(3)
    assert queue[:n].tolist() == expected
    assert sorted(table[table > 0].tolist()) == sorted(state + 1 for state in expected)


def test_native_code_runs_without_python_s_lock() -> None:
    # Each thread waits inside native code for the other: with the lock held, neither could come.
    f = build(source(RENDEZVOUS)).f
    flags = numpy.zeros(16, "u8")
    patience = 10**11
    answers = run_threads(lambda: f(flags, 0, 8, patience), lambda: f(flags, 8, 0, patience))
    assert answers == [1, 1]


@pytest.mark.parametrize("make", [build, twin])
def test_threads_that_claim_the_same_keys_claim_each_once(make: Callable[..., Any]) -> None:
    keys = 20000 if make is build else 200
    f = make(source(CLAIM, insert=insert)).f
    table = numpy.zeros(65536, "u8")
    answers = run_threads(*[lambda: f(table, 65535, 1, keys + 1)] * 4)
    assert sum(answers) == keys
    assert sorted(table[table > 0].tolist()) == list(range(1, keys + 1))


def test_a_swap_happens_only_if_the_old_value_is_there() -> None:
    function = source(
        "def f(p: Ptr[u8], old: u64, new: u64) -> u64:\n    return cas(p, 1, old, new)"
    )
    for library in (build(function), build(function, debug=True), twin(function)):
        cells = bytearray([1, 2, 3])
        assert [library.f(cells, 5, 9), list(cells)] == [2, [1, 2, 3]]
        assert [library.f(cells, 2, 9), list(cells)] == [2, [1, 9, 3]]
