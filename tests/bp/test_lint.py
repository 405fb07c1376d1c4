from __future__ import annotations

import warnings
from typing import Any

import pytest

import counterpoint
from counterpoint import (
    Body,
    Event,
    Priority,
    Program,
    Uniform,
    after,
    check,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.lint import (
    CounterpointWarning,
    blocked_by_itself,
    ignored_priority,
    lacking_data,
    matching_nothing,
    warnings_about,
)
from counterpoint.bp.live.runner import Runner
from counterpoint.bp.unyielded import never_yielded

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


def test_an_event_without_data_is_no_event_of_the_same_name() -> None:
    one = Event("SHIP", 1)
    said = sync(wait_for=Event("SHIP"), block=[Event("SHIP"), A], interrupt=Event("SHIP", 2))
    assert lacking_data("t", said, [one]) == (
        "b-thread t: wait_for=SHIP is no event of the program (did you mean named('SHIP')?)",
        "b-thread t: block=SHIP is no event of the program (did you mean named('SHIP')?)",
    )
    assert lacking_data("t", said, [one, Event("SHIP")]) == ()
    assert lacking_data("t", sync(block=named("SHIP")), [one]) == ()


@thread
def port() -> Body:
    yield sync(block=Event("SHIP"))


@thread
def sea() -> Body:
    yield sync(request=Event("SHIP", 1))


def test_a_check_warns_of_a_block_that_lacks_data() -> None:
    assert list(check(Program(port(), sea())).warnings) == [
        "b-thread port: block=SHIP is no event of the program (did you mean named('SHIP')?)",
    ]


@thread
def forgets() -> Body:
    sync(request=A)
    if True:
        counterpoint.sync(block=A)
    yield sync(request=B)


@thread
def starts_what_forgets() -> Body:
    yield sync(request=B, start=forgets())


@thread
def keeps() -> Body:
    said = sync(request=A)
    others = [sync(request=B)]
    yield said
    yield others[0]


@thread
def calls_its_own(sync: Any = print) -> Body:
    sync(1)
    yield counterpoint.sync(request=A)


FORGOTTEN = [
    f"b-thread forgets: the statement at {__file__}:{forgets.place.line + line} is never yielded, "
    "so it has no effect: write yield sync(...)"
    for line in (1, 3)
]


@pytest.mark.parametrize("start", [forgets, starts_what_forgets])
def test_a_check_and_a_run_warn_of_statements_that_are_never_yielded(start: Any) -> None:
    assert list(check(Program(start())).warnings) == FORGOTTEN
    with pytest.warns(CounterpointWarning) as heard:
        Runner(Program(start(), start())).run()
    assert [str(warning.message) for warning in heard] == FORGOTTEN


@pytest.mark.parametrize("rule", [keeps, calls_its_own])
def test_statements_that_are_yielded_later_are_no_mistake(rule: Any) -> None:
    assert never_yielded("t", rule) == ()


def test_a_rule_without_a_file_gets_no_warning() -> None:
    around: dict[str, Any] = {"sync": sync, "thread": thread, "A": A}
    exec("@thread\ndef gone():\n    sync(request=A)\n    yield sync(request=A)", around)
    assert never_yielded("gone", around["gone"]) == ()


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


@thread
def forgets_in_time() -> Body:
    sync(request=A)
    yield sync(wait_for=after(1))


def test_a_b_thread_with_a_timeout_is_read_too() -> None:
    (warning,) = check(Program(forgets_in_time())).warnings
    assert "is never yielded" in warning
