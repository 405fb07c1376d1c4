"""BPjs's tests of event selection: simple, ordered, by priority of statements and of threads."""

from __future__ import annotations

import random
from itertools import zip_longest
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Ordered,
    Priority,
    Program,
    Runner,
    Sync,
    ThreadPriority,
    Uniform,
    check,
    events,
    sync,
    thread,
)
from counterpoint.bp.strategy import LEAST, Said

from .common import asks, run_of

ONE, TWO, THREE, FOUR, OUT = events("one two three four out")
P = {n: Event(f"p{n}") for n in (1, 2, 3, 10, 20, 30)}


@thread
def says(statement: Any) -> Body:
    yield statement


def selectable(strategy: Any, *statements: Sync, names: Any = ()) -> Any:
    """What can be selected where threads say this; `names` are those of their rules, in order."""
    said = []
    for statement, name in zip_longest(statements, names, fillvalue="says"):
        assert isinstance(statement, Sync)
        rule = thread(says.function)
        rule.name = name
        said.append(Said(rule(statement), statement))
    return set(strategy.selectable(said))


# SimpleEventSelectionStrategyTest


def test_one_wish_of_all_is_what_can_be_selected() -> None:
    assert selectable(
        Uniform(), sync(request=ONE), sync(request=ONE, wait_for=TWO), sync(request=ONE)
    ) == {ONE}


def test_a_blocked_request_cannot_be_selected() -> None:
    assert selectable(Uniform(), sync(request=ONE), sync(request=TWO), sync(block=TWO)) == {ONE}


def test_nothing_can_be_selected_when_all_requests_are_blocked() -> None:
    statements = [sync(request=ONE), sync(request=TWO), sync(block=TWO), sync(block=ONE)]
    assert selectable(Uniform(), *statements) == set()


def test_nothing_can_be_selected_where_nobody_requests() -> None:
    assert selectable(Uniform(), sync(wait_for=ONE), sync(wait_for=TWO), sync(block=TWO)) == set()


def test_nothing_can_be_selected_where_nobody_is() -> None:
    for strategy in (Uniform(), Ordered(), Priority(), ThreadPriority()):
        assert selectable(strategy) == set()


def test_the_same_seed_selects_the_same_thousand_events() -> None:
    among = [ONE(n) for n in range(1000)]
    first, second = random.Random(7), random.Random(7)
    assert [Uniform().choose(among, first) for _ in among] == [
        Uniform().choose(among, second) for _ in among
    ]


def test_a_priority_that_the_strategy_ignores_is_warned_of_once() -> None:
    @thread
    def hints() -> Body:
        while True:
            yield sync(request=ONE, priority=5)

    with pytest.warns(match="has no effect") as warned:
        Runner(Program(hints()), seed=0).run(steps=3)
    assert len(warned) == 1


# OrderedEventSelectionStrategyTest


ALL_FOUR = sync(request=[ONE, TWO, THREE, FOUR])
LAST_THREE = sync(request=[TWO, THREE, FOUR])
LAST_TWO = sync(request=[THREE, FOUR])


def test_ordered_offers_the_first_request_of_each_thread() -> None:
    assert selectable(Ordered(), ALL_FOUR, LAST_THREE) == {ONE, TWO}


def test_ordered_passes_over_what_is_blocked() -> None:
    blocking = sync(request=[THREE, FOUR], block=ONE)
    assert selectable(Ordered(), ALL_FOUR, LAST_THREE, blocking) == {TWO, THREE}


@pytest.mark.parametrize(
    "strategy", [Uniform(), Ordered(), Priority(), ThreadPriority({"asks": 1})]
)
def test_an_outside_event_is_taken_when_every_request_is_blocked(strategy: Any) -> None:
    @thread
    def blocks_all() -> Body:
        yield sync(block=[ONE, TWO, THREE, FOUR])

    program = Program(asks(ONE, FOUR), blocks_all(), asks(TWO), strategy=strategy)
    assert run_of(program, outside=[OUT]) == (OUT,)


# PrioritizedBSyncEventSelectionStrategyTest, StatementsWithDataTest, BSyncDataPassingTest


RANKED = [
    sync(request=FOUR),
    sync(request=ONE, priority=5),
    sync(request=TWO, priority=10),
    sync(request=THREE, priority=10),
]


def test_the_greatest_priority_wins() -> None:
    assert selectable(Priority(), *RANKED) == {TWO, THREE}


def test_a_default_priority_is_a_strategy_of_ones_own() -> None:
    """setDefaultPriority(11): ours gives a statement without a priority the least rank."""

    class EleventhByDefault(Priority):
        def rank(self, thread: Any, sync: Any) -> Any:
            return 11 if sync.priority is None else sync.priority

    assert selectable(EleventhByDefault(), *RANKED) == {FOUR}
    assert Priority().rank(says(RANKED[0]), RANKED[0]) == LEAST


