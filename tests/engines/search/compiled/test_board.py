"""The counts of games that are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.graph.algebra import GraphAlgebra
from counterpoint.engines.graph.explicit import ExplicitGraph
from counterpoint.engines.search.compiled.form import Form
from counterpoint.engines.search.compiled.graph import Roots, graph_of
from counterpoint.engines.search.compiled.layers import is_layered, is_plainly_a_game
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.sweep import Attraction, SweepAlgebra
from counterpoint.logic.core import Kind
from counterpoint.tuning import Tuning

from .models import board


def winning(algebra: SweepAlgebra) -> list[int]:
    wanted = [
        Attraction(Kind.FORCE, frozenset({player}), algebra.prop(f"won{number}"))
        for number, player in ((1, "one"), (2, "two"))
    ]
    return [algebra.count(region) for region in algebra.attract(wanted)]


def test_three_in_line_has_the_states_that_are_known() -> None:
    found = search(board(3, 3, 3))
    assert (found.form, found.states, found.transitions) == (Form.RANKED, 5478, 16167)
    assert len(found.levels) == 11
    assert winning(SweepAlgebra(found)) == [2936, 1474]


@pytest.mark.parametrize(
    ("roots", "states", "steps"), [("initial", 5478, 17125), ("all", 39366, 97330)]
)
def test_a_loop_of_the_models_own_counts(roots: Roots, states: int, steps: int) -> None:
    model = board(3, 3, 3, stay=True)
    found = search(model, roots=roots)
    assert (found.states, found.transitions) == (states, steps)
    explicit = graph_of(model, roots=roots)
    assert (explicit.states, explicit.transitions) == (states, steps)


def test_of_all_encoded_states_more_are_won() -> None:
    algebra = SweepAlgebra(search(board(3, 3, 3), roots="all"))
    assert winning(algebra) == [18607, 18607]


def test_the_regions_are_those_of_the_graph() -> None:
    explicit: ExplicitGraph = graph_of(board(3, 3, 3))
    graph = GraphAlgebra(explicit)
    region = graph.until(Kind.FORCE, frozenset({"one"}), graph.everything, graph.prop("won1"))
    assert region.count() == 2936


def test_a_board_of_four_by_three_is_won_by_whoever_begins() -> None:
    algebra = SweepAlgebra(search(board(4, 3, 3)))
    assert algebra.space.states == 111973
    assert winning(algebra) == [66708, 42205]


def test_a_hash_table_that_fills_up_gives_way_to_a_bitmap() -> None:
    hashed, mapped = (
        search(board(4, 3, 3), Task(tuning=Tuning(bitmap_at_once=0, bitmap_sparsest=sparsest)))
        for sparsest in (0, 100)
    )
    assert (hashed.form, mapped.form) == (Form.PACKED, Form.RANKED)
    assert (hashed.states, hashed.transitions) == (mapped.states, mapped.transitions)
    assert hashed.levels.tolist() == mapped.levels.tolist()


@pytest.mark.parametrize("form", Form)
def test_threads_find_the_same(form: Form) -> None:
    tuning = Tuning(threads=3, threads_from=1, sweep_chunk=64)
    if form is Form.PACKED:
        tuning = replace(tuning, bitmap_at_once=0, bitmap_sparsest=0)
    roots = "all" if form is Form.WHOLE else "initial"
    found = search(board(3, 3, 3), Task(tuning=tuning), roots=roots)
    assert found.form is form
    expected = [18607, 18607] if form is Form.WHOLE else [2936, 1474]
    assert winning(SweepAlgebra(found)) == expected


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_small_levels_that_are_swept_together_are_swept_in_their_order(seed: int | None) -> None:
    tuning = Tuning(seed=seed, threads=3, threads_from=1000, sweep_chunk=16, layers_from=0)
    found = search(board(3, 3, 3), Task(tuning=tuning))
    assert sum(np.diff(found.levels.astype(int)) < 1000) > 5
    assert winning(SweepAlgebra(found)) == [2936, 1474]


def test_large_levels_are_sorted_and_lose_nothing() -> None:
    found = search(board(3, 3, 3), Task(tuning=Tuning(sorted_level=8)))
    assert (found.states, found.transitions) == (5478, 16167)
    level = found.record.queue[int(found.levels[4]) : int(found.levels[5])].tolist()
    assert level == sorted(level)


def test_a_game_of_marks_is_layered_and_plainly_a_game() -> None:
    assert is_layered(board(3, 3, 3))
    assert not is_layered(board(3, 3, 3, stay=True))
    assert is_plainly_a_game(board(3, 3, 3))
