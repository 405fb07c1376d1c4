"""Counsel: what to do, from solved games or from looking ahead."""

from __future__ import annotations

import random
from typing import Any

import pytest

from counterpoint import Model, Program, Session, Trace, counsel, step
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.errors import BadTrace, Misuse, NotAGame, Refused, UnknownAtom
from counterpoint.examples.mnk import model as mnk
from counterpoint.examples.nim import model
from counterpoint.examples.tictactoe import O_WINS, X_WINS, one_diagonal, program
from counterpoint.games import lookahead
from counterpoint.games.advice import Advice, Value
from counterpoint.games.counsel import advisor
from counterpoint.games.game import game_of
from counterpoint.games.minmax import Found
from counterpoint.logic.parser import parse
from counterpoint.model.system import REST
from tests.engines import programs as p

GOALS = {"player1": "p1_wins", "player2": "p2_wins"}
EVENTS = {"X": "X_WINS", "O": "O_WINS"}


def test_solved_and_looked_ahead_give_the_same_counsel() -> None:
    solved = counsel(model(), None, GOALS)
    searched = counsel(model(), None, GOALS, depth=40)
    assert isinstance(solved, Advice)
    assert isinstance(searched, Found)
    assert searched.proven
    assert (solved.player, solved.value) == (searched.player, searched.value)
    best = {option.label for option in solved.moves if option.value is solved.value}
    assert searched.move in best


class Forcing:
    """Who can force which event, found by trying all plays of a program."""

    def __init__(self, of: Program, ends: dict[str, Any]) -> None:
        self.game = game_of(of)
        self.ends = ends
        self.known: dict[Any, bool] = {}

    def value(self, player: str, state: Any) -> int:
        other = next(name for name in self.ends if name != player)
        return self.can(player, state) - self.can(other, state)

    def can(self, player: str, state: Any) -> bool:
        if (player, state) not in self.known:
            turn = self.game.turn(state)
            assert not turn.others or turn.player is None
            found = [
                label == self.ends[player] or (label is not REST and self.can(player, there))
                for label, there in turn.steps
            ]
            self.known[player, state] = any(found) if turn.player == player else all(found)
        return self.known[player, state]


def test_advice_in_a_program_knows_which_events_the_way_had() -> None:
    chance = random.Random(4)
    expert = advisor(one_diagonal, EVENTS)
    truth = Forcing(one_diagonal, {"X": X_WINS, "O": O_WINS})
    values = set()
    for _ in range(30):
        session = Session(one_diagonal, seed=chance.randrange(1000))
        session.play(steps=chance.randrange(6))
        if session.owner is None:
            continue
        told = expert.advice(expert.after(session.trace))
        assert told.player == session.owner
        assert told.value == truth.value(told.player, session.state)
        for option in told.moves:
            there = option.state[0]  # type: ignore[index]
            won = int(option.label in (X_WINS, O_WINS))
            assert won or option.value == truth.value(told.player, there)
        values.add(told.value)
    assert values == {Value.WIN, Value.UNDECIDED, Value.LOSS}


def test_counsel_takes_the_run_to_a_position_of_a_program() -> None:
    session = Session.replay(one_diagonal, "X(0,0) O(1,1) X(2,2) O(0,2)")
    told = counsel(one_diagonal, session.trace, EVENTS)
    assert isinstance(told, Advice)
    assert (told.player, told.value, str(told.best.label)) == ("X", Value.WIN, "X(2,0)")
    assert dict(session.choices)[told.best.label] == told.best.state
    with pytest.raises(Misuse, match="a state does not tell which came: give the run"):
        counsel(one_diagonal, session.state, EVENTS)
    expert = advisor(one_diagonal, EVENTS)
    assert Session(one_diagonal, seed=1).play({"X": expert}).events[-1] is not O_WINS
    with pytest.raises(Misuse, match=r"let advisor\(\) or counsel\(\) solve the game"):
        expert.advice(session.state)


def test_a_program_is_searched_ahead_for_events() -> None:
    session = Session.replay(one_diagonal, "X(0,0) O(1,1) X(2,2) O(0,2)")
    for goals in (EVENTS, {"X": "F once(X_WINS)", "O": "O_WINS & true"}):
        found = counsel(one_diagonal, session.trace, goals, nodes=200)
        assert isinstance(found, Found)
        assert (found.value, found.proven, str(found.move)) == (Value.WIN, True, "X(2,0)")
        assert found.line[-1] is X_WINS
    start = counsel(program, None, EVENTS, nodes=100, depth=2)
    assert isinstance(start, Found)
    assert (start.player, start.value) == ("X", Value.UNDECIDED)
    with pytest.raises(Misuse, match="a state does not tell which came: give the run"):
        counsel(one_diagonal, session.state, EVENTS, depth=2)
    first: Any = session.trace.start
    steps = session.trace.steps
    with pytest.raises(BadTrace, match=r"O\(1,1\) cannot be selected after no event"):
        counsel(one_diagonal, Trace(first, steps[1:]), EVENTS, depth=2)
    with pytest.raises(Misuse, match="is no state of the program"):
        counsel(one_diagonal, Trace(first[1:]), EVENTS, depth=2)


