"""Sorts: the finite sets of values that variables range over.

Each value has a *code*, its index among `values`, which engines store.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias, assert_never

from ..data import dataclass
from ..errors import BadTerm, OutOfSort
from ..identity import Identity, identity
from .blame import blames_caller


@dataclass(frozen=True, slots=True)
class Bool:
    """False and true, with the codes 0 and 1."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The integers from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The listed values, in this order; they can only be compared for equality."""

    members: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class SetOf:
    """The subsets of `members`, as frozensets; the code is the bit mask of the members' indices."""

    members: tuple[Hashable, ...]


Sort: TypeAlias = Bool | Interval | Enumeration | SetOf
"""The range of a variable."""


def size(sort: Sort) -> int:
    """The number of values.

    >>> size(Interval(0, 2)), size(SetOf(("a", "b")))
    (3, 4)
    """
    match sort:
        case Bool():
            return 2
        case Interval(low, high):
            return high - low + 1
        case Enumeration(members):
            return len(members)
        case SetOf(members):
            return 1 << len(members)
    assert_never(sort)


def values(sort: Sort) -> Iterator[Any]:
    """The values in the order of their codes.

    >>> list(values(Interval(1, 3)))
    [1, 2, 3]
    """
    return (value(sort, code) for code in range(size(sort)))


def value(sort: Sort, code: int) -> Any:
    """The value with a code, which must be valid for the sort.

    >>> sorted(value(SetOf(("a", "b", "c")), 0b101))
    ['a', 'c']
    """
    assert 0 <= code < size(sort), f"{code} is no code of {text_of_sort(sort)}"
    match sort:
        case Bool():
            return bool(code)
        case Interval(low, _):
            return low + int(code)
        case Enumeration(members):
            return members[code]
        case SetOf(members):
            return frozenset(m for at, m in enumerate(members) if code >> at & 1)
    assert_never(sort)


def code(sort: Sort, value: Any) -> int:
    """The code of a value; raises `OutOfSort` for a value outside the sort.

    >>> code(Enumeration(("idle", "busy")), "busy")
    1
    """
    found = _code(sort, value)
    if found is None:
        raise OutOfSort(f"{text_of_value(value)} is not in {text_of_sort(sort)}")
    return found


def is_member(sort: Sort, value: Any) -> bool:
    """Whether `value` is in the sort; `True` is distinct from the number 1.

    >>> is_member(Interval(0, 1), 1), is_member(Interval(0, 1), True)
    (True, False)
    """
    return _code(sort, value) is not None


def same(left: object, right: object) -> bool:
    """Whether two values are the same: like Python's `==`, but `True` is distinct from 1.

    >>> same(1, 1), same(1, True)
    (True, False)
    """
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def _code(sort: Sort, value: Any) -> int | None:
    match sort:
        case Bool():
            return int(value) if isinstance(value, bool) else None
        case Interval(low, high):
            number = isinstance(value, int) and not isinstance(value, bool)
            return value - low if number and low <= value <= high else None
        case Enumeration(members):
            return _position(members, value)
        case SetOf(members):
            return _mask(members, value)
    assert_never(sort)


def _position(members: tuple[Hashable, ...], value: Any) -> int | None:
    if not isinstance(value, Hashable):
        return None
    try:
        at = _positions(identity(members)).get(value)
    except TypeError:  # a tuple that contains a list is `Hashable`, but has no hash
        return None
    return at if at is not None and same(members[at], value) else None


def _mask(members: tuple[Hashable, ...], value: Any) -> int | None:
    if not isinstance(value, (set, frozenset)):
        return None
    positions = [_position(members, element) for element in value]
    return None if None in positions else sum(1 << at for at in positions if at is not None)


@lru_cache(maxsize=256)
def _positions(named: Identity) -> Mapping[Hashable, int]:
    """The place of each member; to hash all members for each question would take far longer."""
    return {member: at for at, member in enumerate(named())}


def sort_of(given: object) -> Sort:
    """The sort that a Python object denotes, in the notation of users.

    `bool`; a range with step 1 for numbers; a tuple, a list, a text of names or an Enum class for
    its members; `subsets_of(members)`. Raises `BadTerm` for anything else.

    >>> sort_of(range(1, 3)), sort_of("red green")
    (Interval(low=1, high=2), Enumeration(members=('red', 'green')))
    """
    match given:
        case Bool() | Interval() | Enumeration() | SetOf():
            return given
        case range():
            return _interval(given)
        case str() | tuple() | list():
            return Enumeration(members_of(given))
    if given is bool:
        return Bool()
    if isinstance(given, type) and issubclass(given, Enum):
        return Enumeration(members_of(given))
    raise BadTerm(f"{given!r} is no sort: {_instead_of(given)}")


