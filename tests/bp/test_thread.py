from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from counterpoint import Body, Event, Sync, sync, thread
from counterpoint.errors import Misuse, NotAThread

A = Event("A")


@thread
def pour(event: Any, times: Any = 3, *, seen: Any = ()) -> Body:
    """Ask some times."""
    for _ in range(times):
        yield sync(request=event)


@thread
def fill(into: Any) -> Body:
    into.append(A)
    yield sync(request=into)


def plain(event: Any) -> Any:
    return sync(request=event)


def test_calling_a_rule_gives_a_recipe_that_starts_afresh_each_time() -> None:
    recipe = pour(A, times=1)
    for _ in range(2):
        body = recipe.start()
        assert next(body).request == (A,)
        assert next(body, None) is None


def test_arguments_are_copied_for_each_start() -> None:
    given: list[Event] = []
    recipe = fill(given)
    assert [len(next(recipe.start()).request) for _ in range(2)] == [1, 1]
    assert given == []


def test_is_named_by_its_call() -> None:
    assert str(pour(A, 2, seen=("a", "b"))) == "pour(A,2,seen=('a','b'))"
    assert str(pour(plain)) == "pour(plain)"
    assert str(pour(object())) == "pour(<object>)"
    assert pour(A).rule is pour
    assert (pour.name, pour.__doc__) == ("pour", "Ask some times.")
    assert pour.place.file == __file__
    assert pour.place.text.startswith("def pour(")


def test_refuses_a_wrong_call_at_once() -> None:
    with pytest.raises(Misuse) as caught:
        pour()  # type: ignore[call-arg]
    assert caught.value.message == (
        "pour(event: 'Any', times: 'Any' = 3, *, seen: 'Any' = ()) -> 'Body': "
        "missing a required argument: 'event'"
    )
    assert caught.value.place == pour.place


class Robot:
    @thread
    def walk(self, far: Any) -> Body:
        yield sync(request=far)


def test_a_rule_in_a_class_says_that_it_wants_the_object() -> None:
    with pytest.raises(Misuse, match=r"not bound to an object, so give it: Robot\.walk\(OBJECT"):
        Robot().walk(A)  # type: ignore[call-arg, arg-type]
    assert Robot.walk(Robot(), A).rule is Robot.walk


def test_refuses_a_function_without_yield() -> None:
    with pytest.raises(NotAThread) as caught:
        thread(plain)
    assert caught.value.message == (
        "@thread was put on plain, which is a plain function: a b-thread says what it wants "
        "by `yield sync(...)`, and this one has no yield"
    )
    assert caught.value.place is not None
    assert caught.value.place.text == "def plain(event: Any) -> Any:"


async def waits(event: Any) -> Any:
    yield sync(request=event)


async def awaits(event: Any) -> None:
    """It never yields."""


@pytest.mark.parametrize("function", [waits, awaits])
def test_refuses_an_async_function(function: Any) -> None:
    with pytest.raises(NotAThread, match="which is async: a b-thread waits by `yield`") as caught:
        thread(function)
    assert caught.value.place is not None
    assert caught.value.place.text.startswith("async def")


def test_parentheses_without_anything_change_nothing() -> None:
    @thread()
    def pour_once(event: Any) -> Body:
        yield sync(request=event)

    assert str(pour_once(A)) == "pour_once(A)"
    wrongs: list[Callable[[], object]] = [
        lambda: thread(priority=3),  # type: ignore[call-overload]
        lambda: thread(plain, 3),  # type: ignore[call-overload]
    ]
    for wrong in wrongs:
        with pytest.raises(NotAThread, match=r"its priority with sync\(priority=\.\.\.\)"):
            wrong()


def test_says_when_a_function_was_called_too_early() -> None:
    with pytest.raises(NotAThread, match="leave out the parentheses after pour"):
        thread(pour(A).start())  # type: ignore[call-overload]
    with pytest.raises(NotAThread, match="it is a b-thread already"):
        thread(pour(A))  # type: ignore[call-overload]


@pytest.mark.parametrize("given", [3, Event, "pour", None])
def test_refuses_what_is_no_function(given: Any) -> None:
    with pytest.raises(NotAThread, match="@thread takes a generator function, not"):
        thread(given)


def test_refuses_arguments_that_cannot_be_copied() -> None:
    with pytest.raises(Misuse) as caught:
        pour(threading.Lock()).start()
    assert caught.value.message.startswith(
        "b-thread pour(<lock>): its arguments are copied for each start, and one of them cannot be"
    )
    assert caught.value.message.endswith("let the b-thread refer to it by a global name")


def test_refuses_a_wrapper_that_gives_no_generator() -> None:
    @thread
    @functools.wraps(pour.function)
    def wrapped(event: Any) -> Body:
        return 3  # type: ignore[return-value]

    with pytest.raises(NotAThread, match="rule pour gave 3, not a generator"):
        wrapped(A).start()


def test_a_wrapped_generator_function_is_a_rule() -> None:
    @thread
    @functools.wraps(pour.function)
    def wrapped(event: Any) -> Iterator[Sync]:
        return pour.function(event)

    assert next(wrapped(A).start()).request == (A,)
