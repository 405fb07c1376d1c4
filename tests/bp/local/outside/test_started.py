"""B-threads that others start: what these can reach of the starting one must stay as it was."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Event, Program, check, events, never, sync, thread
from counterpoint.errors import ImpureThread

A, B, C, LEFT, RIGHT = events("A B C LEFT RIGHT")


def told(number: Any) -> Any:
    return Event("told", number)


@thread
def tells(ask: Any) -> Body:
    yield sync(request=A)
    yield sync(request=told(ask()))


@thread
def waits(is_meant: Any) -> Body:
    yield sync(wait_for=is_meant)
    yield sync(request=told(1))


@thread
def reads_a_variable() -> Body:
    yield sync(request=[LEFT, RIGHT])
    number = 0

    @thread
    def inner() -> Body:
        yield sync(request=A)
        yield sync(request=told(number))

    yield sync(request=B, start=inner())
    number = 1
    yield sync(request=C)


@thread
def reads_what_a_variable_holds() -> Body:
    box: list[Any] = []

    @thread
    def inner() -> Body:
        yield sync(request=A)
        yield sync(request=told(len(box)))

    yield sync(request=B, start=inner())
    box.append(1)
    yield sync(request=C)


@thread
def gives_a_function() -> Body:
    number = 0
    yield sync(request=B, start=tells(lambda: number))
    number = 1
    yield sync(request=C)


@thread
def gives_a_predicate() -> Body:
    number = 0
    yield sync(request=B, start=waits(lambda event: event is C and number == 1))
    number = 1
    yield sync(request=C)


@thread
def starts_one_that_starts_another() -> Body:
    number = 0

    @thread
    def middle() -> Body:
        @thread
        def inner() -> Body:
            yield sync(request=A)
            yield sync(request=told(number))

        yield sync(request=B, start=inner())

    yield sync(request=C, start=middle())
    number = 1
    yield sync(request=C)


@thread
def changes_it_at_its_end() -> Body:
    number = 0

    @thread
    def inner() -> Body:
        yield sync(request=A)
        yield sync(request=told(number))

    yield sync(request=B, start=inner())
    number = 1


COUPLED = [
    reads_a_variable, reads_what_a_variable_holds, gives_a_function, gives_a_predicate,
    starts_one_that_starts_another, changes_it_at_its_end,
]  # fmt: skip


@pytest.mark.parametrize("rule", COUPLED, ids=lambda rule: rule.name)
def test_a_b_thread_that_changes_what_one_can_reach_that_it_started_is_refused(rule: Any) -> None:
    with pytest.raises(ImpureThread, match=r"it changed what b-thread .* can reach"):
        check(Program(rule(), external=()), never(told(1)))


@thread
def gives_values() -> Body:
    numbers = [0]
    for number in range(2):
        yield sync(request=B, start=tells_a_value(number, numbers))
        numbers.append(number)


@thread
def tells_a_value(number: Any, numbers: Any) -> Body:
    yield sync(request=A)
    yield sync(request=told(number + len(numbers)))


@thread
def leaves_it_as_it_was() -> Body:
    number = 3

    @thread
    def inner() -> Body:
        yield sync(request=A)
        yield sync(request=told(number))

    for _ in range(2):
        yield sync(request=B, start=inner())


def test_arguments_are_copies_and_may_be_changed() -> None:
    program = Program(gives_values(), external=())
    assert check(program, "F told(1)", "F told(3)", never(told(2)))


def test_a_variable_that_nobody_changes_may_be_read() -> None:
    program = Program(leaves_it_as_it_was(), external=())
    assert check(program, "F told(3)", never(told(0)))
