"""Timeouts in runs: in virtual time, by a clock, and in asyncio."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
from random import Random
from typing import Any

import pytest

from counterpoint import (
    AsyncRunner,
    BadEvent,
    Body,
    Coverage,
    DifferentRun,
    Event,
    Misuse,
    Program,
    Runner,
    Thread,
    after,
    sync,
    thread,
)
from tests.share import share

from ..timed import (
    CANCEL,
    PAY,
    REMIND,
    SHIP,
    TICKET,
    beat,
    early,
    forbid,
    late,
    order,
    random_program,
    remind,
    shop,
    watch,
)

pytestmark = pytest.mark.filterwarnings("ignore::counterpoint.bp.lint.CounterpointWarning")


def left(runner: Runner) -> list[tuple[Event, float]]:
    return [(timeout.event, timeout.seconds) for timeout in runner.timeouts]


class Clock:
    """A clock that goes by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_virtual_time_goes_at_once_to_the_next_timeout() -> None:
    runner = Runner(shop)
    assert runner.run().events == (after(20), REMIND, after(30), CANCEL)
    assert runner.ended


def test_outside_events_come_before_time_passes() -> None:
    runner = Runner(shop)
    runner.put(PAY)
    assert runner.run().events == (PAY, SHIP)


def test_a_timeout_counts_from_its_statement() -> None:
    runner = Runner(Program(order(), external=[PAY]))
    runner.pass_time(29.5)
    assert runner.next_timeout == 0.5
    assert left(runner) == [(after(30), 0.5)]
    runner.put(PAY)
    assert runner.run().events == (PAY, SHIP)
    assert runner.next_timeout is None
    again = Runner(Program(watch(2, TICKET), watch(3, SHIP)))
    assert again.run().events == (after(2), TICKET, after(3), SHIP)


def test_a_statement_that_is_made_again_starts_its_timeouts_again() -> None:
    @thread
    def patient() -> Body:
        while (yield sync(wait_for=[PAY, after(10)])) is PAY:
            pass
        yield sync(request=CANCEL)

    runner = Runner(Program(patient(), external=[PAY]))
    for _ in range(3):
        runner.pass_time(9)
        runner.put(PAY)
        assert runner.step() is PAY
    assert runner.next_timeout == 10
    assert runner.run().events == (after(10), CANCEL)


def test_a_statement_without_the_timeout_lets_it_be_forgotten() -> None:
    @thread
    def impatient_once() -> Body:
        yield sync(wait_for=PAY | after(10))
        yield sync(wait_for=PAY | SHIP)
        yield sync(wait_for=PAY)

    runner = Runner(Program(impatient_once(), watch(20, TICKET), external=[PAY]))
    runner.put(PAY)
    assert runner.step() is PAY
    assert left(runner) == [(after(20), 20.0)]
    assert runner.run().events == (after(20), TICKET)
    assert runner.outcome().how == "waiting"


def test_a_timeout_of_one_b_thread_is_none_of_another() -> None:
    @thread
    def later() -> Body:
        yield sync(wait_for=PAY)
        yield sync(wait_for=after(5))
        yield sync(request=CANCEL)

    runner = Runner(Program(watch(5, SHIP), later(), external=[PAY]))
    runner.pass_time(1)
    runner.put(PAY)
    assert runner.run().events == (PAY, after(5), SHIP, after(5), CANCEL)


def test_timeouts_that_are_due_at_the_same_time_for_several_come_once() -> None:
    runner = Runner(Program(watch(5, SHIP), watch(5, CANCEL)), seed=1)
    assert runner.run().events[0] == after(5)
    assert runner.count == 3


def test_a_predicate_hears_the_timeouts_of_others() -> None:
    heard: list[Event] = []

    @thread
    def listen() -> Body:
        while True:
            heard.append((yield sync(wait_for=lambda _: True)))

    Runner(Program(watch(5, SHIP), listen())).run()
    assert heard == [after(5), SHIP]


