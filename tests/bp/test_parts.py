"""What objects are made of: all of it, and made again with the same."""

from __future__ import annotations

import collections
import datetime
import pathlib
import uuid
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterpoint import Event
from counterpoint.bp.parts import Parts, form_of
from counterpoint.bp.values import key_of
from counterpoint.errors import BadEvent


class Valued:
    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return 1


class Slot(Valued):
    __slots__ = ("held", "never_set")

    def __init__(self, held: object) -> None:
        self.held = held


class SameSlot(Slot):
    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = 0
        Slot.__dict__["held"].__set__(self, held)


class HiddenSlot(Slot):
    def __init__(self, held: object) -> None:
        Slot.__dict__["held"].__set__(self, held)

    @property
    def held(self) -> object:  # type: ignore[override]
        return 0


class Needy(Valued):
    """Cannot be made without its argument, and tells nothing of it."""

    held: object

    def __new__(cls, held: object) -> Any:
        made = super().__new__(cls)
        made.held = held
        return made

    def __reduce__(self) -> Any:
        raise ZeroDivisionError("not to be pickled")

    def __copy__(self) -> Any:
        raise ZeroDivisionError("not to be copied")


class Whole(int):
    def __getnewargs__(self) -> Any:
        return ()


class Word(str):
    note = ""

    def __new__(cls, held: object) -> Any:
        made = str.__new__(cls, held)
        made.note = f"of {held}"
        return made


class Real(float):
    pass


class Listed(list[Any]):
    def __init__(self, held: object) -> None:
        super().__init__([held])

    def __hash__(self) -> int:  # type: ignore[override]
        return 1


class Named(dict[Any, Any]):
    def __init__(self, held: object) -> None:
        super().__init__(held=held)

    def __hash__(self) -> int:  # type: ignore[override]
        return 1


class Among(frozenset[Any]):
    def __new__(cls, held: object) -> Any:
        return super().__new__(cls, [held, 1000])


class Pair(NamedTuple):
    held: object
    other: object = None


class Money(Decimal):
    pass


class Where(pathlib.PurePosixPath):
    pass


class Scaled(np.float64):
    pass


class Later(datetime.timedelta):
    pass


class Quoted(collections.UserString):
    def __hash__(self) -> int:
        return super().__hash__()


KINDS: list[Any] = [
    Slot, SameSlot, HiddenSlot, Needy, Whole, Word, Real, Listed, Named, Among, Pair, Money,
    Later, Fraction, Decimal, np.int64, np.float64, datetime.timedelta,
    lambda held: Where(str(held)),
    lambda held: pathlib.PurePosixPath(str(held)),
    lambda held: Quoted(str(held)),
    lambda held: uuid.UUID(int=held),
    lambda held: datetime.datetime(2026, 1, held, tzinfo=datetime.timezone.utc),  # noqa: UP017
]  # fmt: skip


@pytest.mark.parametrize("make", KINDS)
def test_objects_of_the_same_parts_make_one_event_and_others_another(make: Any) -> None:
    one, same, other = make(1), make(1), make(2)
    assert Event("X", one) is Event("X", same)
    assert Event("X", one) is not Event("X", other)


@pytest.mark.parametrize("make", KINDS)
def test_a_copy_has_the_parts_of_the_original(make: Any) -> None:
    value = make(3)
    (given,) = Event("X", value).args
    kind: Any = type(value)
    assert type(given) is kind
    assert key_of(given) == key_of(value)
    assert repr(given) == repr(value) or "__repr__" not in vars(kind)


def test_an_object_that_is_not_made_again_of_what_it_tells_is_refused() -> None:
    with pytest.raises(BadEvent, match="Scaled makes another object of what its __reduce_ex__"):
        Event("X", Scaled(2))


def test_an_object_that_cannot_be_read_is_named() -> None:
    class Broken(Decimal):
        def __reduce__(self) -> Any:
            raise ZeroDivisionError("not today")

    with pytest.raises(
        BadEvent, match="event X: its data cannot be read: ZeroDivisionError: not t"
    ):
        Event("X", Broken(1))


def test_forms_are_read_without_methods_of_the_class() -> None:
    form = form_of(Needy)
    assert form.parts(Needy(5)) == Parts((None,), {"held": 5}, ())
    made: Any = form.made_of(Parts((None,), {"held": 6}, ()))
    assert (type(made), made.held) == (Needy, 6)
