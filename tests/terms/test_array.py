"""Arrays: elements by a fixed index, and by one that is known only in a state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadTerm
from counterpoint.terms.array import Array
from counterpoint.terms.evaluate import evaluate
from counterpoint.terms.expr import Expr
from counterpoint.terms.sort import Interval, sort_of
from counterpoint.terms.term import Variable
from tests.share import share

SMALL = Interval(0, 9)

line = Array("x", range(5), SMALL)
named = Array("n", "left right", SMALL)
odd = Array("o", (1, 3, 7), SMALL)
grid = Array("g", list(product(range(2), "ab")), SMALL)
stairs = Array("w", ((0, 0), (1, 0), (1, 1)), SMALL)

i, j = (Expr(Variable(name, Interval(0, 2))) for name in "ij")
side = Expr(Variable("side", sort_of("left right")))
letter = Expr(Variable("letter", sort_of("a b")))


def test_an_element_is_a_variable_with_the_index_in_its_name() -> None:
    assert repr(line[3]) == "<x[3]>"
    assert repr(named["left"]) == "<n[left]>"
    assert repr(grid[1, "a"]) == "<g[1,a]>"
    assert [repr(cell) for cell in stairs] == ["<w[0,0]>", "<w[1,0]>", "<w[1,1]>"]
    assert len(line) == 5


@settings(max_examples=share(50))
@given(st.integers(0, 2), st.integers(0, 2), st.sampled_from(["left", "right"]), st.data())
def test_an_index_of_a_state_gives_the_element_that_it_names(
    at_i: int, at_j: int, at_side: str, data: st.DataObject
) -> None:
    state: dict[str, Any] = {"i": at_i, "j": at_j, "side": at_side, "letter": "b"}
    for array in (line, named, odd, grid):
        for variable in array.variables.values():
            state[variable.name] = data.draw(st.integers(0, 9))
    at = {
        line[i]: f"x[{at_i}]",
        line[i + j]: f"x[{at_i + at_j}]",
        line[(i - j) % 5]: f"x[{(at_i - at_j) % 5}]",
        named[side]: f"n[{at_side}]",
        grid[i % 2, letter]: f"g[{at_i % 2},b]",
        grid[1, letter]: "g[1,b]",
    }
    for cell, name in at.items():
        assert evaluate(cell.term, state) == state[name]
        meant = [v.name for v, condition in cell.cells if evaluate(condition, state)]
        assert meant == [name]


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: line[5], r"x has no index 5; its indices are 0\.\.4"),
    (lambda: line[-1], r"x has no index -1; its indices are 0\.\.4"),
    (lambda: line["a"], r"x has no index a"),
    (lambda: line[1:2], r"x has no index slice\(1, 2, None\)"),
    (lambda: line[1, 2], r"x has no index \(1,2\)"),
    (lambda: named["up"], r"n has no index up; its indices are \{left, right\}"),
    (lambda: grid[0], r"g has no index 0; its indices are \{\(0,a\), \(0,b\)"),
    (lambda: grid[0, "c"], r"g has no index \(0,c\)"),
    (lambda: line[i + 3], r"an index of x is i \+ 3, which ranges over 3\.\.5, .*by % 5"),
    (lambda: line[i - 1], r"a guard is not enough: keep the expression within the indices"),
    (
        lambda: odd[i],
        r"an index of o is i, which ranges over 0\.\.2, and its indices are \{1, 3, 7",
    ),
    (lambda: stairs[i % 2, j % 2], r"w has no index \(0,1\)"),
    (lambda: line == 0, r"x is an array: compare its elements"),
    (lambda: i + line, r"<array x> cannot stand in an expression"),
    (lambda: Array("e", (), SMALL), "has no members: at least one is needed"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_an_index_that_may_lie_outside_is_refused(wrong: Callable[[], Any], why: str) -> None:
    with pytest.raises(BadTerm, match=why):
        wrong()


def test_a_wide_choice_is_not_deep() -> None:
    wide = Array("wide", range(1000), SMALL)
    at = Expr(Variable("at", Interval(0, 999)))
    values = {"at": 777, **{f"wide[{k}]": k % 10 for k in range(1000)}}
    assert evaluate(wide[at].term, values) == 7
