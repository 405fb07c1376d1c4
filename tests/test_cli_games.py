"""Games on the command line: `solve`, `advise`, `criticize`, `certificate`."""

from __future__ import annotations

import json

import pytest

from .command_line import Run


def test_solve_says_who_wins_from_where(run: Run) -> None:
    said = run("solve", "ttt_model", "--player", "player1", "--goal", "p1_wins")
    lines = said.out.splitlines()
    assert lines[0] == "player1 cannot enforce p1_wins from the start"
    assert lines[2] == "  2,936 of 5,478 states are winning"
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_solve_as_json_is_the_same_with_each_engine(run: Run, engine: str) -> None:
    said = run(
        "solve", "ttt_model", "--player", "player1", "--goal", "F p1_wins", "--all", "--json",
        "--engine", engine,
    )  # fmt: skip
    found = json.loads(said.out)
    assert (found["states"], found["winning"], found["losing"]) == (39366, 18607, 20759)
    assert found["initial"] is False


def test_solve_from_a_position_tells_how(run: Run) -> None:
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
    assert lines[0] == "player1, player2 can enforce full from there"
    program = ["solve", "tictactoe:one_diagonal", "--player", "X", "--goal", "X_WINS", "--from"]
    said = run(*program, "X(0,0) O(1,1) X(2,2)")
    assert said.out.splitlines()[0] == "X can enforce X_WINS from there"
    assert said.code == 0


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_an_answer_stands_where_its_strategy_is_too_long_to_be_printed(
    run: Run, engine: str
) -> None:
    asked = ["solve", "mnk", "--set", "rows=4", "--player", "player1", "--goal", "p1_wins"]
    said = run(*asked, "--strategy", "--engine", engine)
    lines = said.out.splitlines()
    assert said.code == 0
    assert lines[0] == "player1 can enforce p1_wins from the start"
    assert lines[-1].startswith("  no rules for the strategy: rules are learned from at most 20,00")
    found = json.loads(run(*asked, "--strategy", "--engine", engine, "--json").out)
    assert (found["winning"], found["strategy"]) == (66_708, [])
    assert found["no_rules"].startswith("rules are learned from at most 20,000 positions")


def test_a_strategy_is_printed_where_it_was_solved_symbolically(run: Run) -> None:
    asked = ["solve", "nim", "--player", "player1", "--goal", "p1_wins", "--strategy"]
    lines = run(*asked, "--engine", "symbolic").out.splitlines()
    assert " s, symbolic" in lines[4]
    assert lines[6].startswith("  when ")


def test_advise_lists_the_moves_best_first(run: Run) -> None:
    position = "x=[1,2,0,0,0,0,0,0,0], t=1"
    lines = run("advise", "ttt_model", "--from", position).out.splitlines()
    assert lines[0] == "player1 to move; the position is a win"
    assert lines[2] == "   1  put(3)  win in 4 steps"
    found = json.loads(run("advise", "ttt_model", "--from", position, "--json").out)
    assert (found["player"], found["value"], len(found["moves"])) == ("player1", "win", 7)
    assert found["moves"][0] == {
        "move": "put(3)", "rank": 1, "value": "win", "distance": 4, "losing_replies": 0.0,
    }  # fmt: skip


def test_advise_looks_ahead_where_it_is_told_to(run: Run) -> None:
    lines = run("advise", "ttt_model", "--depth", "2").out.splitlines()
    assert lines[0].endswith("the position is undecided as far as was looked ahead")
    found = json.loads(
        run("advise", "ttt_model", "--depth", "4", "--json", "--from", "put(0) put(1)",
            "--goal", "player1=p1_wins & true", "--goal", "player2=!p1_wins -> p2_wins").out
    )  # fmt: skip
    assert found["player"] == "player1"
    assert found["depth"] <= 4


def test_advise_says_who_has_won_already(run: Run) -> None:
    position = ["--from", "put(0) put(1)", "--depth", "3"]
    goals = ["--goal", "player2={x[1] = 2}", "--goal", "player1={x[8] = 1}"]
    said = run("advise", "ttt_model", *position, *goals)
    assert said.out == "player1 to move, and the game is decided: he has lost already\n"
    found = json.loads(run("advise", "ttt_model", *position, *goals, "--json").out)
    assert (found["move"], found["value"], found["proven"]) == (None, "loss", True)