def test_a_timeout_interrupts() -> None:
    late: list[Event] = []

    @thread
    def ask() -> Body:
        yield sync(wait_for=PAY, interrupt=after(3), on_interrupt=late.append)

    runner = Runner(Program(ask(), external=[PAY]))
    assert runner.run().events == (after(3),)
    assert late == [after(3)]
    assert runner.ended


def test_a_blocked_timeout_comes_when_it_is_free() -> None:
    program = Program(watch(5, SHIP), forbid(after(5), PAY), external=[PAY])
    runner = Runner(program)
    assert runner.run() == runner.outcome()
    assert (runner.count, runner.next_timeout) == (0, None)
    assert left(runner) == [(after(5), 5.0)]
    runner.pass_time(7)
    assert left(runner) == [(after(5), 0.0)]
    runner.put(PAY)
    assert runner.run().events == (PAY, after(5), SHIP)


def test_a_run_without_time_left_is_in_a_deadlock() -> None:
    @thread
    def want() -> Body:
        yield sync(request=SHIP)

    def stands(*threads: Thread) -> str:
        return Runner(Program(*threads, external=[])).run(steps=1).how

    assert stands(want(), forbid(SHIP, TICKET), beat(1)) == "steps"
    assert stands(want(), forbid(SHIP, TICKET)) == "deadlock"
    assert stands(want(), forbid(SHIP, TICKET), watch(1, SHIP), forbid(after(1), TICKET)) == (
        "deadlock"
    )


def test_requests_come_before_timeouts_that_are_due() -> None:
    runner = Runner(Program(beat(1), beat(1)))
    assert runner.run(steps=6).events == (after(1), TICKET, after(1), TICKET, after(1), TICKET)


def test_time_passes_by_hand() -> None:
    runner = Runner(shop)
    with pytest.raises(Misuse, match="it takes seconds"):
        runner.pass_time(-1)
    runner.pass_time(100)
    assert runner.next_timeout == 0
    with pytest.raises(Misuse, match=r"after\(seconds=20\) can be selected, which takes no time"):
        runner.pass_time(1)
    assert runner.step() == after(20)
    with pytest.raises(Misuse, match=r"REMIND can be selected, .* take it before, as by step\(\)"):
        runner.pass_time(1)
    with pytest.raises(Misuse, match="of a run without a clock"):
        Runner(shop, clock=Clock()).pass_time(1)
    with pytest.raises(Misuse, match="a timeout comes by itself"):
        runner.put(after(30))


def test_by_a_clock_timeouts_come_when_they_are_due() -> None:
    clock = Clock()
    runner = Runner(shop, clock=clock)
    assert runner.run().how == "waiting"
    clock.now += 19.5
    assert runner.step() is None
    assert runner.next_timeout == 0.5
    clock.now += 0.5
    assert not runner.waiting
    assert runner.run().events == (after(20), REMIND)
    clock.now += 60
    runner.put(PAY)
    assert runner.run().events == (after(30), CANCEL), "due before the event came"
    assert runner.ended
    again = Runner(shop, clock=clock)
    again.start()
    clock.now += 19
    again.put(PAY)
    clock.now += 60
    assert again.run().events == (PAY, SHIP), "the event came before"


def test_a_run_that_waits_wakes_up_for_timeouts() -> None:
    @thread
    def quick() -> Body:
        for _ in range(3):
            yield sync(wait_for=[PAY, after(0.002)])

    runner = Runner(Program(quick(), external=[PAY]), clock=time.monotonic)
    assert runner.run(wait=True).events == (after(0.002),) * 3
    assert runner.ended


def test_a_closed_run_ends_after_its_last_timeout() -> None:
    for clock in (None, Clock()):
        runner = Runner(Program(watch(5, SHIP), order()), clock=clock)
        runner.close()
        runner.step()
        assert not runner.ended
        if clock:
            clock.now += 50
        runner.run()
        assert runner.ended
        assert runner.events[-1] == CANCEL


