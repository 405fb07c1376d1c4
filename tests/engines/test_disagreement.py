"""Where two systems with the same states give different answers."""

from __future__ import annotations

import pytest

from counterpoint import Model, Program, StateSpace
from counterpoint.engines.disagreement import Disagreement, disagreement, require_same_variables
from counterpoint.errors import Misuse
from tests.logic.semantics import Kripke, Move

from . import programs as p
from .kripkes import Listed, as_model
from .space.test_stateset import counters


def light(start: bool) -> Model:
    model = Model("light")
    model.var("on", bool, init=start)
    return model


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_states_of_both_and_of_either_are_counted(engine: str) -> None:
    first, second = (
        StateSpace(counters(), over="all", engine=engine).where(text) for text in ("level", "high")
    )
    found = disagreement(first, second, sample=2)
    assert (found.both, found.first_only, found.second_only, found.same) == (4, 4, 4, False)
    assert all(state in first and state not in second for state in found.first_sample)
    assert all(state in second and state not in first for state in found.second_sample)
    assert (len(found.first_sample), len(found.second_sample)) == (2, 2)


def test_the_same_sets_are_the_same() -> None:
    one, other = (StateSpace(counters()).where("level") for _ in range(2))
    assert disagreement(one, other) == Disagreement(4, 0, 0)
    assert disagreement(one, other).same


def test_engines_can_differ_and_states_stay_the_same() -> None:
    one = StateSpace(counters(), engine="symbolic").where("level")
    assert disagreement(one, StateSpace(counters(), engine="explicit").where("level")).same


def test_only_states_that_mean_the_same_are_compared() -> None:
    kripke = Kripke(((Move("a", 0),),), {"p": frozenset({0})})
    program = Program(p.request(p.B))
    require_same_variables(light(True), light(False))
    require_same_variables(Listed(kripke), Listed(kripke))
    with pytest.raises(Misuse, match="the two models have different variables"):
        require_same_variables(light(True), counters())
    with pytest.raises(Misuse, match="numbered for each program by itself"):
        require_same_variables(program, program)
    with pytest.raises(Misuse, match="a model and another system"):
        require_same_variables(as_model(kripke), Listed(kripke))
