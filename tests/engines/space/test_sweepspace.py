"""Regions of a swept space, looked at."""

from __future__ import annotations

import random

import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.space.ground import STAYING
from counterpoint.engines.space.prepared import Prepared
from counterpoint.engines.space.sweepground import StateGround
from counterpoint.engines.space.sweepspace import SweepSpace
from counterpoint.errors import NotAGame, Refused, UnknownAtom
from counterpoint.logic.core import Kind, Now, Paths, Step, Truth
from counterpoint.model.model import Model
from counterpoint.model.step import Step as Taken
from counterpoint.model.step import step
from counterpoint.tuning import USUAL, Tuning
from tests.tunings import PACKED, TINY

from ..search.compiled.models import board


def swept(model: Model, over: str = "reachable", tuning: Tuning = USUAL) -> SweepSpace:
    roots = "all" if over == "all" else "initial"
    return SweepSpace(Prepared(model, model), search(model, Task(tuning=tuning), roots=roots))


@pytest.fixture(params=["ranked", "packed", "tiny", "whole"])
def space(request: pytest.FixtureRequest) -> SweepSpace:
    tuning = {"packed": PACKED, "tiny": TINY}.get(request.param, USUAL)
    return swept(board(2, 2, 2), "all" if request.param == "whole" else "reachable", tuning)


def test_a_region_is_counted_listed_and_asked(space: SweepSpace) -> None:
    region = space.algebra.prop("won1")
    members = list(space.members(region))
    assert space.count(region) == len(members) == len(set(members)) > 0
    assert all(space.contains(region, state) for state in members)
    assert not any(space.contains(~region, state) for state in members)
    assert not space.contains(region, (0, 0, 0, 0, 1))
    assert not space.contains(region, (9, 9, 9, 9, 9))
    assert not space.contains(region, "nothing")


def test_a_sample_is_of_the_region(space: SweepSpace) -> None:
    region = space.algebra.prop("won1")
    found = space.sample(region, 3, random.Random(1))
    assert len(set(found)) == 3
    assert all(space.contains(region, state) for state in found)
    assert space.sample(region, 3, random.Random(1)) == found
    assert set(space.sample(region, 10**6, random.Random(1))) == set(space.members(region))


def test_the_space_tells_about_itself(space: SweepSpace) -> None:
    assert space.engine == "explicit"
    assert space.count(space.initial) == 1
    assert not space.is_fair
    assert space.stopped == ""
    assert space.transitions > 0
    assert space.show((0, 1, 0, 0, 2)) == board(2, 2, 2).show((0, 1, 0, 0, 2))


def test_what_needs_edges_is_refused() -> None:
    algebra = swept(board(2, 2, 2)).algebra
    goal = Paths(True, Now(Truth(True)))
    assert "too many here to keep them" in str(algebra.refusal(goal))
    assert algebra.refusal(Truth(True)) is None
    with pytest.raises(Refused):
        algebra.paths(None, [])  # type: ignore[arg-type]


def test_teams_are_refused_under_fairness() -> None:
    model = Model("fair")

    @model.action(owner="one")
    def go() -> object:
        return step()

    model.weak("go")
    goal = Step(Kind.FORCE, Truth(True), team=frozenset({"one"}))
    assert "under fairness" in str(swept(model).algebra.refusal(goal))


def test_names_that_mean_nothing_are_told() -> None:
    algebra = swept(board(2, 2, 2)).algebra
    with pytest.raises(UnknownAtom):
        algebra.prop("nonsense")
    with pytest.raises(NotAGame, match="there is no player 'three'; there are one, two"):
        algebra.step(Kind.FORCE, algebra.everything, None, frozenset({"three"}))


def test_enabled_is_known_as_an_atom() -> None:
    algebra = swept(board(2, 2, 2)).algebra
    assert algebra.count(algebra.prop("enabled(put)")) > 0
    assert algebra.prop("enabled(rest)") == algebra.step(
        Kind.SOME, algebra.everything, "rest", frozenset()
    )


def test_a_way_from_the_start_is_a_shortest_one(space: SweepSpace) -> None:
    algebra, ground = space.algebra, space.ground
    (start,) = space.members(space.initial)
    won = algebra.prop("won1")
    quick = ground.way(algebra.everything, won, start)
    slow = StateGround.way(ground, algebra.everything, won, start)
    assert quick is not None
    assert slow is not None
    assert len(quick) == len(slow) == 3
    here = start
    for label, there in quick:
        assert (label, there) in ground.steps(here)
        here = there
    assert space.contains(won, here)


def test_a_way_from_elsewhere_begins_there() -> None:
    space = swept(board(2, 2, 2))
    (start,) = space.members(space.initial)
    _, here = next(iter(space.ground.steps(start)))
    won = space.algebra.prop("won1")
    way = space.ground.way(space.algebra.everything, won, here)
    assert way is not None
    assert len(way) == 2
    assert space.ground.way(space.algebra.everything, space.algebra.nothing, start) is None


@pytest.mark.parametrize("tuning", [USUAL, PACKED, TINY], ids=["usual", "packed", "tiny"])
def test_states_that_are_not_reached_are_there_where_they_are_asked_for(tuning: Tuning) -> None:
    reached, every = (swept(board(2, 2, 2), over, tuning) for over in ("reachable", "all"))
    unreached = (1, 1, 1, 1, 1)
    assert (reached.states, every.states) == (29, 162)
    assert [one.contains(one.algebra.prop("won1"), unreached) for one in (reached, every)] == [
        False, True,
    ]  # fmt: skip


def test_a_lasso_is_shown_up_to_the_steps_that_are_allowed() -> None:
    model = Model("ring")
    n = model.var("n", range(9), init=0)

    @model.action
    def go() -> Taken:
        return step(set={n: (n + 1) % 9})

    space = swept(model)
    everywhere = [space.algebra.everything]
    assert space.ground.lasso(STAYING, everywhere, (0,), 8) is None
    shown = space.ground.lasso(STAYING, everywhere, (0,), 9)
    assert shown is not None
    assert (len(shown[0]), len(shown[1])) == (0, 9)
    assert space.ground.lasso(STAYING, everywhere, (0,)) == shown
