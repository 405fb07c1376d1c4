"""Operations on decision diagrams that take long are waited for no longer than a limit allows."""

from __future__ import annotations

import gc
import threading
from typing import Any

import pytest

from counterpoint import check
from counterpoint.alarm import Alarm, TimeIsUp
from counterpoint.engines.symbolic.performer import Performer
from counterpoint.engines.symbolic.with_oxidd import OxiddManager
from counterpoint.examples.peterson import model
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from tests.patience import PATIENCE


def test_results_and_exceptions_are_those_of_the_operation() -> None:
    performer = Performer()
    assert performer.result(divmod, (7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        performer.result(divmod, (7, 0))
    assert performer.result(max, (1, 2)) == 2


def test_all_operations_share_a_thread_that_ends_with_the_performer() -> None:
    performer = Performer()
    threads = {performer.result(threading.current_thread, ()) for _ in range(3)}
    (thread,) = threads
    assert thread is not threading.current_thread()
    del performer
    gc.collect(1)  # what is new; to look at all that other tests have left takes seconds
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_an_operation_that_takes_too_long_is_abandoned_and_the_next_one_does_not_wait() -> None:
    performer, goes_on = Performer(), threading.Event()
    with pytest.raises(TimeIsUp):
        Alarm(0.01).run(lambda: performer.result(goes_on.wait, ()))
    assert performer.result(max, (1, 2)) == 2
    goes_on.set()


@pytest.mark.parametrize("few", [0, 1 << 40])
def test_a_limit_of_time_ends_a_check_within_an_operation(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many nodes; with few, the calling thread performs the operation, which ends itself."""
    goes_on, threads = threading.Event(), set[threading.Thread]()

    def slow(*given: Any) -> Any:
        threads.add(threading.current_thread())
        if few:
            raise TimeIsUp
        goes_on.wait(PATIENCE)
        raise MemoryError

    monkeypatch.setattr(OxiddManager, "and_exists", slow)
    tuning, seconds = Tuning(aside_nodes=few, moment=0.01), PATIENCE if few else 0.05
    (verdict,) = verdicts = check(
        model(), "AG !critical0", engine="symbolic", limit_time=seconds, tuning=tuning
    )
    goes_on.set()
    assert verdict.answer.value == "unknown"
    assert (threads == {threading.current_thread()}) is bool(few)
    assert few or verdicts.stopped.cause is Cause.TIME
