"""Attributes that are set on functions and classes of libraries, and of Counterpoint itself."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import enum
import fractions
import functools
import json
import operator
import pathlib
import re
import statistics
import string
import typing
from typing import Any

import pytest

import counterpoint
from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    check,
    no_failed_assertion,
    sync,
    thread,
)
from counterpoint.bp.local.network import network_of
from counterpoint.errors import ImpureThread

from ..brute_force import A, B

X = Event("X")
EITHER = A | B
HERE = pathlib.PurePosixPath("a/b")
T = typing.TypeVar("T")
TOOLS = {"set": setattr}
SETTER = setattr
PROGRAM = Program()


@functools.singledispatch
def shown(value: Any) -> Any:
    return value


@functools.lru_cache
def cached(number: Any) -> Any:
    return number


@contextlib.contextmanager
def scope() -> Any:
    yield


@thread
def idle() -> Body:
    yield sync(wait_for=A)


def plain(one: Any = 1, *, two: Any = 2) -> Any:
    return one, two


def hinted(value: fractions.Fraction) -> Any:
    return value


hinted.__annotations__["value"] = fractions.Fraction


class Described:
    def __set__(self, instance: Any, value: Any) -> None:
        sync.marked = value  # type: ignore[attr-defined]


class Marking:
    mark = Described()

    def __setattr__(self, name: Any, value: Any) -> None:
        setattr(json.dumps, name, value)


class Plain:
    note: str


@dataclasses.dataclass
class Sized:
    size: fractions.Fraction


class Color(enum.Enum):
    RED = 1


class Marks:
    """Sets an attribute where `owner` says, in a method."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def mark(self, on: Any) -> None:
        kind = self.owner
        if on:
            kind.marked = 1
        else:
            del kind.marked


def mark(owner: Any, on: Any) -> Any:
    if on:
        owner.marked = 1
    else:
        del owner.marked


def by_keyword(owner: Any, **marks: Any) -> None:
    for name, value in marks.items():
        setattr(owner, name, value)


@contextlib.contextmanager
def marked(owner: Any, name: Any = "marked", value: Any = 1) -> Any:
    """For as long as it lasts, an attribute is set by a name that it is given."""
    setattr(owner, name, value)
    yield
    delattr(owner, name)


CHANGES = {
    "sync.marked": lambda on: mark(sync, on),
    "Event.marked": lambda on: mark(type(X), on),
    "Finite.marked": lambda on: mark(type(A | B), on),
    "Rule.marked": lambda on: mark(type(idle), on),
    "counterpoint.check.marked": lambda on: mark(counterpoint.check, on),
    "PROGRAM.marked": lambda on: mark(PROGRAM, on),
    "json.dumps.marked": lambda on: mark(json.dumps, on),
    "json.loads.marked": lambda on: Marks(json.loads).mark(on),
    "collections.Counter.marked": lambda on: mark(collections.Counter, on),
    "collections.Counter.update.marked": lambda on: mark(collections.Counter.update, on),
    "fractions.Fraction.__add__.marked": lambda on: mark(fractions.Fraction.__add__, on),
    "Fraction.marked": lambda on: mark(typing.get_type_hints(hinted)["value"], on),
    "statistics.mean.marked": lambda on: [mark(each, on) for each in (statistics.mean,)],
    "PurePosixPath.marked": lambda on: mark(type(HERE), on),
    "typing.Any.marked": lambda on: mark(typing.Any, on),
    "T.marked" if hasattr(T, "__dict__") else "T": lambda on: mark(T, on),
    "re.I.marked": lambda on: mark(re.RegexFlag(2), on) or re.I,
    "cached.marked": lambda on: mark(cached, on),
    "scope.marked": lambda on: mark(scope, on),
    "shown.register.marked": lambda on: mark(shown.register, on),
    "lending.marked": lambda on: mark(lending, on),
    "Color.RED.marked": lambda on: mark(Color(1), on),
    "json.dumps.worked": lambda on: by_keyword(json.dumps, worked=on),
    "json.dumps.named": lambda on: list(map(setattr, [json.dumps], ["named"], [on])),
    "json.dumps.handed": lambda on: TOOLS["set"](json.dumps, "han" + "ded", on),
    "json.dumps.aliased": lambda on: SETTER(json.dumps, "aliased", on),
    "json.dumps.asked": lambda on: SETTER(operator.attrgetter("dumps")(json), "asked", on),
    "json.dumps.kept": lambda on: json.dumps.__dict__.update(kept=on),
    "json.dumps.listed": lambda on: vars(json.dumps).update(listed=on),
    "json.dumps.noted": lambda on: setattr(Marking(), "noted", on),
    "string.Template.delimiter": lambda on: setattr(string.Template, "delimiter", "$%"[on]),
    "EITHER.members": lambda on: setattr(EITHER, "members", (A, B) if on else (A,)),
    "plain": lambda on: plain.__kwdefaults__.update(two=2 + on),  # type: ignore[union-attr]
    "json.dumps": lambda on: json.dumps.__annotations__.update(noted=on),
    "Plain.__annotations__": lambda on: Plain.__annotations__.update(noted=on),
    "shown.registry": lambda on: shown.register(type(f"C{on}", (), {}), plain),
    "Plain.__dataclass_params__": lambda on: dataclasses.dataclass(Plain),
}  # fmt: skip


