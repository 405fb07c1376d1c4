"""Attractors, traps and steps against their definitions."""

from __future__ import annotations

import dataclasses
from itertools import chain, combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.base.arrays import Bools
from counterpoint.engines.base.outcome import NONE
from counterpoint.engines.graph import attractor as module
from counterpoint.engines.graph import attractor_kernel as kernel
from counterpoint.engines.graph.attractor import NO_MOVE, attractor, nearest_moves, step, trap
from counterpoint.engines.graph.explicit import NOBODY, Contest
from counterpoint.errors import NotAGame
from counterpoint.logic.core import Kind
from counterpoint.native import twin

from ...games.small_games import PLAYERS, Table, nim, tables, tic_tac_toe

TEAMS = [frozenset(team) for team in chain(*(combinations(PLAYERS, k) for k in range(3)))]
KINDS = st.sampled_from(list(Kind))


def allowed(table: Table, kind: Kind, team: frozenset[str], inside: set[int], s: int) -> bool:
    """The definition of a step, for one state."""
    owned = [t in inside for _, t, free in table.steps[s] if not free]
    free = [t in inside for _, t, free in table.steps[s] if free]
    if table.owners[s] == NOBODY:
        owned, free = [], owned + free
    ours = table.owner(s) in team
    match kind:
        case Kind.SOME:
            return any(owned + free)
        case Kind.ALL:
            return all(owned + free)
        case Kind.FORCE:
            return all(free) and (not owned or (any(owned) if ours else all(owned)))
        case Kind.ALLOW:
            return any(free) or (bool(owned) and (all(owned) if ours else any(owned)))


def layers(
    table: Table, kind: Kind, team: frozenset[str], hold: set[int], goal: set[int]
) -> list[set[int]]:
    found = [set(goal)]
    while True:
        more = {s for s in hold if allowed(table, kind, team, found[-1], s)} | found[-1]
        if more == found[-1]:
            return found
        found.append(more)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Table, Kind, frozenset[str], set[int], set[int]]:
    table = draw(tables())
    states = st.sets(st.integers(0, len(table.steps) - 1))
    return table, draw(KINDS), draw(st.sampled_from(TEAMS)), draw(states), draw(states)


def region(table: Table, states: set[int]) -> Bools:
    return np.array([s in states for s in range(len(table.steps))], bool)


def states(array: Bools) -> set[int]:
    return set(map(int, np.flatnonzero(array)))


@given(questions())
def test_an_attractor_is_the_least_fixpoint_and_its_ranks_are_its_layers(question: Any) -> None:
    table, kind, team, hold, goal = question
    wanted = layers(table, kind, team, hold, goal)
    found = attractor(table.graph(), kind, team, region(table, hold), region(table, goal))
    assert states(found.region) == wanted[-1]
    rank = {s: k for k in reversed(range(len(wanted))) for s in wanted[k]}
    assert found.rank.tolist() == [rank.get(s, NONE) for s in range(len(table.steps))]


@given(questions())
def test_a_graph_whose_steps_run_forward_needs_no_edges_backwards(question: Any) -> None:
    table, kind, team, hold, goal = question
    swept, counted = table.graph(), table.graph()
    counted.extra["runs forward"] = False
    one = attractor(swept, kind, team, region(table, hold), region(table, goal))
    other = attractor(counted, kind, team, region(table, hold), region(table, goal))
    assert one.rank.tolist() == other.rank.tolist()
    forward = all(t >= s for s, steps in enumerate(table.steps) for _, t, _ in steps)
    assert ("reversed" in swept.extra) == (not forward)


@given(questions())
def test_a_trap_is_the_greatest_fixpoint(question: Any) -> None:
    table, kind, team, stay, escape = question
    inside = set(range(len(table.steps)))
    while True:
        less = escape | {s for s in stay if allowed(table, kind, team, inside, s)}
        if less == inside:
            break
        inside = less
    found = trap(table.graph(), kind, team, region(table, stay), region(table, escape))
    assert states(found) == inside
    alone = trap(table.graph(), kind, team, region(table, stay))
    none = trap(table.graph(), kind, team, region(table, stay), region(table, set()))
    assert states(alone) == states(none)


@given(questions())
def test_a_step_is_as_defined(question: Any) -> None:
    table, kind, team, inside, _ = question
    found = step(table.graph(), kind, region(table, inside), team=team)
    wanted = {s for s in range(len(table.steps)) if allowed(table, kind, team, inside, s)}
    assert states(found) == wanted


def every_state(forward: bool) -> tuple[Table, int]:
    """States with up to two steps of each kind, in and out, owned and free; and the state inside.

    The steps lead to two states that stay where they are, one of which is inside.
    """
    mixtures = [
        (owner, counts)
        for owner in (NOBODY, 0, 1)
        for counts in product(range(3), repeat=4)
        if any(counts) and (owner != NOBODY or counts[2:] == (0, 0))
    ]
    inside, outside = (len(mixtures), len(mixtures) + 1) if forward else (0, 1)
    kinds = [(inside, False), (outside, False), (inside, True), (outside, True)]
    steps = [
        tuple(("m", *kind) for kind, count in zip(kinds, counts, strict=True) for _ in range(count))
        for _, counts in mixtures
    ]
    owners = [owner for owner, _ in mixtures]
    ends = [(("m", inside, False),), (("m", outside, False),)]
    if forward:
        return Table((*owners, 0, 0), (*steps, *ends)), inside
    return Table((0, 0, *owners), (*ends, *steps)), inside


