"""Regions computed by workers that are lost on the way: those that threads compute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from counterpoint import Model
from counterpoint.engines.base.limits import NO_LIMITS
from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.formula.evaluate import Evaluator
from counterpoint.engines.search.backward.algebra import LevelAlgebra
from counterpoint.engines.search.backward.by_threads import ByThreads
from counterpoint.engines.search.backward.of_model import ModelChoices, choices_recipe
from counterpoint.engines.search.backward.places import Places
from counterpoint.engines.search.levels.of_model import ModelStepper
from counterpoint.engines.search.levels.recipe import recipe_of
from counterpoint.engines.search.levels.search import LevelSearch
from counterpoint.engines.search.levels.sizes import Sizes
from counterpoint.errors import NotAGame, Refused
from counterpoint.logic.core import Core
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.tuning import USUAL
from tests.engines.search.backward.layered import layered
from tests.engines.search.backward.test_algebra import back, contest
from tests.share import share

pytest.importorskip("pyarrow", reason="the extra cluster is not installed")

from counterpoint.engines.search.cluster.by_workers import ByWorkers
from counterpoint.engines.search.cluster.search import ClusterSearch
from tests.engines.search.cluster.here import CrewHere

FORMULAS = ("p", "enabled(rest)", "<<A>> F p", "[[B]] (q U p)", "AX p", "<rest> p | EX q")
SIZES = (
    Sizes(bits=0, piece=1, kept=0, slice=1, small=0, block=1),
    Sizes(bits=3, piece=3, kept=4, slice=2, small=0, block=2),
    Sizes(bits=2, piece=100, kept=100, slice=100),
)

Found = set[tuple[int, ...]]


def goals() -> list[Core]:
    return [to_core(parse(text)) for text in FORMULAS]


def by_threads(model: Model, sizes: Sizes, folder: Path) -> list[Found]:
    stepper = ModelStepper(model)
    with LevelSearch(stepper, folder, sizes, EVERYTHING) as search:
        search.run()
        files, keys = search.files, search.keys
        backward = ByThreads(search.levels, files, keys, sizes, ModelChoices(model, USUAL, 9))
        return evaluated(model, search, backward)


def by_workers(
    model: Model, sizes: Sizes, folder: Path, workers: int, losses: Sequence[int]
) -> list[Found]:
    recipe = recipe_of(model, (), NO_LIMITS, USUAL)

    crew = CrewHere(recipe, folder, sizes, workers)
    with ClusterSearch(ModelStepper(model), folder, sizes, EVERYTHING, lambda _: crew) as search:
        search.run()
        crew.losses = list(losses)
        backward = ByWorkers(search, lambda texts: choices_recipe(model, texts, USUAL))
        return evaluated(model, search, backward)


def evaluated(
    model: Model, search: LevelSearch | ClusterSearch, backward: ByThreads | ByWorkers
) -> list[Found]:
    """The states of each of some formulas."""
    places = Places(search.levels)
    algebra = LevelAlgebra(model, places, backward, search.stepper.state, search.run())
    evaluator, found = Evaluator(algebra), []
    for goal in goals():
        states: Found = set()
        for level, shard, rows in places.rows(evaluator.region(goal).words):
            part = search.levels[level].parts[shard]
            keys = search.files.read(shard, part.start, part.rows)[rows]
            states |= {search.stepper.state(row) for row in search.keys.states(keys)}
        found.append(states)
    return found


@pytest.mark.parametrize("sizes", SIZES, ids=["tiny", "mixed", "usual"])
def test_workers_find_what_threads_find_also_if_some_are_lost(sizes: Sizes, tmp_path: Path) -> None:
    random = Random("workers")
    for number in range(share(30)):
        model = layered(random, by_turns=random.random() < 0.5)
        workers = random.randint(1, 3)
        losses = [random.randrange(90) for _ in range(random.randint(0, 6))]
        some = replace(sizes, bits=min(sizes.bits, ModelStepper(model).bits))
        known = by_threads(model, some, tmp_path / f"threads{number}")
        found = by_workers(model, some, tmp_path / f"workers{number}", workers, losses)
        assert found == known, (number, workers, losses)


def test_a_step_that_leads_back_is_seen_by_workers(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="some step leads elsewhere"):
        by_workers(back("p", "q"), SIZES[0], tmp_path, 2, [])


def test_two_players_who_can_choose_in_one_state_are_seen_by_workers(tmp_path: Path) -> None:
    with pytest.raises(NotAGame, match="two players can choose after one: A and B"):
        by_workers(contest("p", "q"), SIZES[0], tmp_path, 2, [])
