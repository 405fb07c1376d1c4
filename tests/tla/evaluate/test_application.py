"""A function that is applied where it is made has the value that it has when it is listed first."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue

from .small import Small

BODY = r"""
VARIABLES x, s
Shift(f, n) == [k \in DOMAIN f |-> f[k] + n]
Wild == [k \in s |-> 6 \div k]
Later(n) == LET m == n + x IN IF x > 1 THEN [k \in 1..m |-> <<k, m + m>>] ELSE [k \in s |-> {k, m}]
Made == <<Shift(<<x, 7>>, x * 2), Wild, Later(1)>>
"""
CASES = ["Shift(<<x, 7>>, x * 2)", "Wild", "Later(1)", "Wild'", "[k \\in s |-> 1..k]"]


@pytest.mark.parametrize("made", CASES)
@pytest.mark.parametrize("argument", ["0", "1", "2", "x", "{1}", '"a"', "s"])
def test_the_value_is_that_of_the_listed_function(made: str, argument: str) -> None:
    twice = f"<<f[{argument}], f[{argument}]>>"
    small = Small(f"{BODY}\nAt == ({made})[{argument}]\nListed == LET f == {made} IN {twice}")
    for x, s in [(1, {1, 2}), (2, {0, 2, 3}), (3, {3}), (0, {1})]:
        states = (x, frozenset(s)), (x + 1, frozenset(s))
        assert answer(small, "At", *states) == answer(small, "Listed", *states)


def answer(small: Small, name: str, *states: tuple[object, ...]) -> object:
    try:
        found = small.value(name, *states)
        return found[1] if name == "Listed" else found
    except NoValue as error:
        return error.message
