"""Sessions of TLA+ modules: walked, taken back, replayed, and played by strategies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint import Session, solve
from counterpoint.errors import Misuse
from counterpoint.position import parse_position
from counterpoint.tla.file import load_module
from counterpoint.tla.module import Choice, TlaModule

MATCHES = r"""
---- MODULE Matches ----
EXTENDS Naturals
VARIABLES left, turn
vars == <<left, turn>>
Other == IF turn = "me" THEN "you" ELSE "me"
Init == left = 7 /\ turn = "me"
Next == /\ left > 0
        /\ \E k \in {1, 2} : left >= k /\ left' = left - k
        /\ turn' = Other
Spec == Init /\ [][Next]_vars
====
"""


def matches(folder: Path, owner: str | None = "turn") -> TlaModule:
    (folder / "Matches.tla").write_text(MATCHES)
    return load_module(folder / "Matches.tla", choice=Choice(owner=owner))


def test_a_session_walks_back_and_forth(tmp_path: Path) -> None:
    session = Session(matches(tmp_path))
    assert (session.owner, session.names) == ("me", ("Next:left=6", "Next:left=5"))
    assert session.step("Next: left = 5") == (5, "you")
    assert session.shown == 'left = 5\nturn = "you"'
    assert session.owner == "you"
    assert session.step("Next:left=3") == (3, "me")
    assert session.undo() == (5, "you")
    assert [str(label) for label, _ in session.ahead] == ["Next: left = 3"]
    assert session.redo() == (3, "me")
    assert session.labels == ("Next:left=5", "Next:left=3")
    assert Session.replay(matches(tmp_path), session.labels).trace == session.trace
    assert session.restart() == (7, "me")


def test_steps_of_one_name_are_numbered_where_nobody_chooses(tmp_path: Path) -> None:
    session = Session(matches(tmp_path, owner=None))
    assert (session.owner, session.names) == (None, ("Next#1", "Next#2"))
    assert session.step("Next#2") == (5, "you")
    with pytest.raises(Misuse, match="step 2: Next leads to 2 states: say Next#1 or Next#2"):
        session.step("Next")


def test_a_session_ends_where_nothing_changes_any_more(tmp_path: Path) -> None:
    session = Session(matches(tmp_path), state=(1, "you"))
    session.step("Next")
    assert (session.over, session.choices) == (True, ())


@pytest.mark.parametrize("seed", range(5))
def test_a_strategy_plays_what_it_promised(tmp_path: Path, seed: int) -> None:
    game = matches(tmp_path)
    mine = solve(game, player="me", goal='left = 0 & {turn = "you"}')
    assert mine.initial
    session = Session(game, seed=seed)
    assert session.play({"me": mine.strategy}).states[-1] == (0, "you")


def test_every_position_can_be_played_from(tmp_path: Path) -> None:
    game = matches(tmp_path)
    goal = 'left = 0 & {turn = "you"}'
    for left in range(1, 8):
        start: Any = parse_position(f'left = {left}, turn = "me"', game)
        assert start == (left, "me")
        assert solve(game, player="me", goal=goal, start=start).initial == (left % 3 != 0)


def test_boards_are_drawn() -> None:
    path = Path(__file__).parents[1] / "src/counterpoint/examples/StrategicTicTacToe.tla"
    session = Session(load_module(path, choice=Choice(owner="nextTurn")))
    session.step('MoveX:board[1][1]="X"')
    assert session.shown.splitlines() == ["board =", "X _ _", "_ _ _", "_ _ _", 'nextTurn = "O"']
    assert session.names[0] == 'MoveO:board[1][2]="O"'
