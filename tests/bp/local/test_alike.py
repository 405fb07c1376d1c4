"""States that look alike and are not: aliases, orders and hashes that an object keeps."""

from __future__ import annotations

import collections
import copy
import functools
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    check,
    events,
    never,
    sync,
    thread,
)
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.bp.local.state.identity import value_key
from counterpoint.errors import ImpureThread, OpaqueState

A, B, BAD = events("A B BAD")


class Room:
    """It is told apart from others by a number, which can change."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Room) and self.number == other.number


def function() -> Any:
    def made() -> None:
        pass

    made.number = 1  # type: ignore[attr-defined]
    return made


def excuse() -> Exception:
    error = ValueError("no")
    error.number = 1  # type: ignore[attr-defined]
    return error


def renumbered(keep: Callable[[Room], Any]) -> Any:
    """A container of a room that has another number than when it came in."""
    room = Room(1)
    kept = keep(room)
    room.number = 2
    return kept


def asked(rooms: frozenset[Room]) -> frozenset[Room]:
    """A frozen set keeps its hash when it is asked for it."""
    hash(rooms)
    return rooms


def renamed(kind: Callable[[], Any]) -> Any:
    """A dictionary from which a name was taken and given back."""
    made = kind()
    made.update(a=1, b=2)
    made["a"] = made.pop("a")
    return made


def turned() -> collections.OrderedDict[str, int]:
    made = collections.OrderedDict(a=1, b=2)
    made.move_to_end("a")
    return made


APART: dict[str, tuple[Any, Any]] = {
    "the attributes of an object, and a copy": (
        (lambda room: (room, vars(room)))(Room()),
        (lambda room: (room, dict(vars(room))))(Room()),
    ),
    "the attributes first, and then the object": (
        (lambda room: (vars(room), room))(Room()),
        (lambda room: (dict(vars(room)), room))(Room()),
    ),
    "the attributes of a function": (
        (lambda made: (made, made.__dict__))(function()),
        (lambda made: (made, dict(made.__dict__)))(function()),
    ),
    "the attributes of an exception": (
        (lambda made: (made, vars(made)))(excuse()),
        (lambda made: (made, dict(vars(made))))(excuse()),
    ),
    "a key that changed": (renumbered(lambda room: {room: 1}), {Room(2): 1}),
    "an element that changed": (renumbered(lambda room: {room}), {Room(2)}),
    "a frozen element that changed": (
        renumbered(lambda room: frozenset([room])), frozenset([Room(2)]),
    ),
    "a key that changed inside of another": (
        renumbered(lambda room: {(1, room): 1}), {(1, Room(2)): 1},
    ),
    "a frozen set that was asked for its hash": (
        renumbered(lambda room: asked(frozenset([room]))),
        renumbered(lambda room: frozenset([room])),
    ),
    "the order below that of an ordered dictionary": (
        turned(), collections.OrderedDict(b=2, a=1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", APART)
def test_what_behaves_differently_has_another_key(what: Any) -> None:
    one, other = APART[what]
    assert value_key(one) == value_key(one)
    assert value_key(one) != value_key(other)


def test_what_behaves_alike_has_one_key() -> None:
    assert value_key(renamed(dict)) == value_key({"b": 2, "a": 1})
    assert value_key({Room(1): 1}) == value_key({Room(1): 1})
    assert value_key(Room(1)) == value_key(Room(1))


# What b-threads share


class Shown:
    """What it shows is worked out by functions that can be replaced."""

    def __init__(self) -> None:
        self.first, self.second = 1, 2

    @property
    def number(self) -> int:
        return self.first

    @staticmethod
    def sign() -> int:
        return 1

    @cached_property
    def ready(self) -> int:
        return 1


def turn(shown: Shown) -> None:
    first = shown.first
    del shown.first
    shown.first = first


SHOWN, KEPT = Shown(), Shown()
ROOMS, SET_OF_ROOMS = {Room(1): 1}, {Room(1)}
ORDERED = collections.OrderedDict(b=2, a=1)
assert KEPT.ready == 1


def move_in_turn() -> None:
    one = ORDERED.pop("b")
    ORDERED["b"] = one
    ORDERED.move_to_end("a")


def put_in_again(rooms: Any) -> None:
    """The same room stays in, and is kept by the hash of another number."""
    room = next(iter(rooms))
    room.number = 2
    again = {room: 1} if isinstance(rooms, dict) else {room}
    rooms.clear()
    rooms.update(again)
    room.number = 1


CHANGES: dict[str, Callable[[], object]] = {
    "order of attributes": lambda: turn(SHOWN),
    "getter": lambda: Shown.number.__init__(lambda shown: 2),  # type: ignore[call-arg]
    "function": lambda: vars(Shown)["sign"].__init__(lambda: 2),
    "attribute of a static method": lambda: vars(vars(Shown)["sign"]).update(number=1),
    "attribute of a cached property": lambda: vars(vars(Shown)["ready"]).update(number=1),
    "value that is ready": lambda: setattr(KEPT, "ready", 2),
    "value that is to be ready": lambda: setattr(SHOWN, "ready", 2),
    "order of a dictionary": move_in_turn,
    "hash of a key": lambda: put_in_again(ROOMS),
    "hash of an element": lambda: put_in_again(SET_OF_ROOMS),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_that_leaves_all_alike_is_seen(what: Any) -> None:
    around = Surroundings(CHANGES[what])
    assert around.changed() is None
    CHANGES[what]()
    assert around.changed() is not None


def test_what_is_worked_out_by_itself_may_come_late() -> None:
    shown = Shown()
    around = Surroundings(lambda: shown.ready)
    assert shown.ready == 1
    assert around.changed() is None


BASE = Shown()


@thread
def copies_and_changes() -> Body:
    yield sync(request=A)
    own = copy.copy(BASE)
    own.first = 2
    yield sync(request=B)


@thread
def works_it_out() -> Body:
    yield sync(request=A)
    yield sync(request=B if BASE.ready else BAD)


@thread
def owns_a_copy(shown: Any) -> Body:
    yield sync(request=A)


@pytest.mark.parametrize(
    "other", [copies_and_changes(), owns_a_copy(BASE)], ids=lambda t: t.rule.name
)
def test_who_copies_an_object_sees_what_others_have_worked_out(other: Any) -> None:
    for threads in ([other, works_it_out()], [works_it_out(), other]):
        vars(BASE).pop("ready", None)
        with pytest.raises(ImpureThread, match=r"it changed BASE\.ready"):
            check(Program(*threads), never(BAD))
    vars(BASE).pop("ready", None)
    assert check(Program(works_it_out()), never(BAD))


@functools.lru_cache(maxsize=1)
def token(name: str) -> object:
    return object()


@functools.cache
def nothing(name: str) -> float:
    return float("nan")


@thread
def asks_for(make: Any) -> Body:
    mine = make("me")
    yield sync(request=A)
    yield sync(request=B if make("me") is mine else BAD)


@pytest.mark.parametrize("make", [token, nothing], ids=["object", "nan"])
def test_what_a_cache_gives_only_once_is_watched(make: Any) -> None:
    make.cache_clear()
    with pytest.raises(ImpureThread, match="it changed the cache of"):
        check(Program(asks_for(make)), never(BAD))


@thread
def fills(names: Any) -> Body:
    names.update(["ape", "bee", "cat", "dog"])
    yield sync(request=Event(next(iter(names))))


@thread
def fills_what_holds_sets(kept: Any) -> Body:
    kept["names"].update(["ape", "bee", "cat", "dog"])
    yield sync(request=Event(next(iter(kept["names"]))))


@pytest.mark.hash_seeds
@pytest.mark.parametrize(
    "rule",
    [fills(set()), fills_what_holds_sets({"names": set()}),
     fills_what_holds_sets(collections.defaultdict(set))],
    ids=["a set", "a set in a dictionary", "a default"],
)  # fmt: skip
def test_a_set_that_is_filled_later_has_no_order_either(rule: Any) -> None:
    (verdict,) = check(Program(rule), never(Event("ape")))
    assert verdict.answer is Answer.UNKNOWN
    assert "A set has no order of its own" in verdict.reason


# What runs late


class Notes:
    """It notes when nobody holds it any more."""

    def __init__(self, log: list[int]) -> None:
        self.log = log

    def __del__(self) -> None:
        self.log.append(1)


def breaks_off(log: list[int]) -> None:
    kept = [Notes(log)]
    raise ValueError(len(kept))


@thread
def keeps_an_exception() -> Body:
    log: list[int] = []
    kept = None
    try:
        breaks_off(log)
    except ValueError as error:
        kept = error
    yield sync(request=A)
    kept = None
    yield sync(request=B if log else BAD, wait_for=A if kept else [])


def test_an_exception_that_holds_what_runs_late_is_refused() -> None:
    with pytest.raises(OpaqueState, match="the functions that it came through hold"):
        check(Program(keeps_an_exception()), never(BAD))


@thread
def keeps_a_plain_exception() -> Body:
    kept = None
    try:
        int("no")
    except ValueError as error:
        kept = error
    yield sync(request=A)
    yield sync(request=B if kept else BAD)


def test_an_exception_that_holds_nothing_is_read() -> None:
    assert check(Program(keeps_a_plain_exception()), never(BAD))


@thread
def shares_what_is_ready() -> Body:
    yield sync(request=A)
    KEPT.ready = 3 - KEPT.ready
    yield sync(request=B)


def test_b_threads_that_set_what_is_ready_are_refused() -> None:
    with pytest.raises(ImpureThread, match=r"it changed KEPT\.ready"):
        check(Program(shares_what_is_ready()), never(BAD))
