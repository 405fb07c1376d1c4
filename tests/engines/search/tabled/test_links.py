"""Tests of one cell become jumps by its value, and are skipped where all known values agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.search.tabled.cell_tests import UNKNOWN, CellTest
from counterpoint.engines.search.tabled.found import Found
from counterpoint.engines.search.tabled.interpreter import ARRIVE, ASK, SWITCH, TARGETS
from counterpoint.engines.search.tabled.search import Search, search
from counterpoint.errors import NoValue
from counterpoint.model.factored import AS_IT_IS, NOTHING, CellProbe, Read, Writes
from counterpoint.tuning import Tuning

from .test_search import Growing, Move, Tables, truth

SOON = Tuning(threads=1, linked_share=1 << 20)
"""Instructions are linked anew after every answer."""

SELDOM = Tuning(threads=1, linked_share=1)
"""They are linked anew when half of the answers are new, and when they are wrong."""

Table = dict[tuple[int, ...], tuple[Writes, ...]]


class Counter(Growing):
    """A cell that counts up to a limit while guards hold, with probes; keeps what was asked."""

    def __init__(self, limit: int, guards: Sequence[Table], probes: Sequence[Table] = ()) -> None:
        up: Table = {(n,): (((0, n + 1),),) for n in range(limit)}
        tables = [up, *guards, *probes]
        first = 1 + len(guards)
        self.asked_of: list[tuple[int, tuple[int, ...]]] = []
        super().__init__(
            [1],
            [Move("up", (*range(1, first), 0))],
            [(0,)] * len(tables),
            tables,
            [(0,)],
            states=tuple((number,) for number in range(first, len(tables))),
        )

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        self.asked_of.append((factor, tuple(map(read, self.reads[factor]))))
        return super().answer(factor, read)


def holding(*values: int) -> Table:
    """A test that holds for these values."""
    return {(value,): AS_IT_IS for value in values}


def searched(system: Tables, tuning: Tuning = SOON) -> tuple[Found, Search]:
    made: list[Search] = []

    def begin() -> Search:
        made.append(Search(system, Task(tuning=tuning), False, 0.0))
        return made[-1]

    return search(system, begin=begin), made[-1]


def first_instructions(of: Search) -> list[int]:
    """The kind of instruction with which each condition begins."""
    return [int(of.known.tries.heap[place]) for place in of.known.links.starts]


@pytest.mark.parametrize("last", [0, 1, 3, 7])
@pytest.mark.parametrize("tuning", [SOON, SELDOM])
def test_a_test_that_held_for_all_values_fails_for_a_value_that_comes_up_later(
    last: int, tuning: Tuning
) -> None:
    first = holding(*range(last + 1))
    found, _ = searched(Counter(12, [first], [first]), tuning)
    assert found.found == last + 2
    assert [(bad.state, bad.count) for bad in found.bad_states] == [(last + 1, 1)]


def test_a_test_that_failed_for_all_values_holds_for_a_value_that_comes_up_later() -> None:
    found, _ = searched(Counter(12, [], [holding(9)]))
    assert found.found == 13
    assert [(bad.state, bad.count) for bad in found.bad_states] == [(0, 12)]


def test_no_test_is_asked_where_one_before_it_fails() -> None:
    system = Counter(12, [holding(0, 1, 2), holding(*range(12))])
    found, _ = searched(system)
    assert found.found == 4
    assert max(values for factor, values in system.asked_of if factor == 2) == (2,)


def test_conditions_are_skipped_where_all_values_agree_and_others_are_jumps() -> None:
    _, made = searched(Counter(9, [], [holding(*range(20)), holding(1, 2), {}]))
    assert made.known.links.starts[2] == 0  # false at once
    assert first_instructions(made)[:2] == [ARRIVE, SWITCH]


def test_one_jump_leads_past_all_tests_of_a_cell() -> None:
    system = Counter(9, [], [holding(*range(7)), holding(*range(2, 20)), holding(3, 4)])
    system.state_probes = [CellProbe(system.chain((1, 2, 3), 0))]
    found, made = searched(system)
    heap, place = made.known.tries.heap, int(made.known.links.starts[0])
    assert heap[place] == SWITCH
    targets = heap[place + TARGETS : place + TARGETS + 10]
    assert [int(heap[target]) if target else 0 for target in targets] == [
        ARRIVE if n in (3, 4) else 0 for n in range(10)
    ]
    assert [bad.count for bad in found.bad_states] == [8]


def test_a_jump_leads_past_no_test_of_another_cell() -> None:
    up: list[Table] = [{(n,): (((cell, n + 1),),) for n in range(6)} for cell in range(2)]
    moves = [Move("a", (0,)), Move("b", (1,))]
    tables = [*up, holding(0, 1, 2, 5), holding(1, 2, 3)]
    system = Growing([1, 1], moves, [(0,), (1,), (0,), (1,)], tables, [(0, 0)], states=((2, 3),))
    found, _ = searched(system)
    assert [bad.count for bad in found.bad_states] == [49 - 4 * 3]


@pytest.mark.parametrize("tuning", [SOON, SELDOM])
def test_a_jump_by_an_auxiliary_cell_leads_where_its_tests_do(tuning: Tuning) -> None:
    auxiliary = 2
    named: Table = {(n,): (((auxiliary, n * n % 11),),) for n in range(20)}
    tests = [holding(*range(11)), holding(0, 1, 3, 4, 9), holding(0, 1, 4, 9, 5)]
    up: Table = {(n,): (((0, n + 1),),) for n in range(20)}
    moves = [Move("up", (0, 1, 2, 4)), Move("up too", (0, 3, 4))]
    reads = [(0,), (auxiliary,), (auxiliary,), (auxiliary,), (0,)]
    system = Growing([1], moves, reads, [named, *tests, up], [(0,)])
    system.besides = 1
    found, made = searched(system, tuning)
    assert (found.found, found.steps) == (21, 40 - 2 * sum(n % 11 in (4, 7) for n in range(20)))
    assert made.known.tests.tests[2].cell == auxiliary


class Looking(Growing):
    """A grid with a probe that reads the second cell only where the first is 2, or from 5 on."""

    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if factor < 2:
            return super().answer(factor, read)
        first = read(0)
        fails = (first == 2 or first >= 5) and read(1) % 2 == 1
        return NOTHING if fails else AS_IT_IS


@pytest.mark.parametrize("threads", [1, 2])
def test_a_test_may_read_another_cell_for_some_values(threads: int) -> None:
    up = [{(n,): (((cell, n + 1),),) for n in range(8)} for cell in range(2)]
    moves = [Move("a", (2, 0)), Move("b", (1,))]
    system = Looking([1, 1], moves, [(0,), (1,), ()], [*up, holding()], [(0, 0)], states=((2,),))
    tuning = Tuning(threads=threads, held_from=1, held_few=0, chunk_states=2, linked_share=1 << 20)
    found, made = searched(system, tuning)
    known = truth(system)
    assert (found.states, found.steps) == (len(known.states), known.count)
    assert found.bad_states[0].count == len(known.bad)
    assert made.known.tests.tests[2].answers[2] == UNKNOWN


class Valueless(Counter):
    def answer(self, factor: int, read: Read) -> tuple[Writes, ...]:
        if factor == len(self.tables) - 1 and read(0) == 5:
            raise NoValue("five has no value")
        return super().answer(factor, read)


def test_a_test_without_a_value_is_trouble_in_the_state_where_it_is_asked() -> None:
    found, _ = searched(Valueless(12, [], [holding(*range(20))]))
    assert found.trouble is not None
    assert found.trouble[0] == 5


@pytest.mark.parametrize("most", [0, 1, 3, 100])
def test_values_beyond_the_first_ones_are_asked_for(most: int) -> None:
    tuning = Tuning(threads=1, linked_share=1 << 20, tested_values=most)
    found, made = searched(Counter(30, [], [holding(*range(0, 40, 2))]), tuning)
    assert [bad.count for bad in found.bad_states] == [15]
    assert first_instructions(made) == [SWITCH if most else ASK]


def test_a_test_is_settled_if_it_was_asked_for_all_values_and_all_agree() -> None:
    sizes = 1, 2, 3
    assert [CellTest(0, [1, 1]).settled(size) for size in sizes] == [UNKNOWN, 1, UNKNOWN]
    assert [CellTest(0, [0]).settled(size) for size in sizes] == [0, UNKNOWN, UNKNOWN]
    assert CellTest(0, [1, UNKNOWN]).settled(2) == UNKNOWN
    assert CellTest(0, [0, 1]).settled(2) == UNKNOWN


def test_links_do_not_depend_on_how_often_they_are_made() -> None:
    def outcome(**tuned: Any) -> tuple[Any, ...]:
        guards = holding(*range(30)), holding(*range(25))
        found, _ = searched(Counter(40, guards, [holding(*range(0, 40, 3))]), Tuning(**tuned))
        return found.found, found.steps, found.bad_states

    assert outcome(linked_share=1) == outcome(linked_share=1 << 20) == outcome(tested_values=0)
