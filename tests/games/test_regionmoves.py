"""Strategies without a graph: their moves are found from regions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import Trace, solve
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.errors import NotAGame, Refused, Undecided
from counterpoint.examples.mnk import model as mnk
from counterpoint.examples.nim import model as nim
from counterpoint.games.objective import Buchi, CoBuchi, Reach, Safe
from counterpoint.games.regionmoves import RegionMoves
from counterpoint.games.solve import Solution
from counterpoint.games.strategy import Strategy
from counterpoint.games.verify import verify
from counterpoint.model.model import Model
from counterpoint.model.step import step
from tests.share import share
from tests.tunings import NO_GRAPHS

from .brute_force import lost, won
from .models import of_table
from .small_games import PLAYERS, Table, tables

TEAMS = [("one",), ("two",), PLAYERS]

OBJECTIVES: dict[str, Any] = {
    "F p": lambda p, q: Reach(p),
    "q U p": lambda p, q: Reach(p, q),
    "G q": lambda p, q: Safe(q),
    "q W p": lambda p, q: Safe(q, p),
    "G F p": lambda p, q: Buchi(p),
    "F G q": lambda p, q: CoBuchi(q),
}


SWEPT = Task(tuning=NO_GRAPHS)
"""Every game counts as too large for a graph."""


@pytest.mark.parametrize("goal", OBJECTIVES)
@settings(max_examples=share(13))
@given(tables(6), st.sampled_from(TEAMS), st.data())
def test_every_option_from_a_region_keeps_the_win(
    goal: str, table: Table, team: tuple[str, ...], data: Any
) -> None:
    states = st.sets(st.integers(0, len(table.steps) - 1))
    p, q = data.draw(states), data.draw(states)
    objective = OBJECTIVES[goal](bits(p, table), bits(q, table))
    model = of_table(table, p=p, q=q)
    solution = solve(model, player=team, goal=goal, over="all", engine="symbolic")
    assert isinstance(solution.strategy.table, RegionMoves)
    winning: Iterable[Any] = solution.winning
    region = {s for (s,) in winning}
    assert region == won(table, frozenset(team), objective)
    graph = left_by(table, solution.strategy)
    assert not any(lost(graph, s, objective) for s in region)


@pytest.mark.parametrize("goal", OBJECTIVES)
@pytest.mark.parametrize("task", [SWEPT, Task()])
@settings(max_examples=share(10))
@given(tables(5), st.sampled_from(TEAMS), st.data())
def test_every_play_of_a_strategy_passes_the_audit_of_all(
    goal: str, task: Task, table: Table, team: tuple[str, ...], data: Any
) -> None:
    states = st.sets(st.integers(0, len(table.steps) - 1))
    model = of_table(table, p=data.draw(states), q=data.draw(states))
    audited = solve(model, player=team, goal=goal, over="all", task=task, audit="all").audited
    assert audited is not None
    assert (audited.fault, audited.unchecked) == ("", ())


@pytest.mark.parametrize("task", [SWEPT, Task()])
def test_a_strategy_that_loses_is_found(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    true = Strategy.move

    def worse(self: Strategy, state: Any) -> Any:
        return true(self, state) and "take(1,1)"

    monkeypatch.setattr(Strategy, "move", worse)
    with pytest.raises(Undecided, match="the strategy"):
        solve(nim(piles=(1, 2)), player="player1", goal="p1_wins", task=task, audit="all")
    solve(nim(piles=(1, 2)), player="player1", goal="p1_wins", task=SWEPT, audit="sample")


def bits(members: set[int], table: Table) -> Any:
    return np.array([s in members for s in range(len(table.steps))], bool)


def left_by(table: Table, strategy: Strategy) -> list[list[int]]:
    """The game when the team takes any of its options where it has some."""
    offered: Iterable[tuple[Any, Any]] = strategy.options()
    options = {s: labels for (s,), labels in offered}
    graph = []
    for s, steps in enumerate(table.steps):
        asked = {f"m{s}_{k}" for k in range(len(steps))} if s not in options else options[s]
        kept = [t for k, (_, t, free) in enumerate(steps) if free or f"m{s}_{k}" in asked]
        assert s not in options or table.owner(s) in strategy.team
        graph.append(kept)
    return graph


def in_full(solution: Solution) -> Strategy:
    """The strategy written out, so that it can be verified on a graph."""
    return replace(solution.strategy, table=dict(solution.strategy))


@pytest.mark.parametrize("goal", ["F p1_wins", "G !p2_wins"])
def test_moves_in_a_layered_game_need_only_the_winning_states(goal: str) -> None:
    model = mnk(rows=3, columns=3, k=3)
    found = solve(model, player="player1", goal=goal, task=SWEPT)
    assert found.win is None
    strategy = in_full(found)
    assert rings_of(found) == 1
    known = solve(model, player="player1", goal=goal)
    assert known.win is not None
    assert len(found.winning) == len(known.winning)
    assert len(strategy) == len(known.strategy)
    assert verify(strategy, known.ground.graph, known.win.objective, known.win.region)


def rings_of(solution: Solution) -> int:
    """How many regions it took to find the moves that were asked for."""
    table = solution.strategy.table
    assert isinstance(table, RegionMoves)
    return len(table.plan.rings)


def test_a_game_that_ends_needs_no_ranks_though_it_is_not_layered() -> None:
    model = nim(piles=(2, 3))
    found = solve(model, player="player1", goal="p1_wins", task=SWEPT)
    strategy = in_full(found)
    assert rings_of(found) == 1
    known = solve(model, player="player1", goal="p1_wins")
    assert known.win is not None
    assert verify(strategy, known.ground.graph, known.win.objective, known.win.region)


def walk(length: int) -> Model:
    """A walk to and fro, at the end of which somebody has won."""
    model = Model("walk")
    at = model.var("at", range(length), init=0)

    @model.action(owner="one", by=[-1, 1])
    def go(by: int) -> Any:
        return step(when=(at + by >= 0, at + by < length, at != length - 1), set={at: at + by})

    model.atom("home", at == length - 1)
    return model


def test_where_one_can_go_round_each_move_gets_nearer() -> None:
    found = solve(walk(9), player="one", goal="home", task=SWEPT)
    assert [found.strategy.move((at,)) for at in range(9)] == ["go(1)"] * 8 + [None]
    assert dict(found.strategy)[(3,)] == "go(1)"
    assert (9,) not in found.strategy.table
    assert rings_of(found) == 9


def test_getting_nearer_is_refused_where_its_regions_do_not_fit_the_memory() -> None:
    found = solve(walk(9), player="one", goal="home", task=SWEPT)
    found = replace(found, ground=replace(found.ground, limits=Limits(memory=40)))
    assert found.strategy.move((7,)) == "go(1)"
    with pytest.raises(Refused, match=r"do not fit into 40 bytes: begin nearer to the end"):
        found.strategy.move((0,))


def test_a_strategy_for_a_goal_about_events_knows_the_way() -> None:
    model = nim(piles=(1, 2))
    found = solve(model, player="player1", goal="!once(take(0,0)) U p1_wins", task=SWEPT)
    way = [("take(1,1)", (1, 1, 2)), ("take(1,0)", (1, 0, 1))]
    strategy = found.strategy
    assert isinstance(strategy.table, RegionMoves)
    here = strategy.after(Trace((1, 2, 1), tuple(way)))
    assert here == (1, 0, 1, False)
    assert found.winning.note
    assert strategy.choose(strategy.after(Trace((1, 2, 1))), ["take(0,0)", "take(1,1)"])


def test_a_label_that_leads_to_several_states_is_no_move() -> None:
    model = Model("coin")
    at = model.var("at", range(3), init=0)

    @model.action(owner="one")
    def toss() -> Any:
        return [step(when=at == 0, set={at: side}) for side in (1, 2)]

    model.atom("heads", at == 1)
    found = solve(model, player="one", goal="heads", engine="symbolic")
    with pytest.raises(NotAGame, match="in the state at = 0 steps to several states are called"):
        found.strategy.move((0,))


def test_what_needs_a_graph_is_refused_with_what_there_is() -> None:
    found = solve(mnk(), player="player2", goal="G !p1_wins", engine="symbolic")
    for ask in (found.verify, found.thread, lambda: found.counter_strategy):
        with pytest.raises(Refused, match="takes a graph of the steps"):
            ask()


@pytest.mark.parametrize("goal", ["G <go>enabled(stay)", "G enabled(go)", "F <go>{n = 1}"])
def test_what_a_state_allows_is_asked_of_the_game_and_not_of_the_plays_that_are_left(
    goal: str,
) -> None:
    model = Model("two ways")
    n = model.var("n", range(2), init=0)
    model.turns(P=n < 2)

    @model.action
    def stay() -> object:
        return step(set={n: n})

    @model.action
    def go() -> object:
        return step(set={n: 1 - n})

    solution = solve(model, player="P", goal=goal, audit="all")
    assert solution
    assert solution.audited is not None
    assert solution.audited.passed
