"""Several things computed at once, in processes of their own."""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing import active_children, get_all_start_methods
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

import pytest

from counterpoint.alarm import Alarm, TimeIsUp
from counterpoint.engines.base import processes
from counterpoint.engines.base.processes import at_once
from counterpoint.stopped import Cause

forks = pytest.mark.skipif("fork" not in get_all_start_methods(), reason="nothing can be forked")


def found(tasks: Sequence[Callable[[], Any]], workers: int) -> dict[int, Any]:
    told: dict[int, Any] = {}
    at_once(tasks, workers, told.__setitem__)
    return told


@forks
def test_answers_come_with_the_number_of_the_question() -> None:
    here = os.getpid()
    tasks = [lambda n=n: (n, os.getpid() != here) for n in range(5)]
    assert found(tasks, workers=2) == {n: (n, True) for n in range(5)}


@forks
def test_what_comes_to_no_end_is_left_open() -> None:
    assert found([lambda: os._exit(1), lambda: 2], workers=1) == {1: 2}
    assert found([], workers=3) == {}


def test_nothing_is_computed_where_processes_cannot_be_forked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "get_all_start_methods", lambda: ["spawn"])
    assert found([lambda: 1], workers=2) == {}


@forks
def test_what_no_process_could_be_started_for_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, started = ForkProcess.start, list[object]()

    def starts_once(process: ForkProcess) -> None:
        if started:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        started.append(process)
        start(process)

    monkeypatch.setattr(ForkProcess, "start", starts_once)
    assert found([lambda: 1, lambda: 2, lambda: 3], workers=2) == {0: 1}


@forks
def test_ctrl_c_lets_the_processes_tell_what_they_have_and_leaves_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It comes when the first is heard, which waits for the second; the third never begins."""
    monkeypatch.setattr(processes, "MOMENT", 3600.0)
    begun = tmp_path / "begun"

    def wait_for_the_second() -> str:
        while not begun.exists():
            time.sleep(0.001)
        return "done"

    def told_late() -> str:
        try:
            begun.touch()
            while True:
                time.sleep(0.001)
        except KeyboardInterrupt:
            return "as far as it came"

    told: dict[int, Any] = {}

    def heard(number: int, what: str) -> None:
        told[number] = what
        if number == 0:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        at_once([wait_for_the_second, told_late, told_late], 2, heard)
    assert told == {0: "done", 1: "as far as it came"}
    assert active_children() == []


@forks
def test_a_limit_of_time_ends_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOMENT", 0.0)
    alarm = Alarm(0.01)
    with pytest.raises(TimeIsUp):
        alarm.run(lambda: at_once([signal.pause, signal.pause], 2, lambda *_: None))
    assert alarm.stopped.cause is Cause.TIME
    assert active_children() == []
