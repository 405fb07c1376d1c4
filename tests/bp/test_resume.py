from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Event, sync, thread
from counterpoint.bp.resume import (
    finish,
    interrupt,
    place_of,
    position_of,
    raised_at,
    resume,
    yield_place,
)
from counterpoint.errors import BadEvent, BadSync, BadYield, Misuse

A, B = Event("A"), Event("B")


def inner() -> Any:
    yield sync(request=A)
    raise AssertionError("inner went wrong")


@thread
def outer() -> Body:
    yield from inner()


@thread
def saying(*things: Any) -> Body:
    yield from list(things)
    yield things[0]


@thread
def raising(error: Any, first: Any = True) -> Body:
    if not first:
        yield sync(
            request=A,
        )
    raise error


def test_gives_each_statement_then_none() -> None:
    body = outer().start()
    said = resume(body, None, "outer")
    assert said is not None
    assert said.request == (A,)
    done = saying(sync()).start()
    assert [type(resume(done, None, "s")).__name__ for _ in range(3)] == [
        "Sync",
        "Sync",
        "NoneType",
    ]


def test_hands_over_the_event() -> None:
    @thread
    def listen() -> Body:
        heard = yield sync(wait_for=A)
        yield sync(request=heard(1))

    body = listen().start()
    resume(body, None, "listen")
    said = resume(body, A, "listen")
    assert said is not None
    assert said.request == (A(1),)


def test_the_place_is_the_yield_of_the_innermost_generator() -> None:
    body = outer().start()
    resume(body, None, "outer")
    place = yield_place(body)
    assert place is not None
    assert (place.file, place.text) == (__file__, "yield sync(request=A)")
    assert place.line == inner.__code__.co_firstlineno + 1
    listed = saying(sync(request=A)).start()
    resume(listed, None, "saying")
    place = yield_place(listed)
    assert place is not None
    assert place.text == "yield from list(things)"


def test_an_ended_b_thread_stands_nowhere() -> None:
    body = saying(sync()).start()
    body.close()
    assert (position_of(body), place_of(None), yield_place(body)) == (None, None, None)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "it yielded 3; accepted is a statement, such as sync(request=EVENT)"),
        (None, "it yielded None; accepted is a statement, such as sync(request=EVENT)"),
        ({"request": A}, "it yielded {'request': A}; accepted is a statement"),
        (A, "(did you mean yield sync(request=A)?)"),
        ({"waitFor": A, "block": A}, "(did you mean yield sync(wait_for=..., block=...)?)"),
        ({"colour": A}, "such as sync(request=EVENT)"),
        (outer(), "(did you mean yield sync(start=outer)?)"),
        (sync, "(did you mean yield sync(...)?)"),
    ],
)
def test_refuses_what_is_no_statement(given: Any, message: Any) -> None:
    @thread
    def wrong() -> Body:
        yield given

    with pytest.raises(BadYield) as caught:
        resume(wrong().start(), None, "wrong#2")
    assert message in caught.value.message
    assert caught.value.thread == "wrong#2"
    assert caught.value.place is not None
    assert caught.value.place.text == "yield given"
    assert str(caught.value).startswith("[CP102] b-thread wrong#2: it yielded")


def test_a_forgotten_yield_from_is_hinted_at() -> None:
    @thread
    def wrong() -> Body:
        yield inner()

    with pytest.raises(BadYield, match=r"did you mean yield from\?"):
        resume(wrong().start(), None, "wrong")


def test_a_coroutine_is_not_awaited() -> None:
    async def other() -> None:
        """It would wait."""

    @thread
    def wrong() -> Body:
        yield other()  # type: ignore[misc]

    with pytest.raises(BadYield, match=r"a b-thread cannot await; let a task await it and put"):
        resume(wrong().start(), None, "wrong")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            [sync(request=A)],
            "`yield from` was given a list_iterator, which hears no event: write `f",
        ),
        (iter({sync(request=A): 1}), "was given a dict_keyiterator, which hears no event"),
        (sync(request=A), "a statement has no parts to go over: write yield, not yield from"),
        (
            outer(),
            "outer is a b-thread, and has nothing to go over: to start it beside this one sa",
        ),
        (
            outer,
            "sync(start=outer(...)); `yield from` takes a call of a generator function without",
        ),
    ],
)
def test_refuses_what_yield_from_cannot_resume(given: Any, message: Any) -> None:
    @thread
    def wrong() -> Body:
        yield from given

    body = wrong().start()

    def until_it_ends() -> None:
        for event in (None, A):
            resume(body, event, "wrong")

    with pytest.raises(Misuse) as caught:
        until_it_ends()
    assert message in caught.value.message
    assert caught.value.thread == "wrong"
    assert caught.value.place is not None
    assert caught.value.place.text == "yield from given"


def test_a_misuse_inside_is_told_which_b_thread_it_is() -> None:
    name: Any = "A"

    @thread
    def wrong() -> Body:
        yield sync(request=name)

    with pytest.raises(BadSync) as caught:
        resume(wrong().start(), None, "wrong")
    assert caught.value.thread == "wrong"
    assert caught.value.place is not None
    assert caught.value.place.text == "yield sync(request=name)"


