"""Monitors: one step at a time, from any thread, and from what a program logs."""

from __future__ import annotations

import asyncio
import copy
import logging
import threading
from typing import Any

import pytest

from counterpoint import (
    Conformed,
    Event,
    Misuse,
    Monitor,
    MonitorHandler,
    Program,
    Standing,
    Undecided,
    conform,
)
from counterpoint.examples.nim import model as nim
from counterpoint.examples.tictactoe import program as tictactoe
from counterpoint.tuning import Tuning

from .programs import crossing, draws, failing, splitting, undeclared


def test_a_monitor_says_of_each_step_whether_all_are_explained() -> None:
    monitor = Monitor(splitting)
    assert [monitor.observe(name) for name in "ACBD"] == [True, True, False, False]
    assert (monitor.standing, monitor.count) == (Standing.DIVERGES, 2)
    found = monitor.conformed
    assert (found.line, found.said, found.allowed) == (3, "B", ("D",))
    assert repr(monitor) == "<monitor: diverges after 2 steps>"


def test_after_a_reset_it_begins_again() -> None:
    monitor = Monitor(splitting)
    monitor.observe("D")
    monitor.reset()
    assert (monitor.standing, monitor.count) == (Standing.CONFORMS, 0)
    assert monitor.observe("A")


def test_a_reset_begins_the_coverage_again_and_leaves_that_of_a_copy() -> None:
    monitor = Monitor(splitting, coverage=True)
    monitor.observe("A")
    other = monitor.copy()
    monitor.reset()
    assert monitor.conformed.coverage == {"either": 0}
    assert other.conformed.coverage == {"either": 1}


def test_a_copy_goes_its_own_way() -> None:
    monitor = Monitor(splitting, coverage=True)
    monitor.observe("A")
    other = copy.copy(monitor)
    assert (monitor.observe("B"), other.observe("C"), other.observe("D")) == (True, True, True)
    assert not monitor.observe("D")
    assert (monitor.count, other.count) == (2, 3)
    assert (monitor.conformed.coverage, other.conformed.coverage) == ({"either": 2}, {"either": 3})


@pytest.mark.parametrize(
    "said",
    [
        None,
        5,
        print,
        {"time": 1},
        [1],
        {"event": 3},
        {"state": {"x": 1}},
        {"event": "A", "args": 3},
    ],
)
def test_it_raises_nothing_and_what_cannot_be_read_leaves_it_unknown(said: Any) -> None:
    monitor = Monitor(splitting)
    assert monitor.observe("A")
    assert not monitor.observe(said)
    assert monitor.standing is Standing.UNKNOWN
    assert monitor.conformed.line == 2
    assert monitor.conformed.reason
    with pytest.raises(Undecided):
        bool(monitor.conformed)
    assert not monitor.observe("B")


def test_an_exception_in_a_b_thread_or_a_mapping_leaves_it_unknown() -> None:
    monitor = Monitor(failing)
    assert monitor.observe("A")
    assert not monitor.observe("A")
    assert monitor.conformed.reason.startswith("ZeroDivisionError")

    def broken(_: object) -> object:
        raise ValueError("no")

    mapped = Monitor(splitting, mapping=broken)
    assert not mapped.observe("A")
    assert mapped.conformed.reason == "broken() raised ValueError: no"


