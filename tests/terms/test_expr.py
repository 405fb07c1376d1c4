"""Expressions: Python's operators on terms, and the errors of those that do not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from counterpoint.errors import BadTerm, OutOfSort
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.expr import Expr, all_of, any_of, count_of, if_
from counterpoint.terms.sort import Bool, Interval, Sort, sort_of, subsets_of
from counterpoint.terms.term import Variable


def variable(name: str, sort: object) -> Expr:
    return Expr(Variable(name, sort_of(sort)))


p, q = variable("p", bool), variable("q", bool)
x, y, n = variable("x", range(3)), variable("y", range(-1, 2)), variable("n", range(1, 4))
light, lamp = variable("light", "red amber green"), variable("lamp", "green blue")
s, t = variable("s", subsets_of("a b c")), variable("t", subsets_of("a b c"))
odd, truth = variable("odd", [1, 5]), variable("truth", [True, False])
digits = variable("digits", subsets_of(range(3)))

STATE = {
    "p": True,
    "q": False,
    "x": 2,
    "y": -1,
    "n": 3,
    "light": "green",
    "lamp": "green",
    "s": frozenset("ab"),
    "t": frozenset("b"),
    "digits": frozenset({2}),
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (x == 2, True),
        (2 == x, True),  # noqa: SIM300
        (x != 2, False),
        ((x > 1) & (y < 0), True),
        ((x <= 1) | (y >= 0), False),
        (~p | q, False),
        (p == ~q, True),
        (True & p, True),
        (q | False, False),
        (x + y * n, -1),
        (1 + x - n, 0),
        (10 - x, 8),
        (3 * x // n, 2),
        (7 // n + 7 % n, 3),
        (y % 3, 2),
        (-x, -2),
        (sum([x, y, n]), 4),
        (abs(y), 1),
        (abs(x - 3 * n), 7),
        (+y, -1),
        (x == np.int64(2), True),
        (light == "green", True),
        (light == lamp, True),
        (light != "red", True),
        (if_(light == "green", x, 0), 2),
        (if_(p, "on", "off"), "on"),
        (all_of(x != i for i in range(2)), True),
        (all_of([]), True),
        (all_of(p), True),
        (all_of(p, q), False),
        (any_of(q, p), True),
        (any_of(), False),
        (count_of(p, q, x == 2), 2),
        (any_of([]), False),
        (any_of([p, q]), True),
        (count_of([p, q, x == 2]), 2),
        (count_of([]), 0),
        (s.contains("a") & ~t.contains("a"), True),
        (s | t, frozenset("ab")),
        (s & {"b", "c"}, frozenset("b")),
        ({"a", "c"} - s, frozenset("c")),
        (t <= s, True),
        (t < s, True),
        (s < s, False),
        (s >= {"a"}, True),
        (s == {"a", "b"}, True),
        (s.size() + 1, 3),
        (digits.contains(x), True),
        (digits | {x % 2}, frozenset({0, 2})),
        (digits & {x, 1}, frozenset({2})),
    ],
)
def test_an_expression_means_what_it_looks_like(expression: Expr, value: object) -> None:
    assert evaluate(expression.term, STATE) == value


@pytest.mark.parametrize(
    ("expression", "sort"),
    [
        (x + y, Interval(-1, 3)),
        (x - y, Interval(-1, 3)),
        (x * y, Interval(-2, 2)),
        (y // n, Interval(-1, 1)),
        (y % n, Interval(0, 2)),
        (x % 5, Interval(0, 2)),
        (x % -5, Interval(-4, 0)),
        ((n + 3) % 4, Interval(0, 2)),
        ((n + 2) % 4, Interval(0, 3)),
        (n % 4, Interval(1, 3)),
        (3 - n, Interval(0, 2)),
        (if_(p, x, n), Interval(0, 3)),
        (count_of([p, q]), Interval(0, 2)),
        (s.size(), Interval(0, 3)),
        (x < y, Bool()),
        (abs(y), Interval(0, 1)),
        (abs(x - n), Interval(0, 3)),
        (abs(n), Interval(1, 3)),
        (abs(-n), Interval(1, 3)),
        (abs(variable("z", range(-2, 1))), Interval(0, 2)),
    ],
)
def test_sorts_are_found_by_intervals(expression: Expr, sort: Sort) -> None:
    assert expression.term.sort == sort


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ((x == 0) & (y < 1), "<(x == 0) & (y < 1)>"),
        (~(p | q) & p, "<~(p | q) & p>"),
        (x - (y - n), "<x - (y - n)>"),
        ((x + 1) * 2, "<(x + 1) * 2>"),
        (light != "red", "<light != 'red'>"),
        (s.contains("a"), "<s.contains('a')>"),
        ((s & {"a"}).size(), "<(s & {a}).size()>"),
        (if_(p, x, 0), "<if_(p, x, 0)>"),
    ],
)
def test_an_expression_is_shown_as_it_is_written(expression: Expr, text: str) -> None:
    assert repr(expression) == text


def test_a_long_expression_is_cut() -> None:
    assert len(repr(any_of((x == i % 3) & (y == 0) for i in range(100)))) < 150


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: (x == 0) and (y == 0), "x == 0 is true or false in a state only"),
    (lambda: 0 < x < 3, r"\(0 < x\) & \(x < 3\) for 0 < x < 3"),
    (lambda: not p, "Write & | ~ for and, or, not"),
    (lambda: x == 0 & y, r"& takes conditions, and 0 is a number; put comparisons in parenth"),
    (lambda: x == 0 | p, r"\| takes conditions, and 0 is a number; put comparisons in"),
    (lambda: ~x, r"~ takes conditions, and x is in 0\.\.2"),
    (lambda: x == "a", r"x is in 0\.\.2 and 'a' is one of \{a\}; values of different kinds"),
    (
        lambda: odd + 1,
        r"\+ takes numbers, and odd is one of .*: declare odd with the sort range\(1, 6\)",
    ),
    (lambda: -odd, r"- takes numbers, and odd is one of \{1, 5\}; members are only compared"),
    (lambda: odd < 2, r"< takes numbers, and odd is one of"),
    (lambda: x == odd, r"declare odd with the sort range\(1, 6\)"),
    (lambda: ~truth, "declare truth with the sort bool"),
    (lambda: light == "pink", r"pink is not one of \{red, amber, green\}"),
    (lambda: light == 1, r"1 is not one of \{red, amber, green\}"),
    (lambda: light == variable("fruit", "fig pear"), "they are never equal"),
    (lambda: light < "green", r"< takes numbers, and light is one of \{red, amber, green\}"),
    (lambda: p == 1, "a condition is used as it is, c or ~c"),
    (lambda: p + 1, r"\+ takes numbers, and p is a condition"),
    (lambda: (x < 1) < 2, r"write 0 < x < 3 as \(0 < x\) & \(x < 3\)"),
    (lambda: x // x, r"the divisor x ranges over 0\.\.2, which has 0 in it"),
    (lambda: x % 0, "the divisor 0 ranges over"),
    (lambda: x + 0.5, r"0\.5 cannot stand in an expression"),
    (lambda: x == None, "None cannot stand in an expression"),  # noqa: E711
    (lambda: if_(x, 1, 2), r"if_ takes a condition first, and x is in 0\.\.2"),
    (lambda: if_(p, 1, "a"), "if_: 1 is a number and 'a' is one of"),
    (lambda: all_of([x]), "& takes conditions"),
    (lambda: s | variable("u", subsets_of("c b a")), "the members must be the same"),
    (lambda: s | {"d"}, r"\{d\} is not one of the subsets of \{a, b, c\}"),
    (lambda: s | {x}, r"x ranges over 0\.\.2, which is not within \{a, b, c\}"),
    (lambda: s.contains("d"), r"d is not one of \{a, b, c\}"),
    (lambda: s.contains(x), r"x is not one of \{a, b, c\}"),
    (lambda: "a" in s, r"write s\.contains\(\.\.\.\) for `in`"),
    (lambda: x.contains(1), r"\.contains takes sets, and x is in"),
    (lambda: x == {1}, "stands beside nothing that ranges over sets"),
    (lambda: p.size(), r"\.size takes sets"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_what_does_not_fit_is_refused_with_a_hint(wrong: Callable[[], Any], why: str) -> None:
    with pytest.raises((BadTerm, OutOfSort), match=why) as error:
        wrong()
    assert error.value.place is not None
    assert error.value.place.file == __file__


def test_expressions_are_keys_by_identity() -> None:
    other = Expr(x.term)
    assert len({x: 1, other: 2, y: 3}) == 3
