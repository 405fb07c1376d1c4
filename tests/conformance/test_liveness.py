"""BPjs's tests of hot statements: hot terminations, hot cycles, hot runs of several b-threads."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Body,
    Program,
    Runner,
    check,
    events,
    named,
    no_hot_cycle,
    no_hot_system_cycle,
    sync,
    thread,
)

from .common import asks

A, B, C, D, E, X = events("A B C D E X")


@thread
def bringing(event: Any, other: Any) -> Body:
    """Request `event` after each C, until it or the other one comes."""
    while True:
        yield sync(wait_for=C)
        yield sync(request=event, wait_for=other)


def test_a_hot_thread_that_is_left_waiting_is_a_hot_termination_that_names_it() -> None:
    """hotTerminationExample.js."""

    @thread
    def hotter() -> Body:
        yield sync(request=A)
        yield sync(request=B, hot=True)

    @thread
    def blocker() -> Body:
        yield sync(block=B)

    @thread
    def not_helping() -> Body:
        yield sync(wait_for=A)
        yield sync(request=C)

    verdict = check(Program(hotter(), blocker(), not_helping()))["hot-termination"]
    assert not verdict
    assert verdict.trace is not None
    assert verdict.trace.events == (A, C)
    assert "hotter" in verdict.reason
    assert "not_helping" not in verdict.reason


@thread
def cycled_thread() -> Body:
    yield sync(request=A)
    going = True
    while going:
        yield sync(request=B, hot=True)
        yield sync(request=C, hot=True)
        going = (yield sync(wait_for=[D, E], hot=True)) is E


def hot_thread_program() -> Any:
    """hotBThreadCycleExample.js: one thread is hot all along b, c, e."""
    return Program(cycled_thread(), bringing(D, E), bringing(E, D))


def test_a_thread_that_is_hot_along_a_cycle_is_named_though_it_advances() -> None:
    verdict = check(hot_thread_program(), no_hot_cycle())["hot-cycle"]
    assert not verdict
    assert "cycled_thread" in verdict.reason
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == {B, C, E}
    assert verdict.trace.loop is not None
    assert len(verdict.trace.events) - verdict.trace.loop == 3


def test_a_hot_cycle_of_a_thread_is_a_hot_cycle_of_the_system() -> None:
    verdict = check(hot_thread_program(), no_hot_system_cycle())["hot-system-cycle"]
    assert not verdict
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == {B, C, E}


def hot_program() -> Any:
    """hotBProgramCycleExample.js: hot at every state, by turns."""

    @thread
    def main() -> Body:
        yield sync(request=A)
        while True:
            yield sync(request=B, hot=True)
            yield sync(request=C)
            if (yield sync(wait_for=[D, E], hot=True)) is D:
                return

    @thread
    def b_requires_c() -> Body:
        while True:
            yield sync(wait_for=B)
            yield sync(wait_for=C, hot=True)

    return Program(main(), b_requires_c(), bringing(D, E), bringing(E, D))


def test_a_system_can_be_hot_around_a_cycle_by_turns() -> None:
    verdict = check(hot_program(), no_hot_system_cycle())["hot-system-cycle"]
    assert not verdict
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == {B, C, E}


def test_a_system_that_is_hot_by_turns_has_no_thread_that_stays_hot() -> None:
    assert check(hot_program(), no_hot_cycle())


def hot_run() -> Any:
    """hotRunExample.js: a b c for ever, and three threads, each hot in one of the three states."""

    @thread
    def cold() -> Body:
        while True:
            yield sync(request=A)
            yield sync(request=B)
            yield sync(request=C)

    @thread
    def follows(event: Any, then: Any) -> Body:
        while True:
            yield sync(wait_for=event)
            yield sync(wait_for=then, hot=True)

    return Program(cold(), follows(A, B), follows(B, C), follows(C, A))


def test_two_of_three_threads_leave_a_cold_state_on_the_cycle() -> None:
    assert check(hot_run(), no_hot_system_cycle("follows(A,B)", "follows(B,C)"))


def test_three_threads_together_are_hot_all_the_way_round() -> None:
    three = ("follows(A,B)", "follows(B,C)", "follows(C,A)")
    (verdict,) = check(hot_run(), no_hot_system_cycle(*three))
    assert not verdict
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == {A, B, C}


def test_adding_fruit_back_and_forth_keeps_the_system_hot() -> None:
    """fruitRatio.js: each adder restores a ratio that the other upsets again.

    The adders do not count beyond 2: alone, a b-thread that counts has states without end.
    """
    (add,) = events("Add")

    @thread
    def adder(mine: Any, sign: Any) -> Body:
        """Add two of one's own whenever one is behind."""
        ahead = 0
        while True:
            behind = sign * ahead < 0
            event: Any = yield sync(request=mine if behind else (), wait_for=named(add), hot=behind)
            ahead = max(-2, min(2, ahead + event.blue - event.red))
            del event

    program = Program(
        adder(add(blue=2, red=0), +1), adder(add(blue=0, red=2), -1), asks(add(blue=0, red=1))
    )
    assert not check(program, no_hot_system_cycle())
    assert check(program, no_hot_cycle())


@pytest.mark.parametrize("number", [1, 2])
def test_each_of_several_hot_cycles_is_found_when_its_thread_is_asked_for(number: Any) -> None:
    """MultipleHotCycles.js: BPjs goes on and counts two."""

    @thread
    def push() -> Body:
        yield sync(request=X(0))
        yield sync(request=[X(1), X(2), X(3)])

    @thread
    def stays_hot(event: Any) -> Body:
        yield sync(wait_for=X(0))
        yield sync(wait_for=event)
        while True:
            yield sync(request=event, hot=True)

    program = Program(push(), stays_hot(X(1)), stays_hot(X(2)))
    verdict = next(iter(check(program, no_hot_cycle(f"stays_hot(X({number}))"))))
    assert not verdict
    assert verdict.trace is not None
    assert verdict.trace.events == (X(0), X(number), X(number))
    assert verdict.trace.loop == 2


def test_each_of_several_hot_terminations_is_found() -> None:
    """MultipleHotTerminations.js: BPjs goes on and counts three; here each is asked for alone."""

    @thread
    def push() -> Body:
        yield sync(request=X(0))
        yield sync(request=[X(1), X(2), X(3), X(4)])

    @thread
    def stuck(after: Any) -> Body:
        yield sync(wait_for=X(0))
        yield sync(wait_for=X(after))
        yield sync(wait_for=D, hot=True)

    for after in (1, 2, 3):
        verdict = check(Program(push(), stuck(after), external=()))["hot-termination"]
        assert not verdict
        assert f"stuck({after})" in verdict.reason
        assert verdict.trace is not None
        assert verdict.trace.events == (X(0), X(after))


def test_the_temperature_of_a_run_follows_its_statements() -> None:
    """basicTempTest.js: cold, hot, hot, cold."""

    @thread
    def changing() -> Body:
        yield sync(request=A)
        yield sync(request=B, hot=True)
        yield sync(request=C, hot=True)
        yield sync(request=D, hot=False)

    runner = Runner(Program(changing()), seed=0)
    heat = []
    while statements := runner.statements:
        heat.append(any(said.sync.hot for said in statements))
        runner.step()
    assert heat == [False, True, True, False]
