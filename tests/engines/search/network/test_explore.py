"""One suite for every way to explore a network: they must all find the same states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import counterpoint.engines.search.network.search as search_module
from counterpoint import Body, Event, Program, check, sync, thread
from counterpoint.engines.base.limits import Limits, show_size
from counterpoint.engines.base.outcome import NONE
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.network import steps
from counterpoint.engines.search.network.enumerate import enumerate_states
from counterpoint.engines.search.network.exploration import Exploration
from counterpoint.engines.search.network.explore import explore
from counterpoint.engines.search.network.search import search
from counterpoint.errors import ImpureThread
from counterpoint.model.grouping import group
from counterpoint.native import twin, u8, u16, u32
from counterpoint.tuning import Tuning
from tests.share import share
from tests.tunings import MIXED, TINY, UNHURRIED

from ... import programs as p

Explore = Callable[..., Exploration]


class Twin:
    """The search in CPython, with every access checked: the oracle of the native one."""

    engine = "python"

    def __init__(self, cell: Any, *functions: Callable[..., Any]) -> None:
        types = {"Cell": {np.uint8: u8, np.uint16: u16, np.uint32: u32}[cell]}
        self._library = twin(*functions, types=types)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)


def by_twin(network: Any, *args: Any) -> Exploration:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "library_for", Twin)
        return search(network, *args)


def by_groups(network: Any, *args: Any) -> Exploration:
    grouping = group(network, Tuning(group_states=8))
    if grouping is None:
        return search(network, *args)
    found = search(grouping.network, *args)
    return Exploration(**{**vars(found), "network": network, "grouping": grouping})


def tuned(tuning: Tuning) -> Explore:
    """A way that is chosen by other numbers than the usual ones."""
    return lambda network, task: explore(network, replace(task, tuning=tuning))


WAYS: dict[str, Explore] = {
    "native": search,
    "tiny": tuned(TINY),
    "mixed": tuned(MIXED),
    "groups": by_groups,
    "twin": by_twin,
    "enumeration": enumerate_states,
}

PROGRAMS: dict[str, Callable[[], Program]] = {
    "two that end": lambda: Program(p.request(p.A, times=1), p.request(p.B, times=1)),
    "two that loop": lambda: Program(p.request(p.A), p.request(p.B)),
    "alternation": lambda: Program(
        p.request(p.A, times=3), p.request(p.B, times=3), p.alternate(p.A, p.B)
    ),
    "a deadlock": lambda: Program(p.request(p.A), p.wait_then_block(p.A, 10)),
    "a failed assertion": lambda: Program(p.request(p.A, p.B), p.forbid(p.B)),
    "b-threads that start others": lambda: Program(p.parent(), p.request(p.A, times=2)),
    "outside events": lambda: Program(
        p.request(p.A), p.wait_then_block(p.A, 1), p.wait_then_block(p.B, 2), external=[p.B, p.C]
    ),
    "outside events past the last b-thread": lambda: Program(
        p.request(p.A, times=1), p.wait_then_block(p.B, 1), external=[p.A, p.B, p.C]
    ),
    "outside events when all has ended": lambda: Program(
        p.request(p.A, times=2), external=[p.A, p.C]
    ),
    "no b-thread that says anything": lambda: Program(p.request(times=0)),
    "an unbounded b-thread that is stopped": lambda: Program(p.count_events(), p.stop_at(30)),
}


def facts(found: Exploration) -> dict[str, Any]:
    """All that must not depend on how it was found."""
    return {
        "states": [found.state(number) for number in range(found.states)],
        "transitions": found.transitions,
        "ways": [found.way_to(number) for number in range(found.states)],
        "marks": [
            mark & (steps.FAILED | steps.HOT | steps.ASKING | steps.QUIET | steps.STUCK)
            for mark in found.marks.tolist()
        ],
        "selected": {e for e, i in enumerate(found.first.tolist()) if i != NONE},
        "visited": [set(np.flatnonzero(seen).tolist()) for seen in found.visited],
        "hot": found.hot_states(["follow", "request(A)"]).tolist(),
        "stopped": found.stopped,
    }


def unordered(found: Exploration) -> dict[str, Any]:
    """What does not depend on the order of events either, which the enumeration has its own of."""
    seen = facts(found)
    marks = dict(zip(seen["states"], seen["marks"], strict=True))
    depths = {state: len(way) for state, way in zip(seen["states"], seen["ways"], strict=True)}
    kept = ("transitions", "selected", "visited", "stopped")
    return {"marks": marks, "depths": depths, **{name: seen[name] for name in kept}}


@pytest.mark.parametrize("way", [name for name in WAYS if name != "native"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_way_finds_the_same_states(way: str, name: str) -> None:
    program = PROGRAMS[name]()
    expected = unordered(search(program.network(), Task(edges=True)))
    assert unordered(WAYS[way](program.network(), Task(edges=True))) == expected


@pytest.mark.parametrize("way", ["groups", "twin"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_kernel_visits_them_in_the_same_order(way: str, name: str) -> None:
    program = PROGRAMS[name]()
    expected = facts(search(program.network(), Task(edges=True)))
    assert facts(WAYS[way](program.network(), Task(edges=True))) == expected


@given(p.a_program(p.STRATEGIES[:-1]))
@settings(max_examples=share(60))
def test_random_programs_look_the_same_to_every_way(program: Program) -> None:
    expected = unordered(search(program.network(), Task(edges=True)))
    for name in ("groups", "tiny", "mixed", "enumeration"):
        assert unordered(WAYS[name](program.network(), Task(edges=True))) == expected, name


@given(p.a_program(p.STRATEGIES[:-1]))
@settings(max_examples=share(12))
def test_random_programs_run_in_bounds(program: Program) -> None:
    assert facts(by_twin(program.network(), Task(edges=True))) == facts(
        search(program.network(), Task(edges=True))
    )


def test_edges_lead_where_the_network_says() -> None:
    network = PROGRAMS["alternation"]().network()
    found = search(network, Task(edges=True))
    assert found.edges is not None
    steps = set()
    for source in range(found.states):
        for k in range(int(found.edges.start[source]), int(found.edges.start[source + 1])):
            steps.add((source, int(found.edges.event[k]), int(found.edges.target[k])))
    expected = {
        (source, event, number_of(found, network.step(found.state(source), event)))
        for source in range(found.states)
        for event in network.choices(found.state(source))
    }
    assert steps == expected


def number_of(found: Exploration, state: Any) -> int:
    return next(n for n in range(found.states) if found.state(n) == state)


def test_a_large_network_is_grouped_and_counts_stay() -> None:
    program = Program(*(p.request(event, times=6) for event in p.EVENTS))
    expected = unordered(explore(program.network()))
    found = explore(program.network(), Task(tuning=Tuning(group_from=100)))
    assert found.grouping is not None
    assert unordered(found) == expected
    assert found.states == 7**4


def test_a_wide_alphabet_takes_several_words() -> None:
    names = [Event("Wide", number) for number in range(150)]
    program = Program(*(p.request(event, times=1) for event in names[:3]), p.request(*names[3:]))
    found = search(program.network())
    assert (found.states, found.transitions) == (8, 3 * 4 + 8 * 147)
    assert unordered(enumerate_states(program.network())) == unordered(found)


def test_an_automaton_of_many_local_states_takes_wider_cells() -> None:
    found = search(Program(p.request(p.A, times=300)).network())
    assert found.cells.dtype == np.uint16
    assert (found.states, found.transitions) == (301, 300)


def test_room_is_made_for_states_and_edges() -> None:
    program = Program(*(p.request(event, times=9) for event in p.EVENTS))
    found = search(program.network(), Task(edges=True))
    assert found.states == 10**4
    assert found.edges is not None
    assert len(found.edges.target) == found.transitions == 4 * 9 * 10**3


@pytest.mark.parametrize("way", [search, enumerate_states])
def test_a_limit_of_states_stops_the_search_and_is_said(way: Explore) -> None:
    program = Program(*(p.request(event, times=9) for event in p.EVENTS))
    found = way(program.network(), Task(Limits(states=500)))
    assert found.stopped == "the limit of 500 states was reached"
    assert 500 < found.states < 520


@pytest.mark.parametrize("way", [search, enumerate_states])
def test_exactly_as_many_states_as_the_limit_are_no_reason_to_stop(way: Explore) -> None:
    program = Program(p.request(p.A, times=9), p.request(p.B, times=9))
    assert way(program.network(), Task(Limits(states=100))).complete


@pytest.mark.parametrize("way", [search, enumerate_states])
@pytest.mark.parametrize("memory", [1, 2_000, 100_000])
def test_a_limit_of_memory_stops_the_search_and_is_said(way: Explore, memory: int) -> None:
    program = Program(*(p.request(event, times=9) for event in p.EVENTS))
    found = way(program.network(), Task(Limits(memory=memory)))
    assert found.stopped == f"the limit of {show_size(memory)} of memory was reached"
    assert found.expanded < found.states


def test_ctrl_c_leaves_what_was_found() -> None:
    program = Program(*(p.request(event, times=9) for event in p.EVENTS))

    def press(_: Any) -> None:
        raise KeyboardInterrupt

    found = search(program.network(), Task(watch=press))
    assert found.stopped == "interrupted"
    assert 1 < found.states < 10**4
    verdicts = check(program, "assertions", watch=press, tuning=UNHURRIED)
    assert verdicts["assertions"].reason == (
        f"interrupted; no violation among {found.expanded:,} states"
    )


@thread
def walk(size: int) -> Body:
    """Walks in a grid whose edges are joined."""
    x = y = 0
    while True:
        if (yield sync(request=[p.A, p.B])) == p.A:
            x = (x + 1) % size
        else:
            y = (y + 1) % size


ON_DEMAND = Tuning(local_states=1)
"""Local states are found when the search asks for them."""


@pytest.mark.parametrize("way", [search, by_twin])
def test_moves_that_waiting_states_miss_are_computed_together(
    way: Explore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def facts_with(ahead: int) -> tuple[int, dict[str, Any]]:
        calls: list[int] = []
        computed = search_module.ProductSearch._find_moves

        def counted(search: Any) -> Any:
            calls.append(search.found)
            return computed(search)

        monkeypatch.setattr(search_module.ProductSearch, "_find_moves", counted)
        task = Task(edges=True, tuning=Tuning(moves_ahead=ahead))
        found = way(Program(walk(6), p.request(p.C, times=1)).network(ON_DEMAND), task)
        monkeypatch.undo()
        return len(calls), facts(found)

    (one_by_one, expected), (together, found) = facts_with(0), facts_with(100)
    assert found == expected
    assert 3 * together < one_by_one


COUNTED: list[int] = []


@thread
def count_to(limit: int) -> Body:
    """Counts, and changes what others can see from a number on."""
    number = 0
    while True:
        yield sync(request=p.A)
        number += 1
        if number >= limit:
            COUNTED.append(number)


def test_a_move_that_cannot_be_computed_is_an_error_only_where_the_search_gets_there() -> None:
    def found(most: int) -> Exploration:
        network = Program(*(p.request(p.B, times=3), count_to(3))).network(ON_DEMAND)
        return search(network, Task(Limits(states=most)))

    assert found(7).stopped
    with pytest.raises(ImpureThread):
        found(100)


@pytest.mark.parametrize("way", [search, enumerate_states])
def test_events_that_are_not_followed_are_still_selected(way: Explore) -> None:
    network = Program(p.request(p.A, times=2), p.request(p.B, times=2)).network()
    event = network.event_index(p.A)
    found = way(network, Task(not_followed=1 << event))
    assert found.states == 3
    assert found.first[event] == 0
