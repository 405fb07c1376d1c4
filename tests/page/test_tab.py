"""What a tab does for each command, without any server."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from counterpoint.engines.base.task import Progress
from counterpoint.page.bounds import Bounds
from counterpoint.page.loaded import Loaded
from counterpoint.page.properties import checking_data
from counterpoint.target import find_target
from counterpoint.tla.choice import Choice

from ..patience import PATIENCE
from .talk import Talk


def test_o_answers_a_click_and_the_page_says_why() -> None:
    talk = Talk("tictactoe")
    talk.steps("X(0,0)")
    assert talk.taken == ["X(0,0)", "O(1,1)"]
    said = talk.walk["say"]
    assert said["title"] == "Your turn."
    assert {"rule": "center", "voice": "o"} in said["parts"]


@pytest.mark.slow
def test_x_never_wins_however_carelessly_it_plays_and_o_wins_sometimes() -> None:
    chance, talk, results = random.Random(7), Talk("tictactoe"), set()
    for _ in range(20):
        talk.do("restart")
        while mine := [event for event in talk.walk["events"] if event["mine"]]:
            talk.steps(chance.choice(mine)["name"])
        results.add(talk.walk["say"]["title"])
    assert results == {"O wins.", "Draw."}


def test_the_result_is_said_in_words_with_the_line_of_the_win() -> None:
    talk = Talk("tictactoe:free")
    talk.do("by", player="O", by="person")
    talk.steps("X(0,0)", "O(1,1)", "X(0,1)", "O(2,2)", "X(0,2)")
    assert talk.walk["say"]["title"] == "X wins."
    assert talk.walk["view"]["line"] == [0, 1, 2]


def test_undo_goes_to_my_choice_and_redo_to_my_next() -> None:
    talk = Talk("tictactoe")
    talk.steps("X(0,0)", "X(2,2)")
    positions = []
    for command in ("undo", "undo", "redo", "redo"):
        talk.do(command)
        positions.append(talk.walk["at"])
    assert positions == [2, 0, 2, 4]


def test_where_nobody_is_a_player_every_step_is_mine() -> None:
    talk = Talk("hot_cold")
    talk.steps("COLD", "HOT")
    talk.do("undo")
    assert talk.walk["at"] == 1


def test_a_step_after_undo_drops_what_was_ahead() -> None:
    talk = Talk("tictactoe")
    talk.steps("X(0,0)", "X(2,2)")
    talk.do("jump", at=0)
    talk.steps("X(1,1)")
    assert talk.taken[0] == "X(1,1)"
    assert talk.walk["length"] == 2


def test_only_new_columns_are_sent() -> None:
    talk = Talk("tictactoe")
    talk.steps("X(0,0)")
    before = talk.walk["length"]
    talk.steps("X(2,2)")
    assert talk.walk["from"] >= before
    talk.do("jump", at=0)
    assert talk.walk["columns"] == []


def test_a_switch_takes_effect_at_once_and_verdicts_tell_what_they_were() -> None:
    talk = Talk("tictactoe")
    assert talk.checked()["rows"][0]["answer"] == "holds"
    talk.do("switch", rules=["prevent_diagonal_fork"], on=False)
    row = talk.checked()["rows"][0]
    assert row["answer"] == "fails"
    assert row["steps"] == 8
    assert talk.last("target")["off"] == ["prevent_diagonal_fork"]
    talk.do("restore")
    assert talk.last("properties")["rows"][0] | {"reason": ""} == {
        "name": "X never wins",
        "text": "never X_WINS",
        "answer": "holds",
        "is_number": False,
        "reason": "",
        "was": "fails",
        "steps": None,
        "loop": None,
        "witness": True,
    }


def test_a_counterexample_is_opened_and_the_game_is_kept() -> None:
    talk = Talk("tictactoe")
    talk.steps("X(0,0)")
    talk.do("switch", rules=["prevent_diagonal_fork"], on=False)
    talk.checked()
    talk.do("open", property="X never wins")
    assert talk.walk["mode"] == "trace"
    talk.do("jump", at=8)
    assert talk.walk["say"]["title"] == "Here “X never wins” is broken."
    assert talk.walk["trace"]["shown"] == "“X never wins” is broken at step 8, the last."
    talk.do("jump", at=3)
    assert talk.walk["say"]["parts"][-1] == "“X never wins” is broken at step 8, the last."
    talk.do("close")
    assert (talk.walk["mode"], talk.walk["at"]) == ("game", 2)


def test_a_lasso_tells_where_it_goes_back_to() -> None:
    talk = Talk("peterson")
    talk.checked()
    talk.do("open", property="process 0 gets in again and again")
    assert talk.walk["loop"] == 0
    talk.do("jump", at=talk.walk["length"])
    assert talk.walk["say"]["title"] == "From here it repeats for ever."
    assert talk.walk["say"]["parts"][-1] == (
        "“process 0 gets in again and again” is broken: steps 1 to 5 repeat for ever."
    )


def test_a_link_leads_to_the_same_position_and_rules() -> None:
    talk = Talk("tictactoe")
    talk.steps("X(0,0)", "X(2,2)")
    talk.do("switch", rules=["corners", "sides"], on=False)
    talk.do("jump", at=3)
    other = Talk("tictactoe")
    other.do("follow", link=talk.walk["link"])
    assert other.walk["at"] == 3
    assert other.tab.off == {"corners", "sides"}
    assert other.walk["link"] == talk.walk["link"]


def test_a_link_that_leads_nowhere_is_followed_as_far_as_it_goes() -> None:
    talk = Talk("tictactoe")
    talk.do("follow", link="p=X(0,0)~O(0,0)&off=nothing")
    assert talk.taken[0] == "X(0,0)"
    assert talk.last("notice")["text"] == (
        "The link is followed as far as it goes: there is no rule nothing; "
        "step 2, O(0,0), is not possible."
    )


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({"do": "fly"}, "there is no command 'fly'"),
        ({}, "a command has a text as 'do', which this command lacks"),
        ({"do": [[3] * 9]}, "a command has a text as 'do', not [[3, 3, 3, 3, 3, 3, ...]]"),
        ({"do": "step"}, "'step' takes a text as 'name', which this command lacks"),
        ({"do": "values", "on": 1}, "'values' takes true or false as 'on', not 1"),
        ({"do": "step", "name": "X(9,9)"}, "step 1: X(9,9) is not possible; possible: X(0,0)"),
        ({"do": "jump", "at": "two"}, "'jump' takes a number as 'at', not 'two'"),
        ({"do": "switch", "rules": ["gravity"]}, "there is no rule 'gravity' to switch"),
        ({"do": "switch", "rules": "x"}, "'switch' takes a list of names as 'rules', not 'x'"),
        ({"do": "switch", "rules": [1]}, "'switch' takes a list of names as 'rules', not [1]"),
        ({"do": "open", "property": "x"}, "there is no run to play for 'x': nothing has been"),
        ({"do": "by", "player": "O", "by": "magic"}, "'O' cannot be played by 'magic'; there are"),
        ({"do": "by", "player": "Z", "by": "best"}, "there is no player 'Z' to play for; there"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    command: dict[str, object], said: str
) -> None:
    talk = Talk("tictactoe")
    talk.tab.handle(command)
    notice = talk.last("notice")
    assert notice["text"].startswith(said)
    assert notice["code"] == "CP100"
    assert talk.taken == []


def test_the_best_strategy_never_loses_where_the_rules_may() -> None:
    talk = Talk("nim")
    talk.do("by", player="player2", by="best")
    talk.solved()
    talk.steps("take(0,0)")
    assert talk.taken[1] == "take(2,4)"


@pytest.mark.slow
@pytest.mark.parametrize("target", ["ttt_model", "tictactoe:free"])
def test_who_plays_by_winning_states_never_lets_the_other_win(target: str) -> None:
    talk, chance = Talk(target), random.Random(5)
    _, second = (player["name"] for player in talk.last("target")["players"])
    talk.do("by", player=second, by="winning")
    talk.solved()
    for _ in range(4):
        talk.do("restart")
        while not talk.walk["say"]["result"]:
            mine = [event["name"] for event in talk.walk["events"] if event["mine"]]
            talk.steps(chance.choice(mine))
        assert talk.walk["say"]["title"] in {f"{second} wins.", "Draw.", "Nobody wins."}


def test_who_plays_by_winning_states_can_be_had_in_a_module_with_an_owner() -> None:
    module = find_target("StrategicTicTacToe", choice=Choice(owner="nextTurn"))
    goals = {"X": '{Won("X")}', "O": '{Won("O")}'}
    talk = Talk("", loaded=Loaded("StrategicTicTacToe", module, goals=goals))
    talk.do("by", player="O", by="winning")
    talk.solved()
    talk.steps('MoveX:board[1][1]="X"')
    talk.answers()
    assert len(talk.taken) == 2


def test_a_way_to_play_that_cannot_be_had_stays_in_the_choice_with_its_reason(
    tmp_path: Path,
) -> None:
    file = tmp_path / "turns.led"
    file.write_text(TURNS)
    talk = Talk(str(file))
    ways = {way["id"]: way for way in talk.last("target")["players"][1]["ways"]}
    assert ways["winning"]["title"] == (
        "by winning states (not here: it is not known what the players want: "
        "say so by --goal PLAYER=FORMULA)"
    )
    assert (ways["best"]["why_not"] != "", ways["rules"]["why_not"]) == (True, "")
    talk.do("by", player="b", by="winning")
    assert talk.last("notice")["text"].startswith("'b' cannot be played by 'winning': it is not")


TURNS = """Two players count to four by turns, and nothing says who wins