def test_a_timeout_can_be_forced_where_it_is_next() -> None:
    runner = Runner(shop)
    with pytest.raises(Misuse, match="cannot be selected now"):
        runner.force(after(30))
    assert runner.force(after(20)) == after(20)
    assert runner.next_timeout == 10
    assert runner.force(REMIND) is REMIND
    assert runner.force(after(30)) == after(30)


@pytest.mark.parametrize("with_clock", [False, True])
def test_a_saved_run_has_the_time_left_that_it_had(with_clock: bool) -> None:
    clock = Clock() if with_clock else None

    def wait(runner: Runner, seconds: float) -> None:
        if clock:
            clock.now += seconds
        else:
            runner.pass_time(seconds)

    program = Program(order(), beat(7), watch(12, REMIND), remind(), external=[PAY])
    runner = Runner(program, seed=5, clock=clock)
    runner.start()
    for seconds in (3, 4, 4.5, 0.5):
        wait(runner, seconds)
        runner.run(steps=2 if runner.next_timeout == 0 else 0)
    assert runner.events == (after(7), TICKET, after(12), REMIND)
    wait(runner, 1)
    runner.put(PAY)
    assert runner.step() is PAY
    saved = runner.save()
    other = Clock() if with_clock else None
    again = Runner.resume(program, pickle.loads(pickle.dumps(saved)), clock=other)
    assert again.events == runner.events
    assert left(again) == left(runner) == [(after(7), 1.0)]
    if clock is not None and other is not None:
        clock.now, other.now = clock.now + 20, other.now + 20
    assert again.run(steps=6).events == runner.run(steps=6).events
    if not with_clock:
        assert pickle.loads(pickle.dumps(runner)).timeouts == runner.timeouts


def test_a_run_is_not_resumed_with_a_timeout_that_does_not_run() -> None:
    runner = Runner(Program(watch(5, SHIP)))
    runner.run()
    with pytest.raises(DifferentRun, match=r"after\(seconds=5\), is not possible"):
        Runner.resume(Program(watch(6, SHIP)), runner.save())


def test_in_asyncio_time_is_real() -> None:
    @thread
    def answer() -> Body:
        event = yield sync(wait_for=[PAY, after(0.01)])
        yield sync(request=SHIP if event is PAY else CANCEL)

    async def main() -> tuple[Any, Any]:
        late = AsyncRunner(Program(answer()))
        late.close()
        early = AsyncRunner(Program(answer(), watch(1e9, REMIND)))
        early.put(PAY)
        task = asyncio.create_task(early.run(steps=2))
        return (await late.run()).events, (await task).events

    assert asyncio.run(main()) == ((after(0.01), CANCEL), (PAY, SHIP))


def test_in_asyncio_time_may_be_virtual() -> None:
    async def main() -> Any:
        runner = AsyncRunner(Program(watch(1e9, SHIP)), clock=None)
        return (await runner.run()).events

    assert asyncio.run(main()) == (after(1e9), SHIP)


def test_all_that_happens_in_a_step_happens_at_one_time() -> None:
    clock = Clock()

    @thread
    def slow(then: Event) -> Body:
        clock.now += 3
        yield sync(wait_for=after(1))
        clock.now += 3
        yield sync(request=then)

    runner = Runner(Program(slow(SHIP), slow(CANCEL)), clock=clock)
    runner.start()
    assert left(runner) == [(after(1), 0.0)] * 2
    assert runner.step() == after(1)
    assert {runner.step(), runner.step()} == {SHIP, CANCEL}


