"""The coarsest stable partition, its rounds, and the arrays that it is made of."""

from __future__ import annotations

import random

import numpy as np
import pytest

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.relation.partition import refined
from counterpoint.engines.relation.quotient import Quotient
from counterpoint.engines.relation.saturated import TAU, saturated
from counterpoint.engines.relation.steps import Steps, numbered, ranges
from counterpoint.errors import LimitReached
from tests.share import share


def random_steps(rng: random.Random, states: int, letters: int = 2) -> Steps:
    count = rng.randint(0, 3 * states)
    columns = [
        np.array([rng.randrange(of) for _ in range(count)], np.int64)
        for of in (states, letters, states)
    ]
    return Steps(states, *columns)


def rounds_of(steps: Steps, look: list[int]) -> list[list[int]]:
    """The classes after each round, by the definition: signatures of all states, each time."""
    rounds = [look]
    while True:
        now = rounds[-1]
        signatures = [
            (now[s], frozenset((a, now[t]) for a, t in steps.of(s))) for s in range(steps.states)
        ]
        numbers = {signature: n for n, signature in enumerate(dict.fromkeys(signatures))}
        after = [numbers[signature] for signature in signatures]
        if len(set(after)) == len(set(now)):
            return rounds
        rounds.append(after)


def test_states_part_in_the_round_in_which_they_part_by_definition() -> None:
    rng = random.Random(3)
    for _ in range(share(150)):
        states = rng.randint(1, 9)
        steps = random_steps(rng, states)
        look = [rng.randrange(2) for _ in range(states)]
        found = refined(steps, np.array(numbered(np.array(look))[0]))
        rounds = rounds_of(steps, look)
        for s in range(states):
            for t in range(states):
                apart = (n for n, of in enumerate(rounds) if of[s] != of[t])
                assert found.parted(s, t) == next(apart, None)


def test_a_long_chain_takes_a_round_for_each_state() -> None:
    n = 300
    source = np.arange(n - 1)
    found = refined(Steps(n, source, source * 0, source + 1), np.zeros(n, np.int64))
    assert found.dense[1] == n
    assert found.parted(0, 1) == n - 1
    assert found.parted(0, n - 1) == 1


def test_a_class_that_is_split_as_a_whole_keeps_its_number_for_the_largest_part() -> None:
    steps = Steps(4, np.array([0, 1, 2]), np.array([0, 0, 0]), np.array([3, 3, 3]))
    found = refined(steps, np.array([0, 0, 0, 0]))
    assert found.block.tolist()[:3] == [0, 0, 0]
    assert [moved.tolist() for moved, _ in found.changes] == [[3]]


def test_a_quotient_has_the_steps_of_classes() -> None:
    steps = Steps(4, np.array([0, 1]), np.array([5, 5]), np.array([2, 3]))
    quotient = Quotient(steps, refined(steps, np.array([0, 0, 1, 1])), np.array([7, 7, 8, 8]))
    assert quotient.classes == 2
    assert [list(quotient.steps.of(s)) for s in (0, 1)] == [[(5, 1)], []]
    assert quotient.observed == [7, 8]
    assert quotient.of_states(np.array([1, 0, 3])) == [0, 1]


def test_steps_are_sorted_and_each_is_there_once() -> None:
    steps = Steps(3, np.array([2, 0, 2]), np.array([1, 0, 1]), np.array([0, 1, 0]))
    assert [list(steps.of(s)) for s in range(3)] == [[(0, 1)], [], [(1, 0)]]
    assert steps.by_letter[2] == {1: [0]}
    start, sources = steps.sources
    assert sources[start[1] : start[2]].tolist() == [0]


def test_no_rows_and_no_ranges_are_empty() -> None:
    nothing = np.zeros(0, np.int64)
    assert numbered(nothing)[1] == 0
    assert [of.tolist() for of in ranges(np.array([0, 0]), np.array([0]))] == [[], []]


def weakly(steps: Steps, state: int) -> set[tuple[int, int]]:
    """The weak steps of a state by definition."""
    lists = [list(steps.of(s)) for s in range(steps.states)]

    def silently(s: int) -> set[int]:
        found = {s}
        for here in (todo := [s]):
            for a, t in lists[here]:
                if a == TAU and t not in found:
                    found.add(t)
                    todo.append(t)
        return found

    return {(TAU, t) for t in silently(state)} | {
        (a, u) for s in silently(state) for a, t in lists[s] if a != TAU for u in silently(t)
    }


def test_weak_steps_are_those_of_the_definition() -> None:
    rng = random.Random(4)
    for _ in range(share(100)):
        steps = random_steps(rng, rng.randint(1, 8), letters=3)
        weak = saturated(steps, Limits())
        for state in range(steps.states):
            assert set(weak.of(state)) == weakly(steps, state)


def test_too_many_weak_steps_are_refused() -> None:
    source = np.arange(99)
    chain = Steps(100, source, source * 0, source + 1)
    with pytest.raises(LimitReached, match=r"the limit of 1\.0 KB of memory was reached"):
        saturated(chain, Limits(memory=1024))
