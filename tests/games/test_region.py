"""Winning regions and strategies against every strategy that there is."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.graph.attractor import NO_MOVE
from counterpoint.engines.graph.explicit import Fair
from counterpoint.errors import NotAGame, Refused, Undecided
from counterpoint.games.objective import (
    Buchi,
    CoBuchi,
    Objective,
    Parity,
    Reach,
    Safe,
    as_parity,
    opposite,
)
from counterpoint.games.region import Win, winning
from counterpoint.games.strategy import Strategy, counter_strategy_of, strategy_of
from counterpoint.games.verify import verify
from counterpoint.verdict import Trace
from tests.share import share

from .brute_force import lost, won
from .small_games import PLAYERS, Table, nim, tables, tic_tac_toe

TEAMS = [frozenset(team) for team in ((), ("one",), ("two",), PLAYERS)]


@st.composite
def objectives(draw: st.DrawFn, n: int) -> Objective:
    def region() -> Any:
        return np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool)

    match draw(st.integers(0, 4)):
        case 0:
            return Reach(region(), region() if draw(st.booleans()) else None)
        case 1:
            return Safe(region(), region() if draw(st.booleans()) else None)
        case 2:
            return Buchi(region())
        case 3:
            return CoBuchi(region())
    most = draw(st.integers(0, 5))
    return Parity(np.array(draw(st.lists(st.integers(0, most), min_size=n, max_size=n))))


@st.composite
def games(
    draw: st.DrawFn, free: bool = True, largest: int = 5
) -> tuple[Table, frozenset[str], Objective]:
    table = draw(tables(largest, free))
    return table, draw(st.sampled_from(TEAMS)), draw(objectives(len(table.steps)))


def states(region: Any) -> set[int]:
    return set(map(int, np.flatnonzero(region)))


@settings(max_examples=share(200))
@given(games(largest=10))
def test_a_winning_region_is_where_some_strategy_wins_every_play(game: Any) -> None:
    table, team, objective = game
    assert states(winning(table.graph(), team, objective).region) == won(table, team, objective)


@settings(max_examples=share(200))
@given(games(largest=10))
def test_the_strategy_wins_from_every_state_of_the_region(game: Any) -> None:
    table, team, objective = game
    win = winning(table.graph(), team, objective)
    graph = left_by(table, win, win.moves, ~win.region)
    assert not any(lost(graph, s, objective) for s in states(win.region))


@settings(max_examples=share(200))
@given(games(largest=10))
def test_the_others_strategy_wins_everywhere_else(game: Any) -> None:
    table, team, objective = game
    win = winning(table.graph(), team, objective)
    graphs = left_by_others(table, team, win)
    against = opposite(objective)
    for graph in graphs:
        assert not any(lost(graph, s, against) for s in states(win.losing))


def left_by(table: Table, win: Win, moves: Any, outside: Any) -> list[list[int]]:
    """The game when the team goes by `moves`; each is one of its own steps."""
    start = win.graph.edges.start
    graph = []
    for s, steps in enumerate(table.steps):
        kept = [t for _, t, _ in steps]
        if moves[s] != NO_MOVE:
            chosen = steps[int(moves[s] - start[s])]
            assert table.owner(s) in win.team
            assert not chosen[2]
            assert not outside[s]
            kept = [t for _, t, free in steps if free] + [chosen[1]]
        graph.append(kept)
    return graph


def left_by_others(table: Table, team: frozenset[str], win: Win) -> list[list[list[int]]]:
    """The game when the others go by `counter`; where they let the team choose, it may."""
    start = win.graph.edges.start
    graph = []
    for s, steps in enumerate(table.steps):
        ours = table.owner(s) in team
        kept = [t for _, t, free in steps if not free] if ours else [t for _, t, _ in steps]
        if win.counter[s] != NO_MOVE:
            assert not win.region[s]
            chosen = steps[int(win.counter[s] - start[s])]
            assert chosen[2] or not ours
            kept = [chosen[1]]
        graph.append(kept or [t for _, t, _ in steps])
    return [graph]


@given(games(largest=10))
def test_every_option_keeps_the_win(game: Any) -> None:
    table, team, objective = game
    win = winning(table.graph(), team, objective)
    options = win.options()
    flat = [step for steps in table.steps for step in steps]
    graph: list[list[int]] = [[] for _ in table.steps]
    k = 0
    for s, steps in enumerate(table.steps):
        for _, t, free in steps:
            if win.moves[s] == NO_MOVE or free or options[k]:
                graph[s].append(t)
            k += 1
    assert k == len(flat)
    assert not any(lost(graph, s, objective) for s in states(win.region))


@settings(max_examples=share(400))
@given(games(), st.data())
def test_verifying_a_strategy_finds_whether_it_wins(game: Any, data: Any) -> None:
    table, team, objective = game
    explicit = table.graph()
    win = winning(explicit, team, objective)
    strategy = strategy_of(win)
    assert verify(strategy, explicit, objective, win.region)
    start = data.draw(st.integers(0, len(table.steps) - 1))
    moves = win.moves.copy()
    for s in states(moves != NO_MOVE):
        own = [k for k, (_, _, free) in enumerate(table.steps[s]) if not free]
        moves[s] = explicit.edges.start[s] + data.draw(st.sampled_from(own))
    spoilt = dataclasses.replace(win, moves=moves)
    graph = left_by(table, spoilt, moves, ~win.region)
    told = verify(strategy_of(spoilt), explicit, objective, np.arange(explicit.states) == start)
    assert bool(told) == (not lost(graph, start, objective))
    if not told:
        assert told.trace is not None
        told.trace.replay(dataclasses.replace(table, start=start))
        assert is_lost(told.trace, objective)


def is_lost(trace: Any, objective: Objective) -> bool:
    """Whether the one play of a trace does not meet the objective, whatever comes after it."""
    if isinstance(objective, Reach | Safe):
        path = list(trace.states)
        graph = [[k + 1] for k in range(len(path))]
        graph[-1] = [trace.loop if trace.loop is not None else len(path) - 1]
        numbers = path
    else:
        numbers = list(trace.states[:-1])
        graph = [[k + 1] for k in range(len(numbers))]
        graph[-1] = [trace.loop]
    kind: Any = type(objective)
    moved = kind(
        *(
            None if part is None else part[numbers]
            for part in (getattr(objective, f.name) for f in dataclasses.fields(objective))
        )
    )
    return lost(graph, 0, moved)


@pytest.mark.parametrize("seed", range(60))
def test_both_strategies_win_in_large_parity_games(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(10, 60)
    steps = tuple(
        tuple((f"m{k}", chance.randrange(n), False) for k in range(chance.randint(1, 3)))
        for _ in range(n)
    )
    table = Table(tuple(chance.randint(0, 1) for _ in range(n)), steps)
    most = chance.randint(2, 8)
    objective = Parity(np.array([chance.randint(0, most) for _ in range(n)]))
    explicit = table.graph()
    win = winning(explicit, frozenset({"one"}), objective)
    assert verify(strategy_of(win), explicit, objective, win.region)
    assert verify(counter_strategy_of(win), explicit, opposite(objective), win.losing)


@given(games(free=False))
def test_the_others_strategy_is_verified_like_any_other(game: Any) -> None:
    table, team, objective = game
    explicit = table.graph()
    win = winning(explicit, team, objective)
    assert verify(counter_strategy_of(win), explicit, opposite(objective), win.losing)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8))
def test_small_priorities_say_the_same(priorities: list[int]) -> None:
    small = as_parity(Parity(np.array(priorities)))
    assert (small % 2 == np.array(priorities) % 2).all()
    for one, other in zip(priorities, small, strict=True):
        for two, another in zip(priorities, small, strict=True):
            if one < two:
                assert other <= another
            if one % 2 != two % 2:
                assert (one < two) == (other < another)


@pytest.mark.parametrize(
    ("player", "goal", "count"), [("player1", "one", 2936), ("player2", "two", 1474)]
)
def test_the_strategies_of_tic_tac_toe_win_wherever_it_can_be_won(
    player: str, goal: str, count: int
) -> None:
    explicit = tic_tac_toe()
    objective = Reach(explicit.prop(goal))
    win = winning(explicit, frozenset({player}), objective)
    assert int(win.region.sum()) == count
    assert verify(strategy_of(win), explicit, objective, win.region)
    other = counter_strategy_of(win)
    assert verify(other, explicit, opposite(objective), win.losing)


def test_nobody_can_force_a_win_of_tic_tac_toe_and_either_can_avoid_a_loss() -> None:
    explicit = tic_tac_toe()
    for player, theirs in (("player1", "two"), ("player2", "one")):
        draw = Safe(~explicit.prop(theirs))
        win = winning(explicit, frozenset({player}), draw)
        assert win.region[0]
        assert verify(strategy_of(win), explicit, draw)


def test_nim_is_won_by_leaving_an_xor_of_0() -> None:
    explicit = nim(3, 4, 5)
    win = winning(explicit, frozenset({"one"}), Reach(explicit.prop("one")))
    for state, label in strategy_of(win):
        assert isinstance(state, tuple)
        heap = list(state[0])
        pile, left = map(int, str(label)[6:-1].split(","))
        heap[pile] = left
        assert np.bitwise_xor.reduce(heap) == 0


def test_a_game_with_states_missing_is_not_solved() -> None:
    explicit = dataclasses.replace(tic_tac_toe(), stopped=Limits(10).too_many_states)
    with pytest.raises(Undecided, match="all its states are known: the limit of 10"):
        winning(explicit, frozenset({"player1"}), Reach(explicit.prop("one")))


def test_a_game_under_fairness_is_not_solved() -> None:
    explicit = tic_tac_toe()
    fair = dataclasses.replace(
        explicit, fairness=(Fair(False, np.ones(len(explicit.labels), bool)),)
    )
    with pytest.raises(Refused, match="not decided under fairness"):
        winning(fair, frozenset({"player1"}), Reach(explicit.prop("one")))


def test_a_label_that_leads_to_several_states_is_no_move() -> None:
    table = Table((0, 0, 0), (
        (("a", 1, False), ("a", 2, False)), (("b", 1, False),), (("b", 2, False),)
    ))  # fmt: skip
    goal = np.array([False, True, False])
    win = winning(table.graph(), frozenset({"one"}), Reach(goal))
    with pytest.raises(NotAGame, match="steps to several states are called a"):
        strategy_of(win)


def test_a_move_that_cannot_be_made_proves_nothing() -> None:
    table = Table((0, 1), ((("a", 0, False), ("b", 1, False)), (("c", 1, False),)))
    explicit = table.graph()
    goal = Reach(np.array([False, True]))
    assert verify(Strategy(("one",), {0: "b"}), explicit, goal)
    for move in ("c", "nothing"):
        told = verify(Strategy(("one",), {0: move}), explicit, goal)
        assert not told
        assert told.reason == "the play goes round and never gets there"
        assert told.trace == Trace(0, (("a", 0),), loop=0)


def test_what_is_nobodys_choice_is_not_taken_where_it_only_goes_round() -> None:
    table = Table((0, 0, 1), (
        (("lose", 1, False), ("detour", 2, True)), (("lost", 1, False),), (("back", 0, False),)
    ))  # fmt: skip
    win = winning(table.graph(), frozenset({"one"}), Safe(np.array([True, False, True])))
    assert not win.region.any()
    assert win.counter.tolist() == [NO_MOVE, NO_MOVE, 3]


def test_a_limit_is_missed_by_going_round_through_good_states_and_bad() -> None:
    table = Table((0, 0), ((("a", 1, False),), (("b", 0, False),)))
    explicit, half = table.graph(), np.array([True, False])
    nothing = Strategy(("one",), {})
    assert verify(nothing, explicit, Buchi(half))
    assert not verify(nothing, explicit, CoBuchi(half))
