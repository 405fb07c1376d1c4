"""States told by a predicate."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import BadTarget
from counterpoint.tla.modules import Loaded, load
from counterpoint.tla.parse_state import parse_state
from counterpoint.tla.values import FALSE, TRUE, function, record, show

TEXT = r"""
---- MODULE M ----
EXTENDS Integers, Sequences, TLC
VARIABLES x, y
Init == x = 0 /\ y = "a, x = 1"
Next == x' = x + 1 /\ y' = y
====
"""

VALUES = st.recursive(
    st.sampled_from([0, -1, "X", "a, y = 1", TRUE, FALSE, ()]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.frozensets(st.integers(0, 4), max_size=3),
        st.builds(lambda a, b: record(a=a, b=b), inner, inner),
        st.builds(lambda a, b: function({(1, 2): a, (0, 0): b}), inner, inner),
    ),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load("M.tla", text=TEXT)


@given(st.tuples(VALUES, VALUES))
def test_a_state_can_be_told_as_it_is_shown(loaded: Loaded, state: tuple[Any, ...]) -> None:
    shown = zip("xy", map(show, state), strict=True)
    said = [f"{name} = {value}" for name, value in shown]
    assert parse_state(loaded, " /\\ ".join(said)) == state
    assert parse_state(loaded, ", ".join(said)) == state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ('x = 1, y = "b"', (1, "b")),
        ("y = {2}, x = <<1, 2>>", ((1, 2), frozenset({2}))),
        ("Init", (0, "a, x = 1")),
        ("x \\in {3} /\\ y = x + 1", (3, 4)),
        ("Next", None),
        ("Put(1) Put(2)", None),
        ("Put:x=1", None),
        ("", None),
    ],
)
def test_what_is_no_predicate_tells_no_state(
    loaded: Loaded, text: str, state: tuple[Any, ...] | None
) -> None:
    assert parse_state(loaded, text) == state


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x = 1", "x = 1 is true of no state that can be found: nothing says what y is in the beg"),
        ("x \\in {1, 2}, y = 1", "is true of several states, and one is needed"),
        ("x = 1 /\\ x = 2 /\\ y = 1", "is true of no state, and one is needed"),
        ("x", "x is true of no state that can be found: the value of x is needed before anything"),
        ("x = 1 \\div 0, y = 1", "is true of no state that can be found: "),
    ],
)
def test_a_predicate_is_true_of_one_state(loaded: Loaded, text: str, error: str) -> None:
    with pytest.raises(BadTarget) as raised:
        parse_state(loaded, text)
    assert error in raised.value.message
