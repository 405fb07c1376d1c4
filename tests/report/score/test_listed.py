"""Steps as far as they can be listed: all of a plain model, some where values are chosen."""

from __future__ import annotations

import pytest

from counterpoint.examples.nim import model as nim
from counterpoint.model.capabilities import takes_of
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.page.walk import Walk
from counterpoint.report.score.listed import KEPT, Listed, listed_steps
from counterpoint.report.score.values import ValuesPresenter
from counterpoint.terms.expr import any_of
from counterpoint.verdict import Trace


def wide(bits: int = 40, *, tied: bool = False) -> Model:
    """A model of which a step sets one bit, out of many inputs."""
    model = Model("wide")
    inputs = [model.choice(f"i{n}", bool) for n in range(bits)]
    latches = [model.var(f"l{n}", bool, init=False) for n in range(bits)]

    @model.action
    def tick() -> Step:
        return step(
            when=any_of(inputs) if tied else True, set=dict(zip(latches, inputs, strict=True))
        )

    return model


def test_of_a_plain_model_all_steps_are_listed() -> None:
    system = nim()
    (state,) = system.initial()
    assert Listed(system).steps(state) == (system.successors(state), True)


@pytest.mark.parametrize("tied", [False, True])
def test_of_very_many_choices_some_are_tried_the_same_ones_each_time(tied: bool) -> None:
    model = wide(tied=tied)
    (state,) = model.initial()
    found, is_all = listed_steps(model, state, 50)
    assert not is_all
    assert 2 <= len(found) <= 50
    leads = takes_of(model)
    assert leads is not None
    assert all(leads(state, label, there) for label, there in found)
    assert listed_steps(model, state, 50) == (found, False)


@pytest.mark.parametrize("tied", [False, True])
def test_of_few_choices_all_are_tried(tied: bool) -> None:
    model = wide(3, tied=tied)
    (state,) = model.initial()
    found, is_all = listed_steps(model, state, 8)
    assert is_all
    assert set(found) == set(model.successors(state))
    assert not listed_steps(model, state, 6)[1]


def test_steps_of_a_state_are_not_listed_again() -> None:
    model = wide()
    (state,) = model.initial()
    listed = Listed(model)
    found = listed.steps(state)
    assert listed.steps(state) is found
    for _, there in found[0][: KEPT + 1]:
        listed.steps(there)
    assert listed.steps(state) is not found


def test_a_step_that_is_not_listed_is_known_to_be_possible() -> None:
    model = wide()
    (state,) = model.initial()
    there = (*([True] * 3), *([False] * 37))
    assert (("tick", there)) not in Listed(model).steps(state)[0]
    walk = Walk.along(Trace(state, (("tick", there), ("tick", state))), model)
    assert [taken.legal for taken in walk.steps] == [True, True]
    assert walk.columns[0]["legal"]
    assert not walk.is_listed


def test_it_is_said_that_there_may_be_more_steps() -> None:
    model = wide()
    (state,) = model.initial()
    presenter = ValuesPresenter(model)
    count = len(Listed(model).steps(state)[0])
    assert presenter.why(state, None)["lead"] == [f"At least {count} steps are possible here."]
    assert presenter.why(state, "tick", state)["lead"][-1] == (
        f"It is one of at least {count} steps that were possible."
    )