/$ initialState := 0
turn := `a if currentState mod 2 = 0; `b otherwise
nextState := currentState + 1 if clicked & currentState < 4; currentState otherwise $/
"""


def test_where_a_game_cannot_be_solved_the_rules_play_and_the_choice_says_why() -> None:
    talk = Talk("nim", bounds=Bounds(10))
    talk.do("by", player="player2", by="best")
    talk.solved()
    assert talk.last("notice")["text"].startswith("The game was not solved: ")
    player = talk.last("target")["players"][1]
    assert player["by"] == "rules"
    assert {way["id"] for way in player["ways"] if way["why_not"]} == {"best", "winning"}


def test_an_error_while_playing_has_its_line_and_a_caret(tmp_path: Path) -> None:
    file = tmp_path / "counter.led"
    file.write_text(COUNTER)
    talk = Talk(str(file))
    talk.steps(*[event["name"] for event in talk.walk["events"]][:1])
    talk.steps(*[event["name"] for event in talk.walk["events"]][:1])
    notice = talk.last("notice")
    assert notice["text"] == (
        "no case applies: all conditions are false "
        "(counter.led:5, in nextState, in the state 2, a click at (500,400))"
    )
    assert (notice["file"], notice["line"], notice["column"]) == ("counter.led", 5, 3)
    assert [line["number"] for line in notice["lines"]] == [4, 5, 6]
    assert len(talk.taken) == 1


COUNTER = """A counter that forgets what to do when it is full

