"""Data of events that can change: what one b-thread does to its copy, no other one sees."""

from __future__ import annotations

import datetime
import functools
import math
import types
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest

from counterpoint import (
    Event,
    Program,
    Runner,
    check,
    events,
    named,
    never,
    sync,
    thread,
)
from counterpoint.errors import BadEvent
from counterpoint.verdict import Answer

P, Q, GO, BAD, OK = events("P Q GO BAD OK")


@dataclass(frozen=True)
class Message:
    text: str
    log: list[object] = field(default_factory=list, compare=False)


@dataclass(unsafe_hash=True)
class Box:
    size: int = 0


@thread
def sends_at_once() -> Any:
    yield sync(request=P)
    yield sync(request=Event("M", Message("hello")))


@thread
def sends_and_writes() -> Any:
    yield sync(request=Q)
    mine = Message("hello")
    yield sync(request=Event("M", mine))
    mine.log.append("sent")
    yield sync(request=GO)


@thread
def reads(wanted: bool) -> Any:
    told = yield sync(wait_for=named("M"))
    yield sync(wait_for=GO)
    if bool(told.args[0].log) is wanted:
        yield sync(request=BAD)


@thread
def writes_before_it_requests() -> Any:
    yield sync(request=Q)
    box = Box()
    event = Event("M", box)
    box.size = 5
    yield sync(request=event)
    yield sync(request=GO)


@thread
def sends_a_box() -> Any:
    yield sync(request=P)
    yield sync(request=Event("M", Box()))


@thread
def reads_the_size(wanted: bool) -> Any:
    told = yield sync(wait_for=named("M"))
    yield sync(wait_for=GO)
    if bool(told.args[0].size) is wanted:
        yield sync(request=BAD)


@thread
def writes_into_the_event() -> Any:
    event: Any = Event("M", Message("hello"))
    yield sync(request=P)
    event.args[0].log.append(1)
    yield sync(request=GO)


@thread
def holds_an_equal_event(wanted: bool) -> Any:
    event: Any = Event("M", Message("hello"))
    yield sync(wait_for=GO)
    if bool(event.args[0].log) is wanted:
        yield sync(request=BAD)


@thread
def writes_what_it_was_given(wanted: bool) -> Any:
    told = yield sync(wait_for=named("M"))
    message = told.args[0]
    message.log.append("read")
    yield sync(request=GO)
    if (message.log == ["read"] and not told.args[0].log) is not wanted:
        yield sync(request=BAD)


PROGRAMS = [
    lambda wanted: Program(sends_at_once(), sends_and_writes(), reads(wanted)),
    lambda wanted: Program(sends_a_box(), writes_before_it_requests(), reads_the_size(wanted)),
    lambda wanted: Program(writes_into_the_event(), holds_an_equal_event(wanted)),
    lambda wanted: Program(holds_an_equal_event(wanted), writes_into_the_event()),
    lambda wanted: Program(sends_at_once(), writes_what_it_was_given(wanted)),
]


@pytest.mark.parametrize("make", PROGRAMS)
def test_what_is_done_to_an_object_changes_no_event(make: Any) -> None:
    assert check(make(True), never(BAD))
    assert check(make(False), never(BAD)).answer is Answer.FAILS
    for seed in range(8):
        assert BAD not in Runner(make(True), seed=seed).run(20).events


@thread
def asks_twice() -> Any:
    told = yield sync(request=Event("M", Message("hello")))
    yield sync(request=OK)
    if told.args[0].log:
        yield sync(request=BAD)


def writing(statements: Any) -> Any:
    """A strategy that writes into the events that it is shown."""
    shown = [event for _, statement in statements for event in statement.request]
    for event in shown:
        if event.args:
            event.args[0].log.append(1)
    return [event for event in shown if not event.args or len(event.args[0].log) < 2]


def test_a_strategy_cannot_change_the_events_that_it_is_shown() -> None:
    assert check(Program(asks_twice(), strategy=writing), never(BAD))


class Measured(Message):
    @functools.cached_property
    def size(self) -> int:
        return len(self.text)


