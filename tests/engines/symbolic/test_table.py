"""Diagrams are the same functions after they were a table."""

from __future__ import annotations

import random
from itertools import product

import pytest

from counterpoint.engines.symbolic.diagram import Diagram, Diagrams
from counterpoint.engines.symbolic.machine import BACKENDS, diagrams
from counterpoint.engines.symbolic.table import table_of

BITS = 5


def some_function(on: Diagrams, rng: random.Random) -> Diagram:
    found = on.bit(rng.randrange(BITS))
    for _ in range(rng.randrange(12)):
        other = on.bit(rng.randrange(BITS))
        found = rng.choice([found & other, found | ~other, other.ite(found, ~found)])
    return found


def truths(of: Diagram) -> list[bool]:
    every = product((False, True), repeat=BITS)
    return [of.holds(list(enumerate(values))) for values in every]


@pytest.mark.parametrize("there", sorted(BACKENDS))
@pytest.mark.parametrize("here", sorted(BACKENDS))
def test_random_functions_mean_the_same_to_any_package(here: str, there: str) -> None:
    rng = random.Random(7)
    on, other = (diagrams(name, BITS, 1 << 22) for name in (here, there))
    made = [on.true, on.false, *(some_function(on, rng) for _ in range(60))]
    again = list(table_of(on, made).diagrams(other))
    assert list(map(truths, again)) == list(map(truths, made))
