"""Work in the background of a tab: what was cancelled can be waited for."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

from counterpoint.engines.base.task import Progress, Watcher
from counterpoint.page.background import Background
from tests.patience import PATIENCE


def test_work_that_was_cancelled_is_waited_for_while_it_removes_its_files() -> None:
    began, removed = threading.Event(), []

    def work(watch: Watcher) -> Any:
        try:
            while True:
                watch(Progress(1, 1, 0.0))
                began.set()
        finally:
            removed.append("files")

    loaded: Any = SimpleNamespace(verdicts={}, wanted=lambda off: [], checking=lambda off: work)
    background = Background(lambda message: None)
    background.check(loaded, frozenset(), lambda: None)
    assert began.wait(PATIENCE)
    background.stop()
    background.wait_until_stopped(time.monotonic() + PATIENCE)
    assert removed == ["files"]


def test_work_that_does_not_end_is_waited_for_up_to_a_time() -> None:
    began, may_end = threading.Event(), threading.Event()

    def work(watch: Watcher) -> Any:
        began.set()
        may_end.wait(PATIENCE)

    loaded: Any = SimpleNamespace(verdicts={}, wanted=lambda off: [], checking=lambda off: work)
    background = Background(lambda message: None)
    background.check(loaded, frozenset(), lambda: None)
    assert began.wait(PATIENCE)
    background.stop()
    background.wait_until_stopped(time.monotonic())
    assert not may_end.is_set()
    may_end.set()
    background.wait_until_stopped(time.monotonic() + PATIENCE)
