"""The search that asks the system of each state."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import EVERYTHING, Progress, Task
from counterpoint.engines.search.spec.explored import Explored, Wanted
from counterpoint.engines.search.spec.keeping import kept_of, put_back
from counterpoint.engines.search.spec.walk import ENOUGH, Walk
from counterpoint.model.specified import StateProbe, StepProbe
from counterpoint.tuning import Tuning

from .tables import STATES, STEPS, Tabled, tables


def wanted(of: Tabled) -> Wanted:
    """All atoms, half of which must be true, and the steps."""
    states = [probe for name in STATES if isinstance(probe := of.probes[name], StateProbe)]
    steps = [probe for name in STEPS if isinstance(probe := of.probes[name], StepProbe)]
    must: frozenset[StateProbe | StepProbe] = frozenset((states[0], steps[0]))
    return Wanted(tuple(states), tuple(steps), must, deadlock=True, edges=True)


def figures_of(found: Explored) -> tuple[object, ...]:
    """The figures that do not depend on which probes are evaluated."""
    counts = (found.found, found.generated, found.deadlocks, found.first_deadlock)
    return counts, found.parents.tolist(), found.coverage


def figures(found: Explored) -> dict[str, object]:
    """All that was found, as plain values."""
    assert found.edges is not None
    assert found.facts is not None
    edges = found.edges
    return {
        "states": [found.state(n) for n in range(found.found)],
        "counts": (found.initial, found.generated, found.states, found.depth, found.deadlocks),
        "parents": found.parents.tolist(),
        "outside": found.outside.tolist(),
        "coverage": found.coverage,
        "bad": (list(found.bad_states), list(found.bad_steps), found.first_deadlock),
        "edges": (edges.start.tolist(), edges.target.tolist(), edges.event.tolist(), found.kinds),
        "facts": [found.facts.true(n).tolist() for n in range(len(STATES))],
        "levels": found.levels.tolist(),
    }


@given(tables(bounded=True), st.lists(st.integers(0, 4), max_size=3))
def test_a_search_that_was_paused_finds_the_same(of: Tabled, pauses: list[int]) -> None:
    whole = Walk(of, wanted(of), EVERYTHING).run()
    paused = Walk(of, wanted(of), EVERYTHING)
    for states in sorted(pauses):
        part = paused.run(states=states)
        assert part.stopped == ENOUGH or part.found <= states
    assert figures(paused.run()) == figures(whole)


@given(tables(bounded=True), st.integers(0, 3))
def test_a_part_is_known_of_the_states_that_were_visited(of: Tabled, visited: int) -> None:
    whole, part = Walk(of, wanted(of), EVERYTHING).run(), Walk(of, wanted(of), EVERYTHING)
    found = part.run(states=visited)
    if not found.stopped:
        return
    assert found.is_open is not None
    assert found.is_open.tolist() == [n >= visited for n in range(found.found)]
    states, before = figures(found)["states"], figures(whole)["states"]
    assert isinstance(before, list)
    assert states == before[: found.found]
    assert found.edges is not None
    assert whole.edges is not None
    count = int(found.edges.start[visited])
    assert found.edges.start[-1] == count
    assert found.edges.target.tolist() == whole.edges.target[:count].tolist()


def test_initial_states_count_against_the_limit_too() -> None:
    of = Tabled([[]] * 1000, range(1000))
    found = Walk(of, Wanted(), Task(Limits(states=10))).run()
    assert found.stopped == "the limit of 10 states was reached"
    assert found.found < 100
    assert not found.beginning.complete


def test_whoever_watches_is_told_now_and_then() -> None:
    seen: list[Progress] = []
    of = Tabled([[("go", 1)], [("go", 2)], []])
    Walk(of, Wanted(), Task(watch=seen.append, tuning=Tuning(look_seconds=0.0))).run()
    assert [(told.states, told.waiting) for told in seen] == [(1, 1), (2, 1), (3, 1)]


def test_states_with_parts_in_common_are_measured_together() -> None:
    part = tuple(range(1000))

    class Large(Tabled):
        def successors(self, state: object) -> list[tuple[str, object]]:  # type: ignore[override]
            assert isinstance(state, tuple)
            return [("go", ((state[0] + 1) % 500, part))]

    of = Large([[]], [(0, part)])  # type: ignore[list-item]
    assert not Walk(of, Wanted(), Task(Limits(memory=1_000_000))).run().stopped
    assert Walk(of, Wanted(), Task(Limits(memory=100_000))).run().stopped


@given(tables(bounded=True))
def test_a_probe_that_is_wanted_once_is_asked_until_it_is_false(of: Tabled) -> None:
    every = replace(wanted(of), edges=False)
    once = replace(every, once=every.must)
    counted, found = (Walk(of, each, EVERYTHING).run() for each in (every, once))
    assert [(bad.probe, bad.state, 1) for bad in counted.bad_states] == [
        (bad.probe, bad.state, bad.count) for bad in found.bad_states
    ]
    assert [(bad.probe, bad.source, bad.target, 1) for bad in counted.bad_steps] == [
        (bad.probe, bad.source, bad.target, bad.count) for bad in found.bad_steps
    ]
    assert figures_of(counted) == figures_of(found)


def test_a_probe_that_is_wanted_once_is_not_asked_again_after_a_checkpoint() -> None:
    asked: list[int] = []

    def small(state: int) -> bool:
        asked.append(state)
        return state < 3

    of = Tabled([[("go", n + 1)] for n in range(9)] + [[]])
    probe = StateProbe("small", small)
    once = Wanted((probe,), must=frozenset((probe,)), once=frozenset((probe,)))
    walk, again = Walk(of, once, EVERYTHING), Walk(of, once, EVERYTHING)
    walk.run(states=6)
    put_back(again, kept_of(walk))
    assert [(bad.state, bad.count) for bad in again.run().bad_states] == [(3, 1)]
    assert asked == [0, 1, 2, 3]
