"""Lazy dataclasses do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from counterpoint.data import Hashed, Later, dataclass, lazy_dataclass

Maker = Callable[..., Any]
KINDS: list[dict[str, bool]] = [
    {"frozen": frozen, "slots": slots, "eq": eq}
    for frozen in (False, True)
    for slots in (False, True)
    for eq in (False, True)
]


def point(maker: Maker, **how: bool) -> Any:
    """A class with a part of every sort, made by the one `dataclass` or the other."""

    @maker(kw_only=True, **how)
    class Placed:
        at: str = field(default="nowhere", compare=False, repr=False)

    @maker(**how)
    class Point(Placed):
        """A point."""

        x: int
        y: int = 0
        seen: list[int] = field(default_factory=list)
        total: int = field(init=False)
        marks: list[str] = field(init=False, default_factory=list, hash=False)
        z: int = field(default=5, kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "total", self.x + self.y)

    return Point


GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, 2), {"at": "here"}),
    ((), {"y": 2, "x": 1, "z": 3}),
    ((1, 2, [3]), {}),
    ((), {}),
    ((1, 2, [3], 4), {}),
    ((1,), {"other": 2}),
    ((1,), {"total": 2}),
]


def outcome(compute: Callable[[], Any]) -> Any:
    """What comes back, or what kind of error."""
    try:
        return compute()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("how", KINDS, ids=str)
@pytest.mark.parametrize("given", GIVEN, ids=str)
def test_parts_are_given_as_to_the_standard_ones(how: dict[str, bool], given: Any) -> None:
    args, named = given

    def told(maker: Maker) -> Any:
        made = outcome(lambda: point(maker, **how)(*args, **named))
        return made if isinstance(made, type) else [getattr(made, f.name) for f in fields(made)]

    assert told(lazy_dataclass) == told(dataclasses.dataclass)


@pytest.mark.parametrize("how", KINDS, ids=str)
def test_equality_hash_and_text_are_the_standard_ones(how: dict[str, bool]) -> None:
    def told(maker: Maker) -> Any:
        kind = point(maker, **how)
        a, b, c = kind(1, seen=()), kind(1, seen=(), at="there"), kind(2, seen=())
        other = point(maker, **how)(1, seen=())
        alike = (a == b, a == c, a != c, a == 1, a == other)
        hashes = outcome(lambda: hash(a) == hash(b)), outcome(lambda: len({a, b, c}))
        text = repr(a) if how["eq"] else ""
        return alike, hashes, text, kind.__match_args__, str(inspect.signature(kind))

    lazy, standard = told(lazy_dataclass), told(dataclasses.dataclass)
    assert lazy[:4] == standard[:4]
    assert lazy[4].count("=") == standard[4].count("=")


@pytest.mark.parametrize("how", KINDS, ids=str)
def test_assignment_and_deletion_go_as_in_the_standard_ones(how: dict[str, bool]) -> None:
    def told(maker: Maker) -> Any:
        made = point(maker, **how)(1)
        changes = (
            lambda: setattr(made, "x", 2),
            lambda: delattr(made, "y"),
            lambda: setattr(made, "new", 2),
        )
        refused = [isinstance(outcome(change), type) for change in changes]
        return refused, made.x

    assert told(lazy_dataclass) == told(dataclasses.dataclass)


@dataclass(frozen=True, slots=True)
class Kept:
    """At the top of a module, so that it can be pickled."""

    x: int
    deep: tuple[int, ...] = ()


def test_frozen_ones_are_copied_replaced_and_pickled() -> None:
    kept = Kept(1, (2, 3))
    copies = [copy.copy(kept), copy.deepcopy(kept), pickle.loads(pickle.dumps(kept))]
    assert copies == [kept] * 3
    assert replace(kept, x=2) == Kept(2, (2, 3))
    assert dataclasses.asdict(kept) == {"x": 1, "deep": (2, 3)}


@dataclass(frozen=True, slots=True)
class Chain(Hashed):
    """A chain of many links, whose hash is asked for again and again."""

    link: Any
    of: Chain | None = None


def test_a_hash_that_is_kept_is_that_of_the_parts() -> None:
    asked: list[int] = []

    class Link:
        def __hash__(self) -> int:
            asked.append(1)
            return 7

    one = Chain(Link(), Chain(2))
    assert hash(one) == hash((one.link, one.of)) == hash(one)
    assert len(asked) == 2
    twin = Chain(1, Chain(2))
    assert {twin: "here"}[pickle.loads(pickle.dumps(twin))] == "here"
    assert replace(twin, link=3) == Chain(3, Chain(2)) != twin
    assert hash(replace(twin, link=3)) == hash(Chain(3, Chain(2)))


def test_methods_of_the_class_itself_stay() -> None:
    @dataclass(frozen=True)
    class Own:
        x: int

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "own"

        @cached_property
        def twice(self) -> int:
            return 2 * self.x

    own = Own(1)
    assert (own == Own(2), hash(own), repr(own), own.twice) == (True, 7, "own", 2)


def test_equality_alone_takes_the_hash_away_unless_it_is_frozen() -> None:
    def kind(frozen: bool) -> Any:
        @lazy_dataclass(frozen=frozen)
        class Own:
            x: int

            def __eq__(self, other: object) -> bool:
                return True

        return Own

    assert kind(True).__hash__ is not None
    assert kind(False).__hash__ is None


def test_methods_are_compiled_when_they_are_first_looked_up() -> None:
    kind = point(lazy_dataclass, frozen=True, slots=True)
    assert isinstance(vars(kind)["__init__"], Later)
    kind(1)
    assert inspect.isfunction(vars(kind)["__init__"])
    assert isinstance(vars(kind)["__eq__"], Later)


def test_a_subclass_inherits_methods_that_are_not_compiled_yet() -> None:
    kind: Any = point(lazy_dataclass, frozen=True)
    inner = type("Inner", (kind,), {})
    assert (inner(1).x, inner(1) == inner(1), inner(1) == kind(1)) == (1, True, False)


def test_frozen_ones_refuse_by_name() -> None:
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        setattr(Kept(1), "x", 2)  # noqa: B010
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        delattr(Kept(1), "x")
