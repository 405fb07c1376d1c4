"""Clocks and chance that hide in what a b-thread holds, and what keeps state out of sight."""

from __future__ import annotations

import atexit
import functools
import itertools
import mmap
import operator
import queue
import random
import sqlite3
import threading
import time
import types
from collections.abc import Iterator
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    check,
    never,
    no_failed_assertion,
    sync,
    thread,
)
from counterpoint.bp.local.network import network_of
from counterpoint.errors import ImpureThread

from .brute_force import A, B

CLOCKS: list[Any] = []


def clock(make: Any) -> Any:
    """A function that gives a function which looks at a clock, or draws by chance."""
    CLOCKS.append(make)
    return make


class Watch:
    source = time

    def __init__(self, tool: Any = time) -> None:
        self.tool = tool
        self.draw = random.SystemRandom().random

    def __call__(self) -> Any:
        return time.time()

    def by_attribute(self) -> Any:
        return self.tool.time()

    def by_class(self) -> Any:
        return type(self).source.time()


WATCH = Watch()
TOOLS: dict[str, Any] = {"t": time, "now": [time.monotonic]}
PLACE = types.SimpleNamespace(clock=time)


def asked(module: Any) -> Any:
    return module.time()


def ticking() -> Any:
    while True:
        yield time.time()


TICKS = ticking()
MAPPED = map(asked, itertools.repeat(time))


@clock
def in_a_cell() -> Any:
    import time as watch

    return lambda: watch.time()


@clock
def a_function_in_a_cell() -> Any:
    now = time.time
    return lambda: now()


@clock
def a_lazy_import() -> Any:
    def act() -> Any:
        import time as late

        return late.time()

    return act


@clock
def a_lazy_import_from() -> Any:
    def act() -> Any:
        from time import monotonic_ns as late

        return late()

    return act


@clock
def in_a_dictionary() -> Any:
    return lambda: TOOLS["t"].time()


@clock
def deep_in_a_dictionary() -> Any:
    return lambda: TOOLS["now"][0]()


@clock
def in_a_namespace() -> Any:
    return lambda: PLACE.clock.time()


@clock
def in_an_instance() -> Any:
    return lambda: WATCH.by_attribute()


@clock
def in_a_class() -> Any:
    return lambda: WATCH.by_class()


@clock
def a_bound_method() -> Any:
    return lambda: WATCH.draw()


@clock
def an_instance_that_is_called() -> Any:
    return lambda: WATCH()


@clock
def a_partial() -> Any:
    return functools.partial(time.time)


@clock
def a_default() -> Any:
    return lambda watch=time: watch.time()


@clock
def handed_to_a_helper() -> Any:
    return lambda: asked(time)


@clock
def a_method_caller() -> Any:
    return lambda: operator.methodcaller("time")(time)


@clock
def an_attribute_getter_with_dots() -> Any:
    return lambda: operator.attrgetter("clock.time")(PLACE)()


@clock
def by_a_name_that_is_worked_out() -> Any:
    return lambda: getattr(time, "".join(["ti", "me"]))()


@clock
def by_the_dictionary_of_a_module() -> Any:
    return lambda: vars(time)["".join(["ti", "me"])]()


@clock
def a_generator_that_is_shared() -> Any:
    return lambda: next(TICKS)


@clock
def an_iterator_that_is_shared() -> Any:
    return lambda: next(MAPPED)


@pytest.mark.parametrize("make", CLOCKS, ids=lambda make: make.__name__)
def test_a_clock_is_found_wherever_it_is_held(make: Any) -> None:
    act = make()

    @thread
    def live() -> Body:
        yield sync(request=A)
        yield sync(request=A if act() else B)

    with pytest.raises(ImpureThread, match=r"which is (a clock|randomness)|it changed"):
        network_of(Program(live()))


@pytest.mark.parametrize("given", [time.time, [time.time], ticking, Watch], ids=range(4))
def test_a_clock_is_found_among_the_arguments(given: Any) -> None:
    @thread
    def live(tool: Any) -> Body:
        yield sync(request=A)
        yield sync(request=A if tool else B)

    with pytest.raises(ImpureThread, match=r"which is (a clock|randomness)"):
        network_of(Program(live(given)))


