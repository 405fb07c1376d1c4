from __future__ import annotations

import math
from dataclasses import dataclass
from types import MethodType
from typing import Any

import pytest

from counterpoint import ALL, Body, Event, EventSet, event_set, events, named, sync, thread
from counterpoint.bp.sync import _MOST, STATED, Sync, _remembered
from counterpoint.errors import BadSync

A, B = events("A B")


@thread
def pour(event: Any) -> Body:
    yield sync(request=event)


def generator_handler(event: Any) -> Any:
    yield sync()


async def async_handler(event: Any) -> None:
    pass


def test_keeps_what_was_said() -> None:
    said = sync(request=[A, B], wait_for=named("C"), block=B, interrupt=A, priority=2, hot=True)
    assert said.request == (A, B)
    assert said.block is B
    assert (said.interrupt, said.priority, said.hot) == (A, 2, True)
    assert all(event in said.hears for event in (A, B, Event("C", 1)))
    assert Event("D") not in said.hears


def test_says_nothing_by_default() -> None:
    said = sync()
    assert (said.request, said.wait_for.members, said.hears.members) == ((), (), ())
    assert (said.priority, said.hot, said.on_interrupt, said.start) == (None, False, None, ())
    nothing: Any = None
    assert sync(request=nothing, wait_for=nothing).hears.members == ()


@pytest.mark.parametrize(
    "parts",
    [
        {"request": A},
        {"request": (A, B), "block": ALL - A},
        {"wait_for": ~A, "priority": 1.5},
        {"wait_for": named("A")},
        {"request": [A, B]},
    ],
)
def test_the_same_constant_statement_is_the_same_object(parts: Any) -> None:
    assert sync(**parts) is sync(**parts)


def test_the_order_of_requests_tells_statements_apart() -> None:
    assert sync(request=A | B).request == (A, B)
    assert sync(request=B | A).request == (B, A)
    assert sync(request=((A | B), B)).request == (A, B)
    assert sync(request=((B | A), B)).request == (B, A)


def test_an_iterable_is_read_each_time() -> None:
    wanted = [A]
    first = sync(request=wanted)
    wanted.append(B)
    assert (first.request, sync(request=wanted).request) == ((A,), (A, B))
    assert sync(request=(event for event in wanted)).request == (A, B)


def test_numbers_that_only_compare_equal_are_kept_apart() -> None:
    assert type(sync(priority=1).priority) is int
    assert type(sync(priority=1.0).priority) is float


def test_numbers_that_only_compare_equal_are_refused_all_the_same() -> None:
    sync(hot=True, priority=1)
    for wrong in ({"hot": 1, "priority": 1}, {"hot": True, "priority": True}):
        with pytest.raises(BadSync):
            sync(**wrong)


def test_an_iterator_is_read_once_even_if_it_fails() -> None:
    reads = []

    def wanted() -> Any:
        reads.append(1)
        yield A
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        sync(request=wanted())
    assert reads == [1]


def test_new_data_for_ever_is_not_remembered_for_ever() -> None:
    for number in range(2 * _MOST):
        sync(request=A(number))
    assert len(_remembered) <= _MOST


def module_wide(event: Any) -> Any:
    return event is A


def said_with_a_function_that_is_held() -> Any:
    near = lambda event: event is B  # noqa: E731
    said = []
    for _ in range(2):
        said.append(sync(wait_for=near))
        said.append(sync(request=A, block=near, priority=1))
        said.append(sync(wait_for=A, interrupt=near, hot=True, on_interrupt=module_wide))
    return said


def test_a_function_that_may_return_makes_the_same_statement() -> None:
    one, two, three, *again = said_with_a_function_that_is_held()
    assert [one, two, three] == again
    assert sync(wait_for=module_wide) is sync(wait_for=module_wide)
    assert one is not said_with_a_function_that_is_held()[0]


def test_a_function_that_nothing_else_holds_is_not_remembered() -> None:
    def said() -> Any:
        return [
            sync(wait_for=lambda event: event is A),
            sync(request=A, block=lambda event: event is B),
            sync(wait_for=A, interrupt=lambda event: event is A),
            sync(request=A, wait_for=lambda event: event is B, priority=1),
            sync(wait_for=lambda event: event is A, block=module_wide, hot=True),
        ]

    for each in said():
        assert each not in _remembered.values()


def test_the_sets_of_a_statement_stay_the_same_objects() -> None:
    for said in (sync(request=A), sync(wait_for=module_wide, block=[A, B], interrupt=A)):
        for part in ("wait_for", "block", "interrupt", "hears"):
            assert getattr(said, part) is getattr(said, part)
            assert isinstance(getattr(said, part), EventSet)
    assert sync(wait_for=module_wide).wait_for == event_set(module_wide)


