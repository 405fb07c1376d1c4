"""Runs kept as arrays are a sequence of traces."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from counterpoint import Model, Trace, covering_runs, step, where
from counterpoint.certificate import Extent
from counterpoint.engines.base import arrays
from counterpoint.engines.base.arrays import Ints
from counterpoint.report import tours
from counterpoint.report.plain import to_lines
from counterpoint.report.tours import tours_json
from counterpoint.target import find_target
from counterpoint.tours import replayed
from counterpoint.tours.observed import observe_of, writing_of
from counterpoint.tours.runs import Runs, States
from counterpoint.tours.walks import Walk, walks_in_a_row

from ..share import share
from .programs import declared
from .small import drawn


def made() -> Runs:
    """Three runs, the second of which is a start only."""
    states = States(lambda numbers: map("stuvw".__getitem__, numbers.tolist()))
    start, label = np.array([0, 2, 2, 3]), np.array([0, 1, 1])
    return Runs(start, label, np.array([3, 0, 4, 2, 0, 3]), ("a", "b"), states)


TRACES = (Trace("v", (("a", "s"), ("b", "w"))), Trace("u"), Trace("s", (("b", "v"),)))


def test_runs_are_traces_in_their_order() -> None:
    runs = made()
    assert (len(runs), runs.steps, tuple(runs)) == (3, 3, TRACES)
    assert (runs[-1], runs[1:], runs[::-1]) == (TRACES[2], TRACES[1:], TRACES[::-1])
    assert TRACES[1] in runs
    with pytest.raises(IndexError):
        runs[3]
    assert repr(runs) == "<3 runs with 3 steps>"


def test_a_run_has_a_beginning() -> None:
    assert made().beginning(0, 1) == Trace("v", (("a", "s"),))
    assert made().beginning(0, 5) == TRACES[0]
    assert made().beginning(1, 5) == TRACES[1]


def test_each_state_is_read_once_and_those_of_a_run_together() -> None:
    asked: list[list[int]] = []

    def read(numbers: Ints) -> Iterator[str]:
        asked.append(numbers.tolist())
        return map("stuvw".__getitem__, numbers.tolist())

    runs = made()
    runs = Runs(runs.start, runs.label, runs.state, runs.labels, States(read))
    assert tuple(runs) == tuple(runs) == TRACES
    assert asked == [[3, 0, 4], [2]]


def ring(size: int) -> Model:
    """One run goes through all states."""
    model = Model("ring")
    n = model.var("n", range(size), init=0)

    @model.action
    def on() -> object:
        return step(set={n: (n + 1) % size})

    return model


def test_a_sample_reads_no_more_of_a_long_run_than_it_replays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = covering_runs(ring(50), audit="none").runs
    read: list[int] = []

    def noting(numbers: Ints) -> Iterator[Any]:
        read.extend(numbers.tolist())
        return found.states.many(numbers)

    noted = Runs(found.start, found.label, found.state, found.labels, States(noting))
    monkeypatch.setattr(replayed, "REPLAYED", 5)
    replayed.require_runs(ring(50), noted, Extent.SAMPLE, 0)
    assert len(read) == 6
    replayed.require_runs(ring(50), noted, Extent.ALL, 0)
    assert sorted(read) == list(range(50))


@pytest.mark.parametrize("cover", ["states", "transitions", "rules"])
def test_a_model_without_variables_has_one_state(cover: str) -> None:
    model = Model("none")

    @model.action
    def wait() -> object:
        return step()

    found = covering_runs(model, cover, loops=True)
    assert [run.states for run in found] == [((), ())[: 1 if cover == "states" else 2]]
    assert pickle.loads(pickle.dumps(found)).runs == found.runs
    written = json.loads("".join(tours_json(found, model)))
    assert written["shown"] == [{}]
    assert list(where(model, "true")) == [()]


@pytest.mark.parametrize("part", [1, 2, 3])
@pytest.mark.parametrize("cover", ["states", "transitions"])
def test_lists_are_written_in_parts(monkeypatch: pytest.MonkeyPatch, part: int, cover: str) -> None:
    model: Any = find_target("nim")
    found = covering_runs(model, cover)
    whole = json.loads("".join(tours_json(found, model)))
    assert whole["runs"] == [[str(label) for label in run.events] for run in found]
    assert [len(each) for each in whole["states"]] == [len(run.states) for run in found]
    shown = [[whole["shown"][n] for n in each] for each in whole["states"]]
    assert shown == [[model.as_json(state) for state in run.states] for run in found]
    monkeypatch.setattr(tours, "PART", part)
    assert json.loads("".join(tours_json(found, model))) == whole


@pytest.mark.parametrize("part", [1, 2, 1 << 16])
def test_what_is_observed_is_written_as_any_other_json(
    monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    texts = ["", 'a "b"', "\\n\n\t", "é→𝄞", "\x00\x7f\u2028", "\ud800", "],"]
    shown = [*texts, {}, *({a: b, b: [a]} for a in texts for b in texts)]
    monkeypatch.setattr(tours, "PART", part)
    encoded = (json.dumps(each, ensure_ascii=False) for each in shown)
    written = ",\n    ".join(tours._in_parts(encoded))
    assert written == ",\n    ".join(to_lines(shown))
    assert [json.loads(line) for line in to_lines(shown)] == shown


def test_a_model_that_shows_states_in_its_own_way_is_shown_so() -> None:
    class Mine(Model):
        def show(self, state: tuple[Any, ...]) -> dict[str, str]:
            return {"mine": str(state)}

    model = Mine("mine")
    model.var("n", range(2), init=0)
    assert observe_of(model)((1,)) == {"mine": "(1,)"}
    assert writing_of(model)((1,)) == '{"mine": "(1,)"}'


def test_walks_are_chosen_and_lose_arcs() -> None:
    walks = walks_in_a_row(
        [Walk(0, np.array([2, 0])), Walk(1, np.array([], int)), Walk(3, np.array([1]))]
    )
    chosen = walks.those(np.array([2, 1, 0]))
    assert [(walk.node, walk.arcs.tolist()) for walk in chosen] == [(3, [1]), (1, []), (0, [2, 0])]
    fewer = walks.along(np.array([True, False, True]), np.array([7, 8, 9]))
    assert [walk.arcs.tolist() for walk in fewer] == [[9, 7], [], []]
    assert len(walks[1:]) == 2


def test_runs_are_equal_if_their_traces_are() -> None:
    assert made() == made() == TRACES
    assert hash(made()) == hash(made())
    assert made() != TRACES[:2]
    assert made() != [*TRACES[:2], Trace("t")]
    assert made() != 3


def test_the_states_are_met_in_the_order_of_the_runs() -> None:
    numbers, places = made().met
    assert numbers.tolist() == [3, 0, 4, 2]
    assert places.tolist() == [0, 1, 2, 3, 1, 0]


def test_no_runs_meet_no_states() -> None:
    nothing = np.zeros(0, np.int64)
    none = Runs(np.zeros(1, np.int64), nothing, nothing, (), made().states)
    assert [len(each) for each in none.met] == [0, 0]
    assert none == ()


@pytest.mark.parametrize("name", ["nim", "peterson"])
def test_runs_are_pickled_with_their_states(name: str) -> None:
    found = covering_runs(find_target(name))
    copied = pickle.loads(pickle.dumps(found))
    assert copied.runs == found.runs
    assert copied == found


def test_runs_of_a_program_are_pickled_too() -> None:
    found = covering_runs(declared)
    assert pickle.loads(pickle.dumps(found.runs)) == tuple(found.runs)


def test_transitions_are_the_same_where_no_number_stands_for_both_their_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    systems = [drawn(seed) for seed in range(share(50))]
    found = [covering_runs(system) for system in systems]
    monkeypatch.setattr(arrays, "LARGEST", 0)
    assert [covering_runs(system) for system in systems] == found