def test_late_steps_keep_the_order_of_what_was_due() -> None:
    @thread
    def chain() -> Body:
        yield sync(wait_for=after(20))
        yield sync(wait_for=after(5))
        yield sync(request=SHIP)

    clock = Clock()
    program = Program(watch(30, CANCEL), chain())
    runner = Runner(program, clock=clock)
    runner.start()
    clock.now += 60
    expected = (after(20), after(5), SHIP, after(30), CANCEL)
    assert runner.run().events == expected == Runner(program).run().events


def test_lengths_are_exact_by_a_clock_with_large_numbers() -> None:
    clock = Clock()
    clock.now = 1.7e9
    runner = Runner(Program(watch(2e-8, SHIP), watch(1e-8, CANCEL)), clock=clock)
    runner.start()
    clock.now += 1
    assert runner.run().events == (after(1e-8), CANCEL, after(2e-8), SHIP)


def test_a_resumed_run_knows_for_whom_a_timeout_was_due() -> None:
    program = Program(early(), late())
    runner = Runner(program, seed=1)
    runner.pass_time(1)
    runner.put(PAY)
    assert runner.run(3).events == (PAY, after(3), SHIP)
    for again in (Runner.resume(program, runner.save()), pickle.loads(pickle.dumps(runner))):
        assert left(again) == left(runner) == [(after(3), 1.0)]
    assert again.run(5) == runner.run(5)


def test_a_resumed_run_knows_when_b_threads_were_added() -> None:
    clock = Clock()
    program = Program(order(), external=[PAY])
    runner = Runner(program, clock=clock)
    clock.now += 1
    runner.start()
    clock.now += 5
    runner.add(watch(10, SHIP))
    runner.start()
    clock.now += 2
    runner.add(watch(10, REMIND))
    runner.step()
    clock.now += 2
    runner.add(watch(10, TICKET))
    assert left(Runner.resume(program, runner.save(), clock=Clock())) == [
        (after(30), 21.0), (after(10), 6.0), (after(10), 8.0), (after(10), 10.0),
    ]  # fmt: skip
    assert left(runner) == left(Runner.resume(program, runner.save(), clock=clock))


@pytest.mark.parametrize("seed", range(share(60)))
def test_a_run_is_resumed_wherever_it_was_saved(seed: int) -> None:
    program, random, clock = random_program(seed), Random(seed), Clock()
    runner = Runner(program, seed=seed, clock=clock, keep=None)
    runner.start()
    for _ in range(12):
        other = Clock()
        again = Runner.resume(program, pickle.loads(pickle.dumps(runner.save())), clock=other)
        assert left(again) == left(runner)
        seconds = random.choice((0.0, 0.25, 0.5, 1.0))
        clock.now, other.now = clock.now + seconds, other.now + seconds
        if program.external and random.random() < 0.6 and not runner.ended:
            event = random.choice(program.external)
            runner.put(event)
            again.put(event)
        assert again.step() == runner.step()


@pytest.mark.parametrize("clock", [3, lambda: "3", lambda: float("nan"), lambda: None])
def test_a_clock_returns_seconds(clock: Any) -> None:
    with pytest.raises(Misuse, match="clock= takes a function that returns seconds"):
        Runner(shop, clock=clock)


def test_odd_lengths_are_refused_and_long_ones_waited_for() -> None:
    with pytest.raises(Misuse, match="it takes seconds"):
        Runner(shop).pass_time("x")  # type: ignore[arg-type]
    with pytest.raises(BadEvent, match="a finite number"):
        after(10**400)
    runner = Runner(Program(watch(1e300, SHIP), order(), external=[PAY]), clock=time.monotonic)
    waiter = threading.Timer(0.01, runner.put, [PAY])
    waiter.start()
    assert runner.run(2, wait=True).events == (PAY, SHIP)


def test_coverage_counts_timeouts_and_no_ticks() -> None:
    coverage = Coverage(shop)
    Runner(shop, listeners=[coverage]).run()
    assert coverage.events[after(20)] == 1
    assert coverage.unselected == (PAY, SHIP)
