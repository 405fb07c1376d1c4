"""Steps that are logged with Python's `logging`."""

from __future__ import annotations

import logging

import pytest

from counterpoint import Runner

from .saved_programs import GO, A, either, failing, guarded


def test_each_step_is_logged_with_who_requested_it_and_whom_it_wakes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG, "counterpoint.run"):
        Runner(guarded, seed=1).force(A)
    assert [record.getMessage() for record in caplog.records] == [
        "b-thread both_ways(2) starts after 0 events",
        "b-thread never_twice starts after 0 events",
        "step 1: A, requested by both_ways(2); wakes both_ways(2), never_twice",
    ]
    assert vars(caplog.records[-1])["event"] is A


def test_nothing_is_logged_unless_that_is_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        Runner(either).run()
    assert not caplog.records


def test_events_from_outside_and_failures_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "counterpoint"):
        runner = Runner(failing)
        runner.put(GO)
        with pytest.raises(AssertionError):
            runner.run()
    said = [record.getMessage() for record in caplog.records]
    assert "step 1: GO, requested by the outside; wakes both_ways(0)" in said
    assert said[-1].startswith("assertion of b-thread stops fails at ")
    assert said[-1].endswith("saved_programs.py:34: C must not come")


def test_a_resumed_run_does_not_log_what_was_logged(caplog: pytest.LogCaptureFixture) -> None:
    runner = Runner(either, seed=1)
    runner.run(3)
    with caplog.at_level(logging.DEBUG):
        Runner.resume(either, runner.save()).step()
    steps = [each.getMessage() for each in caplog.records if "step" in each.getMessage()]
    assert len(steps) == 1
    assert steps[0].startswith("step 4: ")
