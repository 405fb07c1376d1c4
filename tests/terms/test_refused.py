"""What Python offers for numbers and collections and a model does not have says what to write."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable
from enum import Enum

import pytest

from counterpoint import Model, subsets_of
from counterpoint.errors import BadTerm
from counterpoint.terms.array import Array
from counterpoint.terms.refused import OF_ARRAYS, OF_VALUES

model = Model()
n, s = model.var("n", range(4)), model.var("s", subsets_of("a b"))
a = model.array("a", range(3), range(4))


@pytest.mark.parametrize(
    ("wrong", "instead"),
    [
        (lambda: n / 2, "n has no /: write //"),  # type: ignore[operator]
        (lambda: 2 / n, "n has no /: write //"),  # type: ignore[operator]
        (
            lambda: (n + 1) ** 2,  # type: ignore[operator]
            r"n \+ 1 has no \*\*: multiply: \(n \+ 1\) \* \(n \+ 1\)",
        ),
        (lambda: 2**n, "for 2 \\*\\* n"),  # type: ignore[operator]
        (lambda: n @ n, "n has no @: an expression has =="),  # type: ignore[operator]
        (lambda: n << 2, r"n \* 4 for n << 2"),  # type: ignore[operator]
        (lambda: 1 >> n, "n // 4 for n >> 2"),  # type: ignore[operator]
        (lambda: n ^ n, "a != b for conditions"),  # type: ignore[operator]
        (lambda: divmod(n, 2), "n // 2 and n % 2"),  # type: ignore[operator]
        (lambda: round(n), "round: every number of a model is a whole one"),
        (lambda: math.floor(n), "floor: every number"),
        (lambda: int(n), "int: every number"),
        (lambda: float(n), "float: every number"),
        (lambda: ["x", "y"][n], r"Write if_\(n == 1, a, b\).*a\[n\]"),
        (lambda: range(n), "known in a state only"),
        (lambda: len(s), r"s\.size\(\)"),
        (lambda: n[0], r"model\.array"),  # type: ignore[index]
        (lambda: [*s], r"any_of\(s\.contains\(e\) for e in members\)"),
        (
            lambda: [v for v in n],  # type: ignore[attr-defined]  # noqa: C416
            r"any_of\(n == v for v in range\(4\)\)",
        ),
        (lambda: n in (1, 2), r"any_of\(x == v for v in s\)"),
        (lambda: min(n, 2), r"if_\(x < y, x, y\) for min"),
        (lambda: n.__setitem__(0, 1), r"step\(set={n: value}\)"),
        (lambda: s.add("a"), r"s has no \.add: .*\.contains\(e\)"),
        (
            lambda: a + 1,  # type: ignore[operator]
            r"a has no \+: it is an array: write it of an element, a\[0\]",
        ),
        (lambda: 1 + a, r"a has no \+"),  # type: ignore[operator]
        (lambda: a < 1, "a has no <"),  # type: ignore[operator]
        (lambda: n < a, "a has no >"),
        (lambda: a and n, "a has no truth value"),
        (lambda: 1 in a, r"any_of\(e == 1 for e in a\)"),  # type: ignore[operator]
        (lambda: a.__setitem__(0, 1), r"step\(set={a\[0\]: value}\)"),
        (lambda: a.append(1), r"a has no \.append"),
    ],
)
def test_an_operation_that_is_not_there_says_what_to_write(
    wrong: Callable[[], object], instead: str
) -> None:
    with pytest.raises(BadTerm, match=instead) as raised:
        wrong()
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


class Level(Enum):
    LOW = 0
    HIGH = 1


ALLOWED = {0, 1}
ALLOWED_MOST = 2


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: n in {1, 2},
        lambda: n not in {1, 2},
        lambda: n + 1 in ALLOWED,
        lambda: [v for v in (n, s) if v in ALLOWED],
        lambda: n in {ALLOWED_MOST, 3},
        lambda: n in {Level.LOW, Level.HIGH},
        lambda: n in set([1, 2]),  # noqa: C405
        lambda: n in frozenset(range(3)),
        lambda: n in {v for v in range(3)},  # noqa: C416
        lambda: n in {1: "one"}.keys(),  # noqa: SIM118
        lambda: n in ALLOWED | {2},
        lambda: n in {*ALLOWED, 2},
    ],
)
def test_an_expression_is_not_looked_up_among_values(wrong: Callable[[], object]) -> None:
    with pytest.raises(BadTerm, match=r"write any_of\(n") as raised:
        wrong()
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


def test_expressions_may_be_kept_in_sets_and_found_there() -> None:
    seen: set[object] = set()
    for each in (n, s, n):
        if each not in seen:
            seen.add(each)
    assert len(seen) == 2
    assert a[0] not in {n: 1, s: 2}
    assert n in {n, 1}


def test_every_operation_of_the_tables_is_refused() -> None:
    for kind, operations in ((type(n), OF_VALUES), (Array, OF_ARRAYS)):
        for name in operations:
            with pytest.raises(BadTerm):
                getattr(kind, name)(n if kind is type(n) else a, 1)


def test_what_python_asks_of_any_object_still_works() -> None:
    assert not hasattr(n, "append")
    assert not hasattr(n, "__array__")
    assert not isinstance(n, Iterable)
    assert copy.deepcopy(n + 1).term == (n + 1).term
    assert [cell.term for cell in a] == [a[0].term, a[1].term, a[2].term]
