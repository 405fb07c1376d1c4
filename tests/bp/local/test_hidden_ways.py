"""Ways by which a b-thread learns what no event tells, or by which looking at it changes it."""

from __future__ import annotations

import enum
import functools
import logging
import pprint
import sys
import traceback
from dataclasses import dataclass
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
from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.errors import ImpureThread
from counterpoint.tuning import Tuning

A, B, C = events("A B C")
FEW = Tuning(hash_seeds=4)


class House:
    """Its attributes change it when they are asked for."""

    def __init__(self) -> None:
        self.lit: list[str] = []

    @property
    def light(self) -> str:
        if not self.lit:
            self.lit.append("on")
        return self.lit[0]

    @property
    def door(self) -> str:
        raise ValueError("the house is closed")

    def __getattr__(self, name: str) -> int:
        self.__dict__[name] = 1
        return 1


class Hut:
    """It keeps what it worked out."""

    @functools.cached_property
    def roof(self) -> int:
        return 1


HOUSE, HUT = House(), Hut()


@thread
def asks_for_what_changes_it() -> Body:
    yield sync(request=A)
    if not HOUSE.lit:
        yield sync(request=B)
    HOUSE.light  # noqa: B018


@thread
def asks_for_what_is_made_then() -> Body:
    yield sync(request=A)
    if "cellar" not in HOUSE.__dict__:
        yield sync(request=B)
    HOUSE.cellar  # noqa: B018


@thread
def asks_for_what_raises() -> Body:
    yield sync(request=A)
    try:
        HOUSE.door  # noqa: B018
    except ValueError:
        yield sync(request=B)


@thread
def keeps_it_ready() -> Body:
    yield sync(request=A)
    assert HUT.roof


@thread
def sees_what_is_ready() -> Body:
    yield sync(request=B)
    if "roof" in vars(HUT):
        yield sync(request=C)


@pytest.fixture(autouse=True)
def unchanged() -> None:
    HOUSE.__dict__.clear()
    HOUSE.lit = []
    HUT.__dict__.clear()


def test_to_look_at_a_program_asks_for_no_attribute() -> None:
    for each in (asks_for_what_changes_it, asks_for_what_is_made_then, asks_for_what_raises):
        Surroundings(each.function)
    assert vars(HOUSE) == {"lit": []}


@pytest.mark.parametrize("body", [asks_for_what_changes_it, asks_for_what_is_made_then])
def test_what_changes_by_being_asked_for_is_refused_only_where_b_threads_ask(body: Any) -> None:
    with pytest.raises(ImpureThread, match="it changed HOUSE"):
        check(Program(body()), never(B))


def test_an_attribute_that_raises_does_so_in_the_b_thread_only() -> None:
    (verdict,) = check(Program(asks_for_what_raises()), never(B))
    assert verdict.answer is Answer.FAILS


def test_whether_an_attribute_is_ready_couples_b_threads_that_look() -> None:
    assert check(Program(keeps_it_ready()), never(C))
    HUT.__dict__.clear()
    with pytest.raises(ImpureThread, match=r"it changed HUT\.roof"):
        check(Program(keeps_it_ready(), sees_what_is_ready()), never(C))


SHARED = ValueError("x")


@thread
def raises_it() -> Body:
    yield sync(request=A)
    try:
        raise SHARED
    except ValueError:
        pass


@thread
def gives_it_arguments() -> Body:
    yield sync(request=A)
    SHARED.args += ("more",)


@thread
def looks_at_it() -> Body:
    yield sync(request=B)
    if SHARED.__traceback__ or len(SHARED.args) > 1:
        yield sync(request=C)


@pytest.mark.parametrize("changes", [raises_it, gives_it_arguments])
def test_an_exception_that_b_threads_share_is_watched(changes: Any) -> None:
    SHARED.args, SHARED.__traceback__ = ("x",), None
    with pytest.raises(ImpureThread, match="it changed SHARED"):
        check(Program(changes(), looks_at_it()), never(C))


class Token:
    """Its text says where it lies."""


@dataclass
class Named:
    """Its text does not."""

    name: str


TOKEN, NAMED, MARK = Token(), Named("ann"), object()


def texts() -> list[Any]:
    return [
        lambda: str(TOKEN),
        lambda: repr(TOKEN),
        lambda: ascii(TOKEN),
        lambda: format(TOKEN),
        lambda: f"{TOKEN}",
        lambda: f"{TOKEN!r:>90}",
        lambda: "%s" % TOKEN,  # noqa: UP031
        lambda: "{}".format(TOKEN),  # noqa: UP032
        lambda: TOKEN.__repr__(),
        lambda: pprint.pformat([TOKEN]),
        lambda: min([TOKEN, TOKEN], key=str),
        lambda: "".join(map(str, [TOKEN])),
        lambda: object.__hash__(TOKEN),
        lambda: type(TOKEN).__str__(TOKEN),
        lambda: str(MARK),
    ]


