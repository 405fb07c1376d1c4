from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Program, events, sync, thread
from counterpoint.bp.live.listener import MOMENTS, Journal, Listeners
from counterpoint.bp.live.runner import Runner
from counterpoint.errors import Misuse

A, B, STOP = events("A B STOP")


class Everything:
    """Writes down all that it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def __getattr__(self, name: Any) -> Any:
        if name not in MOMENTS:
            raise AttributeError(name)
        return lambda runner, *what: self.told.append((name, *what))


class OnlyEnd:
    def __init__(self) -> None:
        self.failures: list[Any] = []

    def ended(self, runner: Any) -> None:
        self.failures.append(runner.failure)


@thread
def ask(*wanted: Any) -> Body:
    for event in wanted:
        yield sync(request=event)


@thread
def guard() -> Body:
    yield sync(wait_for=B, interrupt=STOP)


@thread
def check(error: Any) -> Body:
    yield sync(wait_for=A)
    raise error


def test_tells_the_whole_course_of_a_run() -> None:
    listener = Everything()
    Runner(Program(ask(A, STOP), guard()), listeners=[listener]).run()
    assert listener.told == [
        ("started",),
        ("thread_added", "ask(A,STOP)"),
        ("thread_added", "guard"),
        ("event_selected", A),
        ("event_selected", STOP),
        ("thread_removed", "guard"),
        ("thread_ended", "ask(A,STOP)"),
        ("super_step_done",),
        ("ended",),
    ]


def test_tells_the_end_of_each_super_step_once() -> None:
    listener = Everything()
    runner = Runner(Program(guard()), listeners=[listener])
    runner.run()
    runner.run()
    runner.put(A)
    runner.run()
    assert listener.told[2:] == [("super_step_done",), ("event_selected", A), ("super_step_done",)]


def test_a_function_hears_the_events() -> None:
    heard: list[Any] = []
    Runner(Program(ask(A, B)), listeners=[heard.append, heard.append]).run()
    assert heard == [A, A, B, B]


def test_a_failed_assertion_is_told_with_name_and_line_then_the_end() -> None:
    listener, end = Everything(), OnlyEnd()
    runner = Runner(Program(ask(A), check(AssertionError("mine"))), listeners=[listener, end])
    with pytest.raises(AssertionError) as caught:
        runner.run()
    moment, name, place, told = listener.told[-2]
    assert (moment, name, place.text, told) == (
        "assertion_failed", "check(AssertionError('mine'))", "raise error", caught.value,
    )  # fmt: skip
    assert listener.told[-1] == ("ended",)
    assert end.failures == [caught.value]
    assert runner.ended


def test_a_failed_assertion_of_a_handler_is_told_too() -> None:
    def handler(event: Any) -> None:
        assert event is not STOP

    @thread
    def leave() -> Body:
        yield sync(interrupt=STOP, on_interrupt=handler)

    listener = Everything()
    with pytest.raises(AssertionError):
        Runner(Program(ask(STOP), leave()), listeners=[listener]).run()
    assert listener.told[-2][:2] == ("assertion_failed", "leave")


def test_another_exception_is_told_as_the_end() -> None:
    listener = Everything()
    runner = Runner(Program(ask(A), check(KeyError("mine"))), listeners=[listener])
    with pytest.raises(KeyError):
        runner.run()
    assert [told[0] for told in listener.told[-2:]] == ["thread_ended", "ended"]


def test_a_listener_can_ask_why_before_anyone_hears_the_event() -> None:
    journal = Journal()
    Runner(Program(ask(A, B), guard()), listeners=[journal]).run()
    assert [(step.event, [s.thread for s in step.woke]) for step in journal.steps] == [
        (A, ["ask(A,B)"]),
        (B, ["ask(A,B)", "guard"]),
    ]


def test_a_journal_can_keep_the_last_steps_only() -> None:
    journal = Journal(keep=1)
    Runner(Program(ask(A, B)), listeners=[journal]).run()
    assert [step.event for step in journal.steps] == [B]


def test_an_exception_of_a_listener_ends_the_run() -> None:
    def complain(event: Any) -> None:
        raise ValueError("mine")

    runner = Runner(Program(ask(A, B)), listeners=[complain])
    with pytest.raises(ValueError, match="mine"):
        runner.run()
    assert (runner.ended, runner.run().how) == (True, "failed")


class Foreign:
    def eventSelected(self, runner: Any, event: Any) -> None:
        pass


class Typo:
    def event_selcted(self, runner: Any, event: Any) -> None:
        pass


class Unrelated:
    def speak(self) -> None:
        pass


class WithOwnMethods:
    def event_selected(self, runner: Any, event: Any) -> None:
        pass

    def start(self) -> None:
        pass


def test_own_methods_of_a_listener_are_its_own_affair() -> None:
    assert Listeners([WithOwnMethods()])
    assert not Listeners([])


@pytest.mark.parametrize(
    ("listener", "message"),
    [
        (Foreign(), r"has eventSelected: did you mean event_selected\(runner, event\)"),
        (Typo(), r"is no listener \(did you mean event_selected\?\)"),
        (Unrelated(), "is no listener: give a function of one event, or an object with any of"),
        (Unrelated, "is no listener"),
        (3, "is no listener"),
    ],
)
def test_refuses_what_would_never_be_told_anything(listener: Any, message: Any) -> None:
    with pytest.raises(Misuse, match=message):
        Listeners([listener])


class Faulty:
    def ended(self, runner: Any) -> None:
        raise LookupError("no such thing")


def faulty(event: Any) -> None:
    raise LookupError("no such thing")


@pytest.mark.parametrize(
    ("listener", "note"),
    [
        (faulty, "in listener faulty, called as event_selected(A)"),
        (Faulty(), "in listener Faulty, called as ended()"),
    ],
)
def test_an_exception_says_which_listener_it_came_from(listener: Any, note: Any) -> None:
    with pytest.raises(LookupError, match="no such thing") as raised:
        Runner(Program(ask(A)), listeners=[listener]).run()
    assert raised.value.__notes__ == [note]


class WithoutRunner:
    def event_selected(self, event: Any) -> None:
        """It lacks the runner."""


class Async:
    async def ended(self, runner: Any) -> None:
        """Nobody would await it."""


def going(event: Any) -> Any:
    yield event


async def waits(event: Any) -> None:
    """Nobody would await it."""


@pytest.mark.parametrize(
    ("listener", "why"),
    [
        (
            lambda runner, event: None,
            r"called with \(event\): missing .* 'event'; a method event_s",
        ),
        (lambda: None, r"called with \(event\): too many positional arguments"),
        (
            WithoutRunner(),
            r"WithoutRunner.event_selected is called with \(runner, event\): too many",
        ),
        (going, "going has a `yield`"),
        (waits, "waits is async, and no event loop runs here to await it: run the program by an A"),
        (Async(), "Async.ended is async"),
    ],
)
def test_a_listener_that_cannot_be_called_is_refused_at_once(listener: Any, why: Any) -> None:
    with pytest.raises(Misuse, match=why) as raised:
        Runner(Program(ask(A)), listeners=[listener])
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


def test_a_coroutine_that_no_one_would_await_ends_the_run() -> None:
    runner = Runner(Program(ask(A)), listeners=[lambda event: waits(event)])
    with pytest.raises(Misuse, match="is async"):
        runner.run()
