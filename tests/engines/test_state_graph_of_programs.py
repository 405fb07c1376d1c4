"""The graph of the states that are reached."""

from __future__ import annotations

from counterpoint import Program, state_graph

from . import programs as p

A, B = p.A, p.B


def test_nodes_tell_what_they_are_and_the_shortest_way_to_them() -> None:
    graph = state_graph(Program(p.request(A, B), p.forbid(B), p.wait_then_block(A, 1)))
    assert [(node.depth, node.failed, node.deadlock) for node in graph.nodes] == [
        (0, False, False),
        (1, False, False),
        (1, True, False),
        (2, True, False),
    ]
    assert graph.nodes[3].way.events == (A, B)
    assert graph.edges == ((0, A, 1), (0, B, 2), (1, B, 3))
    assert graph.stopped == ""


def test_a_deadlock_and_a_hot_state_are_marked() -> None:
    deadlock = state_graph(Program(p.request(A), p.wait_then_block(A, 0))).nodes[0]
    assert deadlock.deadlock
    assert deadlock.quiet
    assert state_graph(Program(p.request(A, hot=True))).nodes[0].hot


def test_a_graph_that_is_cut_short_says_why_and_has_no_loose_ends() -> None:
    graph = state_graph(Program(p.request(A, times=50), p.request(B, times=50)), limit_states=20)
    assert len(graph.nodes) == 20
    assert graph.stopped == "the limit of 20 states was reached"
    assert all(source < 20 and target < 20 for source, _, target in graph.edges)


def test_a_strategy_of_the_users_own_has_a_graph_too() -> None:
    program = Program(p.request(A, times=1), p.request(B, times=1), strategy=p.first_by_name)
    assert len(state_graph(program).nodes) == 3