def _instead_of(given: object) -> str:
    """A hint what to write instead of an object that is not a sort."""
    if given is int:
        return "numbers need bounds, such as range(10) for 0 to 9"
    if isinstance(given, int) and not isinstance(given, bool) and given > 0:
        return f"range({given}) has the numbers from 0 to {given - 1}"
    if isinstance(given, Iterable) and not isinstance(given, type):
        return "give its members in an order, as a tuple or a list"
    return "give bool, a range, a tuple of members or subsets_of(members)"


@blames_caller
def subsets_of(members: str | Iterable[Hashable]) -> SetOf:
    """The sort of the subsets of `members`.

    >>> subsets_of(range(3))
    SetOf(members=(0, 1, 2))
    """
    return SetOf(members_of(members))


def _interval(given: range) -> Interval:
    if not given:
        raise BadTerm(f"{given!r} is empty, and a sort needs at least one value")
    if given.step != 1:
        low, high = min(given), max(given)
        raise BadTerm(
            f"{given!r} is no sort: a range of a variable has step 1. Give range({low}, "
            f"{high + 1}) for numbers, or list({given!r}) for members that are only compared"
        )
    return Interval(given.start, given.stop - 1)


def members_of(given: str | Iterable[Hashable]) -> tuple[Hashable, ...]:
    """The members as a tuple, those of a set in an order that is always the same.

    A text is split into names.

    Raises `BadTerm` if there are no members, or one of them twice.

    >>> members_of("red green"), members_of(range(2))
    (('red', 'green'), (0, 1))
    """
    if not isinstance(given, Iterable):
        raise BadTerm(f"{given!r} are no members: give a range, a tuple, a list or a text of names")
    if isinstance(given, set | frozenset):
        given = sorted(given, key=repr)
    members = tuple(given.split() if isinstance(given, str) else map(_member, given))
    for member in members:
        if not can_be_member(member):
            raise BadTerm(f"{member!r} cannot be a member: it can change")
    if not members:
        raise BadTerm(f"{given!r} has no members: at least one is needed")
    if len(set(members)) < len(members):
        raise BadTerm(_twice(members))
    return members


def can_be_member(value: object) -> bool:
    """Whether a value is hashable: neither it nor anything in it can change."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _member(given: Any) -> Any:
    if hasattr(given, "term"):
        raise BadTerm(
            f"{given!r} cannot be a member: members are values, and this has one only in a state"
        )
    return plain(given)


def _twice(members: tuple[Hashable, ...]) -> str:
    """The message about a member that equals an earlier one, of the same or of another type."""
    again = next(m for at, m in enumerate(members) if m in members[:at])
    first = members[members.index(again)]
    shown = text_of_members(members)
    if type(first) is type(again):
        return f"{text_of_value(again)} stands twice in {shown}: leave one out"
    return (
        f"{text_of_value(first)} and {text_of_value(again)} are equal in Python, so {shown} has "
        "one member twice: use texts, such as 'no'"
    )


def plain(given: Any) -> Any:
    """The value itself, or an int for an integer of another library.

    >>> plain(3), plain("a")
    (3, 'a')
    """
    if isinstance(given, (bool, int, str, type)) or not hasattr(given, "__index__"):
        return given
    return operator.index(given)


def text_of_value(value: object) -> str:
    """A value as it is shown, and as it is written in formulas.

    >>> text_of_value(True), text_of_value((0, 1)), text_of_value(frozenset("ba"))
    ('true', '(0,1)', '{a, b}')
    """
    if type(value) is int:  # as most values are
        return str(value)
    match value:
        case bool():
            return str(value).lower()
        case Enum():
            return value.name
        case tuple():
            return f"({','.join(map(text_of_value, value))})"
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(text_of_value, value)))}}}"
    return str(value)


def text_of_members(members: Iterable[object]) -> str:
    """The members in braces.

    >>> text_of_members(("a", "b"))
    '{a, b}'
    """
    return f"{{{', '.join(map(text_of_value, members))}}}"


def text_of_sort(sort: Sort) -> str:
    """A sort as error messages show it.

    >>> text_of_sort(Interval(0, 2)), text_of_sort(SetOf(("a", "b")))
    ('0..2', 'subsets of {a, b}')
    """
    match sort:
        case Bool():
            return "bool"
        case Interval(low, high):
            return f"{low}..{high}"
        case Enumeration(members):
            return text_of_members(members)
        case SetOf(members):
            return f"subsets of {text_of_members(members)}"
    assert_never(sort)
