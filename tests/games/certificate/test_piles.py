"""The operators that certificates are written with, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from counterpoint.errors import BadCertificate
from counterpoint.games.certificate import Number, TakeAway, all_of, any_of, xor

X, Y = TakeAway(2).piles

CHAINED = (
    "`x[0] < x[1]` is a condition on piles, neither true nor false by itself; write `&`, `|`, "
    "`~` instead of `and`, `or`, `not`, and `(a < b) & (b < c)` for `a < b < c`"
)


def test_ints_stand_on_either_side() -> None:
    assert str((3 ^ X) < (1 + Y)) == "x[0] ^ 3 < x[1] + 1"
    assert str(9 - X) == "9 - x[0]"


def test_bools_are_conditions() -> None:
    assert str(all_of()) == "True"
    assert str(any_of()) == "False"
    assert str((X == 0) & True) == "(x[0] == 0) & (True)"


def test_the_xor_of_nothing_is_zero() -> None:
    assert str(xor([])) == "0"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            lambda: X < Y < 3,
            CHAINED,
        ),
        (lambda: not X, "`x[0]` is a number of any size; compare it, as in `x[0] == 0`"),
        (lambda: X + -1, "a size of a pile or an int from 0 on is needed here, not -1"),
        (lambda: X == "a", "a size of a pile or an int from 0 on is needed here, not 'a'"),
        (
            lambda: (X == 0) & Y,  # type: ignore[operator]
            "a condition such as `x[0] == 0` is needed here, not <x[1]>",
        ),
        (lambda: X % 0, "the right side of % is a literal above 0, not 0"),
        (
            lambda: X % Y,  # type: ignore[operator]
            "the right side of % is a literal above 0, not <x[1]>",
        ),
    ],
)
def test_what_means_nothing_is_refused(wrong: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadCertificate) as refusal:
        wrong()
    assert str(refusal.value) == f"[CP601] {message}"


def test_a_number_cannot_be_a_key() -> None:
    with pytest.raises(TypeError):
        hash(Number(X.term))
