"""The search of a specification on disk finds what the one in memory does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.disk import Disk
from counterpoint.engines.base.limits import NO_LIMITS
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.spec.explore import explore
from counterpoint.engines.search.spec.explored import Explored, Wanted
from counterpoint.errors import BadCheckpoint, Refused
from counterpoint.model.specified import StateProbe, StepProbe
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from tests.tunings import TUNINGS

from .tables import STATES, STEPS, Tabled, tables

AT_ONCE = Tuning(walk_work=0, pace_patience=1 << 20)
TUNED = {
    "usual": AT_ONCE,
    "tiny": replace(TUNINGS["tiny"], walk_work=0),
    "mixed": replace(TUNINGS["mixed"], walk_work=0),
}


@contextmanager
def on_disk(folder: Path, tuning: Tuning = AT_ONCE, states: int | None = None) -> Iterator[Task]:
    """A task with its states in a folder."""
    disk = Disk(lambda: folder, lambda: "tables", named=True)
    disk.begin("a search")
    try:
        yield Task(disk=disk, tuning=tuning, limits=replace(NO_LIMITS, states=states))
    finally:
        disk.close(stays=True)


def asked(of: Tabled, once: bool) -> Wanted:
    states = tuple(probe for name in STATES if isinstance(probe := of.probes[name], StateProbe))
    steps = tuple(probe for name in STEPS if isinstance(probe := of.probes[name], StepProbe))
    every: frozenset[StateProbe | StepProbe] = frozenset((*states, *steps))
    return Wanted(
        states, steps, every, every if once else frozenset(), start=states[:1], deadlock=True
    )


def figures(found: Explored, once: bool) -> object:
    """What is the same for every search, though it may find states of a level in another order."""
    counts = [[bad.probe, bad.count * (not once)] for bad in found.bad_states]
    return (
        found.found,
        found.states,
        found.initial,
        found.generated,
        found.depth,
        found.levels.tolist(),
        counts,
        [[bad.probe, bad.count * (not once)] for bad in found.bad_steps],
        found.deadlocks,
        found.visited,
        found.stopped,
        found.lost,
        found.beginning.bad,
    )


def runs(found: Explored) -> list[int]:
    """The lengths of the runs to what is found; each run is replayed."""
    bad = [each.state for each in found.bad_states]
    bad += [each.source for each in found.bad_steps]
    bad += [] if found.first_deadlock is None else [found.first_deadlock]
    return [len(found.trace_to(number).steps) for number in bad]


@given(
    tables(8),
    st.sampled_from([*TUNED]),
    st.booleans(),
    st.none() | st.frozensets(st.integers(0, 7)),
)
def test_the_same_is_found_as_in_memory(
    of: Tabled, tuned: str, once: bool, inside: frozenset[int] | None
) -> None:
    of = replace(of, inside=inside)
    wanted = asked(of, once)
    known = explore(of, wanted, Task(tuning=AT_ONCE), engine="tabled")
    with TemporaryDirectory() as name, on_disk(Path(name), TUNED[tuned]) as task:
        found = explore(of, wanted, task, engine="tabled")
        assert found.engine == "disk"
        assert figures(found, once) == figures(known, once)
        assert runs(found) == runs(known)
        listed: list[Any] = [found.state(number) for number in range(found.found)]
        assert set(listed) == set(map(known.state, range(known.found)))
        assert len(set(listed)) == len(listed)
        assert found.number is not None
        assert [found.number(state) for state in listed] == [*range(found.found)]
        assert {found.number(8)} == {None} or 8 in listed


@given(tables(8), st.sampled_from([*TUNED]), st.lists(st.integers(1, 8), max_size=3))
def test_a_search_that_was_ended_goes_on(of: Tabled, tuned: str, limits: list[int]) -> None:
    wanted = asked(of, once=False)
    known = explore(of, wanted, Task(tuning=AT_ONCE), engine="tabled")
    with TemporaryDirectory() as name:
        for states in limits:
            with on_disk(Path(name), TUNED[tuned], states) as task:
                found = explore(of, wanted, task, engine="tabled")
                assert not found.stopped or known.found > states
        with on_disk(Path(name), TUNED[tuned]) as task:
            found = explore(of, wanted, task, engine="tabled")
            assert figures(found, once=False) == figures(known, once=False)
            assert runs(found) == runs(known)


@given(tables(6), st.integers(0, 5), st.sampled_from(["successors", "within", *STATES, *STEPS]))
def test_what_has_no_value_ends_the_search_on_disk_too(of: Tabled, state: int, what: str) -> None:
    of = replace(of, troubled=state, what=what, inside=frozenset(range(6)))
    wanted = asked(of, once=False)
    known = explore(of, wanted, Task(tuning=AT_ONCE), engine="tabled")
    with TemporaryDirectory() as name, on_disk(Path(name)) as task:
        found = explore(of, wanted, task, engine="tabled")
        assert (found.trouble is None) == (known.trouble is None)
        if found.trouble is None:
            assert figures(found, once=False) == figures(known, once=False)
            return
        assert known.trouble is not None
        assert (found.stopped, found.trouble.error.message) == (
            known.stopped,
            known.trouble.error.message,
        )
        assert found.trouble.state is not None
        assert found.state(found.trouble.state) == state


@pytest.mark.parametrize("once", [False, True])
def test_a_search_ends_after_the_level_of_the_first_failure(tmp_path: Path, once: bool) -> None:
    steps = [[("x", n + 1)] for n in range(9)] + [[("x", 0)]]
    of = Tabled(
        steps,
        true={"p": frozenset({0, 1, 2}), "q": frozenset(range(10))}
        | {name: frozenset((n, m) for n in range(10) for m in range(10)) for name in STEPS},
    )
    wanted = replace(asked(of, once), stop_first=True)
    with on_disk(tmp_path / "states") as task:
        found = explore(of, wanted, task, engine="tabled")
        assert found.stopped.cause is Cause.FAILURE
        assert found.trace_to(found.bad_states[0].state).states == (0, 1, 2, 3)


def test_another_search_is_not_gone_on_with(tmp_path: Path) -> None:
    of = Tabled([[("x", 1)], [("x", 2)], []], true=dict.fromkeys((*STATES, *STEPS), frozenset()))
    wanted = asked(of, once=False)
    with on_disk(tmp_path / "states", states=1) as task:
        explore(of, wanted, task, engine="tabled")
    disk = Disk(lambda: tmp_path / "states", lambda: "other tables", named=True)
    disk.begin("a search")
    with pytest.raises(BadCheckpoint, match="holds another search"):
        explore(of, wanted, Task(disk=disk, tuning=AT_ONCE), engine="tabled")


def test_states_that_stand_for_others_are_refused(tmp_path: Path) -> None:
    of = Tabled(
        [[("x", 1)], []], true=dict.fromkeys((*STATES, *STEPS), frozenset()), classes=(0, 0)
    )
    with on_disk(tmp_path) as task, pytest.raises(Refused, match="no VIEW"):
        explore(of, asked(of, once=False), task, engine="tabled")


def test_states_that_were_expanded_are_not_asked_again(tmp_path: Path) -> None:
    of = Tabled([[("x", n + 1)] for n in range(30)] + [[]], true=dict.fromkeys("pqab", frozenset()))
    wanted = Wanted()
    with on_disk(tmp_path / "states", states=20) as task:
        assert explore(of, wanted, task, engine="tabled").stopped.cause is Cause.STATES
    of = replace(of, troubled=10, what="successors")
    with on_disk(tmp_path / "states") as task:
        found = explore(of, wanted, task, engine="tabled")
        assert (found.states, found.stopped, found.trouble) == (31, "", None)
