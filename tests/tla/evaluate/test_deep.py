"""Deep computations run in a thread of their own, and end when the one that waits is to end."""

from __future__ import annotations

import _thread
import sys
import threading

import pytest

from counterpoint.alarm import Alarm, TimeIsUp
from counterpoint.depth import on_large_stack
from counterpoint.errors import NoValue
from counterpoint.tla.evaluate.deep import LEVELS, Level
from tests.patience import PATIENCE


def for_ever(level: Level, ended: threading.Event) -> object:
    """Nests deeper and deeper, and begins anew."""

    def down(depth: int) -> object:
        return level.deeper("down", lambda: depth and down(depth - 1))

    try:
        while True:
            down(1000)
    finally:
        ended.set()


def test_ctrl_c_ends_the_computation_too() -> None:
    usual, ended = (sys.getrecursionlimit(), threading.stack_size()), threading.Event()
    others = set(threading.enumerate())  # some of which may be idle until they are collected

    def compute() -> object:
        _thread.interrupt_main()
        return for_ever(Level(), ended)

    with pytest.raises(KeyboardInterrupt):
        on_large_stack(compute)
    assert ended.wait(PATIENCE)
    for thread in set(threading.enumerate()) - others:
        thread.join(PATIENCE)
    assert (sys.getrecursionlimit(), threading.stack_size()) == usual


def test_a_limit_of_time_ends_it() -> None:
    ended = threading.Event()
    with pytest.raises(TimeIsUp):
        Alarm(0.05).run(lambda: on_large_stack(lambda: for_ever(Level(), ended)))
    assert ended.is_set()


def test_what_comes_to_no_end_is_no_value() -> None:
    level = Level()

    def down() -> object:
        return level.deeper("down", down)

    with pytest.raises(NoValue, match=f"down uses itself more than {LEVELS:,} times"):
        down()
    assert level.number == 0
