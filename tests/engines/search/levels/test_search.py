"""A search level by level, against one with sets; and one that was ended and goes on."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import EVERYTHING, Progress, Task
from counterpoint.engines.search.levels.runs import RunWriter
from counterpoint.engines.search.levels.search import LevelSearch
from counterpoint.engines.search.levels.sizes import Sizes
from counterpoint.errors import BadCheckpoint
from counterpoint.stopped import NOT_STOPPED, Cause, Stopped
from counterpoint.tuning import Tuning
from tests.engines.search.levels.graph import Graph, State, graphs
from tests.share import share

SIZES = st.builds(
    Sizes,
    bits=st.sampled_from((0, 1, 3)),
    piece=st.sampled_from((1, 3, 100)),
    kept=st.sampled_from((0, 4, 100)),
    slice=st.sampled_from((1, 5, 100)),
    small=st.sampled_from((0, 3, 100)),
    block=st.sampled_from((1, 2, 100)),
)
THREADS = st.sampled_from((1, 3))
OFTEN = Task(tuning=Tuning(disk_chunk=1, look_seconds=0.0))


def found(search: LevelSearch) -> list[set[State]]:
    files, keys = search.shelf.files, search.keys
    return [
        {
            tuple(state)
            for shard, part in level.parts.items()
            for state in keys.states(files.read(shard, part.start, part.rows)).tolist()
        }
        for level in search.levels
    ]


def answers(search: LevelSearch) -> list[tuple[int, int, State]]:
    return [(of.count, of.level, of.state) for of in search.gathered.answers]


def expected(graph: Graph) -> list[tuple[int, int, State]]:
    """How many states each question is true of, and the first of them."""
    every: list[tuple[int, int, State]] = []
    for asked in graph.asked:
        levels = [level & asked for level in graph.levels()]
        first = next((n for n, level in enumerate(levels) if level), None)
        if first is None:
            every.append((0, 0, ()))
            continue
        count = sum(map(len, levels)) if not every else len(levels[first])
        every.append((count, first, min(levels[first])))
    return every


@given(graphs(), SIZES, THREADS)
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_each_level_has_the_states_at_its_distance(
    graph: Graph, sizes: Sizes, threads: int
) -> None:
    with (
        TemporaryDirectory() as folder,
        LevelSearch(graph, Path(folder), sizes, OFTEN, threads, counted=(0,)) as search,
    ):
        assert search.run() == NOT_STOPPED
        levels = graph.levels()
        assert found(search) == levels
        assert search.states == sum(map(len, levels))
        assert search.gathered.steps == sum(
            len(graph.steps.get(state, ())) for level in levels for state in level
        )
        assert answers(search) == expected(graph)
        search.shelf.discard()
        assert not list(Path(folder).iterdir())


@given(graphs(), SIZES, THREADS, st.lists(st.integers(0, 6), max_size=4))
@settings(max_examples=share(100), deadline=None, derandomize=True)
def test_a_search_that_was_ended_goes_on(
    graph: Graph, sizes: Sizes, threads: int, ends: list[int]
) -> None:
    with TemporaryDirectory() as folder:
        for end in ends:
            graph.left[0] = end
            with (
                suppress(SystemExit),
                LevelSearch(graph, Path(folder), sizes, OFTEN, threads, counted=(0,)) as search,
            ):
                search.run()
        graph.left[0] = 1 << 60
        with LevelSearch(graph, Path(folder), sizes, OFTEN, threads, counted=(0,)) as search:
            assert search.run() == NOT_STOPPED
            assert found(search) == graph.levels()
            assert answers(search) == expected(graph)


CHAIN: Any = {(n,): [(n + 1,), (n // 2,)] for n in range(200)}


def chain(folder: Path, task: Task = EVERYTHING, **sizes: int) -> LevelSearch:
    graph = Graph(1, [(0,)], CHAIN, [{(7,)}])
    graph.bits = 8
    return LevelSearch(graph, folder, Sizes(bits=1, **sizes), task)


@pytest.mark.parametrize("small", [0, 5, 1000])
def test_a_long_chain_is_searched(tmp_path: Path, small: int) -> None:
    with chain(tmp_path, small=small) as search:
        assert search.run() == NOT_STOPPED
    assert (search.states, len(search.levels)) == (201, 202)


def test_a_full_disk_ends_a_search_which_goes_on_when_there_is_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [40]
    write = RunWriter.add

    def add(self: RunWriter, keys: Any) -> None:
        left[0] -= 1
        if not left[0]:
            with self.path.open("ab") as file:
                keys[: len(keys) // 2].tofile(file)
            raise OSError(errno.ENOSPC, "no space left on device")
        write(self, keys)

    monkeypatch.setattr(RunWriter, "add", add)
    with chain(tmp_path / "disk") as search:
        assert search.run().cause is Cause.DISK
        assert 1 < search.states < 201
    with chain(tmp_path / "disk") as search:
        assert search.run() == NOT_STOPPED
        assert search.states == 201
        search.shelf.discard()
    assert not (tmp_path / "disk").exists()


def test_a_level_that_was_damaged_is_searched_again(tmp_path: Path) -> None:
    with chain(tmp_path, Task(Limits(states=50))) as search:
        assert search.run().cause is Cause.STATES
        part = next(iter(search.levels[30].parts.items()))
    file = tmp_path / f"shard-{part[0]:05d}.keys"
    content = bytearray(file.read_bytes())
    content[8 * part[1].start] ^= 1
    file.write_bytes(content)
    with chain(tmp_path) as search:
        assert len(search.levels) == 30
        assert search.run() == NOT_STOPPED
    assert search.states == 201


def test_a_disk_counts_as_full_before_it_is(tmp_path: Path) -> None:
    task = Task(tuning=Tuning(disk_reserve=1 << 80, look_seconds=0.0))
    with chain(tmp_path, task) as search:
        assert search.run().cause is Cause.DISK


def test_a_limit_of_states_ends_a_search_after_a_level(tmp_path: Path) -> None:
    with chain(tmp_path, Task(Limits(states=10))) as search:
        assert (search.run().cause, search.states) == (Cause.STATES, 11)


def test_a_search_ends_when_its_answers_are_enough(tmp_path: Path) -> None:
    graph = Graph(1, [(0,)], {(n,): [(n + 1,)] for n in range(60)}, [{(7,)}])
    enough = Stopped("that is enough", Cause.FAILURE)
    with LevelSearch(
        graph,
        tmp_path,
        Sizes(),
        EVERYTHING,
        enough=lambda answers: enough if answers[0].count else NOT_STOPPED,
    ) as search:
        assert (search.run(), search.states) == (enough, 8)


def test_progress_is_reported(tmp_path: Path) -> None:
    seen: list[Progress] = []
    task = Task(watch=seen.append, tuning=Tuning(look_seconds=0.0))
    with chain(tmp_path, task) as search:
        search.run()
    assert seen[-1].states == 201


def test_two_searches_do_not_share_a_folder(tmp_path: Path) -> None:
    with chain(tmp_path) as first:
        first.run()
        with pytest.raises(BadCheckpoint, match="in use"), chain(tmp_path):
            pass
    with chain(tmp_path) as second:
        assert second.run() == NOT_STOPPED