def test_what_a_mapping_leaves_out_is_not_observed() -> None:
    monitor = Monitor(splitting, mapping=lambda said: None if said == "noise" else {"event": said})
    assert [monitor.observe(said) for said in ("noise", "A", "noise", "D")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert monitor.count == 1


def test_an_event_that_may_come_from_outside_leaves_it_unknown() -> None:
    monitor = Monitor(undeclared)
    assert (monitor.observe("Step"), monitor.observe("Click")) == (True, False)
    assert monitor.standing is Standing.UNKNOWN
    assert "external=[...]" in monitor.conformed.reason


def test_so_do_more_possible_states_than_the_limit() -> None:
    monitor = Monitor(nim(), limit_states=2)
    assert not monitor.observe("take")
    assert monitor.conformed.reason == "more than 2 states are possible"


def test_a_stream_takes_bounded_memory() -> None:
    monitor = Monitor(crossing, hidden=["Turn"], tuning=Tuning(log_room=30))
    possible = monitor._following.possible
    for _ in range(300):
        monitor.reset()
        for said in ("Go('north')", "Go('south')", {"event": "Nothing", "args": [object()]}):
            monitor.observe(said)
    assert possible._held + possible._graph.held < 90
    assert len(monitor._following.node.nexts) < 90


def test_data_that_change_after_a_step_do_not_change_what_it_said() -> None:
    monitor, board = Monitor(Program(draws())), [0, 0]
    assert monitor.observe({"event": "Draw", "args": [board]})
    board[0] = 1
    assert monitor.observe({"event": "Draw", "args": [board]})
    assert monitor.observe({"event": "Draw", "args": [[0, 0]]})
    assert not monitor.observe({"event": "Draw", "args": [board]})


def test_many_games_of_tic_tac_toe_are_watched_as_their_logs_are_read() -> None:
    monitor = Monitor(tictactoe)
    games = [["X(0,0)", "O(1,1)", "X(2,2)"], ["X(0,0)", "X(1,1)"], ["X(0,0)", "O(0,0)"], ["O(0,0)"]]
    for game in games:
        monitor.reset()
        for said in game:
            monitor.observe(said)
        found = conform(tictactoe, game)
        assert (monitor.conformed.answer, monitor.conformed.line) == (found.answer, found.line)


def test_fresh_events_take_bounded_memory_too() -> None:
    monitor = Monitor(crossing, tuning=Tuning(log_lines=3))
    monitor.observe(Event("Go", "north"))
    for number in range(50):
        monitor.copy().observe(Event("Go", number))
    assert len(monitor._events) <= 3
    assert monitor.observe(Event("Go", "south"))


def test_steps_of_several_threads_are_each_counted_once() -> None:
    monitor = Monitor(nim(piles=(24,)))
    barrier = threading.Barrier(4)

    def watch() -> None:
        barrier.wait()
        for _ in range(5):
            monitor.observe({"action": "take"})

    threads = [threading.Thread(target=watch) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (monitor.standing, monitor.count) == (Standing.CONFORMS, 20)


def test_coroutines_may_share_a_monitor() -> None:
    monitor = Monitor(splitting)

    async def main() -> None:
        for said in "AC":
            await asyncio.sleep(0)
            monitor.observe(said)

    asyncio.run(main())
    assert monitor.observe(Event("D"))


def test_arguments_of_a_monitor_are_checked() -> None:
    with pytest.raises(Misuse, match="several names"):
        Monitor(splitting, hidden="A")
    with pytest.raises(Misuse, match="mapping= takes a function"):
        Monitor(splitting, mapping=3)  # type: ignore[arg-type]


# What a program logs.


def log_to(handler: logging.Handler) -> logging.Logger:
    logger = logging.Logger("shop")
    logger.addHandler(handler)
    return logger


def test_a_handler_observes_what_names_a_step_and_says_once_where_it_diverges() -> None:
    ends: list[Conformed] = []
    handler = MonitorHandler(Monitor(crossing), on_end=ends.append)
    logger = log_to(handler)
    logger.info("hello")
    logger.info("gone", extra={"event": "Go", "args_": ["south"]})
    logger.info(Event("Go", "south"))
    logger.info({"event": "Go"})
    assert [(found.line, found.said) for found in ends] == [(2, "Go('south')")]


def test_without_a_function_an_error_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    handler = MonitorHandler(Monitor(splitting))
    logging.getLogger().addHandler(handler)
    try:
        logging.getLogger("shop").error("x", extra={"event": "B"})
    finally:
        logging.getLogger().removeHandler(handler)
    (record,) = [each for each in caplog.records if each.name == "counterpoint.monitor"]
    assert record.getMessage() == "diverges after 0 steps: B; possible were A(1), A(2)"


def test_the_records_may_be_read_in_another_way() -> None:
    monitor = Monitor(splitting)
    logger = log_to(MonitorHandler(monitor, record_of=lambda record: record.getMessage()[:1]))
    logger.info("A was done")
    logger.info("C was done")
    assert monitor.count == 2
