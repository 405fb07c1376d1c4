"""Iterators that are held over a statement, against runs of the same b-thread without a check."""

from __future__ import annotations

import array
import collections
import itertools
import random
from typing import Any

import pytest

from counterpoint import Body, sync, thread
from counterpoint.bp.local.alphabet import Alphabet
from counterpoint.bp.local.automaton import LocalAutomaton
from counterpoint.bp.local.exploring import explore_locally
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.bp.strategy import Uniform

from .brute_force import A, B, C


class Numbers:
    def __getitem__(self, index: Any) -> Any:
        return [1, 2, 3, 4][index]


NUMBERS = [1, 1, 2, 2, 3]


def groups() -> Any:
    """Groups are left in the middle, kept when a later one was asked for, and asked for more."""
    grouped = itertools.groupby(NUMBERS)
    _, one = next(grouped)
    other = one
    while True:
        event = yield 0
        if event is A:
            other, (_, one) = one, next(grouped, (0, one))
        else:
            yield next(one if event is B else other, 9)


def tees() -> Any:
    one, other = itertools.tee(NUMBERS)
    while True:
        event = yield 0
        yield next(one if event is A else other, 9)


def going_through(make: Any) -> Any:
    def through() -> Any:
        iterator = make()
        while True:
            event = yield 0
            yield next(iterator, 9)
            if event is C:
                iterator = make()

    return through


BODIES = {
    "groupby": groups,
    "tee": tees,
    "pairwise": going_through(lambda: itertools.pairwise(NUMBERS)),
    "array": going_through(lambda: iter(array.array("b", [1, 2, 3]))),
    "sequence": going_through(lambda: iter(Numbers())),
    "deque": going_through(lambda: iter(collections.deque([1, 2]))),
    "islice": going_through(lambda: itertools.islice(itertools.cycle([1, 2]), 5)),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_b_thread_with_an_iterator_goes_on_as_its_automaton_says(name: Any) -> None:
    body = BODIES[name]

    @thread
    def live() -> Body:
        running = body()
        shown = next(running)
        while True:
            event = yield sync(request=[A, B, C], priority=shown if shown in range(10) else -1)
            shown = running.send(event)

    one = LocalAutomaton(
        live(), "live", alphabet := Alphabet(), Uniform(), Surroundings(live.function)
    )
    explore_locally(one, 150, 10_000)
    for seed in range(12):
        chance = random.Random(seed)
        run: Any = live.function()
        local = 0
        statement = next(run)
        for _ in range(25):
            said = one.said(local)
            assert said is not None
            assert said.priority == statement.priority
            event = chance.choice([A, B, C])
            statement = run.send(event)
            local = one.step(local, alphabet.index[event])
