"""How much memory the states of a search are taken to need."""

from __future__ import annotations

from sys import getsizeof
from typing import Any

from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.search.spec.explored import Wanted
from counterpoint.engines.search.spec.size import BESIDE_A_STATE
from counterpoint.engines.search.spec.walk import Walk

from .tables import Tabled


def walked(states: list[Any]) -> Walk:
    """A search that has found some states."""
    walk = Walk(Tabled([]), Wanted((), (), frozenset()), EVERYTHING)
    walk.order.extend(states)
    return walk


def test_states_that_hold_the_ones_before_take_what_each_of_them_adds() -> None:
    states: list[Any] = [()]
    for number in range(2000):
        states.append((number, states[-1]))
    each = BESIDE_A_STATE + getsizeof(states[-1])
    assert walked(states).bytes == len(states) * each


def test_states_that_have_nothing_in_common_take_what_they_take() -> None:
    states = [(number, (number, number)) for number in range(100)]
    each = BESIDE_A_STATE + sum(getsizeof(part) for part in (states[-1], states[-1][1]))
    assert walked(states).bytes == len(states) * each


def test_a_single_state_is_measured() -> None:
    assert walked([(1, (2,))]).bytes > BESIDE_A_STATE + getsizeof((2,))
