"""What Python runs when something is dropped must not run later in a check than in a live run."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from counterpoint import Body, Program, check, events, never, sync, thread
from counterpoint.bp.local.network import network_of
from counterpoint.errors import OpaqueState, Undecided

A, LATE, IN_TIME, END = events("A LATE IN_TIME END")

IN_TIME_AT_LAST = f"F ({IN_TIME} & F {END})"
"""What is true of all b-threads below in a live run."""


class Notes:
    """An object that says when it was dropped."""

    def __init__(self, log: Any) -> None:
        self.log = log

    def __del__(self) -> None:
        self.log.append("dropped")


class Circle(Notes):
    def __init__(self, log: Any) -> None:
        super().__init__(log)
        self.itself = self


def noting(log: Any, turns: Any = 2) -> Any:
    try:
        yield from range(turns)
    finally:
        log.append("dropped")


def noting_directly(log: Any) -> Any:
    try:
        yield 0
    finally:
        log.append("dropped")


def noting_within(log: Any) -> Any:
    yield from noting(log)


def noting_nothing(log: Any) -> Any:
    """It stands before a `try` when it is dropped, which then does nothing."""
    yield 0
    with contextlib.suppress(ValueError):
        log.append("within")
    yield 1


@contextlib.contextmanager
def section(log: Any) -> Any:
    yield from noting(log, 1)


def answer(log: Any) -> Any:
    yield sync(request=IN_TIME if log else LATE)
    yield sync(request=END)


@thread
def drops_an_object() -> Body:
    log: list[Any] = []
    kept: Any = Notes(log)
    yield sync(request=A)
    kept = None  # noqa: F841
    yield from answer(log)


@thread
def drops_a_generator() -> Body:
    log: list[Any] = []
    kept = noting_directly(log)
    next(kept)
    yield sync(request=A)
    kept = None
    yield from answer(log)


@thread
def breaks_out_of_a_generator() -> Body:
    log: list[Any] = []
    for _ in noting_within(log):
        yield sync(request=A)
        break
    yield from answer(log)


@thread
def keeps_a_generator_in_what_it_says() -> Body:
    log: list[Any] = []
    kept = noting(log)
    next(kept)
    yield sync(request=A, block=lambda event: event is END and kept is None)
    kept = None
    yield from answer(log)


REFUSED = {
    drops_an_object: "kept holds .*Notes: its __del__ runs when nothing holds it any more",
    drops_a_generator: "kept holds .*generator: it stands inside of a try or with",
    breaks_out_of_a_generator: "in use at this line holds .*generator: it stands inside",
    keeps_a_generator_in_what_it_says: "kept holds .*generator: it stands inside",
}


@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.name)
def test_what_would_run_when_it_is_dropped_is_refused(rule: Any) -> None:
    with pytest.raises(OpaqueState, match=REFUSED[rule]):
        check(Program(rule()), IN_TIME_AT_LAST)


@thread
def delegates() -> Body:
    log: list[Any] = []
    yield sync(request=A)
    with contextlib.closing(noting(log)):
        pass
    yield from waits_inside(log)
    yield from answer(log)


def waits_inside(log: Any) -> Any:
    try:
        yield sync(request=A)
    finally:
        log.append("ended")


@thread
def goes_through_a_section() -> Body:
    log: list[Any] = []
    with section(log):
        yield sync(request=A)
    yield from answer(log)


@thread
def goes_through_a_stack_of_sections() -> Body:
    log: list[Any] = []
    with contextlib.ExitStack() as stack:
        stack.enter_context(section(log))
        yield sync(request=A)
    yield from answer(log)


@thread
def drops_a_section() -> Body:
    log: list[Any] = []
    kept: Any = section(log)
    kept.__enter__()
    yield sync(request=A)
    kept = None
    yield from answer(log)


@thread
def drops_a_generator_that_stands_outside() -> Body:
    log = ["nothing to do"]
    for _ in noting_nothing(log):
        yield sync(request=A)
        break
    yield from answer(log)


@thread
def ends_a_generator() -> Body:
    log: list[Any] = []
    for _ in noting(log, 1):
        pass
    yield sync(request=A)
    yield from answer(log)


IN_TIME_TOO = [
    delegates, goes_through_a_section, goes_through_a_stack_of_sections, drops_a_section,
    drops_a_generator_that_stands_outside, ends_a_generator,
]  # fmt: skip


@pytest.mark.parametrize("rule", IN_TIME_TOO, ids=lambda rule: rule.name)
def test_what_ends_in_time_ends_in_time_in_a_check(rule: Any) -> None:
    assert check(Program(rule()), IN_TIME_AT_LAST)
    network = network_of(Program(rule()))
    assert LATE not in network.alphabet


@thread
def makes_a_circle() -> Body:
    log: list[Any] = []
    Circle(log)
    yield sync(request=A)
    yield from answer(log)


@pytest.fixture
def no_garbage_is_looked_for() -> Iterator[Any]:
    """Where Python happens to collect one twin of two, the b-thread is refused instead."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_garbage_is_looked_for")
def test_a_class_whose_objects_are_dropped_at_any_time_is_a_doubt() -> None:
    with pytest.raises(Undecided, match="Circle, whose __del__ runs when Python drops an object"):
        assert check(Program(makes_a_circle()), never(IN_TIME))


@thread
def keeps_a_variable_aside() -> Body:
    while True:
        locals()["count"] = locals().get("count", 0) + 1
        yield sync(request=A if locals()["count"] < 3 else END)


@thread
def keeps_a_variable_aside_by_another_name() -> Body:
    while True:
        vars().setdefault("log", []).append(A)
        yield sync(request=A if len(vars()["log"]) < 3 else END)


@thread
def looks_whether_a_variable_is_bound() -> Body:
    yield sync(request=A)
    if "count" in locals():
        yield sync(request=END)


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="locals() gives a copy since CPython 3.13")
@pytest.mark.parametrize(
    "rule",
    [keeps_a_variable_aside, keeps_a_variable_aside_by_another_name],
    ids=lambda rule: rule.name,
)
def test_variables_that_python_keeps_aside_are_a_doubt(rule: Any) -> None:
    with pytest.raises(Undecided, match="the dictionary of variables, which Python keeps aside"):
        assert check(Program(rule()), never(LATE))


def test_whether_a_variable_is_bound_is_no_doubt() -> None:
    assert check(Program(looks_whether_a_variable_is_bound()), never(END))