@pytest.mark.parametrize("number", range(len(texts())))
def test_a_text_that_may_say_where_an_object_lies_is_a_doubt(number: Any) -> None:
    around = Surroundings(texts()[number])
    assert Doubt.UNORDERED in {each.doubt for each in around.doubts}


def test_a_text_of_what_says_its_parts_is_none() -> None:
    def says() -> str:
        return f"{NAMED} {NAMED!r} {3}" + str(NAMED) + "%s" % NAMED  # noqa: UP031

    assert not any("the text of" in each.what for each in Surroundings(says).doubts)


@thread
def goes_by_a_text() -> Body:
    yield sync(request=Event("At", str(TOKEN)))


@thread
def shows_a_text_only() -> Body:
    assert isinstance(TOKEN, Token), f"{TOKEN} is none"
    yield sync(request=A)


def test_b_threads_that_go_by_where_an_object_lies_are_unknown() -> None:
    (verdict,) = check(Program(goes_by_a_text()), never(C))
    assert verdict.answer is Answer.UNKNOWN
    assert "the text of an object" in verdict.reason
    assert check(Program(shows_a_text_only()), never(C), tuning=FEW)


def depth() -> int:
    try:
        return 1 + depth()
    except RecursionError:
        return 0


@pytest.mark.parametrize(
    "reads",
    [
        lambda: logging.LogRecord("a", 1, "p", 1, "m", (), None).created,
        lambda: logging.makeLogRecord({}).created,
        lambda: sys.getrefcount(HOUSE),
        lambda: sys.getsizeof(HOUSE),
        lambda: [].__sizeof__(),
        lambda: bytearray().__alloc__(),
        lambda: list(traceback.walk_stack(None)),
        lambda: traceback.format_stack(),
        lambda: depth(),
        lambda: "queue" in sys.modules,
        lambda: id(HOUSE) % 23,
        lambda: hash("a") % 23,
        lambda: [].__hash__,
    ],
)
def test_clocks_counts_and_the_depth_of_calls_are_opaque(reads: Any) -> None:
    assert Doubt.OPAQUE in {each.doubt for each in Surroundings(reads).doubts}


class Right(enum.Flag):
    """Python makes and keeps what is combined of its members, when it is asked for."""

    READ = 1
    WRITE = 2


@pytest.mark.parametrize(
    "reads",
    [
        lambda: 3 in Right._value2member_map_,
        lambda: 3 in vars(Right)["_value2member_map_"],
        lambda: Right.READ._inverted_ is None,  # type: ignore[attr-defined]
    ],
)
def test_what_an_enumeration_has_made_so_far_is_opaque(reads: Any) -> None:
    assert Doubt.OPAQUE in {each.doubt for each in Surroundings(reads).doubts}


def test_flags_that_are_combined_are_no_doubt() -> None:
    doubts = {each.doubt for each in Surroundings(lambda: Right.READ | Right.WRITE).doubts}
    assert Doubt.OPAQUE not in doubts


@thread
def goes_by_an_address() -> Body:
    yield sync(request=A if id(object()) % 8191 == 1 else B)


def test_what_an_address_decides_is_unknown_though_it_comes_out_alike() -> None:
    (verdict,) = check(Program(goes_by_an_address()), never(A), audit="all", tuning=FEW)
    assert verdict.answer is Answer.UNKNOWN
    assert "a hash or an address" in verdict.reason


HEARD: list[str] = []


def hears(told: object) -> None:
    HEARD.append("told")


class Tee:
    """It hears what is printed."""

    write = staticmethod(hears)

    def flush(self) -> None:
        pass


class Breaks:
    def __del__(self) -> None:
        raise ValueError("it breaks at the end")


@thread
def prints() -> Body:
    yield sync(request=A)
    print("a", end="")


@thread
def breaks() -> Body:
    yield sync(request=A)
    Breaks()


@pytest.mark.parametrize(
    ("name", "hook", "rule"), [("stdout", Tee(), prints), ("unraisablehook", hears, breaks)]
)
def test_what_python_calls_by_itself_is_watched(
    name: Any, hook: Any, rule: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, name, hook)
    with pytest.raises(ImpureThread, match="it changed HEARD"):
        check(Program(rule()), never(C))
