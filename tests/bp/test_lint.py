from __future__ import annotations

import warnings
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Priority,
    Program,
    Uniform,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.lint import (
    CounterpointWarning,
    blocked_by_itself,
    ignored_priority,
    matching_nothing,
    warnings_about,
)
from counterpoint.bp.live.runner import Runner

A, B = events("A B")


@thread
def shout(times: Any = 2, block: Any = ()) -> Body:
    for _ in range(times):
        yield sync(request=A, priority=1, block=block)
    yield sync(request=A, priority=2, block=block)


def test_a_priority_is_in_vain_where_the_strategy_does_not_read_it() -> None:
    assert ignored_priority("t", sync(priority=0), Uniform()) == (
        "b-thread t: priority=0 has no effect, the strategy Uniform() ignores priorities"
    )
    assert ignored_priority("t", sync(priority=0), Priority()) is None
    assert ignored_priority("t", sync(), Uniform()) is None


def test_a_statement_that_blocks_all_its_requests_asks_for_nothing() -> None:
    said = sync(request=[A, B], block=lambda event: True)
    assert blocked_by_itself("t", said, Uniform()) == (
        "b-thread t: it blocks all that it requests, A, B, so this asks for nothing"
    )
    assert blocked_by_itself("t", sync(request=[A, B], block=A), Uniform()) is None
    assert blocked_by_itself("t", sync(block=A), Uniform()) is None


def test_a_predicate_that_no_event_meets_is_told() -> None:
    said = sync(wait_for=named("C"), block=[A, named("D")], interrupt=~A)
    assert matching_nothing("t", said, [A]) == (
        "b-thread t: wait_for=named('C') matches no event of the program",
        "b-thread t: interrupt=~A matches no event of the program",
    )
    assert matching_nothing("t", said, [Event("C", 1)]) == (
        "b-thread t: block=A | named('D') matches no event of the program",
    )


def test_warns_of_both_at_once() -> None:
    assert len(warnings_about("t", sync(request=A, block=A, priority=1), Uniform())) == 2


def test_a_run_warns_once_for_each_yield() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Runner(Program(shout(), shout(3))).run()
    assert [warning.category for warning in caught] == [CounterpointWarning] * 2
    first = shout.function.__code__.co_firstlineno
    assert [(warning.filename, warning.lineno - first) for warning in caught] == [
        (__file__, 3), (__file__, 4),
    ]  # fmt: skip


def test_a_run_warns_of_a_statement_that_blocks_itself() -> None:
    with pytest.warns(
        CounterpointWarning, match="b-thread shout.*: it blocks all that it requests, A"
    ):
        Runner(Program(shout(block=A), strategy=Priority)).run()


def test_a_run_without_fault_does_not_warn() -> None:
    Runner(Program(shout(block=B), strategy=Priority())).run()
