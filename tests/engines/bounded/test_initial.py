"""The initial states of a model by SAT, compared with those that the model lists."""

from __future__ import annotations

import pytest

from counterpoint import Model
from counterpoint.engines.bounded.initial import InitialStates
from counterpoint.engines.bounded.modelled import ModelCircuit
from counterpoint.engines.bounded.states import StateFormulas
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.tuning import USUAL


def started(first: set[int], second: set[int]) -> Model:
    model = Model("started")
    model.var("first", range(5), init=first)
    model.var("second", range(3), init=second)
    return model


@pytest.mark.parametrize(
    ("first", "second", "count"), [({1}, {2}, 1), ({1, 4}, {2}, 2), ({0, 1, 2, 3, 4}, {0, 1}, 2)]
)
def test_initial_states_are_counted_up_to_two(
    first: set[int], second: set[int], count: int
) -> None:
    circuit = ModelCircuit(started(first, second).parts)
    assert InitialStates(circuit, USUAL).count == count


def test_an_initial_state_is_found_in_which_something_is_true() -> None:
    model = started({1, 4}, {0, 2})
    circuit = ModelCircuit(model.parts)
    initial, formulas = InitialStates(circuit, USUAL), StateFormulas(model, circuit, USUAL)
    for first in range(5):
        for second in range(3):
            wanted = to_core(parse(f"first = {first} & second = {second}"))
            found = initial.state(formulas.signal(wanted))
            is_initial = (first, second) in set(model.initial())
            assert found == ((first, second) if is_initial else None)


def test_an_initial_state_is_found_with_bits_that_are_known() -> None:
    model = started({1, 4}, {0, 2})
    circuit = ModelCircuit(model.parts)
    initial = InitialStates(circuit, USUAL)
    for state in model.initial():
        known = dict(zip(circuit.latches, circuit.written(state), strict=True))
        assert initial.state(known=known) == state
    inverted = dict.fromkeys(circuit.latches, True)
    assert initial.state(known=inverted) is None


def test_a_model_without_variables_has_one_initial_state() -> None:
    initial = InitialStates(ModelCircuit(Model("empty").parts), USUAL)
    assert (initial.count, initial.state()) == (1, ())
