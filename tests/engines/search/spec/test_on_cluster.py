"""Workers that share the numbers of values find what one process does, whoever is lost."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.cluster import Cluster
from counterpoint.engines.base.disk import Disk
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.cluster import hiring
from counterpoint.engines.search.cluster.search import ClusterSearch
from counterpoint.engines.search.levels.sizes import sizes_within
from counterpoint.engines.search.spec.explore import explore
from counterpoint.tuning import Tuning
from tests.engines.search.cluster.here import CrewHere

from .tables import Tabled, tables
from .test_on_disk import AT_ONCE, TUNED, asked, figures, runs

pytest.importorskip("ray", reason="the extra cluster is not installed")


@contextmanager
def by_workers(
    folder: Path, tuning: Tuning = AT_ONCE, workers: int = 2, losses: Sequence[int] = ()
) -> Iterator[Task]:
    """A task for workers in this process, of which some are lost; all is pickled for them."""

    def search_on(
        _: Cluster, stepper: Any, recipe: Any, place: Path, task: Task, *more: Any
    ) -> Any:
        sizes = replace(sizes_within(1 << 20, stepper, 1, task.tuning), bits=2)
        sent = pickle.loads(pickle.dumps(recipe))

        def hire(look: Any) -> CrewHere:
            file = place.with_name(f"{place.name}-values-00000000")
            return CrewHere(sent, place, sizes, workers, losses, look, file)

        return ClusterSearch(stepper, place, sizes, task, hire, *more)

    disk = Disk(lambda: folder, lambda: "tables", named=True, cluster=Cluster("local", workers))
    disk.begin("a search")
    with mock.patch.object(hiring, "search_on", search_on):
        try:
            yield Task(disk=disk, tuning=tuning)
        finally:
            disk.close(stays=True)


@given(
    tables(8),
    st.sampled_from([*TUNED]),
    st.booleans(),
    st.none() | st.frozensets(st.integers(0, 7)),
    st.integers(1, 4),
    st.lists(st.integers(1, 20), max_size=3),
)
def test_the_same_is_found_as_in_memory(
    of: Tabled,
    tuned: str,
    once: bool,
    inside: frozenset[int] | None,
    workers: int,
    losses: list[int],
) -> None:
    of = replace(of, inside=inside)
    wanted = asked(of, once)
    known = explore(of, wanted, Task(tuning=AT_ONCE), engine="tabled")
    with (
        TemporaryDirectory() as name,
        by_workers(Path(name), TUNED[tuned], workers, losses) as task,
    ):
        found = explore(of, wanted, task, engine="tabled")
        assert (found.engine, task.workers.used) == ("cluster", workers)
        assert figures(found, once) == figures(known, once)
        assert runs(found) == runs(known)
        assert found.number is not None
        listed = [found.state(number) for number in range(found.found)]
        assert [found.number(state) for state in listed] == [*range(found.found)]


@given(tables(6), st.integers(0, 5), st.sampled_from(["successors", "within", "p", "a"]))
def test_what_has_no_value_ends_the_search(of: Tabled, state: int, what: str) -> None:
    of = replace(of, troubled=state, what=what, inside=frozenset(range(6)))
    wanted = asked(of, once=False)
    known = explore(of, wanted, Task(tuning=AT_ONCE), engine="tabled")
    with TemporaryDirectory() as name, by_workers(Path(name)) as task:
        found = explore(of, wanted, task, engine="tabled")
        assert (found.trouble is None) == (known.trouble is None)
        if found.trouble is not None and known.trouble is not None:
            assert found.trouble.error.message == known.trouble.error.message
            assert found.trouble.state is not None
            assert found.state(found.trouble.state) == state


def test_states_that_workers_began_are_finished_by_one_process(tmp_path: Path) -> None:
    of = Tabled([[("x", n + 1)] for n in range(30)] + [[]], true=dict.fromkeys("pqab", frozenset()))
    wanted = asked(of, once=False)
    with by_workers(tmp_path / "states") as task:
        less = replace(task, limits=replace(task.limits, states=10))
        found = explore(of, wanted, less, engine="tabled")
        assert found.stopped
    disk = Disk(lambda: tmp_path / "states", lambda: "tables", named=True)
    disk.begin("a search")
    of = replace(of, troubled=3, what="successors")
    task = Task(disk=disk, tuning=replace(AT_ONCE, disk_bits=2))
    found = explore(of, wanted, task, engine="tabled")
    assert (found.engine, found.states, found.stopped) == ("disk", 31, "")
    disk.close(stays=False)


@pytest.mark.parametrize("workers", [2, 3])
def test_a_worker_may_be_lost_at_any_moment(workers: int, tmp_path: Path) -> None:
    """Those that are left may know fewer values than the levels that are finished have."""
    steps = [[("x", n + 1), ("y", (n * 7) % 40)] for n in range(39)] + [[]]
    of = Tabled(steps, true=dict.fromkeys("pqab", frozenset()))
    wanted = asked(of, once=False)
    known = explore(of, wanted, Task(tuning=AT_ONCE), engine="tabled")
    for calls in range(1, 60):
        with by_workers(tmp_path / f"{calls}", workers=workers, losses=[calls]) as task:
            found = explore(of, wanted, task, engine="tabled")
            assert figures(found, once=False) == figures(known, once=False)