def test_a_misuse_without_a_place_gets_the_line_of_the_b_thread() -> None:
    @thread
    def wrong() -> Body:
        yield sync(request=A([]))

    with pytest.raises(BadEvent) as caught:
        resume(wrong().start(), None, "wrong")
    assert caught.value.place is not None
    assert caught.value.place.text == "yield sync(request=A([]))"


def test_a_misuse_that_names_its_b_thread_keeps_it() -> None:
    error = Misuse("inside", thread="other")
    with pytest.raises(Misuse) as caught:
        resume(raising(error).start(), None, "raising")
    assert caught.value.thread == "other"


@pytest.mark.parametrize("kind", [KeyError, AssertionError, StopAsyncIteration, KeyboardInterrupt])
def test_an_exception_passes_through_whole_with_the_yield_it_was_resumed_from(kind: Any) -> None:
    error = kind("mine")

    @thread
    def failing() -> Body:
        yield sync(
            request=A,
        )
        raise error

    body = failing().start()
    resume(body, None, "failing")
    place = yield_place(body)
    assert place is not None
    with pytest.raises(kind) as caught:
        resume(body, A, "failing")
    assert caught.value is error
    assert error.__notes__ == [
        f"in b-thread failing, resumed with A at {__file__}:{place.line}\n    yield sync("
    ]


def test_an_exception_before_the_first_statement_says_so() -> None:
    error = ValueError("mine")

    @thread
    def failing() -> Body:
        raise error
        yield

    for _ in range(2):
        with pytest.raises(ValueError, match="mine"):
            resume(failing().start(), None, "failing")
    assert error.__notes__ == ["in b-thread failing, while it started"]


def test_a_stop_iteration_does_not_end_a_b_thread_in_silence() -> None:
    @thread
    def failing() -> Body:
        next(iter([]))
        yield sync()

    with pytest.raises(RuntimeError, match="generator raised StopIteration") as caught:
        resume(failing().start(), None, "failing")
    assert caught.value.__notes__ == ["in b-thread failing, while it started"]


def test_tells_which_line_of_the_b_thread_raised() -> None:
    body = outer().start()
    resume(body, None, "outer")
    with pytest.raises(AssertionError) as caught:
        resume(body, A, "outer")
    place = raised_at(caught.value)
    assert place is not None
    assert place.text.startswith("raise AssertionError")


def test_an_interrupted_b_thread_is_closed_and_its_handler_told() -> None:
    told: list[object] = []

    @thread
    def careful() -> Body:
        try:
            yield sync(request=A)
        finally:
            told.append("closed")

    body = careful().start()
    next(body)
    interrupt(body, sync(interrupt=A, on_interrupt=told.append), A, "careful")
    assert told == ["closed", A]
    interrupt(body, sync(interrupt=A), A, "careful")


@pytest.mark.parametrize("answer", [sync(request=A), inner()])
def test_a_handler_that_answers_with_a_statement_is_refused(answer: Any) -> None:
    body = outer().start()
    next(body)
    with pytest.raises(BadSync) as caught:
        interrupt(body, sync(on_interrupt=lambda event: answer), A, "outer")
    shown = "a generator" if answer is not None and hasattr(answer, "send") else repr(answer)
    assert caught.value.message == (
        f"on_interrupt answered A with {shown}: a b-thread that is interrupted has ended "
        "and cannot sync"
    )
    assert caught.value.place is not None
    assert (caught.value.thread, caught.value.place.text) == ("outer", "yield sync(request=A)")


@thread
def goes_on_in_finally() -> Body:
    try:
        yield sync(request=A)
    finally:
        yield sync(request=B)


@thread
def delegates_to_what_goes_on() -> Body:
    yield from goes_on_in_finally.function()


@thread
def catches_all() -> Body:
    while True:
        try:
            yield sync(request=A)
        except:  # noqa: E722
            yield sync(request=B)


@pytest.mark.parametrize("rule", [goes_on_in_finally, delegates_to_what_goes_on, catches_all])
def test_a_b_thread_that_yields_while_it_is_ended_is_refused(rule: Any) -> None:
    body = rule().start()
    next(body)
    with pytest.raises(BadYield) as caught:
        interrupt(body, sync(interrupt=A), A, "late")
    assert caught.value.message == (
        "it yields while it is interrupted by A, as in a `finally`: an interrupted b-thread ends"
    )
    assert caught.value.place is not None
    assert (caught.value.thread, caught.value.place.text) == ("late", "yield sync(request=B)")
    body = rule().start()
    next(body)
    with pytest.raises(BadYield, match="it yields while it ends, as in a `finally`"):
        finish(body, "late")


def test_a_runtime_error_of_the_user_while_a_b_thread_is_ended_is_raised() -> None:
    @thread
    def wrong() -> Body:
        try:
            yield sync(request=A)
        finally:
            raise RuntimeError("mine")

    body = wrong().start()
    next(body)
    with pytest.raises(RuntimeError, match="mine"):
        interrupt(body, sync(interrupt=A), A, "wrong")


def test_an_exception_of_a_handler_says_where_it_came_from() -> None:
    def handler(event: Any) -> None:
        raise KeyError("mine")

    body = outer().start()
    next(body)
    with pytest.raises(KeyError) as caught:
        interrupt(body, sync(on_interrupt=handler), A, "outer")
    assert caught.value.__notes__[0].startswith("in b-thread outer, interrupted by A at")
    assert caught.value.__notes__[0].endswith("yield sync(request=A)")
