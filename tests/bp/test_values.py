"""Data of events: no two b-threads may be given data of each other's."""

from __future__ import annotations

import copy
import datetime
import enum
import functools
import itertools
import pathlib
import re
import types
import uuid
import weakref
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterpoint import Event, Program, check, named, never, sync, thread
from counterpoint.bp.texts import text_of
from counterpoint.bp.values import copied, key_of
from counterpoint.errors import BadEvent
from counterpoint.verdict import Answer

X = Event("X")


class Pair(NamedTuple):
    left: object
    right: object = None


class Tagged(tuple[Any, ...]):
    tag = ""


@dataclass(frozen=True)
class Price:
    amount: object
    note: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Slotted:
    amount: object


class Name:
    """A name that is equal in capitals too."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Name) and self.text.lower() == other.text.lower()

    def __hash__(self) -> int:
        return hash(self.text.lower())

    def __repr__(self) -> str:
        return f"Name({self.text!r})"


class Keeping(Name):
    """A name that keeps its hash when it is first asked for."""

    kept: int | None

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.kept = None

    def __hash__(self) -> int:
        self.kept = self.kept or super().__hash__()
        return self.kept


class Shortened(Name):
    def __reduce__(self) -> tuple[Any, ...]:
        return Shortened, (self.text.lower(),)


class Measured(Name):
    @functools.cached_property
    def size(self) -> int:
        return len(self.text)


class Itself:
    """Equals nothing but itself, and has a poor text."""

    def __repr__(self) -> str:
        return "Itself"


class Rigid(type):
    """A class of classes that are equal and have no hash."""

    def __eq__(cls, other: object) -> bool:
        return isinstance(other, Rigid)

    __hash__ = None  # type: ignore[assignment]


class Cast(metaclass=Rigid):
    """Its class has no hash."""

    def __repr__(self) -> str:
        return "Cast"


class Listed(list[object]):
    """A list that is never changed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return 1


class Loud(enum.StrEnum):
    BELL = "bell"


def tagged(items: tuple[object, ...], tag: str) -> Tagged:
    made = Tagged(items)
    made.tag = tag
    return made


UTC = datetime.timezone.utc  # noqa: UP017 - beside the other one
PARIS = datetime.timezone(datetime.timedelta(hours=1))

EQUAL_BUT_NOT_ALIKE: list[tuple[Any, Any]] = [
    (1, True),
    (1, 1.0),
    (0.0, -0.0),
    (1, 1 + 0j),
    ((1,), (True,)),
    (frozenset({1}), frozenset({True})),
    (Decimal("1.0"), Decimal("1.00")),
    (Fraction(1), 1),
    (Pair(1), Pair(True)),
    (Pair(1), (1, None)),
    (Pair((1, (2,))), Pair((1, (2.0,)))),
    (tagged((1,), "a"), tagged((1,), "b")),
    (Price(2), Price(2.0)),
    (Price(2, "cash"), Price(2, "card")),
    (Price(frozenset({1})), Price(frozenset({True}))),
    (Slotted(2), Slotted(2.0)),
    (Name("bob"), Name("BOB")),
    (Shortened("bob"), Shortened("BOB")),
    (Listed([1]), Listed([True])),
    (Listed([1]), Listed([2])),
    (range(0, 3, 2), range(0, 4, 2)),
    (
        datetime.datetime(2026, 1, 1, 12, tzinfo=UTC),
        datetime.datetime(2026, 1, 1, 13, tzinfo=PARIS),
    ),
    (datetime.time(1, fold=0), datetime.time(1, fold=1)),
    (pathlib.PureWindowsPath("a"), pathlib.PureWindowsPath("A")),
    (np.int64(1), np.int32(1)),
    (np.float64(1), 1.0),
    (Loud.BELL, "bell"),
    (list[int], types.GenericAlias(list, (int,)) | None),
]

ALIKE = [
    lambda: Decimal("1.0"),
    lambda: Fraction(1, 3),
    lambda: 1 + 2j,
    lambda: float("nan"),
    lambda: (float("nan"), 1),
    lambda: b"bytes",
    lambda: None,
    lambda: Pair(1, (2, 3)),
    lambda: tagged((1,), "a"),
    lambda: Price(2, "cash"),
    lambda: Price((float("nan"), frozenset("abc"))),
    lambda: Slotted(frozenset({1, 2})),
    lambda: Name("bob"),
    lambda: Keeping("bob"),
    lambda: Shortened("bob"),
    lambda: Listed([1, 2]),
    lambda: range(3),
    lambda: datetime.datetime(2026, 1, 1, tzinfo=PARIS),
    lambda: pathlib.PurePosixPath("a") / "b",
    lambda: uuid.UUID(int=3),
    lambda: re.compile("a+"),
    lambda: list[int],
    lambda: int | str,
    lambda: np.int64(3),
    lambda: Loud.BELL,
    lambda: Name,
    lambda: len,
    lambda: X(1, (2,)),
]


@pytest.mark.parametrize(("one", "other"), EQUAL_BUT_NOT_ALIKE)
def test_what_is_equal_and_not_alike_makes_two_events(one: object, other: object) -> None:
    assert X(one) is not X(other)
    assert X(one) != X(other)
    assert X(at=one) != X(at=other)
    assert X((one,)) != X((other,))
    assert X(Price(one)) != X(Price(other))


