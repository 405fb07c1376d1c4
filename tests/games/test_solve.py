"""`solve` on models, programs and systems, with the counts of document 004."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Model,
    Program,
    Session,
    Trace,
    all_of,
    check,
    never,
    step,
    where,
)
from counterpoint.bp.sync import sync
from counterpoint.bp.thread import thread
from counterpoint.certificate import Extent
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.errors import BadTrace, Misuse, NotAGame, Refused, Undecided, UnknownAtom
from counterpoint.examples import nim
from counterpoint.examples.tictactoe import ALL_O, game, one_diagonal, program
from counterpoint.games.advice import Value, advice
from counterpoint.games.solve import solve
from counterpoint.tuning import USUAL
from tests.renumbered import A, B, C, D, asks_for_more, remembers
from tests.tunings import TINY, TUNINGS

from .models import counted, in_line

MODEL = in_line(3, 3, 3)

TACTICS = {
    "center", "corners", "sides", "add_third_o", "prevent_third_x", "prevent_fork",
    "prevent_diagonal_fork", "detect_draw",
}  # fmt: skip


@thread
def anywhere() -> Any:
    while True:
        yield sync(request=ALL_O)


@pytest.mark.parametrize(
    ("over", "player", "goal", "count", "states"),
    [
        ("reachable", "player1", "one", 2936, 5478),
        ("reachable", "player2", "two", 1474, 5478),
        ("all", "player1", "one", 18_607, 39_366),
        ("all", "player2", "two", 18_607, 39_366),
    ],
)
def test_the_winning_states_are_those_of_document_004(
    over: str, player: str, goal: str, count: int, states: int
) -> None:
    solution = solve(MODEL, player=player, goal=goal, over=over)
    assert (len(solution.winning), solution.states) == (count, states)
    assert len(solution.losing) == states - count
    assert not solution
    assert solution.verify()


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_whose_turn_it_is_may_be_a_matter_of_counting(engine: str) -> None:
    solution = solve(counted(3, 3, 3), player="player2", goal="G !one", engine=engine)
    assert (len(solution.winning), solution.states) == (2542, 5478)


@pytest.mark.parametrize(("model", "tuned"), [(in_line, "tiny"), (counted, "mixed")])
def test_no_tuning_changes_who_wins(model: Any, tuned: str) -> None:
    for player, goal in (("player1", "one"), ("player2", "G !one")):
        task = Task(tuning=TUNINGS[tuned])
        solution = solve(model(2, 3, 2), player=player, goal=goal, task=task)
        usual = solve(model(2, 3, 2), player=player, goal=goal)
        assert set(solution.winning) == set(usual.winning)
        assert 0 < len(usual.winning) < usual.states


def test_the_symbolic_engine_finds_the_same_states() -> None:
    solution = solve(MODEL, player="player1", goal="one", engine="symbolic")
    assert (len(solution.winning), len(solution.losing), bool(solution)) == (2936, 2542, False)
    assert (1, 2, 0, 0, 0, 0, 0, 0, 0, 1) in solution.known
    with pytest.raises(Misuse, match="none of those of the game that was solved"):
        assert (1, 1, 1, 1, 0, 0, 0, 0, 0, 1) in solution.known


def test_a_state_to_start_from_is_as_good_as_one_that_is_reached() -> None:
    state = (1, 2, 0, 0, 0, 0, 0, 0, 0, 1)
    solution = solve(MODEL, player="player1", goal="one", start=state)
    assert solution
    assert state in solution.winning
    assert solution.strategy.move(state) is not None


def test_either_player_can_avoid_to_lose() -> None:
    for player, lost in (("player1", "two"), ("player2", "one")):
        solution = solve(MODEL, player=player, goal=f"G !{lost}")
        assert solution
        assert solution.verify()
        assert str(solution.strategy.rules()[0]).startswith("when x[")


def test_both_players_together_can_do_what_neither_can() -> None:
    assert solve(MODEL, player=("player1", "player2"), goal="two")
    assert solve(MODEL, player=(), goal="F (one | two | {x[0] != 0})").winning


def test_a_program_whose_rules_are_complete_cannot_be_beaten_and_another_can() -> None:
    assert solve(program, player="O", goal="G !X_WINS")
    assert not solve(program, player="X", goal="X_WINS")
    beaten = solve(one_diagonal, player="X", goal="X_WINS")
    assert beaten
    assert len(beaten.winning) == 39


def test_the_strategy_of_a_program_is_a_b_thread_to_put_in_the_place_of_its_rules() -> None:
    tactics = [rule for rule in program.rules if rule in TACTICS]
    free = program.without(*tactics)
    whole = game(anywhere(), *free.threads)
    solution = solve(whole, player="O", goal="G !X_WINS")
    assert solution
    played = game(solution.thread(), anywhere(), *free.threads)
    assert solve(played, player=(), goal="G !X_WINS")


def test_the_winning_states_of_both_make_advice() -> None:
    one = solve(MODEL, player="player1", goal="one")
    two = solve(MODEL, player="player2", goal="two")
    wins = {"player1": one.known, "player2": two.known}
    told = advice(MODEL, (1, 1, 0, 2, 0, 0, 0, 2, 0, 1), wins)
    assert (told.best.label, told.value) == ("put(2)", Value.WIN)
    plain = {"player1": one.winning, "player2": two.winning}
    told = advice(MODEL, (1, 1, 0, 0, 2, 0, 0, 0, 0, 2), plain)
    assert (told.best.label, told.best.distance) == ("put(2)", None)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(NotAGame, match="there is no player 'x'; there are player1, player2"):
        solve(MODEL, player="x", goal="one")
    with pytest.raises(UnknownAtom):
        solve(MODEL, player="player1", goal="three")
    with pytest.raises(Refused, match="A game can be played for"):
        solve(MODEL, player="player1", goal="G F one & G F two")
    with pytest.raises(Undecided, match="all its states are known"):
        solve(MODEL, player="player1", goal="one", task=Task(Limits(states=100)))
    with pytest.raises(Misuse, match=r"\(1, 2, 3\) is no state of 3x3, 3 in line"):
        solve(MODEL, player="player1", goal="one", start=(1, 2, 3))


def test_a_program_is_solved_from_its_start_and_asked_where_a_run_has_come_to() -> None:
    lost = Session.replay(one_diagonal, "X(0,0) O(1,1) X(2,2) O(0,2)").trace
    solution = solve(one_diagonal, player="X", goal="X_WINS", start=lost)
    assert solution
    assert repr(solution).startswith("<X can enforce X_WINS from there; 39 of ")
    kept = Session.replay(program, "X(0,0) O(1,1) X(2,2)").trace
    assert not solve(program, player="X", goal="X_WINS", start=kept)
    with pytest.raises(BadTrace, match=r"O\(1,1\) cannot be selected after no event"):
        solve(one_diagonal, player="X", goal="X_WINS", start=Trace(lost.start, lost.steps[1:]))


def test_a_state_of_a_program_will_do_where_the_goal_is_about_states() -> None:
    network = program.network()
    after = Session.replay(program, "X(0,0)").trace
    goal = "enabled(X(1,1))"
    assert solve(program, player="X", goal=goal, start=network.initial()[0])
    assert not solve(program, player="X", goal=goal, start=after.states[-1])
    assert not solve(program, player="X", goal=goal, start=after)
    with pytest.raises(Misuse, match="is not reached"):
        solve(program, player="X", goal=goal, start=(1,) * len(network.automata))
    with pytest.raises(Misuse, match="a state does not tell which came: give the run"):
        solve(program, player="X", goal="X_WINS", start=after.states[-1])


def test_a_run_tells_a_goal_of_a_model_what_has_happened() -> None:
    opened = Session.replay(MODEL, "put(4) put(0)").trace
    for goal, can in (("once(put(4))", True), ("put(0)", True), ("put(4)", False)):
        assert bool(solve(MODEL, player="player2", goal=f"F {goal}", start=opened)) is can
    assert not solve(MODEL, player="player2", goal="F once(put(4))", start=opened.states[-1])
    later = Trace(opened.states[1], opened.steps[1:])
    assert not solve(MODEL, player="player2", goal="F once(put(4))", start=later)
    assert solve(MODEL, player="player2", goal="F once(put(0))", start=later)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_who_owns_only_what_is_never_possible_is_a_player_all_the_same(engine: str) -> None:
    model = Model("idle")
    n = model.var("n", range(2), init=0)

    @model.action(owner="one")
    def never() -> object:
        return step(when=all_of([False]), set={n: 1})

    @model.action(owner="two")
    def go() -> object:
        return step(set={n: 1 - n})

    assert model.players == ("one", "two")
    assert where(model, "<<two>> F {n = 1}", engine=engine).count == 2
    assert where(model, "<<one>> X {n = 1}", engine=engine).count == 1
    assert not solve(model, player="one", goal="G {n = 0}", engine=engine)
    assert solve(model, player="two", goal="F {n = 1}", engine=engine)


def test_all_of_a_solution_is_audited_where_that_is_asked() -> None:
    solution = solve(nim.model(piles=(1, 2)), player="player1", goal="p1_wins", audit="all")
    assert solution.audited is not None
    assert (solution.audited.states, solution.audited.fault) == (solution.states, "")
    with pytest.raises(Misuse, match="audit= is one of none, sample, all"):
        solve(nim.model(), player="player1", goal="p1_wins", audit="some")


def test_a_run_that_was_found_under_another_tuning_leads_to_the_same_position() -> None:
    def made_anew() -> Program:
        return Program(asks_for_more(), remembers(), owners={"me": [A, B, C, D]})

    for tuning in (USUAL, TINY):
        found = check(made_anew(), never(D), tuning=tuning)
        assert found.trace is not None
        for start in (found.trace, Session.replay(made_anew(), found.trace)):
            solution = solve(made_anew(), player="me", goal="G enabled(D)", start=start)
            assert solution
            assert solution.position == solve_by_labels(made_anew(), found.trace)
    wrong = Trace((0, 0), ((D, (0, 0)),))
    with pytest.raises(BadTrace, match="D cannot be selected after no event"):
        solve(made_anew(), player="me", goal="G enabled(D)", start=wrong)


def solve_by_labels(program: Program, trace: Trace) -> Any:
    labels = " ".join(map(str, trace.events))
    return solve(program, player="me", goal="G enabled(D)", start=labels).position


@pytest.mark.parametrize(
    "goal",
    [
        "true M AF turns_up", "false U AF turns_up", "true R EG !turns_up", "false W AG tossed",
        "true M <<me>> F turns_up", "true R EF turns_up",
    ],
)  # fmt: skip
def test_a_goal_that_is_only_its_part_passes_its_audit(goal: str) -> None:
    """`true M AF p` is `AF p`: states are not as far from `p` as from the end of the game."""
    model = Model("coin")
    side = model.var("side", ["none", "up", "down"], init="none")
    model.atom("turns_up", side == "up")
    model.atom("tossed", side != "none")

    @model.action(owner="me", to=["up", "down"])
    def toss(to: str) -> object:
        return step(when=side == "none", set={side: to})

    @model.action(owner="you")
    def turn() -> object:
        return step(when=side == "down", set={side: "up"})

    for player in ("me", "you"):
        found = solve(model, player=player, goal=goal, task=Task(audit=Extent.ALL))
        assert found.audited is not None
        assert found.audited.passed
