"""Programs and systems as graphs: whose choice the states are, what is fair, where rests are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pytest

from counterpoint import Program, check
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress, Task
from counterpoint.engines.graph.explicit import NOBODY, ExplicitGraph
from counterpoint.engines.search.making import graph_of_exploration, graph_of_system
from counterpoint.engines.search.network.explore import explore
from counterpoint.errors import NotAGame
from counterpoint.model.system import REST
from tests.logic.semantics import Kripke, Move

from .. import programs as p
from ..kripkes import PLAYERS, Listed

A, B, C, D = p.EVENTS


def graph_of(program: Program, limit: int | None = None) -> ExplicitGraph:
    return graph_of_exploration(explore(program.network(), Task(Limits(limit), edges=True)))


def steps_of(graph: ExplicitGraph, state: int) -> list[tuple[object, int]]:
    edges = graph.edges
    return [
        (graph.labels[edges.event[k]], int(edges.target[k]))
        for k in range(int(edges.start[state]), int(edges.start[state + 1]))
    ]


def test_a_program_rests_where_nothing_need_happen() -> None:
    graph = graph_of(Program(p.request(A, times=1), p.until(D, C), external=[B]))
    assert steps_of(graph, 0) == [(A, 1)]
    assert steps_of(graph, 1) == [(B, 1), (REST, 1)]
    assert graph.transitions == 2


def test_a_failed_assertion_rests_too() -> None:
    graph = graph_of(Program(p.request(A), p.forbid(A)))
    assert steps_of(graph, 1) == [(REST, 1)]


def test_states_are_found_by_what_they_are() -> None:
    program = Program(p.in_turn(A, B, C))
    graph = graph_of(program)
    assert [graph.number(graph.state(n)) for n in range(3)] == [0, 1, 2]
    assert graph.number((7,)) is None


def test_the_frontier_is_what_was_not_looked_at() -> None:
    graph = graph_of(Program(p.in_turn(A, B, C, D)), limit=2)
    frontier = graph.frontier
    assert frontier is not None
    assert frontier.tolist() == [False] * (len(frontier) - 1) + [True]
    assert steps_of(graph, len(frontier) - 1) == [(REST, len(frontier) - 1)]
    assert graph.stopped == "the limit of 2 states was reached"


def test_a_state_belongs_to_who_chooses_its_events() -> None:
    program = Program(p.request(A, times=1), p.request(B, times=1), owners={"one": [A, B]})
    graph = graph_of(program)
    assert graph.players == ("one",)
    assert graph.owner is not None
    assert [graph.owner[n] for n in range(4)] == [0, 0, 0, NOBODY]


def test_a_step_that_is_nobodys_is_marked_beside_those_of_a_player() -> None:
    graph = graph_of(Program(p.request(A, C), owners={"one": [A]}))
    assert graph.owner is not None
    assert graph.unowned is not None
    assert graph.owner.tolist() == [0]
    assert graph.unowned.tolist() == [False, True]


def test_to_wait_beside_events_from_outside_is_for_their_owner() -> None:
    graph = graph_of(Program(p.until(D, C), external=[B], owners={"one": [B]}))
    assert graph.owner is not None
    assert (graph.owner.tolist(), graph.unowned) == ([0], None)


def test_a_state_where_two_choose_is_no_game() -> None:
    program = Program(p.request(A), p.request(B), owners={"one": A, "two": B})
    (verdict,) = check(program, "<<one>> F enabled(B)")
    assert verdict.answer.value == "unknown"
    assert verdict.reason.startswith("two players can choose at the start: one by A, two by B")
    with pytest.raises(NotAGame, match="there is no player 'three'; there are one"):
        check(Program(p.request(A), owners={"one": A}), "<<three>> X hot")


class TestSystems:
    kripke = Kripke(
        (
            (Move("a", 1, "one"), Move("a", 1, "one"), Move("b", 0, "one")),
            (Move("a", 2),),
            (Move("b", 2),),
        ),
        {"p": frozenset({2})},
    )

    def test_a_step_that_is_given_twice_counts_once(self) -> None:
        graph = graph_of_system(Listed(self.kripke, (0,)))
        assert steps_of(graph, 0) == [("a", 1), ("b", 0)]
        assert (graph.states, graph.transitions, graph.players) == (3, 4, PLAYERS)
        assert graph.owner is not None
        assert graph.owner.tolist() == [0, NOBODY, NOBODY]

    def test_a_state_without_steps_rests(self) -> None:
        class Dead(Listed):
            def successors(self, state: int) -> Any:
                return iter(())

        graph = graph_of_system(Dead(self.kripke, (0, 0, 1)))
        assert steps_of(graph, 0) == [(REST, 0)]
        assert (graph.transitions, graph.initial.tolist()) == (0, [0, 1])

    @pytest.mark.parametrize(
        ("limits", "reason"),
        [
            (Limits(1), "the limit of 1 states was reached"),
            (Limits(2), "the limit of 2 states was reached"),
            (Limits(memory=1), "the limit of 1 bytes of memory was reached"),
        ],
    )
    def test_a_limit_ends_the_search_of_a_few_states_too(self, limits: Limits, reason: str) -> None:
        graph = graph_of_system(Listed(self.kripke, (0,)), Task(limits))
        assert graph.stopped == reason
        assert graph_of_system(Listed(self.kripke, (0,)), Task(Limits(3))).stopped == ""

    def test_the_search_tells_how_far_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = iter(range(1000))
        monkeypatch.setattr(
            "counterpoint.engines.search.walker.time.perf_counter", lambda: next(clock)
        )
        seen: list[Progress] = []
        graph_of_system(Listed(self.kripke, (0,)), Task(watch=seen.append))
        assert [(s.states, s.waiting) for s in seen] == [(2, 2), (3, 2), (3, 1)]


def test_no_state_at_all_is_a_graph_too() -> None:
    graph = graph_of_system(Listed(TestSystems.kripke, ()))
    assert (graph.states, graph.transitions, int(np.count_nonzero(graph.initial))) == (0, 0, 0)


def test_an_atom_of_a_system_is_evaluated_once_in_each_state() -> None:
    class Ring:
        """Eleven states in a circle."""

        asked: ClassVar[list[int]] = []

        @property
        def atoms(self) -> dict[str, Callable[[int], bool]]:
            return {"low": self.is_low}

        def is_low(self, n: int) -> bool:
            self.asked.append(n)
            return n < 4

        def initial(self) -> list[int]:
            return [0]

        def successors(self, n: int) -> list[tuple[str, int]]:
            return [("go", (n + 1) % 11)]

        def show(self, n: int) -> str:
            return str(n)

    graph = graph_of_system(Ring())
    first, second = graph.prop("low"), graph.prop("low")
    first[:] = False  # an array of the caller's own
    assert second.tolist() == [n < 4 for n in range(11)]
    assert graph.prop("low").tolist() == second.tolist()
    assert Ring.asked == list(range(11))
