"""How a search grows, stops, and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress, Task
from counterpoint.engines.search.compiled.graph import Roots, graph_of, graph_of_space
from counterpoint.engines.search.compiled.run import Run
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.sweep import SweepAlgebra
from counterpoint.engines.search.compiled.way import way_to
from counterpoint.errors import Fault, OutOfSort, Refused
from counterpoint.logic.core import Kind
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.stopped import INTERRUPTED
from counterpoint.terms.expr import Expr
from counterpoint.tuning import USUAL, Tuning
from tests.tunings import PACKED

from .models import board


def counter(last: int, *, bound: int | None = None) -> Model:
    """Counts from 0 up to `bound`, by steps of 1 and of 2."""
    model = Model("counter")
    n = model.var("n", range(last + 1), init=0)

    @model.action(by=[1, 2])
    def add(by: int) -> object:
        return step(when=n + by <= (last if bound is None else bound), set={n: n + by})

    return model


@pytest.fixture(params=["ranked", "packed", "edges", "whole"])
def way(request: pytest.FixtureRequest) -> Any:
    """A search in each of the forms, as a function of model and limits."""
    tuning = Tuning(bitmap_at_once=0) if request.param == "packed" else USUAL
    roots: Roots = "all" if request.param == "whole" else "initial"
    return lambda model, **asked: search(
        model, Task(edges=request.param == "edges", tuning=tuning, **asked), roots=roots
    )


def test_arrays_grow_with_what_is_found(way: Callable[..., Any]) -> None:
    found = way(counter(100_000))
    assert (found.states, found.transitions, found.stopped) == (100_001, 199_999, "")
    assert found.state(found.number((70_000,))) == (70_000,)


def test_many_levels_have_room(way: Callable[..., Any]) -> None:
    found = way(counter(9_000))
    if found.levels[1] == 1:
        assert len(found.levels) == 4_502
        assert found.levels.tolist()[:3] == [0, 1, 3]


def test_a_limit_on_states_is_told(way: Callable[..., Any]) -> None:
    found = way(counter(100_000), limits=Limits(states=1_000))
    assert found.stopped == "the limit of 1,000 states was reached"
    assert found.form.name == "WHOLE" or 1_000 < found.states < 1_050


def test_a_limit_that_the_beginning_passes_is_told_at_once() -> None:
    found = search(counter(100_000), Task(Limits(states=1_000)), roots="all")
    assert found.stopped == "the limit of 1,000 states was reached"
    assert found.expanded == 0


def test_too_many_encoded_states_are_refused() -> None:
    model = Model("wide")
    model.array("x", range(40), range(3))
    with pytest.raises(Refused, match="states can be encoded, too many to look at each"):
        search(model, roots="all")


def test_a_limit_on_memory_is_told() -> None:
    found = search(counter(10**6), Task(Limits(memory=600_000), edges=True))
    assert found.stopped == "the limit of 585.9 KB of memory was reached"
    assert 0 < found.expanded < found.states


@pytest.fixture(params=["ranked", "packed", "whole"])
def keeping(request: pytest.FixtureRequest) -> Any:
    """A search in each of the forms that keeps steps in passing."""
    tuning = PACKED if request.param == "packed" else USUAL
    roots: Roots = "all" if request.param == "whole" else "initial"
    return lambda model, most, **asked: search(
        model, Task(tuning=tuning, **asked), roots=roots, steps_up_to=most
    )


def test_steps_are_kept_while_they_are_few(keeping: Callable[..., Any]) -> None:
    found = keeping(counter(100_000), 1_000_000)
    assert len(found.edges.target) == found.transitions == 199_999
    source = np.repeat(np.arange(found.states), np.diff(found.edges.start).astype(np.int64))
    states = np.array([found.state(n)[0] for n in range(found.states)])
    gone = states[found.edges.target] - states[source]
    assert (gone == found.edges.event + 1).all()  # the first action counts by 1, the other by 2


def test_too_many_steps_are_not_kept(keeping: Callable[..., Any]) -> None:
    found = keeping(counter(200_000), 100_000)
    assert found.edges is None
    assert (found.states, found.transitions, found.stopped) == (200_001, 399_999, "")


def test_steps_are_given_up_before_memory_ends(keeping: Callable[..., Any]) -> None:
    found = keeping(counter(100_000), 1_000_000, limits=Limits(memory=3_900_000))
    assert found.edges is None
    assert (found.states, found.transitions, found.stopped) == (100_001, 199_999, "")


def test_a_search_that_a_limit_ended_keeps_the_steps_of_its_part() -> None:
    found = search(counter(100_000), Task(Limits(states=1_000)), steps_up_to=1_000_000)
    graph = graph_of_space(found)
    assert graph.stopped == "the limit of 1,000 states was reached"
    assert graph.frontier is not None
    assert graph.transitions == found.transitions == 2 * found.expanded
    for n in range(found.expanded):
        first, last = int(graph.edges.start[n]), int(graph.edges.start[n + 1])
        assert {graph.state(int(t)) for t in graph.edges.target[first:last]} == {(n + 1,), (n + 2,)}


def test_a_graph_says_which_states_were_not_expanded() -> None:
    graph = graph_of(counter(100_000), Task(Limits(states=1_000)))
    assert graph.stopped
    assert graph.frontier is not None
    assert 0 < np.count_nonzero(graph.frontier) < 50
    assert graph.states == len(graph.frontier)


def test_progress_is_watched(way: Callable[..., Any]) -> None:
    seen: list[Progress] = []
    way(counter(100_000), watch=seen.append)
    assert [progress.states for progress in seen] == sorted(progress.states for progress in seen)
    assert seen[-1].states > 50_000


def test_an_interruption_gives_what_was_found(way: Callable[..., Any]) -> None:
    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    found = way(counter(100_000), watch=interrupt)
    assert found.stopped == INTERRUPTED
    assert found.states > 0
    assert found.number(found.state(found.states - 1)) == found.states - 1


def test_an_interruption_while_the_table_grows_leaves_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []

    def interrupt(self: Run, size: int) -> str:
        calls.append(size)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr(Run, "exceeds", interrupt)
    found = search(counter(100_000), Task(edges=True))
    assert found.stopped == INTERRUPTED
    assert found.number(found.state(found.states - 1)) == found.states - 1


def test_a_value_out_of_sort_is_told_as_python_tells_it(way: Callable[..., Any]) -> None:
    model = counter(10, bound=12)
    with pytest.raises(OutOfSort) as expected:
        model.successors((9,))
    with pytest.raises(OutOfSort) as told:
        way(model)
    assert str(told.value) == str(expected.value)


def test_a_fault_that_python_does_not_see_is_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    model = counter(10, bound=12)
    monkeypatch.setattr(Model, "successors", lambda self, state: [])
    with pytest.raises(Fault, match="native code and Python differ"):
        search(model)


def test_numbers_that_could_wrap_around_are_refused() -> None:
    model = Model("large")
    n = model.var("n", range(2**40), init=0)

    @model.action
    def grow() -> object:
        square: Expr = n * n
        return step(when=square * n > 5, set={n: 1})

    with pytest.raises(Refused, match="too large for native code"):
        search(model)


def test_a_shortest_way_is_found_backwards() -> None:
    assert way_to(search(counter(9)), 0) == ((0,), [])
    start, steps = way_to(search(counter(9)), 9)
    assert (start, len(steps), steps[-1][1]) == ((0,), 5, (9,))
    model = board(3, 3, 3)
    found = search(model, Task(tuning=Tuning(bitmap_at_once=0)))
    state, steps = way_to(found, found.states - 1)
    assert [state] == list(model.initial())
    for label, there in steps:
        assert (label, there) in model.successors(state)
        state = there
    assert state == found.state(found.states - 1)


def test_steps_are_refused_where_states_are_missing() -> None:
    algebra = SweepAlgebra(search(counter(100_000), Task(Limits(states=1_000))))
    assert algebra.count(algebra.prop("n = 3")) == 1
    with pytest.raises(Refused, match="not all states are known: the limit of 1,000 states"):
        algebra.step(Kind.SOME, algebra.everything, None, frozenset())
    with pytest.raises(Refused, match="not all states are known"):
        algebra.until(Kind.SOME, frozenset(), algebra.everything, algebra.nothing)


def test_many_initial_states_are_found_natively() -> None:
    model = Model("free")
    x = model.array("x", range(13), bool)
    model.start(x[0] | x[1])

    @model.action(at=range(13))
    def clear(at: int) -> object:
        return step(when=x[at], set={x[at]: False})

    found = search(model)
    assert int(found.levels[1]) == 3 << 11
    assert found.states == 1 << 13
    assert {found.state(n) for n in range(int(found.levels[1]))} == set(model.initial())
    graph = graph_of(model)
    assert {graph.state(int(n)) for n in graph.initial} == set(model.initial())


def test_a_model_without_actions_rests() -> None:
    model = Model("still")
    model.var("n", range(3))
    found = search(model)
    assert (found.states, found.transitions) == (3, 0)
    graph = graph_of(model)
    assert [str(graph.labels[k]) for k in graph.edges.event] == ["rest"] * 3


def test_a_model_that_cannot_start_has_no_states() -> None:
    model = Model("never")
    n = model.var("n", range(3))
    model.start(n != n)
    assert search(model).states == 0
    assert graph_of(model).states == 0
    algebra = SweepAlgebra(search(model))
    assert algebra.count(algebra.initial) == algebra.count(algebra.everything) == 0
