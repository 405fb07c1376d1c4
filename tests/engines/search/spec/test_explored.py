"""What was found of a specification: ways to states, and figures."""

from __future__ import annotations

import pytest

from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.search.spec.explored import Wanted
from counterpoint.engines.search.spec.walk import Walk
from counterpoint.errors import Fault

from .tables import Tabled


def test_the_way_to_a_state_is_a_shortest_one() -> None:
    of = Tabled([[("a", 1), ("b", 2)], [("c", 2)], [("d", 3)], []])
    found = Walk(of, Wanted(), EVERYTHING).run()
    trace = found.trace_to(3)
    assert trace.steps == (("b", 2), ("d", 3))
    assert found.trace_to(0).steps == ()


def test_a_step_that_the_system_does_not_have_is_a_contradiction() -> None:
    of = Tabled([[("a", 1)], []])
    found = Walk(of, Wanted(), EVERYTHING).run()
    of.steps = [[], []]
    with pytest.raises(Fault, match="the system has no step from 0 to 1, where one was found"):
        found.trace_to(1)


def test_levels_that_constraints_leave_nothing_of_do_not_count() -> None:
    of = Tabled([[("go", 1)], [("go", 2)], [("go", 3)], []], inside=frozenset({0, 1, 3}))
    found = Walk(of, Wanted(), EVERYTHING).run()
    assert (found.found, found.states, found.depth) == (3, 2, 2)
    assert found.way_to(2) == (0, 1, 2)
