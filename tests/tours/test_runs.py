"""Runs kept as arrays are a sequence of traces."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from counterpoint import Trace, covering_runs
from counterpoint.target import find_target
from counterpoint.tours import arcs
from counterpoint.tours.runs import Runs, States

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
    monkeypatch.setattr(arcs, "LARGEST", 0)
    assert [covering_runs(system) for system in systems] == found
