"""Runs that are saved, resumed, and forced to an event."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from counterpoint import DifferentRun, Misuse, Program, Runner
from counterpoint.examples.tictactoe import program as tictactoe

from .saved_programs import GO, A, B, C, either, failing, guarded, helper, open_ended


@pytest.mark.parametrize("program", [either, guarded, tictactoe])
@pytest.mark.parametrize("steps", [0, 1, 3, 5])
def test_a_resumed_run_goes_on_as_the_saved_one_would(program: Program, steps: int) -> None:
    for seed in range(8):
        runner = Runner(program, seed=seed)
        runner.run(steps)
        resumed = pickle.loads(pickle.dumps(runner))
        assert (resumed.events, resumed.count) == (runner.events, runner.count)
        assert resumed.run() == runner.run()
        assert resumed.events == runner.events


def test_events_that_wait_outside_are_saved_and_so_is_that_no_more_come() -> None:
    runner = Runner(either, seed=1)
    runner.run(2)
    runner.put(GO)
    runner.close()
    resumed = Runner.resume(either, runner.save())
    assert resumed.run() == runner.run()
    assert resumed.events[-2:] == (GO, C)
    assert resumed.ended
    with pytest.raises(Misuse, match="has ended"):
        resumed.put(GO)


def test_b_threads_that_were_added_are_added_again_at_their_time() -> None:
    runner = Runner(either, seed=2)
    runner.run(3)
    runner.add(helper())
    runner.run()
    runner.put(GO)
    resumed = Runner.resume(either, runner.save())
    assert resumed.run() == runner.run()
    assert resumed.events[-3:] == (GO, C, B)


def test_one_that_was_added_and_not_started_yet_is_saved() -> None:
    runner = Runner(either, seed=2)
    runner.add(helper())
    assert len(Runner.resume(either, runner.save()).statements) == 2


def test_listeners_hear_what_happens_from_then_on() -> None:
    runner = Runner(either, seed=2)
    runner.run(2)
    heard: list[Any] = []
    resumed = Runner.resume(either, runner.save(), listeners=[heard.append])
    assert not heard
    resumed.run(1)
    assert len(heard) == 1


def test_a_program_that_has_changed_does_not_take_the_events() -> None:
    runner = Runner(either, seed=3)
    runner.run(6)
    with pytest.raises(DifferentRun, match=r"event \d of the run, [AB], is not possible"):
        Runner.resume(guarded, runner.save())


def test_a_run_that_forgot_its_events_or_failed_is_not_saved() -> None:
    runner = Runner(either, seed=1, keep=2)
    runner.run(4)
    with pytest.raises(Misuse, match="keep=None"):
        runner.save()
    failed = Runner(failing)
    failed.put(GO)
    with pytest.raises(AssertionError):
        failed.run()
    with pytest.raises(Misuse, match="an exception has ended this run"):
        pickle.dumps(failed)


# Forced events.


def test_a_run_can_be_forced_to_any_event_that_is_possible() -> None:
    runner = Runner(either, seed=1)
    assert [runner.force(event) for event in (A, B, B, A, A, A)] == [A, B, B, A, A, A]
    assert runner.force(GO) is GO
    assert runner.step() is C
    assert runner.events == (A, B, B, A, A, A, GO, C)


def test_what_is_not_possible_is_refused_and_the_run_goes_on() -> None:
    runner = Runner(guarded, seed=1)
    runner.force(A)
    for event in (A, C, GO):
        with pytest.raises(
            Misuse, match=rf"force\({event}\): it cannot be selected now; there is B"
        ):
            runner.force(event)
    assert runner.force(B) is B
    assert runner.count == 2


def test_an_event_from_outside_comes_only_when_nothing_else_can() -> None:
    runner = Runner(open_ended, seed=1)
    with pytest.raises(Misuse):
        runner.force(GO)
    runner.step()
    runner.force(GO)  # nothing says what may come, so all may
    runner.step()
    assert runner.ended
    with pytest.raises(Misuse, match="there is nothing"):
        runner.force(GO)


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(Misuse):
        Runner(either).force("A")  # type: ignore[arg-type]


class Heard:
    def __init__(self) -> None:
        self.moments: list[str] = []

    def started(self, runner: Runner) -> None:
        self.moments.append("started")

    def thread_added(self, runner: Runner, name: str) -> None:
        self.moments.append(name)

    def super_step_done(self, runner: Runner) -> None:
        self.moments.append("super_step_done")


def test_a_run_that_was_not_started_starts_when_it_is_resumed() -> None:
    heard = Heard()
    Runner.resume(either, Runner(either, seed=1).save(), listeners=[heard]).run()
    assert heard.moments == ["started", "both_ways", "super_step_done"]


def test_what_was_heard_before_is_not_heard_again() -> None:
    heard = Heard()
    runner = Runner(either, seed=1)
    runner.run()
    Runner.resume(either, runner.save(), listeners=[heard]).run()
    assert heard.moments == []


def test_a_run_that_has_ended_stays_so() -> None:
    runner = Runner(either, seed=1)
    runner.run()
    runner.close()
    runner.run()
    assert runner.ended
    resumed = Runner.resume(either, runner.save())
    assert resumed.ended
    with pytest.raises(Misuse, match="has ended"):
        resumed.add(helper())


def test_nothing_comes_from_outside_after_the_run_was_closed() -> None:
    runner = Runner(either, seed=1)
    runner.run()
    runner.close()
    with pytest.raises(Misuse, match="it cannot be selected now"):
        runner.force(GO)


@pytest.mark.parametrize("saved", [None, 3, "x"])
def test_what_was_not_saved_is_refused(saved: Any) -> None:
    with pytest.raises(Misuse, match="takes what save"):
        Runner.resume(either, saved)
