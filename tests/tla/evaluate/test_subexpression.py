"""Parts of definitions by position and by label."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue

from .small import shown

BODY = r"""
Sum(a, b) == (a * 10) + (b * 100)
Both(n) == /\ n > 1
           /\ n < 5
Some(n) == \E k \in 1..n : left:: k = n /\ right:: k > 1
Named == LET two == 2 IN first:: two + 1
Labelled(n) == \A k \in 1..2 : inner(k):: k + n
"""


@pytest.mark.parametrize(
    ("part", "wanted"),
    [
        ("Sum(1, 2)!1", "10"),
        ("Sum(1, 2)!2", "200"),
        ("Sum(1, 2)!<<", "10"),
        ("Sum(1, 2)!>>", "200"),
        ("Sum(1, 2)!1!2", "10"),
        ("<<Both(3)!1, Both(0)!1, Both(7)!2>>", "<<TRUE, FALSE, FALSE>>"),
        ("Some(3)!1", "{1, 2, 3}"),
        ("Some(3)!(3)", "TRUE"),
        ("Some(3)!(2)", "FALSE"),
        ("Named!first", "3"),
        ("Labelled(5)!inner(10)", "15"),
    ],
)
def test_a_part_has_its_value(part: str, wanted: str) -> None:
    assert shown(part, BODY) == wanted


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("Sum(1, 2)!3", "this expression has no part number 3"),
        ("Sum(1, 2)!(1)", "this expression binds no identifiers"),
    ],
)
def test_a_part_that_is_not_there_is_refused(part: str, reason: str) -> None:
    with pytest.raises(NoValue, match=reason):
        shown(part, BODY)