@pytest.mark.parametrize("forward", [False, True])
@pytest.mark.parametrize("team", TEAMS, ids=sorted)
@pytest.mark.parametrize("kind", list(Kind), ids=str)
def test_every_mixture_of_steps_counts_as_defined(
    kind: Kind, team: frozenset[str], forward: bool
) -> None:
    table, inside = every_state(forward)
    wanted = {s for s in range(len(table.steps)) if allowed(table, kind, team, {inside}, s)}
    goal, everywhere = region(table, {inside}), region(table, set(range(len(table.steps))))
    assert states(step(table.graph(), kind, goal, team=team)) == wanted
    found = attractor(table.graph(), kind, team, everywhere, goal)
    assert states(found.region) == wanted | {inside}
    assert set(found.rank.tolist()) <= {0, 1, NONE}


@given(questions(), st.sets(st.sampled_from(["m0", "m1", "m2"])))
def test_a_step_by_labels_looks_at_no_others(question: Any, labels: set[str]) -> None:
    table, kind, _, inside, _ = question
    kind = kind if kind in (Kind.SOME, Kind.ALL) else Kind.SOME
    graph = table.graph()
    mask = np.array([label in labels for label in graph.labels], bool)
    wanted = set()
    for s, steps in enumerate(table.steps):
        there = [t in inside for label, t, _ in steps if label in labels]
        if any(there) if kind is Kind.SOME else all(there):
            wanted.add(s)
    assert states(step(graph, kind, region(table, inside), mask)) == wanted


@given(questions())
def test_no_move_of_those_asked_about_is_nearer_than_the_nearest(question: Any) -> None:
    table, kind, team, hold, goal = question
    graph = table.graph()
    found = attractor(graph, kind, team, region(table, hold), region(table, goal))
    owned = None if graph.unowned is None else ~graph.unowned
    move = nearest_moves(graph, found.region, found.rank, owned)
    for s, steps in enumerate(table.steps):
        ranks = [int(found.rank[t]) for _, t, free in steps if not free]
        if s not in states(found.region) or min(ranks, default=NONE) == NONE:
            assert move[s] == NO_MOVE
        else:
            k = int(move[s] - graph.edges.start[s])
            assert not steps[k][2]
            assert found.rank[steps[k][1]] == min(ranks)


@given(questions())
def test_the_kernels_stay_in_their_arrays_and_agree_with_cpython(question: Any) -> None:
    table, kind, team, hold, goal = question
    graph, slow = table.graph(), table.graph()
    native = attractor(graph, kind, team, region(table, hold), region(table, goal))
    stepped = step(graph, kind, native.region, team=team)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_library", checked)
        python = attractor(slow, kind, team, region(table, hold), region(table, goal))
        assert stepped.tolist() == step(slow, kind, native.region, team=team).tolist()
        nearest_moves(slow, python.region, python.rank)
    assert native.rank.tolist() == python.rank.tolist()


TWIN = twin(
    kernel.runs_forward,
    kernel.reverse,
    kernel.attract,
    kernel.attract_mixed,
    kernel.sweep,
    kernel.step,
    kernel.nearest_moves,
)


def checked() -> Any:
    return TWIN


@pytest.mark.parametrize(
    ("player", "goal", "count"), [("player1", "one", 2936), ("player2", "two", 1474)]
)
def test_tic_tac_toe_has_the_winning_states_that_document_004_counts(
    player: str, goal: str, count: int
) -> None:
    graph = tic_tac_toe()
    everywhere = np.ones(graph.states, bool)
    found = attractor(graph, Kind.FORCE, frozenset({player}), everywhere, graph.prop(goal))
    assert (graph.states, int(found.region.sum())) == (5478, count)
    assert not found.region[0]


@pytest.mark.parametrize("piles", [(3, 4, 5), (1, 2, 3, 4), (1, 1), (2, 5), (4, 4)])
def test_the_first_player_wins_nim_iff_the_xor_of_the_piles_is_not_0(
    piles: tuple[int, ...],
) -> None:
    graph = nim(*piles)
    everywhere = np.ones(graph.states, bool)
    one = attractor(graph, Kind.FORCE, frozenset({"one"}), everywhere, graph.prop("one"))
    for k in range(graph.states):
        state: Any = graph.state(k)
        heap, player = state
        assert one.region[k] == ((np.bitwise_xor.reduce(heap) != 0) == (player == "one"))


def test_a_state_in_which_two_players_can_choose_is_refused() -> None:
    table = Table((0, 1), ((("m0", 1, False),), (("m0", 0, False),)))
    graph = dataclasses.replace(table.graph(), contest=Contest(1, ("one", "two"), ("a", "b")))
    everywhere = np.ones(2, bool)
    with pytest.raises(NotAGame) as refused:
        attractor(graph, Kind.FORCE, frozenset({"one"}), everywhere, everywhere)
    assert str(refused.value) == (
        "[CP600] two players can choose after m0: one by a, two by b; "
        "in a game the choice is one player's"
    )
    assert step(graph, Kind.SOME, everywhere).all()


def test_a_player_that_nobody_knows_is_refused_with_those_that_are_known() -> None:
    graph = Table((0,), ((("m0", 0, False),),)).graph()
    with pytest.raises(NotAGame, match="there is no player 'three'; there are one, two"):
        step(graph, Kind.FORCE, np.ones(1, bool), team=frozenset({"three"}))
