from __future__ import annotations

import random
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Ordered,
    Priority,
    Strategy,
    ThreadPriority,
    Uniform,
    events,
    sync,
    thread,
)
from counterpoint.bp.strategy import Custom, Said, among_enabled, as_strategy, enabled_events
from counterpoint.errors import BadStrategy

A, B, C = events("A B C")


@thread
def ask(name: Any) -> Body:
    yield sync()


@thread
def other() -> Body:
    yield sync()


def said(*statements: Any) -> Any:
    return [Said(ask(number), statement) for number, statement in enumerate(statements)]


def test_uniform_offers_every_unblocked_request_in_order() -> None:
    statements = said(sync(request=[B, A]), sync(request=[A, C]), sync(block=C))
    assert Uniform().selectable(statements) == (B, A)
    assert enabled_events(statements) == (B, A)


def test_a_b_threads_own_block_counts() -> None:
    assert Uniform().selectable(said(sync(request=[A, B], block=A))) == (B,)


def test_ordered_offers_the_first_unblocked_request_of_each() -> None:
    statements = said(sync(request=[A, B, C]), sync(request=[C, B]), sync(block=A))
    assert Ordered().selectable(statements) == (B, C)


def test_the_greatest_priority_with_an_unblocked_request_wins() -> None:
    blocked = sync(request=A, priority=9)
    statements = said(blocked, sync(request=B, priority=2), sync(request=C), sync(block=A))
    assert Priority().selectable(statements) == (B,)


def test_a_statement_without_priority_has_the_least() -> None:
    assert Priority().selectable(said(sync(request=A), sync(request=B, priority=-5))) == (B,)
    assert Priority().selectable(said(sync(request=A), sync(request=B))) == (A, B)


def test_thread_priority_goes_by_the_name_of_the_b_thread_then_of_the_rule() -> None:
    strategy = ThreadPriority({"ask": 1, "ask(1)": 3, "other": 2})
    statements = [Said(t, sync(request=e)) for t, e in ((ask(0), A), (ask(1), B), (other(), C))]
    assert strategy.selectable(statements) == (B,)
    assert strategy.selectable([statements[0], statements[2]]) == (C,)


def test_thread_priority_ranks_the_unnamed_by_its_default() -> None:
    statements = [Said(ask(0), sync(request=A)), Said(other(), sync(request=B))]
    assert ThreadPriority({"ask": 1}).selectable(statements) == (A,)
    assert ThreadPriority({"ask": 1}, default=2).selectable(statements) == (B,)


def test_b_threads_of_the_same_call_share_their_number() -> None:
    twins = [Said(ask(0), sync(request=A)), Said(ask(0), sync(request=B))]
    third = Said(other(), sync(request=C))
    assert ThreadPriority({"ask(0)": 1}).selectable([*twins, third]) == (A, B)


@pytest.mark.parametrize("name", ["ask(0)#2", "other#3"])
def test_thread_priority_refuses_a_counted_name(name: Any) -> None:
    with pytest.raises(BadStrategy) as caught:
        ThreadPriority({name: 1})
    assert caught.value.message == (
        f"ThreadPriority: {name!r} names no b-thread: those made by the same call "
        f"share their number, under the name {name[:-2]!r}"
    )


def test_chooses_each_event_by_chance_and_the_same_for_the_same_seed() -> None:
    chosen = [Uniform().choose((A, B, C), random.Random(seed)) for seed in range(50)]
    assert set(chosen) == {A, B, C}
    assert chosen == [Uniform().choose((A, B, C), random.Random(seed)) for seed in range(50)]


def test_a_function_is_a_strategy() -> None:
    strategy = as_strategy(lambda statements: [e for s in statements for e in s.sync.request[-1:]])
    assert isinstance(strategy, Custom)
    assert strategy.selectable(said(sync(request=[A, B]), sync(request=[C, B]))) == (B,)


def pick_c(statements: Any) -> Any:
    return [C]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            pick_c,
            "strategy pick_c selected C, which is not requested or is blocked; enabled are A",
        ),
        (
            lambda statements: ["A"],
            "strategy <lambda> selected 'A', which is not requested or is blocked; enabled are A",
        ),
        (lambda statements: A, "strategy <lambda> gave A, not an iterable of events"),
        (lambda statements: "A", "strategy <lambda> gave 'A', not an iterable of events"),
        (lambda statements: None, "strategy <lambda> gave None, not an iterable of events"),
        (
            lambda statements: [[A]],
            "strategy <lambda> selected [A], which is not requested or is blocked; enabled are A",
        ),
    ],
)
def test_refuses_an_answer_that_is_no_enabled_event(function: Any, message: Any) -> None:
    with pytest.raises(BadStrategy) as caught:
        Custom(function).selectable(said(sync(request=[A, C]), sync(block=C)))
    assert caught.value.message == message


def test_says_that_nothing_is_enabled() -> None:
    with pytest.raises(BadStrategy, match="enabled are no events"):
        among_enabled([A], [], Uniform())


def test_takes_strategies_their_classes_and_functions_only() -> None:
    assert as_strategy(Priority) == Priority()
    assert as_strategy(Strategy()) == Strategy()
    for wrong in (3, "uniform", None, Event, int):
        with pytest.raises(BadStrategy, match="takes a strategy such as Uniform"):
            as_strategy(wrong)  # type: ignore[arg-type]


def test_strategies_compare_by_value() -> None:
    ordered: Strategy = Ordered()
    assert Uniform() == Uniform() != ordered
    assert ThreadPriority({"a": 1}) == ThreadPriority({"a": 1}) != ThreadPriority({"a": 2})
