"""Threads work together, and Ctrl-C waits for them."""

from __future__ import annotations

import _thread
import threading

import pytest

from counterpoint.engines.search.parallel.crew import Crew


def test_every_worker_does_its_task() -> None:
    with Crew(3) as crew:
        assert crew.do(lambda: crew.together(lambda worker: worker * 10)) == [0, 10, 20]
        assert crew.do(lambda: crew.together(lambda worker: -worker)) == [0, -1, -2]


def test_workers_run_at_the_same_time() -> None:
    met = threading.Barrier(3)
    with Crew(3) as crew:
        crew.do(lambda: crew.together(lambda _: met.wait()))


def test_an_error_of_a_worker_is_raised() -> None:
    def task(worker: int) -> int:
        return 1 // (worker - 2)

    with Crew(3) as crew, pytest.raises(ZeroDivisionError):
        crew.do(lambda: crew.together(task))


def test_an_interruption_waits_until_the_work_is_done() -> None:
    done = []

    def work() -> None:
        for _ in range(3):
            _thread.interrupt_main()
        done.append(1)

    with Crew(2) as crew:
        with pytest.raises(KeyboardInterrupt):
            crew.do(work)
        assert done == [1]
