"""The figures of behavioral Tic-Tac-Toe, known from other tools, and its counterexamples."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Body,
    Priority,
    Program,
    check,
    criticize,
    solve,
    state_graph,
    sync,
    thread,
)
from counterpoint.examples import tictactoe
from counterpoint.examples.tictactoe import CLICK, DRAW, O_WINS, X_WINS, O, X, show


@pytest.mark.slow
def test_x_never_wins_and_the_whole_game_has_5258_states() -> None:
    verdicts = check(tictactoe.program)
    assert (verdicts.states, verdicts.transitions) == (5_258, 5_257)
    assert verdicts["X never wins"]
    assert not verdicts["X never wins"].vacuous
    assert verdicts.complete
    assert verdicts.warnings == ()


def test_the_game_is_made_of_236_threads_with_793_local_states() -> None:
    network = tictactoe.program.network()
    assert len(tictactoe.program.threads) == 236
    assert sum(len(automaton.locals) for automaton in network.automata) == 793


def test_a_finished_game_is_no_deadlock() -> None:
    assert check(tictactoe.program, "deadlock")


@pytest.mark.slow
def test_without_final_events_every_finished_game_would_be_a_deadlock() -> None:
    endless = Program(*tictactoe.program.threads, strategy=Priority(), external=())
    assert not check(endless, "deadlock")
    assert sum(node.deadlock for node in state_graph(endless).nodes) == 1_376


@pytest.mark.slow
def test_x_wins_when_one_diagonal_is_forgotten() -> None:
    verdicts = check(tictactoe.one_diagonal)
    assert (verdicts.states, verdicts.transitions) == (5_194, 5_193)
    assert not verdicts["X never wins"]
    assert verdicts.trace is not None
    assert verdicts.trace.events[-1] is X_WINS
    assert len(verdicts.trace.events) == 8


@pytest.mark.slow
def test_x_has_won_in_8_states_when_one_diagonal_is_forgotten() -> None:
    edges = state_graph(tictactoe.one_diagonal).edges
    assert sum(label is X_WINS for _, label, _ in edges) == 8


def test_the_counterexample_is_understood_from_its_boards() -> None:
    trace = check(tictactoe.one_diagonal).trace
    assert trace is not None
    moves: Any = trace.events
    assert show(moves[:5]) == "X . O\n. O .\nX . X"  # a fork: two lines at once
    assert show(moves) == "X . O\nO O .  X wins\nX X X"


@pytest.mark.slow
def test_clicks_give_the_same_game_in_7335_states() -> None:
    verdicts = check(tictactoe.clicked, "X never wins", "deadlock")
    assert (verdicts.states, verdicts.transitions) == (7_335, 7_334)
    assert verdicts
    assert not verdicts["X never wins"].vacuous


@pytest.mark.slow
def test_clicks_on_taken_squares_stay_pending_and_multiply_the_states() -> None:
    verdicts = check(tictactoe.clicked_anywhere)
    assert (verdicts.states, verdicts.transitions) == (1_232_867, 7_950_430)
    assert verdicts["X never wins"]


def test_without_turns_x_never_wins_only_because_no_detector_ever_moves() -> None:
    verdicts = check(tictactoe.program.without("enforce_turns"))
    assert verdicts.states == 14
    assert verdicts["X never wins"]
    assert verdicts["X never wins"].vacuous
    assert "detect_x_win" in verdicts["X never wins"].reason


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [
        "center",
        "corners",
        "add_third_o",
        "prevent_third_x",
        "prevent_fork",
        "prevent_diagonal_fork",
        "square_taken",
        "game_end",
    ],
)
def test_x_can_win_without_a_rule_that_is_necessary(rule: Any) -> None:
    verdicts = check(tictactoe.program.without(rule))
    assert not verdicts["X never wins"]
    assert verdicts.trace is not None
    verdicts.trace.replay(tictactoe.program.without(rule))


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["sides", "detect_draw"])
def test_x_never_wins_without_a_rule_that_is_not_necessary(rule: Any) -> None:
    verdict = check(tictactoe.program.without(rule))["X never wins"]
    assert verdict
    assert not verdict.vacuous


@pytest.mark.parametrize("corner", tictactoe.CORNERS)
def test_each_corner_has_three_fork_situations_beside_it(corner: Any) -> None:
    row, col = corner
    pairs = tictactoe.fork_situations(corner)
    assert len(pairs) == 3
    for first, second in pairs:
        assert {first[0], second[0]} >= {row} or {first[1], second[1]} >= {col}
        assert corner not in (first, second)


@pytest.mark.slow
def test_a_requirement_can_also_be_an_assertion_thread() -> None:
    @thread
    def x_does_not_win() -> Body:
        yield sync(wait_for=X_WINS)
        raise AssertionError("X wins")

    with_monitor = Program(*tictactoe.program.threads, x_does_not_win(), strategy=Priority())
    assert len(with_monitor.threads) == 237
    assert sum(len(automaton.locals) for automaton in with_monitor.network().automata) == 795
    verdicts = check(with_monitor, "assertions")
    assert verdicts["assertions"]
    assert verdicts.states == 5_258


def test_the_empty_board_is_shown_as_three_lines_of_dots() -> None:
    assert show([]) == ". . .\n. . .\n. . ."


def test_a_pending_click_is_shown_as_a_question_mark() -> None:
    assert show([CLICK(0, 0)]) == "? . .\n. . .\n. . ."
    assert show([CLICK(0, 0), X(0, 0), O(1, 1), CLICK(0, 0)]) == "X . .\n. O .\n. . ."


@pytest.mark.parametrize(
    ("event", "result"), [(X_WINS, "X wins"), (O_WINS, "O wins"), (DRAW, "draw")]
)
def test_the_result_stands_beside_the_board(event: Any, result: Any) -> None:
    assert show([event]) == f". . .\n. . .  {result}\n. . ."


OUTCOMES = {"a win": "O_WINS", "a draw": "G !X_WINS"}


@pytest.mark.slow
def test_no_move_of_o_gives_away_a_win_or_a_draw() -> None:
    critique = criticize(tictactoe.program, tictactoe.free, player="O", outcomes=OUTCOMES)
    assert critique
    assert (critique.positions, critique.silent) == (1_629, 0)


@pytest.mark.slow
def test_with_one_diagonal_forgotten_the_corners_ask_for_four_mistakes() -> None:
    critique = criticize(tictactoe.one_diagonal, tictactoe.free, player="O", outcomes=OUTCOMES)
    assert (critique.positions, critique.sound) == (1_601, 1_599)
    assert critique.rules == {"corners": 4}
    assert {(mistake.before, mistake.after) for mistake in critique.mistakes} == {
        ("a draw", "none of these")
    }


@pytest.mark.parametrize(
    ("player", "goal"), [("O", "G !X_WINS"), ("X", "G !O_WINS"), ("O", "F (DRAW | O_WINS)")]
)
def test_a_player_who_is_free_can_avoid_to_lose(player: Any, goal: Any) -> None:
    assert solve(tictactoe.free, player=player, goal=goal)


@pytest.mark.parametrize(("player", "goal"), [("O", "O_WINS"), ("X", "X_WINS"), ("O", "DRAW")])
def test_a_player_who_is_free_cannot_force_what_the_other_can_avoid(player: Any, goal: Any) -> None:
    assert not solve(tictactoe.free, player=player, goal=goal)


@pytest.mark.slow
def test_the_strategy_that_is_found_plays_as_a_b_thread_and_x_never_wins() -> None:
    free = tictactoe.free
    assert not check(free)
    found = solve(free, player="O", goal="G !X_WINS").thread(priority=5)
    taught = tictactoe.game(*free.threads, found)
    verdicts = check(taught, "X never wins", "deadlock")
    assert verdicts
    assert not verdicts["X never wins"].vacuous
