"""Models level by level: the levels that a search in memory finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.levels.of_model import ModelStepper
from counterpoint.engines.search.levels.search import LevelSearch
from counterpoint.engines.search.levels.sizes import Sizes
from counterpoint.examples.mnk import model
from counterpoint.model.model import Model


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("of", [model(rows=3, columns=3, k=3), model(rows=2, columns=4, k=3)])
def test_the_levels_of_a_model_are_those_of_a_search_in_memory(
    of: Model, tmp_path: Path, threads: int
) -> None:
    known = search(of)
    with LevelSearch(ModelStepper(of), tmp_path, Sizes(bits=2), EVERYTHING, threads) as found:
        found.run()
    assert [level.states for level in found.levels[:-1]] == np.diff(known.levels).tolist()
    assert found.gathered.steps == known.transitions
