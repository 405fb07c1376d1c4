"""Many states read at once are those read one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from counterpoint import Model, subsets_of
from counterpoint.engines.base.task import Task
from counterpoint.engines.graph import explicit
from counterpoint.engines.search.compiled.decoded import codes_of_ranks, states_of
from counterpoint.engines.search.compiled.form import Form
from counterpoint.engines.search.compiled.graph import graph_of
from counterpoint.engines.search.compiled.search import search
from counterpoint.model.step import step
from counterpoint.terms.layout import Layout
from counterpoint.terms.sort import Interval
from counterpoint.terms.term import Variable
from counterpoint.tuning import Tuning


def wide(many: int) -> Model:
    """Values of all kinds: few and many numbers, truth values, words, members and sets."""
    model = Model("wide")
    model.var("wide", range(-3, many), init=-3)
    n = model.var("n", range(5), init=0)
    flag = model.var("flag", bool, init=False)
    kind = model.var("kind", ("a", 7, True), init="a")
    some = model.var("some", subsets_of(("x", "y", "z")), init=frozenset())
    model.var("sets", subsets_of(range(5)), init=frozenset({4}))
    cells = model.array("cells", range(3), (0, 1, 2), init=0)

    @model.action
    def count() -> Any:
        return step(when=n < 4, set={n: n + 1, flag: ~flag})

    @model.action
    def turn() -> Any:
        return step(set={kind: True, some: frozenset({"y"}), cells[1]: 2})

    return model


@pytest.mark.parametrize("form", [Form.PACKED, Form.RANKED])
def test_states_read_together_are_those_read_one_by_one(form: Form) -> None:
    tuning = Tuning(bitmap_at_once=1 << 40 if form is Form.RANKED else 0)
    if form is Form.PACKED:
        tuning = replace(tuning, bitmap_sparsest=0)
    found = search(wide(300), Task(tuning=tuning))
    assert found.form is form
    numbers = np.arange(found.states)[::-1]
    states = list(found.states_at(numbers))
    assert states == [found.state(number) for number in numbers.tolist()]
    assert len(set(states)) == found.states > 5


def test_states_read_by_rank_are_those_with_these_numbers() -> None:
    model = Model("two")
    model.var("x", range(3))
    model.var("t", bool)
    found = search(model, roots="all")
    assert found.form is Form.WHOLE
    assert list(found.states_at(np.arange(6))) == [found.state(number) for number in range(6)]


@pytest.mark.parametrize("at_once", [1, 2, 1000])
def test_a_graph_reads_states_in_parts(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(explicit, "AT_ONCE", at_once)
    graph = graph_of(wide(3))
    numbers = np.array([3, 0, 3, 1, 2])
    assert list(graph.states_at(numbers)) == [graph.state(number) for number in numbers.tolist()]
    assert list(graph.states_at(numbers[:0])) == []


def test_a_rank_is_read_where_a_weight_needs_33_bits() -> None:
    halves = Variable("a", Interval(0, 65535)), Variable("b", Interval(0, 65535))
    layout = Layout((*halves, Variable("c", Interval(0, 0))))
    ranks = np.array([5, 65536, 2**32 - 1], np.uint32)
    states = list(states_of(layout, codes_of_ranks(layout, ranks), 3))
    assert states == [(5, 0, 0), (0, 1, 0), (65535, 65535, 0)] == list(map(layout.unrank, ranks))
