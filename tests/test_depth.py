"""The limit of depth is lifted for as long as any thread needs that, and then is as it was."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from counterpoint.depth import AnyDepth, is_deep_running, roomy, start_deep

from .patience import PATIENCE

TWO_THREADS = """
import sys, threading
from counterpoint.depth import AnyDepth

usual = sys.getrecursionlimit()
is_deep, may_go_on = threading.Event(), threading.Event()

def down(depth):
    if depth == 5_000:
        is_deep.set()
        may_go_on.wait()
    return depth and 1 + down(depth - 1)

def other():
    with AnyDepth():
        print(down(10_000))

thread = threading.Thread(target=other)
thread.start()
is_deep.wait()
with AnyDepth():
    pass
assert sys.getrecursionlimit() > usual
may_go_on.set()
thread.join()
assert sys.getrecursionlimit() == usual
"""


def test_a_thread_may_stay_deep_when_another_one_is_done() -> None:
    """Python would end the process, so it is another one."""
    command = [sys.executable, "-c", TWO_THREADS]
    found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (found.returncode, found.stdout, found.stderr) == (0, "10000\n", "")


def test_the_limit_is_as_it_was_also_after_an_error() -> None:
    usual = sys.getrecursionlimit()
    with pytest.raises(KeyError), AnyDepth(), AnyDepth():
        raise KeyError
    assert sys.getrecursionlimit() == usual


def test_where_not_even_a_thread_can_be_started_a_caller_starts_it() -> None:
    def deep(left: int) -> int:
        return 0 if left == 0 else 1 + deep(left - 1)

    def below(frames: int) -> int:
        """The result of deep calls that begin below so many frames."""
        return roomy(lambda: deep(5_000)) if frames == 0 else below(frames - 1)

    limit = sys.getrecursionlimit()
    for frames in range(limit - 150, limit):
        assert roomy(lambda frames=frames: below(frames)) == 5_000  # type: ignore[misc]


def test_a_deep_thread_runs_until_its_work_is_done() -> None:
    goes_on = threading.Event()

    def work() -> None:
        goes_on.wait(PATIENCE)

    thread = start_deep(work)
    assert is_deep_running()
    goes_on.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
