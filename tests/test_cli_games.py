"""Games on the command line: `solve`, `advise`, `criticize`, `certificate`."""

from __future__ import annotations

import json

import pytest

from counterpoint.cli import main
from tests.test_cli_formulas import Said


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def call(*arguments: str) -> Said:
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        return Said(int(left.value.code or 0), *capsys.readouterr())

    return call


def test_solve_says_who_wins_from_where(run) -> None:
    said = run("solve", "ttt_model", "--player", "player1", "--goal", "p1_wins")
    lines = said.out.splitlines()
    assert lines[0] == "player1 cannot enforce p1_wins from the start"
    assert lines[2] == "  2,936 of 5,478 states are winning"
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_solve_as_json_is_the_same_with_each_engine(run, engine: str) -> None:
    said = run(
        "solve", "ttt_model", "--player", "player1", "--goal", "F p1_wins", "--all", "--json",
        "--engine", engine,
    )  # fmt: skip
    found = json.loads(said.out)
    assert (found["states"], found["winning"], found["losing"]) == (39366, 18607, 20759)
    assert found["initial"] is False


def test_solve_from_a_position_tells_how(run) -> None:
    position = "x=[1,2,0,0,0,0,0,0,0], t=1"
    said = run(
        "solve", "ttt_model", "--player", "player1", "--goal", "p1_wins", "--from", position,
        "--strategy", "--json",
    )  # fmt: skip
    found = json.loads(said.out)
    assert found["initial"] is True
    assert found["strategy"][0].startswith("when ")
    lines = run(
        "solve", "ttt_model", "--player", "player1, player2", "--goal", "full", "--from", position
    ).out.splitlines()
    assert lines[0] == "player1, player2 can enforce full from the start"


def test_advise_lists_the_moves_best_first(run) -> None:
    position = "x=[1,2,0,0,0,0,0,0,0], t=1"
    lines = run("advise", "ttt_model", "--from", position).out.splitlines()
    assert lines[0] == "player1 to move; for him the position is a win"
    assert lines[2] == "   1  put(3)  win in 4 steps"
    found = json.loads(run("advise", "ttt_model", "--from", position, "--json").out)
    assert (found["player"], found["value"], len(found["moves"])) == ("player1", "win", 7)
    assert found["moves"][0] == {
        "move": "put(3)", "rank": 1, "value": "win", "distance": 4, "losing_replies": 0.0,
    }  # fmt: skip


def test_advise_looks_ahead_where_it_is_told_to(run) -> None:
    lines = run("advise", "ttt_model", "--depth", "2").out.splitlines()
    assert lines[0].endswith("the position is undecided as far as was looked ahead")
    found = json.loads(
        run("advise", "ttt_model", "--depth", "4", "--json", "--from", "put(0) put(1)",
            "--goal", "player1=p1_wins & true", "--goal", "player2=!p1_wins -> p2_wins").out
    )  # fmt: skip
    assert found["player"] == "player1"
    assert found["depth"] <= 4


def test_criticize_leaves_with_1_where_value_is_given_away(run) -> None:
    outcome = ["--player", "O", "--outcome", "O_WINS", "--outcome", "G !X_WINS"]
    said = run("criticize", "tictactoe", "tictactoe:free", *outcome)
    assert (said.code, said.out.splitlines()[0]) == (
        0,
        "O: 1,629 of 1,629 positions keep the best outcome that can be had",
    )
    said = run(
        "criticize",
        "tictactoe:one_diagonal",
        "tictactoe:free",
        *outcome[:2],
        *outcome[4:],
        "--json",
    )
    found = json.loads(said.out)
    assert (said.code, found["sound"], found["positions"]) == (1, 1599, 1601)
    assert found["rules"] == {"corners": 4}
    assert found["mistakes"][0]["rules"] == ["corners"]


def test_a_certificate_is_checked(run) -> None:
    pytest.importorskip("z3")
    said = run("certificate", "nim", "--set", "k=2")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("nim with 2 piles, piles of 64 bits, ")
    assert said.out.splitlines()[-1].endswith("loses exactly if x[0] ^ x[1] == 0")
    found = json.loads(run("certificate", "nim", "--set", "k=2", "--unbounded", "--json").out)
    assert (found["answer"], found["engine"], found["width"]) == ("holds", "automata", None)
    assert len(found["obligations"]) == 4


def test_super_nim_is_won_by_who_chooses(run) -> None:
    pytest.importorskip("z3")
    assert (
        run("certificate", "nim", "--super")
        .out.splitlines()[-1]
        .startswith("who chooses the piles wins, by (")
    )
    found = json.loads(run("certificate", "nim", "--super", "--json").out)
    assert found["winner"] == "chooser"
    assert sorted(found["choice"]) == [0, 1, 1]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            "solve {} --player X --goal p1_wins",
            2,
            "[CP600] there is no player 'X'; there are player1",
        ),
        ("solve {} --player player1 --goal p3_wins", 2, "[CP401] "),
        ("solve {} --player player1 --goal p1_wins --limit-states 9", 3, "[CP204] a game can be"),
        ("solve {} --player player1 --goal p1_wins --from 99999", 2, "[CP206] "),
        ("solve {} --player player1 --goal p1_wins --from put(9)", 2, "[CP206] no step put(9)"),
        (
            "solve {} --player player1 --goal p1_wins --engine symbolic --strategy",
            3,
            "[CP402] the game is too large for a graph",
        ),
        ("solve tictactoe --player O --goal !X_WINS --from 3", 2, "[CP206] no step 3 leads on"),
        ("advise {} --goal player1", 2, "--goal takes PLAYER=FORMULA"),
        ("advise {} --goal player3=p1_wins", 2, "player3"),
        (
            "advise {} --depth 2 --goal player1=EX(p1_wins) --goal player2=p2_wins",
            2,
            "without time",
        ),
        ("advise {} --depth 2 --goal player1=won --goal player2=p2_wins", 2, "[CP401] "),
        ("certificate chess", 2, "[CP206] 'chess' is neither a Python file nor a bundled example"),
        ("certificate hot_cold", 2, "[CP206] hot_cold holds no Certificate"),
        ("certificate nim --set sticks=3", 2, "[CP206] nim: "),
        ("certificate nim --set k=0", 2, "[CP"),
    ],
)
def test_what_is_no_game_is_said_on_standard_error(
    run,
    arguments: str,
    code: int,
    message: str,
) -> None:
    said = run(*arguments.format("ttt_model").split(" "))
    assert message in said.err
    assert (said.code, said.out) == (code, "")
