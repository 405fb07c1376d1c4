"""BPjs's tests of external events, super-steps and interrupts."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from counterpoint import (
    ALL,
    Body,
    Program,
    Runner,
    check,
    events,
    never,
    sync,
    thread,
)
from counterpoint.errors import BadSync

from .common import asks, run_of

IN1A, IN1B, EXT1, EXT2, EXT3, INTERNAL = events("in1a in1b ext1 ext2 ext3 internal")
START, EXTERNAL, DONE = events("start external done")
BREAKING, FORBIDDEN = events("breaking forbidden")
BOOM, INTERNAL_VALUE = events("boom internalValue")


# ExternalEventsTest, ExternalEventsDaemonTest, PushingExternalEventTest


@thread
def in1() -> Body:
    yield sync(request=IN1A)
    yield sync(wait_for=EXT1)
    yield sync(request=IN1B)


def test_an_outside_event_waits_for_the_end_of_the_super_step() -> None:
    """ExternalEvents.js: it is in the queue before the run starts."""
    assert run_of(Program(in1()), outside=[EXT1]) == (IN1A, EXT1, IN1B)


def test_a_check_tries_the_declared_outside_events_only_at_the_end_of_a_super_step() -> None:
    network = Program(in1(), external=[EXT1]).network()
    (start,) = network.initial()
    assert [str(label) for label, _ in network.successors(start)] == ["in1a"]


def test_a_run_that_waits_takes_events_of_another_os_thread_until_its_b_threads_end() -> None:
    """ExternalEventsDaemon.js: the handler ends daemon mode after three; ours just ends.

    Here a run that waits is over when no b-thread is left, so that nothing has to be switched off.
    """

    @thread
    def handler() -> Body:
        for _ in range(3):
            yield sync(wait_for=EXT1)
            yield sync(request=IN1A)
            yield sync(request=IN1B)

    runner = Runner(Program(handler()), seed=0)

    def feed() -> None:
        for _ in range(3):
            runner.put(EXT1)

    feeder = threading.Thread(target=feed)
    feeder.start()
    outcome = runner.run(wait=True)
    feeder.join()
    assert outcome.events == (EXT1, IN1A, IN1B) * 3
    assert outcome.how == "ended"


def test_a_run_that_waits_is_ended_by_closing_it() -> None:
    """bp.setWaitForExternalEvents(false) becomes `close()`."""

    @thread
    def listens() -> Body:
        while True:
            yield sync(wait_for=EXT1)

    runner = Runner(Program(listens()), seed=0)
    runner.put(EXT1)
    runner.close()
    outcome = runner.run(wait=True)
    assert (outcome.events, outcome.how) == ((EXT1,), "waiting")


def test_a_step_of_the_program_can_cause_an_event_from_outside() -> None:
    """PushingExternalEvent.js: b-threads do not reach into the run; a listener does."""

    @thread
    def pushes() -> Body:
        yield sync(request=START)
        yield sync(wait_for=EXTERNAL)
        yield sync(request=DONE)

    class World:
        def event_selected(self, runner: Any, event: Any) -> None:
            if event is START:
                runner.put(EXTERNAL)

    runner = Runner(Program(pushes()), seed=0, listeners=[World()])
    assert runner.run().events == (START, EXTERNAL, DONE)


def test_outside_events_are_taken_in_the_order_they_came() -> None:
    """TopLevelExternalEvents.js."""

    @thread
    def three_then_one() -> Body:
        for event in (EXT1, EXT2, EXT3):
            yield sync(wait_for=event)
        yield sync(request=INTERNAL)

    outside = [EXT1, EXT2, EXT3]
    assert run_of(Program(three_then_one()), outside) == (*outside, INTERNAL)


def test_the_first_outside_event_that_nobody_blocks_is_taken_and_the_others_stay() -> None:
    """SimpleEventSelectionStrategyTest.testDeadlockWithExternals."""

    @thread
    def blocks(event: Any) -> Body:
        yield sync(block=event, wait_for=EXT3)
        yield sync(wait_for=EXT3)

    program = Program(asks(EXT1), asks(EXT2), blocks(EXT2), blocks(EXT1))
    runner = Runner(program, seed=0)
    for event in (EXT1, EXT3, EXT3, EXT2):
        runner.put(event)
    assert runner.step() is EXT3
    assert runner.run().events[0] in (EXT1, EXT2)


# InterruptTest, InterruptHandlerTest


@thread
def interrupt_on_first() -> Body:
    yield sync(interrupt=BREAKING)
    yield sync(request=FORBIDDEN)


@thread
def interrupt_on_second() -> Body:
    yield sync(wait_for=BREAKING)
    yield sync(interrupt=BREAKING)
    yield sync(request=FORBIDDEN)


def interrupted() -> Any:
    return Program(asks(BREAKING, BREAKING), interrupt_on_first(), interrupt_on_second())


def test_an_interrupted_thread_does_not_go_on() -> None:
    """Interrupt.js."""
    assert run_of(interrupted()) == (BREAKING, BREAKING)


def test_no_run_of_interrupted_threads_goes_on() -> None:
    assert check(interrupted(), never(FORBIDDEN), "deadlock")


def test_a_thread_that_is_interrupted_by_its_own_request_is_gone() -> None:
    """Interrupts come first: the b-thread requested the event, and does not see it selected."""

    @thread
    def suicidal() -> Body:
        yield sync(request=BOOM, interrupt=BOOM)
        yield sync(request=FORBIDDEN)

    program = Program(suicidal())
    assert run_of(program) == (BOOM,)
    assert check(program, never(FORBIDDEN), "deadlock")


def test_an_interrupt_handler_sees_the_event() -> None:
    """InterruptHandler.js: the handler puts two events; for that it is given the run's `put`."""
    run: list[Runner] = []

    @thread
    def interrupted_thread() -> Body:
        value = INTERNAL_VALUE

        def handler(event: Any) -> None:
            run[0].put(event)
            run[0].put(value)

        yield sync(interrupt=BOOM, on_interrupt=handler)

    @thread
    def request_and_wait() -> Body:
        yield sync(request=BOOM)
        yield sync(wait_for=ALL)
        yield sync(wait_for=ALL)

    run.append(Runner(Program(interrupted_thread(), request_and_wait()), seed=0))
    assert run[0].run().events == (BOOM, BOOM, INTERNAL_VALUE)


def test_an_interrupt_handler_that_is_a_generator_is_refused_at_once() -> None:
    """InterruptHandler_illegal.js: a handler cannot sync."""

    def handler(event: Any) -> Any:
        yield sync(request=event)

    with pytest.raises(BadSync, match="cannot sync"):
        sync(interrupt=BOOM, on_interrupt=handler)


def test_an_interrupt_handler_that_answers_with_a_statement_is_refused() -> None:
    """InterruptHandler_illegal.js, found by running and by checking."""

    @thread
    def illegal() -> Body:
        yield sync(interrupt=BOOM, on_interrupt=lambda event: sync(request=event))

    program = Program(illegal(), asks(BOOM))
    with pytest.raises(BadSync, match="cannot sync"):
        run_of(program)
    with pytest.raises(BadSync, match="cannot sync"):
        check(program)


def test_an_assertion_in_an_interrupt_handler_is_a_violation() -> None:
    @thread
    def fragile() -> Body:
        def handler(event: Any) -> None:
            raise AssertionError(f"interrupted by {event}")

        yield sync(interrupt=BOOM, on_interrupt=handler)

    verdict = check(Program(fragile(), asks(BOOM)))["assertions"]
    assert not verdict
    assert "interrupted by boom" in verdict.reason
