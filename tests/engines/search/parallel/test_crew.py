"""Threads work together, and Ctrl-C waits for them."""

from __future__ import annotations

import _thread
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from counterpoint.engines.search.parallel.crew import Crew, undisturbed


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


def test_an_error_of_the_first_worker_waits_for_the_others() -> None:
    done: list[int] = []

    def task(worker: int) -> None:
        if worker == 0:
            raise ValueError("the first")
        failed.wait()
        done.append(worker)

    failed = threading.Event()
    with Crew(3) as crew:

        def work() -> list[int]:
            threading.Timer(0.01, failed.set).start()
            with pytest.raises(ValueError, match="first"):
                crew.together(task)
            return sorted(done)

        assert crew.do(work) == [1, 2]


def test_work_that_is_not_to_be_disturbed_is_done_before_an_interruption_counts() -> None:
    done = []

    def work() -> None:
        for number in range(3):
            _thread.interrupt_main()
            done.append(number)

    with pytest.raises(KeyboardInterrupt):
        undisturbed(work)
    assert done == [0, 1, 2]
    assert undisturbed(lambda: 5) == 5


@pytest.mark.parametrize("begins", [True, False])
def test_work_is_done_or_not_begun_if_an_interruption_comes_while_it_is_handed_over(
    begins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, raised, done = threading.Event(), threading.Event(), []
    submit = ThreadPoolExecutor.submit

    def interrupted(*args: Any) -> Any:
        if begins:
            submit(*args)
            begun.wait()
        raised.set()
        raise KeyboardInterrupt

    def work() -> None:
        begun.set()
        raised.wait()
        done.append(1)

    with Crew(1) as crew:
        monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            crew.do(work)
        assert done == [1] * begins


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
