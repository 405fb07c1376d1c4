"""The graph of the states of a model, and of any system."""

from __future__ import annotations

import pytest

from counterpoint import Model, state_graph, step
from counterpoint.errors import Misuse
from counterpoint.examples.nim import model
from counterpoint.model.system import REST
from counterpoint.report.drawing import graph_text
from counterpoint.stopped import Cause

from .drawn_numbers import drawn_numbers


class Stairs:
    """Up or down between some steps; from the last one no way leads on."""

    def __init__(self, last: int) -> None:
        self.last = last

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        if state == self.last:
            return []
        return [("up", state + 1), ("up", state + 1), ("back", 0)]

    def show(self, state: int) -> str:
        return f"step {state}"


def test_states_come_breadth_first_with_the_shortest_way_to_each() -> None:
    graph = state_graph(Stairs(2))
    assert [(node.number, node.depth, node.way.events) for node in graph.nodes] == [
        (0, 0, ()),
        (1, 1, ("up",)),
        (2, 2, ("up", "up")),
    ]
    assert graph.edges == ((0, "up", 1), (0, "back", 0), (1, "up", 2), (1, "back", 0), (2, REST, 2))
    assert [node.quiet for node in graph.nodes] == [False, False, True]


def test_a_graph_of_a_system_that_is_cut_short_has_no_loose_ends() -> None:
    graph = state_graph(Stairs(1000), limit_states=10)
    assert len(graph.nodes) == 10
    assert graph.stopped == "the limit of 10 states was reached"
    assert max(target for _, _, target in graph.edges) == 9


def scattered() -> Model:
    """Ten numbers that are chosen anew in each step: 10^10 steps out of each state."""
    model = Model("scattered")
    drawn = drawn_numbers(model, 10, 10)

    @model.action
    def scatter() -> object:
        return step(set=drawn)

    return model


def test_states_with_very_many_steps_are_drawn_with_some_of_them() -> None:
    graph = state_graph(scattered(), limit_states=10)
    assert (len(graph.nodes), graph.stopped.cause) == (10, Cause.STATES)
    assert len(graph.edges) >= 10
    assert not any(node.quiet for node in graph.nodes)


def test_the_steps_of_all_states_together_are_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterpoint.engines.state_graph.STEPS_OF_ALL", 3)
    monkeypatch.setattr("counterpoint.engines.state_graph.STEPS_OF_ONE", 5)
    graph = state_graph(scattered(), limit_states=5)
    assert (len(graph.nodes), len(graph.edges), graph.stopped.cause) == (5, 15, Cause.STATES)
    assert not any(node.quiet for node in graph.nodes), "steps that are left out are no rest"


def test_a_graph_with_fewer_states_than_allowed_has_all_steps_however_many_one_state_has() -> None:
    model = Model("many ways")
    n = model.var("n", range(2), init=0)

    @model.action(way=range(50))
    def go(way: int) -> object:
        return step(set={n: way % 2})

    graph = state_graph(model, limit_states=2)
    assert (len(graph.nodes), len(graph.edges), graph.stopped) == (2, 100, "")


def test_a_limit_of_time_ends_a_graph_with_what_was_found() -> None:
    graph = state_graph(scattered(), limit_time=0.2)
    assert graph.stopped.cause is Cause.TIME
    assert all(target < len(graph.nodes) for _, _, target in graph.edges)


def test_a_drawing_of_a_model_shows_its_states() -> None:
    graph = state_graph(model(piles=(1, 1)))
    assert graph.nodes[1].picture == ".\n|  t = 2"
    assert "<title>1: take(0,0)\n.\n|  t = 2</title>" in graph_text(graph, ".svg")
    assert '"picture": ".\\n|  t = 2"' in graph_text(graph, ".json")


def test_what_is_no_system_has_no_graph() -> None:
    with pytest.raises(Misuse, match="a system is needed"):
        state_graph(object())