def test_advise_knows_the_events_on_the_way_in_a_program(run: Run) -> None:
    asked = ["advise", "tictactoe:one_diagonal", "--goal", "X=X_WINS", "--goal", "O=O_WINS"]
    way = ["--from", "X(0,0) O(1,1) X(2,2) O(0,2)"]
    lines = run(*asked, *way).out.splitlines()
    assert lines[0] == "X to move; the position is a win"
    assert lines[2].startswith("   1  X(2,0)  win")
    for budget in (["--depth", "3"], ["--nodes", "300"], ["--seconds", "30"]):
        lines = run(*asked, *way, *budget).out.splitlines()
        assert lines[:3] == [
            "X to move; the position is a win for certain", "", "  move   X(2,0)",
        ]  # fmt: skip


def test_a_limit_of_states_bounds_what_is_looked_at(run: Run) -> None:
    asked = ["advise", "mnk", "--set", "rows=5", "--set", "columns=5", "--depth", "3", "--json"]
    found = json.loads(run(*asked, "--limit-states", "40").out)
    assert found["nodes"] <= 40
    assert found["value"] == "undecided"


def test_what_is_not_known_is_said_in_json_too(run: Run) -> None:
    asked = ["solve", "ttt_model", "--player", "player1", "--goal", "p1_wins", "--json"]
    said = run(*asked, "--limit-states", "9")
    assert said.code == 3
    assert json.loads(said.out)["answer"] == "unknown"


def test_criticize_leaves_with_1_where_value_is_given_away(run: Run) -> None:
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


def test_a_certificate_is_checked(run: Run) -> None:
    pytest.importorskip("z3")
    said = run("certificate", "nim", "--set", "k=2")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("nim with 2 piles, piles of 64 bits, ")
    assert said.out.splitlines()[-1].endswith("loses exactly if x[0] ^ x[1] == 0")
    found = json.loads(run("certificate", "nim", "--set", "k=2", "--unbounded", "--json").out)
    assert (found["answer"], found["engine"], found["width"]) == ("holds", "automata", None)
    assert len(found["obligations"]) == 4


def test_super_nim_is_won_by_who_chooses(run: Run) -> None:
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
        ("solve {} --player player1 --goal p1_wins --from put(9)", 2, "[CP206] step 1: put(9)"),
        ("solve tictactoe --player O --goal !X_WINS --from 3", 2, "[CP206] step 1: 3 is not"),
        ("advise tictactoe", 2, "tictactoe has no p1_wins and p2_wins: say what each player wants"),
        ("advise tictactoe", 2, "Its players are X, O, its events are X("),
        ("advise tictactoe", 2, " ... and 13 more\n"),
        ("advise hot_cold", 2, "[CP600] Program does not say whose choice a step is"),
        ("advise {} --depth 2 --limit-memory 1G", 2, "[CP100] limit_memory is for games"),
        ("advise {} --seconds 0", 2, "--seconds"),
        ("advise {} --goal player1", 2, "--goal takes PLAYER=FORMULA"),
        (
            "advise {} --goal player1=p1_wins --goal player1=full",
            2,
            "--goal gives player1 two goals: join them, as in (A) | (B)",
        ),
        ("advise {} --depth 2 --goal Player1=p1_wins", 2, "[CP600] there is no player 'Player1'"),
        ("advise {} --goal player3=p1_wins", 2, "player3"),
        (
            "advise {} --depth 2 --goal player1=EX(p1_wins) --goal player2=p2_wins",
            2,
            "without time",
        ),
        ("advise {} --depth 2 --goal player1=won --goal player2=p2_wins", 2, "[CP401] "),
        ("certificate chess", 2, "[CP206] there is no certificate of chess: there are nim and"),
        ("certificate chess.py", 2, "[CP206] there is no file chess.py"),
        ("certificate hot_cold", 2, "[CP206] hot_cold holds no Certificate"),
        ("certificate nim --set sticks=3", 2, "[CP206] nim: "),
        ("certificate nim --set k=0", 2, "[CP"),
    ],
)
def test_what_is_no_game_is_said_on_standard_error(
    run: Run,
    arguments: str,
    code: int,
    message: str,
) -> None:
    said = run(*arguments.format("ttt_model").split(" "))
    assert message in said.err
    assert (said.code, said.out) == (code, "")