/$ initialState := 0
nextState :=
  currentState + 1 if clicked & currentState < 2;
  currentState     if ~clicked $/
"""


def test_whoever_plays_best_answers_once_the_game_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talk, begin = Talk("nim"), threading.Event()
    advising = talk.loaded.advising

    def slowly(off: frozenset[str]) -> Any:
        work = advising(off)
        return lambda watch: begin.wait(PATIENCE) and work(watch)

    monkeypatch.setattr(talk.loaded, "advising", slowly)
    talk.do("by", player="player2", by="best")
    talk.steps("take(0,0)")
    assert talk.taken == ["take(0,0)"]
    begin.set()
    talk.solved()
    talk.answers()
    assert talk.taken == ["take(0,0)", "take(2,4)"]


def test_values_are_shown_once_the_game_is_solved() -> None:
    talk = Talk("nim")
    talk.do("values", on=True)
    moves = talk.solved()["values"]["moves"]
    assert [name for name, worth in moves.items() if worth["value"] == "wins"] == ["take(0,1)"]
    talk.steps("take(0,0)")
    assert talk.walk["values"]["lost"][:1] == [0]


def test_values_follow_when_rules_are_switched() -> None:
    talk = Talk("tictactoe")
    talk.do("values", on=True)
    assert talk.solved()["values"]["ready"]
    talk.do("switch", rules=["prevent_third_x"], on=False)
    moves = talk.solved()["values"]["moves"]
    assert {worth["value"] for worth in moves.values()} == {"wins"}


def test_where_goals_are_not_known_it_is_said_how_to_tell_them() -> None:
    talk = Talk("hot_cold")
    talk.do("values", on=True)
    assert "--goal PLAYER=FORMULA" in talk.last("notice")["text"]


def test_events_from_outside_are_mine_and_the_reaction_goes_by_itself() -> None:
    talk = Talk("tictactoe:clicked")
    talk.steps("Click(0,0)")
    assert talk.taken == ["Click(0,0)", "X(0,0)", "O(1,1)"]


def test_an_answer_that_comes_too_late_is_not_given() -> None:
    talk = Talk("tictactoe")
    talk.tab.handle({"do": "step", "name": "X(0,0)"})
    talk.tab.handle({"do": "undo"})
    talk.answers()
    assert talk.walk["at"] == 0


def test_two_tabs_do_not_disturb_one_another() -> None:
    talk = Talk("tictactoe")
    other = Talk("tictactoe", loaded=talk.loaded)
    talk.steps("X(0,0)")
    talk.do("switch", rules=["center"], on=False)
    assert other.taken == []
    assert other.tab.off == frozenset()


def test_the_last_rule_of_a_module_stays_on() -> None:
    talk = Talk("MendedTicTacToe")
    talk.do("switch", rules=list(talk.loaded.rules), on=False)
    assert "nothing is left" in talk.last("notice")["text"]
    assert talk.tab.off == frozenset()


def test_a_picture_that_fails_is_said_and_the_page_lives_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talk = Talk("tictactoe")
    monkeypatch.setattr("counterpoint.page.screen.view_data", lambda *_: 1 / 0)
    talk.do("jump", at=0)
    assert "division by zero" in talk.last("notice")["text"]


FAULTY = """
from counterpoint import Program, events, sync, thread

