"""Measures of progress that are found, and that are given."""

from __future__ import annotations

import pytest
from hypothesis import given

from counterpoint.engines.symbolic.machine import Machine
from counterpoint.engines.symbolic.measure import Measure, found_measure, given_measure
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.terms.expr import if_
from counterpoint.tuning import Tuning

from .brute_force import Brute, State
from .games import counters, line_game, philosophers
from .models import models
from .trying import often


def machine_of(model: Model) -> Machine:
    return Machine(model, "oxidd", 1 << 24)


def layers_of(model: Model) -> list[int] | None:
    found = found_measure(machine_of(model))
    return None if found is None else list(found)


def test_a_board_is_measured_by_its_filled_cells() -> None:
    assert layers_of(line_game(3, 3, 3)) == list(range(10))


def test_counters_are_measured_by_their_sum() -> None:
    assert layers_of(counters(3, 4)) == list(range(13))


def test_piles_are_measured_by_what_was_taken() -> None:
    model = Model("piles")
    pile = model.array("pile", range(2), range(4), init=3)

    @model.action(i=range(2), n=[1, 2])
    def take(i: int, n: int) -> Step:
        return step(when=pile[i] >= n, set={pile[i]: pile[i] - n})

    assert layers_of(model) == list(range(7))


def test_what_may_stay_is_a_measure_if_it_never_falls() -> None:
    model = Model("stairs")
    n, m = model.var("n", range(4), init=0), model.var("m", range(2), init=0)

    @model.action
    def up() -> Step:
        return step(set={n: if_(m == 1, n + 1, n) % 4, m: 1 - m}, when=n < 3)

    assert layers_of(model) == list(range(4))


def test_what_comes_back_is_no_measure() -> None:
    assert layers_of(philosophers(3)) is None


def test_what_never_changes_is_no_measure() -> None:
    model = Model("still")
    model.var("n", range(4), init=0)
    assert layers_of(model) is None


def test_a_sum_with_too_many_values_is_left() -> None:
    machine = Machine(counters(3, 4), "oxidd", 1 << 24, Tuning(layers_most=11))
    assert found_measure(machine) is None


def test_the_promise_of_a_model_is_taken_as_it_is() -> None:
    model = Model("stairs")
    n, m = model.var("n", range(4), init=0), model.var("m", range(2), init=0)
    model.progress(n - m)

    given = given_measure(machine_of(model))
    assert given is not None
    assert list(given) == [-1, 0, 1, 2, 3]


@pytest.mark.slow
def test_no_step_makes_a_measure_smaller_that_was_found() -> None:
    seen = []

    @often("oxidd", 2)
    @given(models())
    def never(model: Model) -> None:
        machine = machine_of(model)
        measure = found_measure(machine)
        if measure is None:
            return
        seen.append(model)
        brute = Brute(model, "all")
        value = values_of(machine, measure)
        assert value.keys() == brute.states
        assert all(
            value[state] <= value[move.target] for state in value for move in brute.moves[state]
        )

    never()
    assert seen, "some random model makes progress"


def values_of(machine: Machine, measure: Measure) -> dict[State, int]:
    """The measure of each state; no state has two."""
    found: dict[State, int] = {}
    for value, where in measure.items():
        for state in machine.encoding.states(where & machine.valid):
            assert found.setdefault(state, value) == value
    return found