def test_the_search_alone_finds_the_events_of_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "sure_wins", lambda *_: {})
    truth = Forcing(one_diagonal, {"X": X_WINS, "O": O_WINS})
    for way in ("X(0,0) O(1,1) X(2,2) O(0,2) X(2,0)", "X(0,0) O(1,1) X(2,2) O(0,2)"):
        session = Session.replay(one_diagonal, way)
        found = counsel(one_diagonal, session.trace, EVENTS, nodes=3000)
        assert isinstance(found, Found)
        assert found.proven
        assert found.value == truth.value(found.player, session.state)


def test_a_run_in_a_model_tells_a_search_what_has_happened() -> None:
    trace = Session.replay(mnk(), "put(1,1)").trace
    goals = {"player1": "p1_wins & once(put(1,1))", "player2": "p2_wins & !once(put(1,1))"}
    told = counsel(mnk(), trace, goals, nodes=300)
    blind = counsel(mnk(), trace.states[-1], goals, nodes=300)
    assert isinstance(told, Found)
    assert isinstance(blind, Found)
    assert told.player == blind.player == "player2"
    solved = counsel(mnk(), trace, goals)
    assert isinstance(solved, Advice)
    assert solved.value is Value.UNDECIDED
    assert [m.value for m in solved.moves].count(Value.LOSS) > 0


def test_states_beside_the_search_are_solved_where_that_is_cheap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = mnk(rows=4, columns=4, k=4)
    way = "put(0,0) put(1,0) put(0,1) put(1,1) put(2,2) put(3,3) put(3,0) put(0,3) put(2,0)"
    trace = Session.replay(board, way).trace
    found = counsel(board, trace, GOALS, nodes=100)
    assert isinstance(found, Found)
    solved = counsel(board, trace, GOALS)
    assert found.proven
    assert found.value is solved.value
    monkeypatch.setattr(lookahead, "sure_wins", lambda *_: {})
    alone = counsel(board, trace, GOALS, nodes=100)
    assert isinstance(alone, Found)
    assert not alone.proven


def test_a_line_goes_on_where_the_winner_is_known() -> None:
    found = counsel(model(), None, GOALS, nodes=500)
    assert isinstance(found, Found)
    assert (found.depth, found.proven) == (1, True)
    walk = Session(model())
    for label in found.line:
        walk.step(label)
    assert walk.over
    assert len(found.line) == 1_000_000 - found.score


@pytest.mark.parametrize("most", [1, 5, 30, 200])
def test_what_is_solved_of_a_part_is_true_of_the_whole(most: int) -> None:
    game = model(piles=(3, 2, 2))
    start: Any = next(iter(game.initial()))
    goals = {
        player: parse(goal)
        for player, goal in (("player1", "p1_wins"), ("player2", "p2_wins | enabled(take(0,0))"))
    }
    part = lookahead.sure_wins(game, start, goals, Task(Limits(states=most)))
    whole = lookahead.sure_wins(game, start, goals, Task())
    todo, seen = [start], {start}
    for state in todo:
        for player in goals:
            assert state not in part.get(player, ()) or state in whole[player]
        fresh = {there for _, there in game.successors(state)} - seen
        seen |= fresh
        todo += fresh
    assert len(seen) > 30


def test_a_search_looks_at_no_more_states_than_the_limit_allows() -> None:
    for most in (1, 7, 150):
        task = Task(Limits(states=most))
        found = counsel(mnk(), None, GOALS, depth=4, task=task)
        assert isinstance(found, Found)
        assert found.nodes <= most
        assert found.value is Value.UNDECIDED
    found = counsel(mnk(), None, GOALS, seconds=0.05, task=Task(Limits(states=10)))
    assert isinstance(found, Found)
    assert found.nodes <= 10


def test_seconds_bound_a_search_and_a_move_is_found_in_any_case() -> None:
    found = counsel(mnk(), None, GOALS, seconds=1e-9)
    assert isinstance(found, Found)
    assert (found.depth, found.nodes) == (0, 0)
    found = counsel(model(), None, GOALS, seconds=20)
    assert isinstance(found, Found)
    assert found.proven


def test_what_cannot_be_looked_ahead_for_is_refused() -> None:
    with pytest.raises(Misuse, match="give goals without time"):
        counsel(model(), None, {"player1": "G p1_wins", "player2": "p2_wins"}, depth=2)
    with pytest.raises(UnknownAtom, match="no event of the program"):
        counsel(Program(p.request(p.B), owners={"one": p.B}), None, {"one": "hot"}, depth=2)
    with pytest.raises(UnknownAtom):
        counsel(model(), None, {"player1": "won", "player2": "p2_wins"}, depth=2)
    with pytest.raises(NotAGame, match="there is no player 'player3'"):
        counsel(model(), None, {"player3": "p1_wins"}, depth=2)
    with pytest.raises(Misuse, match="advice needs a goal"):
        counsel(model(), None, {})
    with pytest.raises(Misuse, match="limit_memory is for games that are solved"):
        counsel(model(), None, GOALS, depth=2, task=Task(Limits(memory=10**6)))
    for wrong in ({"depth": 0}, {"nodes": 0}, {"seconds": -1.0}, {"seconds": float("nan")}):
        with pytest.raises(Misuse, match=r"= takes a number"):
            counsel(model(), None, GOALS, **wrong)


def test_a_search_is_refused_where_only_fair_plays_count() -> None:
    game = Model("fair")
    n = game.var("n", range(2), init=0)

    @game.action(owner="one")
    def go() -> Any:
        return step(when=n == 0, set={n: 1})

    game.weak("go")
    with pytest.raises(Refused, match="not decided under fairness"):
        counsel(game, None, {"one": "n = 1"}, depth=2)
