"""A search level by level, against one with sets; and one that was ended and goes on."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.arrays import U64
from counterpoint.engines.search.levels.search import LevelSearch, Sizes
from tests.share import share

State = tuple[int, ...]


class Graph:
    """A system that is a graph of rows."""

    identity = "a graph"

    def __init__(self, width: int, starts: list[State], steps: dict[State, list[State]]) -> None:
        self.width, self.starts, self.steps = width, starts, steps
        self.left = 1 << 60
        """Calls that may still be made; then it fails, as a process that is killed does."""

    def initial(self) -> U64:
        return np.array(self.starts, np.uint64).reshape(-1, self.width)

    def targets(self, states: U64) -> U64:
        self.left -= 1
        if self.left < 0:
            raise SystemExit
        found = [there for state in states.tolist() for there in self.steps.get(tuple(state), ())]
        return np.array(found, np.uint64).reshape(-1, self.width)

    def levels(self) -> list[set[State]]:
        known, found = set(self.starts), [set(self.starts)]
        while found[-1]:
            new = {there for state in found[-1] for there in self.steps.get(state, ())} - known
            known |= new
            found.append(new)
        return found


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    width = draw(st.integers(1, 2))
    states = draw(st.lists(st.tuples(*[st.integers(0, 40)] * width), min_size=1, max_size=30))
    targets = st.lists(st.sampled_from(states), max_size=4)
    return Graph(width, draw(st.lists(st.sampled_from(states), max_size=3)), {
        state: draw(targets) for state in states
    })  # fmt: skip


SIZES = st.builds(
    Sizes,
    bits=st.sampled_from((0, 1, 3)),
    chunk=st.sampled_from((1, 3, 100)),
    kept=st.sampled_from((0, 4, 100)),
    block=st.sampled_from((1, 2, 100)),
    fan=st.sampled_from((1, 2, 8)),
)


def found(search: LevelSearch) -> list[set[State]]:
    shelf, keys = search.shelf, search.keys
    return [
        {
            tuple(state)
            for shard in range(len(search.shards))
            for state in keys.states(shelf.read(shelf.level(level, shard))).tolist()
        }
        for level in range(len(search.levels))
    ]


@given(graphs(), SIZES)
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_each_level_has_the_states_at_its_distance(graph: Graph, sizes: Sizes) -> None:
    with TemporaryDirectory() as folder:
        search = LevelSearch(graph, Path(folder), sizes)
        search.run()
        assert found(search) == graph.levels()
        assert search.states == sum(map(len, graph.levels()))


@given(graphs(), SIZES, st.lists(st.integers(0, 6), max_size=4))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_a_search_that_was_ended_goes_on(graph: Graph, sizes: Sizes, ends: list[int]) -> None:
    with TemporaryDirectory() as folder:
        for end in ends:
            graph.left = end
            try:
                LevelSearch(graph, Path(folder), sizes).run()
            except SystemExit:
                continue
        graph.left = 1 << 60
        search = LevelSearch(graph, Path(folder), sizes)
        search.run()
        assert found(search) == graph.levels()


@pytest.mark.parametrize("fan", [1, 3])
def test_a_long_chain_is_searched(tmp_path: Path, fan: int) -> None:
    steps: Any = {(n,): [(n + 1,), (n // 2,)] for n in range(200)}
    search = LevelSearch(Graph(1, [(0,)], steps), tmp_path, Sizes(bits=1, fan=fan))
    search.run()
    assert (search.states, len(search.levels)) == (201, 202)
