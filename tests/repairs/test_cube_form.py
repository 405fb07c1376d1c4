"""Added guards: the smallest ones are found that there are, and they are fine."""

from __future__ import annotations

import random

import pytest

from counterpoint import Model, step
from counterpoint.engines.base.limits import NO_LIMITS
from counterpoint.engines.check import formula
from counterpoint.model.property import NoDeadlock, Property
from counterpoint.model.step import Step
from counterpoint.repairs.counted import CountedClauses
from counterpoint.repairs.cube_form import CubeForm
from counterpoint.repairs.of_model import ModelWork
from counterpoint.repairs.region import LosingRegion
from counterpoint.repairs.search import Checked, Extent, Search
from counterpoint.tuning import Tuning

from ..share import share
from .trying import cubes, is_fine


def random_model(seed: int) -> Model:
    """Two numbers and a flag, and actions that may do harm; the flag says whose turn it is."""
    chance = random.Random(seed)
    model = Model("random")
    x = model.var("x", range(3), init=0)
    y = model.var("y", ["red", "green"], init="red")
    turn = model.var("turn", bool, init=False)
    conditions = [x == 0, x < 2, y == "red", y == "green", turn, ~turn, x == x]
    owner = "other" if chance.random() < 0.3 else "us"

    @model.action(owner="us", by=[0, 1, 2])
    def move(by: int) -> Step:
        return step(when=chance.choice(conditions), set={x: (x + by) % 3, turn: ~turn})

    @model.action(owner=owner)
    def paint() -> Step:
        return step(
            when=(chance.choice(conditions), chance.choice(conditions)),
            set={y: chance.choice(["red", "green"]), turn: chance.choice([turn, ~turn])},
        )

    @model.action(owner="us")
    def back() -> Step:
        return step(when=chance.choice(conditions), set={x: 0, y: "red"})

    bad = chance.choice(["x = 2 & y = green", "x = 1 & turn", "y = green & turn", "x = 2"])
    model.requires({"safe": f"G !({bad})"})
    return model


@pytest.mark.parametrize("seed", range(share(200)))
def test_the_smallest_guard_is_found(seed: int) -> None:
    model, most = random_model(seed), 2
    wanted: list[Property] = [formula(model.requirements["safe"]), NoDeadlock()]
    controls = ("us",) if "other" in model.players else ()
    work = ModelWork(model, wanted, controls, (), Tuning(repair_values=3))
    region = LosingRegion(work.arena, NO_LIMITS)
    words = work.words
    fine = {
        size
        for size in range(1, most + 1)
        for each in cubes(words, size)
        if is_fine(work.arena, region, each)
    }
    if region.is_lost:
        assert not fine
        return
    forms = [CubeForm(work.arena, region, words, CountedClauses(50), (1, most))]
    search = Search(work.arena, region, forms, lambda proposal: Checked(True), Extent(most, 50, 50))
    found = [each.size for each in search.run()]
    assert found[:1] == sorted(fine)[:1]
    assert set(found) <= fine