@pytest.mark.parametrize("make", ALIKE)
def test_what_is_alike_makes_one_event(make: Any) -> None:
    assert X(make()) is X(make())
    assert X(at=make()) is X(at=make())
    assert X((make(), 1)) is X((make(), 1))
    assert X(copy.copy(make())) is X(make())


def test_an_object_that_equals_only_itself_is_told_by_which_it_is() -> None:
    one, other = Itself(), Itself()
    assert X(one) is X(one)
    assert X(one) is not X(other)
    assert X(Price(one)) is X(Price(one))
    assert X(Price(one)) is not X(Price(other))


def test_a_class_needs_no_hash_of_its_own() -> None:
    one, other = Cast(), Cast()
    assert X(one) is X(one)
    assert X(one) is not X(other)


def test_what_an_object_works_out_when_it_is_asked_does_not_matter() -> None:
    asked, not_asked = Measured("bob"), Measured("bob")
    assert asked.size == 3
    assert X(asked) is X(not_asked)
    path = pathlib.PurePosixPath("a/b")
    assert str(path) == "a/b"
    assert X(path) is X(pathlib.PurePosixPath("a/b"))


@pytest.mark.parametrize("around", [lambda s: s, Pair, Price, Slotted, lambda s: tagged((s,), "t")])
def test_the_order_of_a_frozen_set_follows_from_its_elements(around: Any) -> None:
    def orders(value: Any) -> list[object]:
        parts = getattr(value, "amount", value)
        return list(parts if isinstance(parts, frozenset) else parts[0])

    built = [around(frozenset(way)) for way in itertools.permutations((0, 8, 16, "a"))]
    made = [X(value) for value in built]
    assert len(set(made)) == 1
    fresh = [Event("X", value).args[0] for value in built]
    assert all(orders(value) == orders(fresh[0]) for value in fresh)
    assert len({tuple(orders(copied(value))) for value in built}) == 1


def test_named_data_is_in_the_order_of_its_names() -> None:
    assert list(Event("Order", b=1, a=2).fields) == ["a", "b"]
    assert str(Event("Order", b=1, a=2)) == "Order(a=2,b=1)"


def test_a_class_that_does_not_tell_what_its_objects_hold_is_refused() -> None:
    whole = Itself()
    with pytest.raises(BadEvent, match="event X: its data cannot be read: cannot pickle"):
        X(weakref.ref(whole))


def test_a_set_of_objects_that_are_shown_alike_is_refused() -> None:
    with pytest.raises(BadEvent, match="shown alike, so that it has no order: give a tuple"):
        X(frozenset([Itself(), Itself()]))


def test_data_that_never_ends_is_refused() -> None:
    deep: object = ()
    for _ in range(5_000):
        deep = (deep,)
    with pytest.raises(BadEvent, match="nested too deeply"):
        X(deep, 1.0)


def test_a_key_of_what_an_object_keeps_goes_into_lists_sets_and_dictionaries() -> None:
    assert key_of([1, {2: {3}}]) == key_of([1, {2: {3}}])
    assert key_of([1, {2: {3}}]) != key_of([1, {2: {True}}])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a, b", "'a, b'"),
        ((1, ("a b",)), "(1,('a b',))"),
        (frozenset(), "frozenset()"),
        (frozenset({10, 2}), "frozenset({10,2})"),
        pytest.param(10**5000, hex(10**5000), id="a number too long for digits"),
        (Price(1), "Price(amount=1, note='')"),
    ],
)
def test_a_text_has_no_blanks_but_those_of_its_parts(value: object, text: str) -> None:
    assert text_of(value) == text
    assert str(X(value)) == f"X({text})"


def test_an_event_may_be_named_by_a_member_of_an_enumeration() -> None:
    assert Event(Loud.BELL) is Event("bell")
    assert type(Event(Loud.BELL).name) is str


PAIRS = [
    (Decimal("1.0"), Decimal("1.00")),
    (Pair(1), Pair(True)),
    (Price(2), Price(2.0)),
    (Price(2, "cash"), Price(2, "card")),
    (Name("bob"), Name("BOB")),
]


@thread
def pays() -> Any:
    pair, place = (yield sync(request=[Event("PICK", i, j) for i in range(5) for j in (0, 1)])).args
    yield sync(request=Event("PAY", PAIRS[pair][place]))


@thread
def tells() -> Any:
    paid = yield sync(wait_for=named("PAY"))
    yield sync(request=Event("PAID", repr(paid.args[0])))


@pytest.mark.parametrize("place", [0, 1])
def test_a_b_thread_is_given_the_data_that_was_asked_for(place: int) -> None:
    held = [X(pair[place]) for pair in PAIRS] + [Event("PAY", pair[place]) for pair in PAIRS]
    texts = [repr(value) for pair in PAIRS for value in pair]
    found = check(Program(pays(), tells()), *(never(Event("PAID", text)) for text in texts))
    answers = [found[f"never PAID({text!r})"].answer for text in texts]
    assert answers == [Answer.FAILS] * 10, held