# What keeps state out of sight

QUEUE: queue.SimpleQueue[Any] = queue.SimpleQueue()
TABLE = sqlite3.connect(":memory:")
MEMORY = mmap.mmap(-1, 8)
FILE = open(__file__)  # noqa: SIM115 - it is to stay open
atexit.register(FILE.close)


@pytest.fixture(autouse=True, scope="module")
def close_the_file() -> Iterator[Any]:
    yield
    FILE.close()


HIDDEN = {
    "QUEUE, which is of _queue.SimpleQueue": lambda: QUEUE.qsize(),
    "TABLE, which is of sqlite3.Connection": lambda: TABLE.total_changes,
    "MEMORY, which is of mmap.mmap": lambda: MEMORY[0],
    "FILE, which is of _io.TextIOWrapper": lambda: FILE.tell(),
    "globals, a function of the library builtins": lambda: globals()["QUEUE"],
    "open, a function of the library io": lambda: open,
    "eval, a function of the library builtins": lambda: eval("1"),
    "sqlite3.connect, a function of the library sqlite3": lambda: sqlite3.connect,
    "__globals__ in ": lambda: lending.__globals__,
}


def lending(act: Any) -> Any:
    @thread
    def live() -> Body:
        yield sync(request=A)
        act()
        yield sync(request=B)

    return Program(live())


@pytest.mark.parametrize(("path", "act"), HIDDEN.items(), ids=range(len(HIDDEN)))
def test_nothing_is_said_to_hold_where_something_opaque_is_in_reach(path: Any, act: Any) -> None:
    (verdict,) = check(lending(act), never(Event("C")))
    assert verdict.answer is Answer.UNKNOWN
    assert f"b-thread live can reach {path}" in verdict.reason
    assert "Tell other b-threads by an event" in verdict.reason


@thread
def leaves_a_note() -> Body:
    yield sync(request=A)
    QUEUE.put(1)
    try:
        yield sync(request=B)
    finally:
        QUEUE.get()


@thread
def reads_the_note() -> Body:
    yield sync(wait_for=A)
    assert QUEUE.empty(), "there is a note"
    yield sync(wait_for=B)


@thread
def asks() -> Body:
    assert QUEUE.empty() or True
    yield sync(request=A)


def test_a_counterexample_is_confirmed_in_a_fresh_process() -> None:
    (verdict,) = check(Program(asks()), never(A))
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert verdict.trace.events == (A,)


def test_what_a_fresh_process_does_not_confirm_is_unknown() -> None:
    coupled = Program(leaves_a_note(), reads_the_note())
    verdicts = check(coupled, no_failed_assertion(), never(B))
    assert {verdict.answer for verdict in verdicts} == {Answer.UNKNOWN}


def test_a_run_for_ever_is_unknown_where_something_opaque_is_in_reach() -> None:
    @thread
    def live() -> Body:
        while True:
            QUEUE.empty()
            yield sync(request=A, hot=True)

    (verdict,) = check(Program(live()), "hot-cycle")
    assert verdict.answer is Answer.UNKNOWN
    assert "that a run goes on for ever cannot be shown" in verdict.reason


def test_a_program_that_cannot_be_sent_is_unknown_with_the_reason() -> None:
    lent: queue.SimpleQueue[Any] = queue.SimpleQueue()

    @thread
    def live() -> Body:
        yield sync(request=A)
        lent.empty()

    (verdict,) = check(Program(live()), never(A))
    assert verdict.answer is Answer.UNKNOWN
    assert "cannot be started in another process" in verdict.reason


LOCKS = [threading.Lock(), threading.RLock(), threading.Condition(), threading.Semaphore()]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: type(lock).__name__)
def test_a_lock_that_is_shared_is_refused_before_anybody_waits_for_it(lock: Any) -> None:
    @thread
    def holds() -> Body:
        lock.acquire()
        yield sync(request=A)
        lock.release()

    with pytest.raises(ImpureThread, match="a lock: b-threads that wait for each other by it"):
        check(Program(holds()))
