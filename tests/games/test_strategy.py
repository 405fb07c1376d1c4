"""Strategies as rules, as JSON, as systems and as b-threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.bp.event import events
from counterpoint.bp.program import Program
from counterpoint.bp.strategy import Priority
from counterpoint.bp.sync import sync
from counterpoint.bp.thread import thread
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.making import graph_of_exploration
from counterpoint.engines.search.network.explore import explore
from counterpoint.errors import Misuse
from counterpoint.games.objective import Reach, Safe
from counterpoint.games.region import winning
from counterpoint.games.rules import Rule, learned
from counterpoint.games.strategy import Strategy, from_json, strategy_of
from counterpoint.model.system import REST, Label
from tests.share import share

from .small_games import TicTacToe, nim, tic_tac_toe, won_by

GAME = TicTacToe()


def safe_for_player2() -> Strategy:
    graph = tic_tac_toe()
    win = winning(graph, frozenset({"player2"}), Safe(~graph.prop("one")))
    return strategy_of(win, GAME.show)


def test_following_the_strategy_never_loses() -> None:
    strategy = safe_for_player2()
    todo = list(GAME.initial())
    seen = set(todo)
    while todo:
        state = todo.pop()
        assert not won_by(state, 1)
        steps = dict(GAME.moves(state))
        if steps and GAME.owner(state) == "player2":
            steps = {str(move := strategy.move(state)): steps[str(move)]}
        fresh = set(steps.values()) - seen
        seen |= fresh
        todo += fresh
    assert len(seen) < 1000


def first_move(rules: Sequence[Rule], shown: Mapping[str, str]) -> Label | None:
    return next((rule.move for rule in rules if rule.applies(shown)), None)


@settings(max_examples=share(200))
@given(st.data())
def test_rules_give_each_position_one_of_its_options_and_count_right(data: Any) -> None:
    names = "xyz"[: data.draw(st.integers(1, 3))]
    value = st.sampled_from("012")
    rows = data.draw(
        st.lists(st.tuples(*(value for _ in names)), min_size=1, max_size=12, unique=True)
    )
    options = [
        data.draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True))
        for _ in rows
    ]
    shown = [dict(zip(names, row, strict=True)) for row in rows]
    rules = learned(shown, options)
    covered = dict.fromkeys(range(len(rules)), 0)
    for position, allowed in zip(shown, options, strict=True):
        assert first_move(rules, position) in allowed
        covered[next(k for k, rule in enumerate(rules) if rule.applies(position))] += 1
    assert [rule.covers for rule in rules] == list(covered.values())


def test_rules_of_tic_tac_toe_speak_of_lines() -> None:
    graph = tic_tac_toe()
    win = winning(graph, frozenset({"player1"}), Reach(graph.prop("one")))
    strategy = strategy_of(win, GAME.show)
    rules = strategy.rules()
    assert sum(rule.covers for rule in rules) == len(strategy) == 1830
    assert len(rules) < 100
    assert str(rules[0]) == "when x[4] = 0 and x[1] = 1 and x[7] = 1: put(4)   (76 positions)"


def test_the_rules_of_nim_are_as_good_as_the_strategy() -> None:
    graph = nim(2, 3)
    win = winning(graph, frozenset({"one"}), Reach(graph.prop("one")))

    def show(state: Any) -> dict[str, str]:
        return {f"pile {k}": str(size) for k, size in enumerate(state[0])}

    rules = strategy_of(win, show).rules()
    for state, _ in strategy_of(win):
        heap = list(state[0])  # type: ignore[index]
        pile, left = map(int, str(first_move(rules, show(state)))[6:-1].split(","))
        heap[pile] = left
        assert np.bitwise_xor.reduce(heap) == 0


def test_states_that_are_shown_alike_and_need_different_moves_are_named() -> None:
    strategy = Strategy(("X",), {1: "a", 2: "b"}, show=lambda state: {"x": "same"})
    with pytest.raises(Misuse, match=r"positions shown as {'x': 'same'} have no winning move"):
        strategy.rules()


def test_a_strategy_comes_back_from_json_as_it_was() -> None:
    strategy = safe_for_player2()
    again = from_json(strategy.to_json(), GAME.show)
    assert again.team == ("player2",)
    assert dict(again) == dict(strategy)
    odd = Strategy(("X",), {((1, True), frozenset({"b", "a"}), None): "go"})
    assert dict(from_json(odd.to_json())) == dict(odd)
    with pytest.raises(Misuse, match="cannot be written as JSON"):
        Strategy(("X",), {REST: "go"}).to_json()


def test_a_play_gets_the_move_in_its_own_spelling() -> None:
    PUT = events("PUT")[0]
    strategy = Strategy(("X",), {0: "PUT(1)"})
    assert strategy.choose(0, [PUT(0), PUT(1)]) is PUT(1)
    assert strategy.choose(7, [PUT(0), PUT(1)]) is PUT(0)
    assert strategy.choose(0, [PUT(0)]) is PUT(0)


A, B, C, LOST = events("A B C LOST")


@thread
def ask(*wanted: Any) -> Any:
    while True:
        yield sync(request=wanted)


@thread
def lose_by(first: Any, second: Any) -> Any:
    while True:
        yield sync(wait_for=first)
        event = yield sync(wait_for=[A, B, C])
        if event is second:
            yield sync(request=LOST, priority=1)
            return


@thread
def turns() -> Any:
    while True:
        yield sync(wait_for=[A, B], block=C)
        yield sync(wait_for=C, block=[A, B])
        yield sync(wait_for=[A, B], block=C)


def game(*more: Any) -> Program:
    return Program(
        ask(A, B, C), turns(), lose_by(A, A), lose_by(B, C), *more,
        strategy=Priority(), owners={"me": [A, B], "you": C},
    )  # fmt: skip


def lost_in(program: Program) -> tuple[Any, Any]:
    found = explore(program.network(), Task(edges=True))
    graph = graph_of_exploration(found)
    source = np.repeat(np.arange(graph.states), np.diff(graph.edges.start).astype(int))
    loses = np.array([graph.labels[int(event)] is LOST for event in graph.edges.event])
    bad = np.zeros(graph.states, bool)
    bad[source[loses]] = True
    return graph, bad


def test_a_b_thread_plays_the_strategy_in_the_program_that_it_was_made_for() -> None:
    graph, bad = lost_in(game())
    assert bad.any()
    win = winning(graph, frozenset({"me"}), Safe(~bad))
    assert win.region[0]
    player = strategy_of(win).thread(graph)
    after, still_bad = lost_in(game(player))
    assert not still_bad.any()
    assert after.labels[-1] is REST
    assert not any(after.labels[int(event)] is REST for event in after.edges.event)
    assert {str(label) for label in after.labels} >= {"A", "C"}
