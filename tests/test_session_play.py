"""Plays in sessions: strategies, advisors and others against a seed."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from counterpoint import Advisor, Program, Session, solve
from counterpoint.errors import CounterpointError, Misuse, NotAGame
from counterpoint.examples import nim, ttt_model
from counterpoint.examples.tictactoe import X_WINS, free, program
from counterpoint.model.system import REST
from tests.engines import programs as p

from .test_session import DICE, Table

TTT = ttt_model.model()


@dataclass
class Noting:
    """A player who does as he was told beforehand, and notes what he was asked."""

    wanted: list[Hashable]
    asked: list[tuple[Hashable, list[Hashable]]] = field(default_factory=list)

    def choose(self, state: Hashable, labels: Sequence[Hashable]) -> Hashable:
        self.asked.append((state, list(labels)))
        return self.wanted[len(self.asked) - 1]


class Deaf:
    def choose(self, state: Hashable) -> str:
        return "roll"

    def __repr__(self) -> str:
        return "a deaf player"


NO_LOSS = {1: "G !p2_wins", 2: "G !p1_wins"}


def winner(session: Session) -> int | None:
    """Who has a line, straight from the marks."""
    marks: Any = session.state
    lines = [{marks[i] for i in line} for line in ttt_model.LINES]
    return next((player for player in (1, 2) if {player} in lines), None)


@pytest.mark.parametrize("player", [1, 2])
def test_a_strategy_that_was_found_never_loses(player: int) -> None:
    strategy = solve(TTT, player=f"player{player}", goal=NO_LOSS[player]).strategy
    for seed in range(50):
        session = Session(TTT, seed=seed)
        session.play({f"player{player}": strategy})
        assert session.over
        assert winner(session) in (None, player)
        session.trace.replay(TTT)


def test_without_a_strategy_some_games_are_lost() -> None:
    winners = []
    for seed in range(50):
        session = Session(TTT, seed=seed)
        session.play()
        winners.append(winner(session))
    assert set(winners) == {None, 1, 2}


@pytest.mark.slow
def test_a_strategy_whose_states_tell_of_events_plays_by_the_way_here() -> None:
    strategy = solve(free, player="O", goal="G !X_WINS").strategy
    for seed in range(25):
        session = Session(free, seed=seed)
        session.play({"O": strategy})
        assert session.over
        assert X_WINS not in session.trace.events


def test_a_strategy_for_events_of_a_model_plays_by_the_way_here() -> None:
    strategy = solve(TTT, player="player1", goal="F put(8)").strategy
    for seed in range(20):
        assert "put(8)" in Session(TTT, seed=seed).play({"player1": strategy}).events
    with pytest.raises(Misuse, match="did not come from the start of the game that was solved"):
        Session(TTT, state=(1, 2, 0, 0, 0, 0, 0, 0, 0, 1)).play({"player1": strategy})


def test_an_advisor_plays_and_wins_what_can_be_won() -> None:
    model = nim.model(piles=(1, 2))
    known = {
        player: solve(model, player=player, goal=goal).known
        for player, goal in (("player1", "p1_wins"), ("player2", "p2_wins"))
    }
    for seed in range(20):
        session = Session(model, seed=seed)
        session.play({"player1": Advisor(model, known, random.Random(seed))})
        assert session.shown == ".\n.  t = 2"


def test_an_advisor_does_not_guess_about_goals_that_ask_about_events() -> None:
    known = {"player1": solve(TTT, player="player1", goal="F put(8)").known}
    with pytest.raises(Misuse, match="a state does not tell which came"):
        Session(TTT).play({"player1": Advisor(TTT, known)})


def test_a_seed_is_a_play_and_a_restart_plays_it_again() -> None:
    plays = [Session(TTT, seed=seed).play() for seed in (1, 1, 2)]
    assert plays[0] == plays[1] != plays[2]
    session = Session(TTT, seed=1)
    assert session.play() == plays[0]
    session.restart()
    assert session.play() == plays[0]
    unseeded = Session(TTT)
    assert Session(TTT, seed=unseeded.seed).play() == unseeded.play()


def test_a_play_goes_on_from_here_and_drops_what_was_taken_back() -> None:
    session = Session.replay(TTT, "put(0) put(4) put(8)", seed=3)
    session.undo()
    trace = session.play(steps=2)
    assert trace.events[:2] == ("put(0)", "put(4)")
    assert (len(trace.steps), session.at, session.ahead) == (4, 4, ())
    session.jump(1)
    assert session.play(steps=0) == session.trace
    assert len(session.ahead) == 3
    session.play(steps=None)
    assert session.over


def test_nobodys_steps_may_be_chosen_by_somebody_too() -> None:
    nobody = Noting(["roll", "stop"])
    session = Session(DICE, seed=0)
    session.play({None: nobody})
    assert session.over
    assert [labels for _, labels in nobody.asked] == [["roll", "pass"], ["stop"]]
    reached = set()
    for seed in range(20):
        session = Session(DICE, seed=seed)
        reached.add(session.play({None: Noting(["roll"])}, steps=1).states[1])
    assert reached == {1, 2}  # which of them is left to the seed


def test_where_several_could_move_the_seed_says_who_and_he_says_what() -> None:
    both = Program(p.request(p.A, p.B), p.request(p.C), owners={"one": [p.A, p.B], "other": p.C})
    came: set[Hashable] = set()
    for seed in range(20):
        session = Session(both, seed=seed)
        one = Noting([p.B])
        came.update(session.play({"one": one}, steps=1).events)
        assert one.asked in ([], [(session.trace.start, [p.A, p.B])])
    assert came == {p.B, p.C}


def test_to_wait_beside_his_own_moves_is_a_players_choice() -> None:
    clicks = Program(p.wait_then_block(p.A, 1), external=[p.A], owners={"one": p.A})
    one = Noting([REST, "A"])
    trace = Session(clicks).play({"one": one})
    assert [label for label, _ in trace.steps] == [REST, p.A]
    assert one.asked[0][1] == [p.A, REST]
    assert Session(clicks).play().events == (p.A,)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (
            lambda: Session(DICE).play(steps=-1),
            "play(): steps is a number of steps or None, not -1",
        ),
        (
            lambda: Session(program).play({"X": 3}),  # type: ignore[dict-item]
            "play(): 3 cannot play: it needs a method choose(state, labels), as solve(",
        ),
        (
            lambda: Session(DICE).play([1]),  # type: ignore[arg-type]
            "play(): players map names to who chooses for them, not [1]",
        ),
        (
            lambda: Session(DICE).play("X"),  # type: ignore[arg-type]
            "play(): players map names to who chooses for them, not 'X'",
        ),
        (
            lambda: Session(DICE).play({None: Deaf()}),  # type: ignore[dict-item]
            "play(): a deaf player is called as choose(state, labels): too many positional",
        ),
        (
            lambda: Session(Table({0: [("a", 1)]}, owners={0: "one"})).play({"one": Noting(["b"])}),
            "step 1: 'b' was chosen for one, and could not be; there are a",
        ),
        (
            lambda: Session(DICE).play({None: Noting(["b"])}),
            "step 1: 'b' was chosen for nobody, and could not be; there are roll#1, roll#2, pass",
        ),
    ],
)
def test_who_cannot_play_and_what_cannot_be_chosen_is_refused(act: Any, message: str) -> None:
    with pytest.raises(CounterpointError) as raised:
        act()
    assert raised.value.message.startswith(message)


@pytest.mark.parametrize(
    ("target", "known"),
    [(program, "X, O"), (TTT, "player1, player2"), (Program(p.request(p.A)), "no players")],
)
def test_a_player_who_is_not_in_the_game_is_refused(target: Any, known: str) -> None:
    with pytest.raises(NotAGame) as raised:
        Session(target).play({"Z": Noting([])})
    assert raised.value.message == f"there is no player 'Z'; there are {known}"
