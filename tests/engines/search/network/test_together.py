"""Several threads find the states of a product that one thread finds, in the same order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import counterpoint.engines.search.network.search as search_module
import counterpoint.engines.search.network.together as together
from counterpoint import Body, Event, Program, sync, thread
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress, Task
from counterpoint.engines.search.network.exploration import Exploration
from counterpoint.engines.search.network.search import search
from counterpoint.model.network import Network
from counterpoint.stopped import INTERRUPTED
from counterpoint.tuning import Tuning
from tests.share import share

from ... import programs as p
from .test_explore import PROGRAMS, Twin

ALONE = Tuning(threads=1)

SIZES = st.fixed_dictionaries(
    {
        "threads": st.sampled_from((2, 3, 5)),
        "block_from": st.sampled_from((1, 2, 50)),
        "block_steps": st.sampled_from((1, 40, 1 << 8, 1 << 14)),
        "block_bytes": st.sampled_from((1, 1 << 8, 1 << 20)),
        "block_share": st.sampled_from((0.5, 2.0)),
        "chunk_states": st.sampled_from((1, 2, 16)),
        "block_chunks": st.sampled_from((1, 3, 100)),
        "first_room": st.sampled_from((8, 64, 1 << 12)),
        "network_chunk": st.sampled_from((1, 30, 1 << 14)),
    }
)


def tuned(**sizes: Any) -> Tuning:
    return Tuning(**{"threads": 2, "block_from": 1, "chunk_states": 2, "network_chunk": 8, **sizes})


def everything(found: Exploration) -> tuple[Any, ...]:
    """All that a search found, in its order."""
    edges = found.edges
    kept = () if edges is None else (edges.start, edges.target, edges.event)
    return (
        found.cells.tolist(),
        found.parents.tolist(),
        found.vias.tolist(),
        found.marks.tolist(),
        found.first.tolist(),
        found.transitions,
        found.expanded,
        found.stopped,
        [each.tolist() for each in kept],
    )


def outcome(network: Network, task: Task) -> tuple[Any, ...]:
    """All that a search finds, or the exception that a b-thread raises, with the way to it."""
    try:
        return everything(search(network, task))
    except ZeroDivisionError as error:
        return (str(error), *error.__notes__)


@thread
def counter(k: int, n: int) -> Body:
    x = 0
    while True:
        yield sync(request=Event("UP", k))
        x = (x + 1) % n


def counters(k: int = 4, n: int = 8, tuning: Tuning = ALONE) -> Network:
    return Program(*(counter(i, n) for i in range(k))).network(tuning)


@thread
def fails_after(n: int) -> Body:
    """Waits for so many events, and divides by zero."""
    for _ in range(n):
        yield sync(wait_for=Event("UP", 0))
    _ = 1 // 0


@pytest.mark.parametrize("edges", [False, True])
def test_any_sizes_of_blocks_find_what_one_thread_finds(edges: bool) -> None:
    expected = everything(search(counters(3, 6), Task(tuning=ALONE, edges=edges)))

    @settings(max_examples=share(30), deadline=None, derandomize=True)
    @given(SIZES)
    def compare(sizes: dict[str, Any]) -> None:
        task = Task(tuning=Tuning(**sizes), edges=edges)
        assert everything(search(counters(3, 6), task)) == expected

    compare()


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_look_the_same_to_threads(name: str) -> None:
    found = [
        everything(search(PROGRAMS[name]().network(), Task(tuning=tuning, edges=True)))
        for tuning in (ALONE, tuned(), tuned(threads=3, chunk_states=1, block_steps=8))
    ]
    assert found[0] == found[1] == found[2]


@given(p.a_program(p.STRATEGIES[:-1]), SIZES)
@settings(max_examples=share(60), derandomize=True)
def test_random_programs_look_the_same_to_threads(program: Program, sizes: dict[str, Any]) -> None:
    expected = outcome(program.network(), Task(tuning=ALONE, edges=True))
    assert outcome(program.network(), Task(tuning=Tuning(**sizes), edges=True)) == expected


@given(p.a_program(p.STRATEGIES[:-1]), SIZES)
@settings(max_examples=share(12), derandomize=True, suppress_health_check=list(HealthCheck))
def test_random_programs_run_in_bounds(program: Program, sizes: dict[str, Any]) -> None:
    expected = outcome(program.network(), Task(tuning=ALONE, edges=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "library_for", Twin)
        patch.setattr(together, "library_for", Twin)
        found = outcome(program.network(), Task(tuning=Tuning(**sizes), edges=True))
    assert found == expected


def test_a_table_of_many_parts_is_filled_by_all_threads(blocks: list[int]) -> None:
    expected = everything(search(counters(5, 8), Task(tuning=ALONE, edges=True)))
    sizes = tuned(threads=3, chunk_states=100, block_from=50)
    assert everything(search(counters(5, 8), Task(tuning=sizes, edges=True))) == expected
    assert sum(expanded for expanded in blocks if expanded > 0) > 30_000


def test_events_that_are_not_followed_are_counted_by_threads_too() -> None:
    network = counters()
    ignored = 1 << list(network.alphabet).index(Event("UP", 2))
    found = [
        everything(search(counters(), Task(tuning=tuning, edges=True, not_followed=ignored)))
        for tuning in (ALONE, tuned())
    ]
    assert found[0] == found[1]
    assert len(found[0][0]) == 8**3


def test_missing_moves_are_left_to_one_thread(blocks: list[int]) -> None:
    on_demand = Tuning(local_states=1)
    found = [
        everything(search(counters(2, 60, on_demand), Task(tuning=tuning)))
        for tuning in (ALONE, tuned(chunk_states=5))
    ]
    assert found[0] == found[1]
    assert 0 in blocks
    assert sum(expanded for expanded in blocks if expanded > 0) > 300


def test_an_exception_is_the_first_that_one_thread_finds(blocks: list[int]) -> None:
    def program() -> Program:
        return Program(counter(0, 9), counter(1, 20), counter(2, 20), fails_after(5))

    expected = outcome(program().network(), Task(tuning=ALONE))
    assert any("after the events" in note for note in expected)
    for chunk in (1, 3, 50):
        assert outcome(program().network(), Task(tuning=tuned(chunk_states=chunk))) == expected
    assert max(blocks) > 0


def test_a_limit_leaves_no_marks_on_states_that_were_not_expanded() -> None:
    limits = Limits(states=600)
    found = search(counters(), Task(limits, tuning=tuned(block_steps=64)))
    assert found.stopped == "the limit of 600 states was reached"
    assert 600 < found.states < 700
    assert not found.marks[found.expanded :].any()
    whole = search(counters(), Task(tuning=ALONE))
    assert np.array_equal(found.cells, whole.cells[: found.states])
    assert np.array_equal(found.marks[: found.expanded], whole.marks[: found.expanded])


def test_an_interruption_gives_whole_blocks() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.states > 1_000:
            raise KeyboardInterrupt

    found = search(counters(), Task(tuning=tuned(), watch=interrupt))
    assert found.stopped == INTERRUPTED
    assert 1_000 < found.states < 4_096
    whole = search(counters(), Task(tuning=ALONE))
    assert np.array_equal(found.cells, whole.cells[: found.states])


def test_where_blocks_have_no_room_one_thread_goes_on(blocks: list[int]) -> None:
    limits = Limits(memory=800_000)
    whole = everything(search(counters(), Task(limits, tuning=ALONE)))
    sizes = tuned(block_steps=1 << 20)
    assert everything(search(counters(), Task(limits, tuning=sizes))) == whole
    assert not blocks
    small = replace(sizes, block_steps=1 << 8, block_chunks=64)
    assert everything(search(counters(), Task(limits, tuning=small))) == whole
    assert max(blocks) > 0