def test_data_of_an_event_is_copied_in_and_out_with_all_that_it_holds() -> None:
    token: object = object.__new__(type("Token", (), {}))
    inside: list[Any] = [1, {2: {3}}]
    event: Any = Event("M", Message("hello", [inside, token]), at=(Box(1),))
    inside.append(2)
    given = event.args[0]
    assert given.log == [[1, {2: {3}}], token]
    given.log[0].append(3)
    event.at[0].size = 7
    assert event.args[0].log == [[1, {2: {3}}], token]
    assert (event.at, event.fields["at"]) == ((Box(1),), (Box(1),))
    assert event.args[0].log[1] is token
    assert event(2).args == (Message("hello"), 2)


def test_what_a_cached_property_keeps_is_worked_out_anew() -> None:
    message = Measured("hello")
    vars(message)["size"] = 77
    event = Event("M", message)
    assert event is Event("M", Measured("hello"))
    held: Any = event.args[0]
    assert held.size == 5


def test_data_that_cannot_change_is_not_copied() -> None:
    day = datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
    data = ("text", 1.5, (2, None), b"", frozenset({1, 2}), Decimal(1), range(3), day)
    event = Event("X", *data, at=data)
    assert all(new is old for new, old in zip(event.args, data, strict=True))
    assert event.at is data


NAN = float("nan")


class Loose:
    """A function that says that it equals every other."""

    def __init__(self, note: str) -> None:
        self.note = note

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loose)

    def __hash__(self) -> int:
        return 1

    def __call__(self, given: object) -> object:
        return given


class Hiding(Loose):
    """Says that it has no attributes."""

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        return {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (types.MethodType(Loose("a"), 1), types.MethodType(Loose("b"), 1)),
        (Hiding("a"), Hiding("b")),
        (Loose("a").__call__, Loose("b").__call__),
        ([1].append, [2].append),
    ],
    ids=["functions of methods", "hidden attributes", "methods", "methods of lists"],
)
def test_what_says_that_it_is_equal_is_told_apart(one: object, other: object) -> None:
    assert Event("X", one) is not Event("X", other)
    assert Event("X", one) is Event("X", one)


def test_a_method_of_a_value_is_bound_to_a_copy() -> None:
    box, held = Message("hello"), [1]
    event: Any = Event("X", box.log.append, types.MethodType(Loose("a"), held))
    box.log.append(1)
    event.args[0](2)
    held.append(2)
    assert event.args[0].__self__ == []
    assert event.args[1].__self__ == [1]


def test_numbers_that_are_none_are_one_with_and_without_a_sign() -> None:
    assert Event("X", complex(NAN, 0)) is Event("X", complex(-NAN, 0))
    for number in (complex(-NAN, 0), complex(0, -NAN)):
        given: Any
        (given,) = Event("Y", number).args
        signs = {math.copysign(1, part) for part in (given.real, given.imag) if part != part}
        real: Any = Event("Y", -NAN).args[0]
        assert signs == {math.copysign(1, real)}


def test_what_becomes_one_in_a_copy_is_refused_whoever_was_first() -> None:
    held: Any = Event("X", frozenset([NAN]))
    with pytest.raises(BadEvent, match="shown alike"):
        Event("X", frozenset([NAN, float("inf") - float("inf")]))
    with pytest.raises(BadEvent, match="keys of a dictionary are not told apart"):
        Event("X", Message("a", [{NAN: 1, float("inf") - float("inf"): 2}]))
    assert len(held.args[0]) == 1


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


def test_an_error_without_a_text_is_told_too() -> None:
    class Broken(Loose):
        def __hash__(self) -> int:
            raise Unspeakable

    with pytest.raises(BadEvent, match="cannot be read: Unspeakable: its error has no text"):
        Event("X", Broken("a"))


@pytest.mark.parametrize("name", ["args", "_text", "_data", "__class__", "holds"])
def test_attributes_of_events_are_no_names_of_data(name: str) -> None:
    with pytest.raises(BadEvent, match=f"its data cannot be named '{name}'"):
        Event("X", **{name: 1})
