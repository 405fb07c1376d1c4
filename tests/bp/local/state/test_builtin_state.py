from __future__ import annotations

import collections
import enum
import random
import threading
from typing import Any

import pytest

from counterpoint.bp.local.state.builtin_state import (
    BASES,
    PARTS,
    Layout,
    frames_can_be_read,
    is_constant,
    layout_of,
)
from counterpoint.identity import identity


class Meta(type):
    def __eq__(cls, other: Any) -> Any:
        return True

    def __hash__(cls) -> Any:
        return 0


class Base:
    __slots__ = ("a",)


class Derived(Base):
    __slots__ = ("__dict__", "a")


class Error(OSError):
    pass


def known_layout(kind: type) -> Layout:
    layout = layout_of(kind)
    assert layout is not None
    return layout


def names(kind: type) -> list[str]:
    return [slot.__name__ for slot in known_layout(kind).slots]


def test_a_layout_lists_slots_of_all_classes_and_the_dictionary() -> None:
    assert names(Derived) == ["a", "a"]
    assert known_layout(Derived).has_dict
    assert not known_layout(Base).has_dict


def test_the_base_is_the_nearest_class_of_pythons_own() -> None:
    assert known_layout(type("Own", (collections.defaultdict,), {})).base is collections.defaultdict
    assert known_layout(type("Own", (int,), {})).base is int
    assert known_layout(Base).base is None


def test_an_exception_shows_what_it_keeps_in_c() -> None:
    assert known_layout(Error).base is OSError
    assert {"errno", "filename"} <= set(names(Error))


@pytest.mark.parametrize(
    "kind", [type(threading.Lock()), random.SystemRandom, memoryview, type(object().__str__)]
)
def test_what_hides_its_state_has_no_layout(kind: Any) -> None:
    assert layout_of(kind) is None


def test_classes_that_lie_about_equality_have_their_own_layout() -> None:
    first = Meta("First", (), {"__slots__": ("a",)})
    second = Meta("Second", (), {"__slots__": ("b", "c")})
    assert (names(first), names(second)) == (["a"], ["b", "c"])
    assert identity(first) != identity(second)
    assert identity(first) == identity(first)


def test_constants_are_what_a_program_names() -> None:
    color = enum.Enum("color", "RED")
    assert all(map(is_constant, [int, color, color.RED, enum, list.append, vars(Base)["a"]]))
    assert not any(map(is_constant, [1, [], object(), len]))


def test_the_parts_of_a_value_are_those_of_its_base() -> None:
    class Lying(collections.deque[Any]):
        def __iter__(self) -> Any:
            return iter(())

    assert PARTS[collections.deque](Lying([1])) == (None, 1)
    assert BASES[bytes](type("Own", (bytes,), {})(b"x")) == (b"x",)


def test_this_python_shows_the_frames_of_generators() -> None:
    assert frames_can_be_read()
