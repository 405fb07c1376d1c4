"""The order of variables in decision diagrams."""

from __future__ import annotations

import random
from itertools import pairwise

from counterpoint.engines.symbolic.order import arranged, order_of
from counterpoint.engines.symbolic.support import Supports

from .games import line_game, philosophers


def test_a_chain_that_was_shuffled_is_found_again() -> None:
    names = [f"x{n:02}" for n in range(20)]
    near = {frozenset(pair): 1.0 for pair in pairwise(names)}
    mixed = random.Random(3).sample(names, len(names))
    order = arranged(mixed, near)
    steps = [abs(order.index(a) - order.index(b)) for a, b in near]
    assert sum(steps) <= 3 * len(steps)


def test_without_groups_the_order_stays() -> None:
    assert arranged("cab", {}) == ["c", "a", "b"]


def test_each_fork_stands_near_its_philosophers() -> None:
    order = order_of(philosophers(12).parts, Supports())
    away = [abs(order.index(f"at[{n}]") - order.index(f"taken[{n}]")) for n in range(12)]
    assert max(away) <= 6


def test_whose_turn_it_is_stands_on_top() -> None:
    order = order_of(line_game(3, 3, 3).parts, Supports())
    assert order[0] == "turn"
    assert len(order) == 10