def lending(change: Any) -> Any:
    @thread
    def live() -> Body:
        yield sync(request=A)
        change(True)
        try:
            yield sync(request=B)
        finally:
            with contextlib.suppress(AttributeError):
                change(False)

    return Program(live())


@pytest.mark.parametrize(("path", "change"), CHANGES.items(), ids=CHANGES)
def test_an_attribute_that_is_set_on_what_others_wrote_is_caught(path: Any, change: Any) -> None:
    with pytest.raises(ImpureThread, match=rf"it changed (change\.)?{re.escape(path)},"):
        network_of(lending(change))
    with contextlib.suppress(AttributeError):
        change(False)


def test_what_a_descriptor_sets_is_caught() -> None:
    def change(on: Any) -> None:
        Plainly().mark = on

    class Plainly:
        mark = Described()

    with pytest.raises(ImpureThread, match=r"it changed sync\.marked"):
        network_of(lending(change))
    del sync.marked  # type: ignore[attr-defined]


def test_an_assignment_in_line_is_caught() -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        sync.marked = True  # type: ignore[attr-defined]
        try:
            yield sync(request=B)
        finally:
            with contextlib.suppress(AttributeError):
                del sync.marked  # type: ignore[attr-defined]

    with pytest.raises(ImpureThread, match=r"it changed sync\.marked"):
        network_of(Program(live()))


def test_data_of_events_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        Event("Move", row=1).fields["row"] = 2  # type: ignore[index]


# What is got at without a name


def by_an_instance(on: Any) -> None:
    kind: Any = type(HERE.parents)
    kind.marked = on


def by_a_method(on: Any) -> None:
    collections.Counter().update.__func__.marked = on  # type: ignore[attr-defined]


def by_a_property(on: Any) -> None:
    fractions.Fraction.numerator.fget.marked = on  # type: ignore[attr-defined]


def by_a_pattern(on: Any) -> None:
    match HERE.parents:
        case object(__class__=kind):
            kind.marked = on  # type: ignore[attr-defined]


def by_a_helper(on: Any) -> None:
    mark(kind_of(HERE.parents), on)


def kind_of(value: Any) -> Any:
    return value.__class__


def by_an_alias(on: Any) -> None:
    mark(TOOLS_OF_CLASSES["kind"](HERE.parents), on)


TOOLS_OF_CLASSES = {"kind": type}


def by_a_name_of_its_own(on: Any) -> None:
    setattr(plain, "__defaults__", (on,))  # noqa: B010 - the point


def by_force(on: Any) -> None:
    object.__setattr__(X, "name", "XY"[on])


def by_force_on_a_class(on: Any) -> None:
    type.__setattr__(collections.Counter, "marked", on)


UNNAMED = [
    by_an_instance, by_a_method, by_a_property, by_a_pattern, by_a_helper, by_an_alias,
    by_a_name_of_its_own, by_force, by_force_on_a_class,
]  # fmt: skip


@pytest.mark.parametrize("change", UNNAMED, ids=lambda change: change.__name__)
def test_an_attribute_of_what_is_not_named_is_a_doubt(change: Any) -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        if (yield sync(wait_for=X)) is B:
            change(True)

    (verdict,) = check(Program(live()), no_failed_assertion())
    assert verdict.answer is Answer.UNKNOWN
    assert "does not name" in verdict.reason or "kept from it" in verdict.reason
    assert "test_owners.py:" in verdict.reason
    assert "Tell other b-threads by an event" in verdict.reason


class Piece:
    count = 0

    def __init__(self, name: Any) -> None:
        self.name = name
        self.moves = 0

    def __eq__(self, other: Any) -> Any:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> Any:
        return hash((type(self), self.name))

    def __repr__(self) -> Any:
        return f"{type(self).__name__} {self.name} of {self.__class__.__module__}"

    def copy(self) -> Any:
        made = type(self)(self.name)
        made.moves = self.moves
        made.moves += 1
        return made


@dataclasses.dataclass(frozen=True)
class Frozen:
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name.upper())


def test_ordinary_code_that_sets_attributes_raises_no_doubt() -> None:
    names = {Piece: "piece"}

    @thread
    def live() -> Body:
        piece = Piece("rook")
        piece.moves += 1
        piece = piece.copy()
        assert piece == piece.copy() or names.get(type(piece)), type(piece).__qualname__
        setattr(piece, "place", Frozen("a1").name)  # noqa: B010 - the point
        yield sync(request=Event("At", piece.place, repr(piece)))

    assert check(Program(live()), no_failed_assertion())
