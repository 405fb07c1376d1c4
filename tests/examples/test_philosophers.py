"""The dining philosophers: numbers of states known from BPjs, and the rule that frees them."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import check
from counterpoint.examples import philosophers
from counterpoint.examples.philosophers import PUT_RIGHT, TAKE_LEFT, TAKE_RIGHT, show


@pytest.mark.parametrize(
    ("n", "states"),
    [(3, 35), (4, 118), (5, 392), pytest.param(10, 154_450, marks=pytest.mark.slow)],
)
def test_each_philosopher_takes_one_stick_and_all_are_stuck(n: Any, states: Any) -> None:
    verdicts = check(philosophers.program(n=n))
    assert verdicts.states == states
    assert not verdicts["deadlock"]
    assert verdicts.trace is not None
    assert verdicts.trace.events == tuple(TAKE_RIGHT(seat) for seat in range(1, n + 1))


@pytest.mark.parametrize(("n", "states"), [(3, 28), (4, 103), (5, 361)])
def test_a_waiter_prevents_the_deadlock(n: Any, states: Any) -> None:
    verdicts = check(philosophers.with_waiter(n=n))
    assert verdicts
    assert verdicts.states == states


def test_five_sit_down_unless_told_otherwise() -> None:
    assert len(philosophers.program().threads) == 2 * 5


def test_the_picture_says_who_holds_what() -> None:
    steps = [TAKE_RIGHT(1), TAKE_RIGHT(2), TAKE_LEFT(2)]
    assert show(steps) == "1: right\n2: right left"
    assert show([TAKE_RIGHT(1), PUT_RIGHT(1)]) == "nobody"
