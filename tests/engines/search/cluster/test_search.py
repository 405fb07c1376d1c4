"""A search by several workers, against one with sets; workers and drivers are lost on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import EVERYTHING, Task
from counterpoint.engines.search.cluster.batch import bytes_of_key, of_batch, to_batch
from counterpoint.engines.search.cluster.place import shards_of
from counterpoint.engines.search.cluster.search import ClusterSearch
from counterpoint.engines.search.levels.recipe import WithoutValues
from counterpoint.engines.search.levels.search import LevelSearch
from counterpoint.engines.search.levels.sizes import Sizes
from counterpoint.engines.search.levels.way import way_to
from counterpoint.stopped import NOT_STOPPED, Cause
from tests.engines.search.cluster.here import CrewHere
from tests.engines.search.levels.graph import Graph, State, graphs
from tests.share import share

pytest.importorskip("pyarrow", reason="the extra cluster is not installed")

SIZES = st.builds(
    Sizes,
    bits=st.sampled_from((0, 1, 3)),
    piece=st.sampled_from((1, 3, 100)),
    kept=st.sampled_from((0, 100)),
    slice=st.sampled_from((5, 100)),
    small=st.sampled_from((0, 100)),
    block=st.sampled_from((1, 100)),
)


@dataclass(frozen=True)
class OfGraph(WithoutValues):
    """The recipe of a graph."""

    graph: Graph

    def stepper(self, room: int) -> Graph:
        return self.graph.apart(room)


def clustered(
    graph: Graph,
    folder: Path,
    sizes: Sizes,
    workers: int = 2,
    losses: Sequence[int] = (),
    task: Task = EVERYTHING,
) -> ClusterSearch:
    def hire(look: Any) -> CrewHere:
        return CrewHere(OfGraph(graph), folder, sizes, workers, losses, look)

    return ClusterSearch(graph, folder, sizes, task, hire, counted=(0,))


def found(search: ClusterSearch) -> list[int]:
    return [level.states for level in search.levels]


def rows(search: ClusterSearch) -> set[State]:
    return {tuple(row.tolist()) for row in search.rows()}


@given(graphs(), SIZES, st.integers(1, 3), st.lists(st.integers(0, 12), max_size=3))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_workers_find_what_one_process_finds_also_if_some_are_lost(
    graph: Graph, sizes: Sizes, workers: int, losses: list[int]
) -> None:
    with TemporaryDirectory() as folder, TemporaryDirectory() as other:
        with LevelSearch(graph, Path(other), sizes, EVERYTHING, counted=(0,)) as known:
            known.run()
        with clustered(graph, Path(folder), sizes, workers, losses) as search:
            assert search.run() == NOT_STOPPED
            assert found(search) == [len(level) for level in graph.levels()]
            assert rows(search) == set().union(*graph.levels())
            assert search.gathered == known.gathered
            assert search.spread.states == tuple(
                sum(
                    part.rows
                    for level in search.levels
                    for shard, part in level.parts.items()
                    if shard in shards_of(worker, workers, 1 << sizes.bits)
                )
                for worker in range(workers)
            )
            for level, states in enumerate(graph.levels()):
                for state in sorted(states)[:2]:
                    assert search.has(graph.packed(state))
                    way = way_to(search, level, state)
                    assert (way[-1], len(way)) == (state, level + 1)
                    assert all(b in graph.steps[a] for a, b in pairwise(way))
            assert not search.has(graph.packed((63,) * graph.width))
            search.discard()
        assert list(Path(folder).iterdir()) == []


@given(graphs(), SIZES, st.lists(st.integers(0, 30), max_size=3))
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_a_driver_that_is_lost_goes_on_with_other_workers(
    graph: Graph, sizes: Sizes, ends: list[int]
) -> None:
    class Killed(BaseException):
        """What nothing catches, like a signal that kills."""

    with TemporaryDirectory() as folder:
        for workers, end in enumerate(ends, 1):
            left = [end]

            def look(left: list[int] = left) -> None:
                left[0] -= 1
                if left[0] < 0:
                    raise Killed

            search = clustered(graph, Path(folder), sizes, workers)
            search._look = look  # type: ignore[method-assign]
            try:
                with search:
                    search.run()
            except Killed:
                pass
        with clustered(graph, Path(folder), sizes, 2) as search:
            assert search.run() == NOT_STOPPED
            assert found(search) == [len(level) for level in graph.levels()]


CHAIN: Any = {(n,): [(n + 1,), (n // 2,)] for n in range(50)}


def test_workers_that_are_lost_again_and_again_end_a_search(tmp_path: Path) -> None:
    graph = Graph(1, [(0,)], CHAIN)
    with clustered(graph, tmp_path, Sizes(bits=2), losses=[3] * 1000) as search:
        stopped = search.run()
    assert (stopped.cause, "workers were lost 31 times" in stopped) == (Cause.LOST, True)


@pytest.mark.parametrize("damage", ["a bit", "the end"])
def test_levels_that_are_damaged_are_searched_again(tmp_path: Path, damage: str) -> None:
    graph = Graph(1, [(0,)], CHAIN)
    sizes = Sizes(bits=2)
    with clustered(graph, tmp_path, sizes, task=Task(Limits(states=30))) as search:
        assert search.run().cause is Cause.STATES
        shard, part = next(iter(search.levels[20].parts.items()))
    file = tmp_path / f"shard-{shard:05d}.keys"
    content = bytearray(file.read_bytes())
    if damage == "a bit":
        content[8 * part.start] ^= 1
    file.write_bytes(content if damage == "a bit" else content[: 8 * part.start])
    with clustered(graph, tmp_path, sizes, 3) as search:
        assert search.run() == NOT_STOPPED
        assert found(search) == [len(level) for level in graph.levels()]
        assert search.states == sum(map(len, graph.levels()))


def test_a_limit_of_states_ends_a_search(tmp_path: Path) -> None:
    graph, task = Graph(1, [(0,)], CHAIN), Task(Limits(states=10))
    with clustered(graph, tmp_path, Sizes(bits=2), task=task) as search:
        assert (search.run().cause, search.states) == (Cause.STATES, 11)


@given(st.integers(1, 3), st.integers(1, 64), st.data())
@settings(max_examples=share(50), deadline=None, derandomize=True)
def test_keys_are_sent_in_as_few_bytes_as_they_have(
    width: int, last: int, data: st.DataObject
) -> None:
    words = [st.integers(0, (1 << 64) - 1)] * (width - 1) + [st.integers(0, (1 << last) - 1)]
    keys = np.array(data.draw(st.lists(st.tuples(*words), max_size=9)), np.uint64)
    keys = keys.reshape(-1, width)
    batch = to_batch(keys, bytes_of_key(width, last))
    assert of_batch(batch, width).tolist() == keys.tolist()
    assert batch.nbytes == len(keys) * (8 * (width - 1) + (last + 7) // 8)