def test_a_blocked_request_does_not_count_for_priority() -> None:
    statements = [
        sync(request=FOUR),
        sync(request=ONE, priority=5),
        sync(request=TWO, priority=1),
        sync(request=THREE, priority=10, block=TWO),
    ]
    assert selectable(Priority(), *statements) == {THREE}


def test_priorities_do_not_help_when_each_blocks_the_next() -> None:
    statements = [
        sync(request=FOUR, block=ONE),
        sync(request=ONE, priority=5, block=TWO),
        sync(request=TWO, priority=1, block=THREE),
        sync(request=THREE, priority=10, block=FOUR),
    ]
    assert selectable(Priority(), *statements) == set()


@thread
def asks_at(event: Any, priority: Any = None) -> Body:
    yield sync(request=event, priority=priority)


def test_statements_go_by_their_priority_and_one_without_comes_last() -> None:
    """StatementsWithData.js."""
    program = Program(asks_at(THREE), asks_at(TWO, 10), asks_at(ONE, 100), strategy=Priority())
    assert run_of(program) == (ONE, TWO, THREE)


def test_six_priorities_are_taken_from_the_greatest_to_the_least() -> None:
    """BSyncDataPassingTest.js."""
    program = Program(*(asks_at(P[n], n) for n in P), strategy=Priority())
    assert run_of(program) == (P[30], P[20], P[10], P[3], P[2], P[1])


def test_a_blocked_greatest_priority_is_passed_over() -> None:
    @thread
    def blocks_thirty() -> Body:
        yield sync(block=P[30])

    program = Program(*(asks_at(P[n], n) for n in P), blocks_thirty(), strategy=Priority())
    assert run_of(program) == (P[20], P[10], P[3], P[2], P[1])


def test_a_check_explores_only_the_greatest_priority() -> None:
    verdicts = check(Program(*(asks_at(P[n], n) for n in P), strategy=Priority()))
    assert (verdicts.states, verdicts.transitions) == (7, 6)


# PrioritizedBThreadsEventSelectionStrategyTest


BY_THREAD = ThreadPriority({"bt1": 1, "bt2": 2, "bt2a": 2, "bt3": 3})


def test_the_thread_with_the_greatest_number_wins() -> None:
    statements = [sync(request=ONE), sync(request=TWO), sync(request=THREE)]
    assert selectable(BY_THREAD, *statements, names=["bt1", "bt2", "bt3"]) == {THREE}


def test_two_threads_with_one_number_are_equal() -> None:
    statements = [sync(request=ONE), sync(request=TWO), sync(request=FOUR)]
    assert selectable(BY_THREAD, *statements, names=["bt1", "bt2", "bt2a"]) == {TWO, FOUR}


def test_a_thread_that_is_blocked_gives_way_to_the_next_number() -> None:
    statements = [sync(request=ONE), sync(request=TWO, block=THREE), sync(request=THREE)]
    assert selectable(BY_THREAD, *statements, names=["bt1", "bt2", "bt3"]) == {TWO}


def test_one_of_two_equal_threads_can_be_blocked() -> None:
    statements = [sync(request=ONE), sync(request=TWO), sync(request=FOUR), sync(block=FOUR)]
    names = ["bt1", "bt2", "bt2a", "bt3"]
    assert selectable(BY_THREAD, *statements, names=names) == {TWO}


def test_threads_that_block_each_other_leave_nothing_whatever_their_numbers() -> None:
    statements = [
        sync(request=ONE, block=TWO),
        sync(request=TWO, block=THREE),
        sync(request=THREE, block=ONE),
    ]
    assert selectable(BY_THREAD, *statements, names=["bt1", "bt2", "bt3"]) == set()


def test_an_unknown_thread_has_the_default_number() -> None:
    statements = [sync(request=ONE), sync(request=TWO)]
    assert selectable(BY_THREAD, *statements, names=["stranger", "bt1"]) == {TWO}
    strangers_first = ThreadPriority({"bt1": 1}, default=300)
    assert selectable(strangers_first, *statements, names=["stranger", "bt1"]) == {ONE}


def test_an_unblocked_request_comes_before_any_outside_event() -> None:
    @thread
    def blocks_one() -> Body:
        yield sync(block=ONE)

    program = Program(asks(ONE), asks(TWO), blocks_one(), strategy=ThreadPriority({"asks(one)": 9}))
    assert run_of(program, outside=[OUT]) == (TWO, OUT)
