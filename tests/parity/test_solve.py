"""Parity games solved for both players, from the start and for all nodes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from counterpoint import solve
from counterpoint.certificate import Extent
from counterpoint.engines.base.task import Task
from counterpoint.errors import BadFormula, Misuse, NotAGame
from counterpoint.parity.game import ParityGame
from counterpoint.parity.read import Node, ParityArena
from tests.parity.arenas import random_arena, won_by_measures, written
from tests.parity.commands import printed
from tests.share import share

GAME = """parity 4;
start 0;
0 2 0 1,2 "a";
1 3 1 0,1;
2 4 1 0,3;
3 1 0 2;
4 5 0 4,0;
"""


@pytest.mark.parametrize("seed", range(share(60)))
@pytest.mark.parametrize("over", ["reachable", "all"])
def test_both_players_win_what_progress_measures_say(seed: int, over: str) -> None:
    rng = random.Random(seed)
    arena = random_arena(rng, rng.randrange(2, 30), 6, start=True)
    game = ParityGame(arena)
    wanted = won_by_measures(arena)
    for player in ("0", "1"):
        found = solve(game, player=player, goal="parity", over=over, task=Task(audit=Extent.ALL))
        winning, losing = set(found.winning), set(found.losing)
        if over == "all":
            assert winning | losing == arena.nodes.keys()
        assert winning == (winning | losing) & (
            wanted if player == "0" else arena.nodes.keys() - wanted
        )
        assert found.initial is (arena.start in winning)
        assert found.verify()
        assert found.audited is not None
        assert (found.audited.passed, found.audited.unchecked) == (True, ())


def test_without_a_player_the_game_is_solved_for_both(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = printed(capsys, "solve", file, "--all", "--strategy")
    assert code == 0
    assert text.splitlines()[:-1] == [
        "0 wins from 4 of 5 nodes: a, 2, 3, 4",
        "  a to 2",
        "  3 to 2",
        "  4 to a",
        "1 wins from 1 of 5 nodes: 1",
        "  1 to 1",
    ]


def test_the_solution_is_there_as_data(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = printed(capsys, "solve", file, "--json", "--strategy")
    assert code == 0
    data = json.loads(text)
    assert data["wins"] == {"0": ["a", "2", "3"], "1": ["1"]}
    assert data["moves"] == {"0": {"a": "2", "3": "2"}, "1": {"1": "1"}}
    assert data["initial"] is True


def test_a_player_may_be_named_and_another_goal_too(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, text = printed(capsys, "solve", file, "--player", "1")
    assert text.startswith("1 cannot enforce parity from the start\n")
    _, text = printed(capsys, "solve", file, "--player", "0", "--goal", "F {priority = 4}")
    assert text.startswith("0 can enforce F (priority = 4) from the start\n")


def test_all_commands_take_a_parity_game(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = printed(capsys, "check", file)
    assert (code, text.splitlines()[2]) == (0, "  holds    0 wins (in 3 of 4 states)")
    code, text = printed(capsys, "where", file, "{priority = 4}")
    assert (code, text) == (0, "1 of 4 states\n  node = 2, priority = 4, owner = 1\n")
    code, text = printed(capsys, "graph", file, "-o", "game.json")
    assert (code, text) == (0, "game.json: 4 states, 7 transitions\n")
    code, text = printed(capsys, "report", file, "-o", "game.html")
    assert code == 0
    assert "priority" in Path("game.html").read_text(encoding="utf-8")


def test_what_makes_no_sense_is_said(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = printed(capsys, "check", file, "--engine", "symbolic")
    assert code == 3
    assert "the symbolic engine explores models only" in text
    code, text = printed(capsys, "check", file, "--set", "n=3")
    assert (code, text) == (
        2,
        "counterpoint: [CP206] game.pg: a file of this kind has no parts and no settings\n",
    )
    code, text = printed(capsys, "check", "none.pg")
    assert (code, text) == (2, "counterpoint: [CP206] there is no file none.pg\n")


def test_parity_is_the_goal_of_one_player_of_a_parity_game() -> None:
    from counterpoint.examples.nim import model

    game = ParityGame(ParityArena({0: Node(0, 0, (0,))}))
    with pytest.raises(Misuse, match="is that of one player"):
        solve(game, player=["0", "1"], goal="parity")
    with pytest.raises(NotAGame, match="there is no player '2'"):
        solve(game, player="2", goal="parity")
    with pytest.raises(BadFormula, match="parity"):
        solve(model(), player="player1", goal="parity")


def test_a_game_is_read_from_a_file(tmp_path: Path) -> None:
    from counterpoint.target import find_target

    arena = random_arena(random.Random(3), 20, 4)
    path = tmp_path / "random.pg"
    path.write_text(written(arena), encoding="utf-8")
    found = find_target(str(path))
    assert isinstance(found, ParityGame)
    assert (found.arena, found.name) == (arena, "random")
