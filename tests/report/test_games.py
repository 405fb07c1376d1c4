"""Solved games and advice as text and data."""

from __future__ import annotations

from counterpoint.examples.nim import model
from counterpoint.games.advice import Advice
from counterpoint.games.counsel import counsel
from counterpoint.games.solve import solve
from counterpoint.report.games import counsel_data, counsel_text, solution_data, solution_text

GOALS = {"player1": "p1_wins", "player2": "p2_wins"}


def test_a_solution_says_who_wins_from_how_many_states() -> None:
    solution = solve(model(), player="player1", goal="p1_wins")
    lines = list(solution_text(solution, False))
    assert lines[0] == "player1 can enforce p1_wins from the start"
    assert lines[2] == f"  {len(solution.winning)} of {solution.states} states are winning"
    assert len(lines) == 5
    rules = list(solution_text(solution, True))[6:]
    assert [f"  {rule}" for rule in solution.strategy.rules()] == rules
    data = solution_data(solution, True)
    assert (data["winning"] + data["losing"], data["initial"]) == (solution.states, True)
    assert "strategy" not in solution_data(solution, False)


def test_advice_tells_each_move_and_its_worth() -> None:
    given = counsel(model(), None, GOALS)
    assert isinstance(given, Advice)
    lines = list(counsel_text(given))
    assert lines[0] == "player1 to move; the position is a win"
    assert len(lines) == 2 + len(given.moves)
    data = counsel_data(given)
    assert [move["rank"] for move in data["moves"]] == sorted(m["rank"] for m in data["moves"])


def test_looking_ahead_tells_a_line() -> None:
    given = counsel(model(), None, GOALS, depth=30)
    assert next(counsel_text(given)) == ("player1 to move; the position is a win for certain")
    data = counsel_data(given)
    assert (data["proven"], data["move"], data["line"][0]) == (True, "take(0,1)", "take(0,1)")
