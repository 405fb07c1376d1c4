"""What native code finds is what Python finds, in whichever form the states are kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterpoint import native
from counterpoint.engines.base.task import Task
from counterpoint.engines.graph.explicit import ExplicitGraph
from counterpoint.engines.search.compiled.graph import Roots, graph_of, graph_of_space
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.space import Space
from counterpoint.errors import OutOfSort
from counterpoint.model.history import with_history
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.model.system import REST
from counterpoint.terms.evaluate import evaluate
from counterpoint.tuning import USUAL, Tuning
from tests.tunings import MIXED, PACKED, TINY, task

from .models import models

ALWAYS: dict[str, Any] = {
    "deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)
}  # fmt: skip
FEW = settings(max_examples=3, **ALWAYS)
SOME = settings(max_examples=12, **ALWAYS)


def in_python(patch: pytest.MonkeyPatch) -> None:
    """Let CPython run the kernels, which checks every access and needs no compiler."""
    patch.setattr(native, "build", native.twin)


def walk(model: Model) -> tuple[dict[Hashable, int], int]:
    """The distance of each state, and the number of steps that are no rests."""
    distance: dict[Any, int] = dict.fromkeys(model.initial(), 0)
    steps = 0
    for state in (queue := list(distance)):
        for label, there in model.successors(state):
            steps += label is not REST
            if there not in distance:
                distance[there] = distance[state] + 1
                queue.append(there)
    return distance, steps


def distances(found: Space) -> dict[Hashable, int]:
    depth = np.repeat(np.arange(len(found.levels) - 1), np.diff(found.levels).astype(np.int64))
    return {found.state(n): int(depth[n]) for n in range(found.states)}


def agrees(model: Model, tuning: Tuning = USUAL) -> None:
    try:
        distance, taken = walk(model)
    except OutOfSort:
        with pytest.raises(OutOfSort):
            search(model, task(tuning))
        return
    found = search(model, task(tuning))
    assert distances(found) == distance
    assert found.transitions == taken
    assert found.complete
    for number in range(found.states):
        assert found.number(found.state(number)) == number
    names = [v.name for v in model.variables]
    term = model.atoms["atom"]
    expected = [
        evaluate(term, dict(zip(names, found.state(n), strict=True))) for n in range(found.states)
    ]
    assert found.holds(term).tolist() == expected


@pytest.mark.slow
@SOME
@given(models())
def test_a_bitmap_finds_what_python_finds(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        agrees(model)


@pytest.mark.slow
@SOME
@given(models())
def test_a_hash_table_finds_what_python_finds(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        agrees(model, PACKED)


@pytest.mark.slow
@FEW
@given(models())
def test_machine_code_finds_what_python_finds(model: Model) -> None:
    for tuning in (USUAL, PACKED, TINY):
        agrees(model, tuning)


@pytest.mark.slow
@SOME
@given(models(wide=True))
def test_states_of_several_words_are_found_too(model: Model) -> None:
    assert model.layout.words > 1
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        agrees(model)


@pytest.mark.slow
@SOME
@given(models())
def test_code_cut_into_small_pieces_finds_the_same(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        agrees(model, Tuning(longest_function=6, longest_expression=20, table_size=3))


@pytest.mark.slow
@SOME
@given(models(), st.sampled_from((TINY, MIXED)))
def test_any_tuning_finds_what_python_finds(model: Model, tuning: Tuning) -> None:
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        agrees(model, tuning)


@pytest.mark.slow
@SOME
@given(models())
def test_a_graph_has_the_steps_that_python_finds(model: Model) -> None:
    try:
        distance, taken = walk(model)
    except OutOfSort:
        return
    graph = graph_in_python(model)
    assert graph.transitions == taken
    assert {graph.state(n) for n in range(graph.states)} == set(distance)
    has_steps_of(graph, model)


@pytest.mark.slow
@SOME
@given(models(), st.sampled_from((USUAL, PACKED, TINY, MIXED)), st.sampled_from(("initial", "all")))
def test_steps_kept_in_passing_are_those_of_a_graph(
    model: Model, tuning: Tuning, roots: Roots
) -> None:
    try:
        with pytest.MonkeyPatch.context() as patch:
            in_python(patch)
            found = search(model, task(tuning), roots=roots, steps_up_to=1 << 20)
            graph = graph_of_space(found)
            expected = graph_of(model, roots=roots)
    except OutOfSort:
        return
    assert (graph.states, graph.transitions) == (expected.states, expected.transitions)
    assert {graph.state(n) for n in range(graph.states)} == {
        expected.state(n) for n in range(expected.states)
    }
    has_steps_of(graph, model)


@pytest.mark.slow
@SOME
@given(models())
def test_the_graph_of_all_states_has_all_steps(model: Model) -> None:
    layout = model.layout
    try:
        expected = {s: model.successors(s) for s in map(layout.unrank, range(layout.size))}
    except OutOfSort:
        with pytest.raises(OutOfSort):
            graph_in_python(model, "all")
        return
    graph = graph_in_python(model, "all")
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        found = search(model, Task(), roots="all")
    assert graph.states == layout.size
    assert graph.transitions == sum(
        label is not REST for steps in expected.values() for label, _ in steps
    )
    assert sorted(graph.initial.tolist()) == sorted(map(layout.rank, model.initial()))
    has_steps_of(graph, model)
    assert (found.states, found.transitions) == (graph.states, graph.transitions)


def test_rests_that_a_history_adds_are_steps_and_do_not_count() -> None:
    model = Model("late")
    n = model.var("n", range(3), init=0)

    @model.action
    def go() -> object:
        return step(when=n < 2, set={n: n + 1})

    heard = with_history(model, last={"went": frozenset({"go"})}, once={})
    distance, taken = walk(heard)
    graph = graph_of(heard)
    assert taken == graph.transitions == search(heard).transitions == 2
    assert {graph.state(number) for number in range(graph.states)} == set(distance)
    has_steps_of(graph, heard)


def test_one_step_of_two_players_is_a_contest_and_counts_once() -> None:
    model = Model("both")
    n = model.var("n", range(2), init=0)

    @model.action(owner="one")
    def go() -> object:
        return step(when=n == 0, set={n: 1})

    twin = dataclasses.replace(model.actions[0], owner="two")
    both = Model.of("both", dataclasses.replace(model.parts, actions=(*model.actions, twin)))
    graph = graph_of(both)
    assert graph.transitions == search(both).transitions == 1
    assert graph.contest is not None
    assert graph.contest.players == ("one", "two")


def graph_in_python(model: Model, roots: Roots = "initial") -> ExplicitGraph:
    with pytest.MonkeyPatch.context() as patch:
        in_python(patch)
        return graph_of(model, roots=roots)


def has_steps_of(graph: ExplicitGraph, model: Model) -> None:
    event, target = graph.edges.event, graph.edges.target
    for n in range(graph.states):
        state: Any = graph.state(n)
        ks = range(int(graph.edges.start[n]), int(graph.edges.start[n + 1]))
        steps = [(graph.labels[event[k]], graph.state(int(target[k]))) for k in ks]
        assert len(steps) >= 1
        assert set(steps) == set(model.successors(state))
        owners = model.owners(state)
        if graph.contest is None:
            assert len(owners) < 2 or all(label is REST for label, _ in steps)
            if len(owners) < 2 and graph.owner is not None:
                expected = owners[0] if owners else None
                number = int(graph.owner[n])
                assert (graph.players[number] if number >= 0 else None) == expected
    if graph.contest is not None:
        contested: Any = graph.state(graph.contest.state)
        owners = model.owners(contested)
        assert set(graph.contest.players) <= set(owners)
        assert len(set(graph.contest.players)) == 2