GO, ON = events("GO ON")

@thread
def stumble():
    yield sync(request=[GO, ON])
    raise ValueError("a stone")

program = Program(stumble())
"""


def test_a_b_thread_that_raises_is_said_and_the_step_is_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "stumbles.py"
    file.write_text(FAULTY)
    talk = Talk(str(file))
    talk.steps("GO")
    said = talk.last("notice")["text"]
    assert said == "ValueError: a stone (b-thread stumble, stumbles.py:9)"
    assert talk.taken == []
    talk.do("restart")
    assert talk.walk["at"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("target", ["BehavioralTicTacToe", "StrategicTicTacToe", "alternating_bit"])
def test_every_run_that_a_check_finds_can_be_played_to_its_end(target: str) -> None:
    talk = Talk(target)
    rows = [row for row in talk.checked()["rows"] if row["steps"] is not None]
    assert rows
    for row in rows:
        talk.do("open", property=row["name"])
        assert talk.walk["mode"] == "trace"
        assert talk.walk["length"] == row["steps"]
        for at in range(row["steps"] + 1):
            talk.do("jump", at=at)
            assert talk.walk["at"] == at
        talk.do("close")


@pytest.mark.parametrize(
    "commands",
    [
        [("switch", {"rules": ["enforce_turns"], "on": False})],
        [("switch", {"rules": ["enforce_turns"], "on": False}), ("jump", {"at": 0})],
        [("follow", {"link": "off=enforce_turns"}), ("step", {"name": "nonsense"})],
    ],
)
def test_whoever_is_to_answer_answers_after_any_command(commands: list[Any]) -> None:
    talk = Talk("tictactoe")
    for command, more in commands:
        talk.do(command, **more)
    assert not talk.walk["say"]["title"].endswith("answers.")
    talk.do("jump", at=talk.walk["length"])
    assert not talk.walk["say"]["title"].endswith("answers.")


def test_others_answer_in_a_version_that_was_read_again() -> None:
    talk = Talk("tictactoe")
    talk.tab.handle({"do": "step", "name": "X(0,0)"})  # O has not answered yet
    talk.waiting.clear()
    talk.tab.reload(talk.loaded, {"new": [], "gone": [], "changed": []})
    talk.answers()
    assert talk.taken == ["X(0,0)", "O(1,1)"]


def test_a_link_opens_the_run_again_that_was_played() -> None:
    talk = Talk("peterson")
    talk.checked()
    talk.do("open", property="process 0 gets in again and again")
    talk.do("jump", at=2)
    other = Talk("peterson")
    other.do("follow", link=talk.walk["link"])
    other.tab.background.wait()
    assert other.walk["trace"] == talk.walk["trace"]
    assert (other.walk["mode"], other.walk["at"]) == ("trace", 2)
    other.do("close")
    assert (other.walk["mode"], other.walk["link"]) == ("game", "")


def test_a_run_that_there_is_not_is_said() -> None:
    talk = Talk("hot_cold")
    talk.do("follow", link="run=nothing&step=99999999999999")
    talk.tab.background.wait()
    assert "no run to play" in talk.last("notice")["text"]


def test_a_model_without_anything_has_a_page(tmp_path: Path) -> None:
    file = tmp_path / "nothing_at_all.py"
    file.write_text('from counterpoint import Model\nmodel = Model("m")\n')
    talk = Talk(str(file))
    assert talk.last("target")["groups"] == []
    assert talk.walk["say"]["title"] == "Nothing more can happen."


def test_values_that_are_not_known_yet_are_said_to_be_worked_out() -> None:
    talk = Talk("nim")
    talk.do("values", on=True)
    said = [m["say"]["parts"] for m in talk.messages if m["type"] == "walk"]
    assert ["Working out what each move is worth ..."] in said
    assert talk.solved()["say"]["parts"][0].startswith("What each move is worth")


def test_how_many_squares_can_be_clicked_is_said() -> None:
    assert Talk("tictactoe").walk["say"]["title"] == "You are X. Click any square."
    said = Talk("MendedTicTacToe").walk["say"]["title"]
    assert said == "Click the one open square."


def test_a_cluster_checks_and_the_page_shows_the_progress_of_all_workers() -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    talk = Talk("mnk", bounds=Bounds(cluster="local:2"))
    assert talk.checked()["states"] == 5478
    (found,) = talk.loaded.verdicts.values()
    assert (found.engine, found.workers) == ("cluster", 2)
    data = checking_data([], Progress(5478, 9, 2.0, workers=2))
    assert (data["states"], data["rate"], data["workers"]) == (5478, 2739, 2)


def test_each_choice_of_rules_has_states_of_its_own(tmp_path: Path) -> None:
    talk = Talk("hot_cold", bounds=Bounds(3, disk=str(tmp_path)))
    assert "go on with --recover" in talk.checked()["warnings"][-1]
    talk.do("switch", rules=["alternate"], on=False)
    talk.checked()
    assert len(list(tmp_path.iterdir())) == 2
    assert {found.engine for found in talk.loaded.verdicts.values()} == {"disk"}


def test_a_uri_of_the_page_has_a_place_for_each_choice_of_rules() -> None:
    options = [Bounds(disk=f"s3://bucket/{end}").options(frozenset()) for end in ("a", "a/")]
    assert options[0] == options[1]
    assert str(options[0]["disk"]).startswith("s3://bucket/a/rules-")
    assert Bounds(disk="s3://bucket/a").folder is None