@pytest.mark.parametrize(
    ("parts", "steady"),
    [
        ({"request": A}, True),
        ({"request": [A, B], "wait_for": named("A"), "block": ~A, "priority": 1}, True),
        ({"wait_for": module_wide}, False),
        ({"block": [A, module_wide]}, False),
        ({"request": A, "interrupt": ~event_set(module_wide), "hot": True}, False),
    ],
)
def test_a_statement_is_steady_if_no_predicate_decides(parts: Any, steady: Any) -> None:
    assert sync(**parts).steady is steady


def test_shows_what_was_said() -> None:
    assert repr(sync(request=A, block=~B, priority=0, hot=True)) == (
        "sync(request=[A], block=~B, priority=0, hot=True)"
    )
    assert repr(sync(wait_for=[A, B], interrupt=B)) == "sync(wait_for={A, B}, interrupt=B)"


def test_takes_one_b_thread_or_many_to_start() -> None:
    one = pour(A)
    assert sync(start=one).start == (one,)
    assert sync(start=[one, one]).start == (one, one)


CONCRETE = "concrete events: a predicate can be waited for or blocked"
OTHER_SETS = "an iterable of events, a predicate over events, or sets combined by | & - ~"
ACCEPTED = "accepted are " + ", ".join(STATED)


@pytest.mark.parametrize(
    ("say", "message"),
    [
        (lambda: sync(A), f"sync() takes keywords only, A has none; {ACCEPTED}"),
        (
            lambda: sync(waitFor=A),  # type: ignore[call-arg]
            f"sync() has no keyword 'waitFor' (did you mean wait_for?); {ACCEPTED}",
        ),
        (
            lambda: sync(requests=A),  # type: ignore[call-arg]
            f"sync() has no keyword 'requests' (did you mean request?); {ACCEPTED}",
        ),
        (lambda: sync(xyz=A), f"sync() has no keyword 'xyz'; {ACCEPTED}"),  # type: ignore[call-arg]
        (
            lambda: sync(request=named("A")),
            "sync(): request was given named('A'); accepted: " + CONCRETE,
        ),
        (
            lambda: sync(block="A"),
            "sync(): block: 'A' is not an event set: give an event, " + OTHER_SETS,
        ),
        (
            lambda: sync(priority="1"),  # type: ignore[arg-type]
            "sync(): priority was given '1'; accepted: a number (not nan), or nothing",
        ),
        (
            lambda: sync(priority=math.nan),
            "sync(): priority was given nan; accepted: a number (not nan), or nothing",
        ),
        (
            lambda: sync(hot=1),  # type: ignore[arg-type]
            "sync(): hot was given 1; accepted: True or False",
        ),
        (
            lambda: sync(on_interrupt=3),  # type: ignore[arg-type]
            "sync(): on_interrupt was given 3; accepted: a function of one event",
        ),
        (
            lambda: sync(start=pour),
            f"sync(): start was given {pour!r}; accepted: b-threads, such as pour(HOT)",
        ),
        (
            lambda: sync(start=[3]),  # type: ignore[list-item]
            "sync(): start was given 3; accepted: b-threads, such as pour(HOT)",
        ),
    ],
)
def test_refuses_what_it_cannot_mean_and_says_where(say: Any, message: Any) -> None:
    with pytest.raises(BadSync) as caught:
        say()
    assert caught.value.message == message
    assert caught.value.place is not None
    assert caught.value.place.file == __file__
    assert "sync(" in caught.value.place.text


@pytest.mark.parametrize("handler", [generator_handler, async_handler])
def test_a_handler_of_interrupts_cannot_be_one_that_syncs(handler: Any) -> None:
    with pytest.raises(BadSync, match="a plain function: an interrupted b-thread cannot sync"):
        sync(interrupt=A, on_interrupt=handler)


def test_is_a_statement() -> None:
    assert type(sync(request=A)) is Sync


@dataclass(frozen=True)
class Above:
    """Predicates, or handlers, that are equal and not alike."""

    least: float

    def __call__(self, event: Any) -> Any:
        return math.copysign(1, self.least) > 0


def says_with(each: Any) -> Any:
    return [
        sync(wait_for=event_set(each) | A),
        sync(block=event_set(each) & named("A")),
        sync(block=~event_set(each)),
        sync(wait_for=MethodType(each, A)),
        sync(interrupt=A, on_interrupt=each),
        sync(request=A, priority=each.least),
    ]


def test_what_is_equal_but_not_alike_makes_two_statements() -> None:
    for one, other in zip(says_with(Above(0.0)), says_with(Above(-0.0)), strict=True):
        assert one is not other
    assert event_set(Above(0.0)) != event_set(Above(-0.0))


class Listed(list[Any]):
    def has(self, event: Any) -> Any:
        return event in self


def test_predicates_that_are_the_same_make_the_same_statement() -> None:
    known, same = Listed(), Listed()
    assert event_set(known.has) == event_set(known.has)
    assert hash(event_set(known.has)) == hash(event_set(known.has))
    assert sync(wait_for=event_set(known.has) | A) is sync(wait_for=event_set(known.has) | A)
    assert sync(wait_for=known.has) is not sync(wait_for=same.has)
    has: object = known.has
    assert event_set(known.has) != has
