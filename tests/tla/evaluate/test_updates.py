"""EXCEPT: `@`, several updates, places that are not there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .small import Small, shown


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("[<<1, 2>> EXCEPT ![1] = @ + 10]", "<<11, 2>>"),
        ("[<<1, 2>> EXCEPT ![1] = @ + 10, ![1] = @ * 2]", "<<22, 2>>"),
        ("[<<1, 2>> EXCEPT ![1] = 5, ![2] = @ + 1, ![1] = @ + 1]", "<<6, 3>>"),
        ('[[a |-> 1] EXCEPT !.a = "x"]', '[a |-> "x"]'),
        ("[<<<<1, 2>>, <<3>>>> EXCEPT ![1][2] = @ + 1]", "<<<<1, 3>>, <<3>>>>"),
        ("[<<[a |-> <<1>>]>> EXCEPT ![1].a[1] = @ + 1]", "<<[a |-> <<2>>]>>"),
        ("[[x, y \\in 1..2 |-> 0] EXCEPT ![2, 1] = 7][2, 1]", "7"),
        ("[<<1, 2>> EXCEPT ![3] = 9]", "<<1, 2>>"),
        ("[<<>> EXCEPT ![3] = 9]", "<<>>"),
        ("[[a |-> 1] EXCEPT !.b = 2]", "[a |-> 1]"),
        ("[[n \\in 1..2 |-> n] EXCEPT ![1] = [@ EXCEPT !.x = 1]]", "no value"),
        ("[<<1>> EXCEPT ![1] = 1..2]", "<<{1, 2}>>"),
    ],
)
def test_an_update_gives_the_changed_function(expression: str, wanted: str) -> None:
    if wanted == "no value":
        with pytest.raises(Exception, match="a function is needed here, not 1"):
            shown(expression)
    else:
        assert shown(expression) == wanted


def test_an_old_value_is_seen_inside_another_update() -> None:
    nested = "[<<<<1, 2>>>> EXCEPT ![1] = [@ EXCEPT ![2] = @ + 5]]"
    assert shown(nested) == "<<<<1, 7>>>>"


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9)), max_size=2),
)
def test_updates_come_one_after_the_other(numbers: list[int], changes: list[Any]) -> None:
    wanted = list(numbers)
    for place, number in changes:
        if 1 <= place <= 3:
            wanted[place - 1] += number
    updates = ", ".join(f"![{place}] = @ + {number}" for place, number in changes)
    small = Small(f"VARIABLE f Test == [f EXCEPT {updates}]" if changes else "VARIABLE f Test == f")
    assert small.value("Test", (tuple(numbers),)) == tuple(wanted)
