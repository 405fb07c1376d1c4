"""The founding documents describe one game; docs/tutorials/one_game.md has it five times."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint import compare, examples
from counterpoint.engines.relation.comparison import Comparison
from counterpoint.examples import best_play, tictactoe, ttt_model
from counterpoint.target import find_target

MAP = Path(examples.__path__[0], "one_game.toml")


def compared(first: object, second: object, names: tuple[str, str], relation: str) -> Comparison:
    return compare(first, second, map=MAP, names=names, relation=relation)


@pytest.mark.slow
def test_the_rules_as_b_threads_are_the_model() -> None:
    names = ("tictactoe:free", "ttt_model")
    found = compared(tictactoe.free, ttt_model.model(), names, "weak-bisimulation")
    assert found
    assert (found.first.states, found.second.states, found.classes) == (224_762, 5478, 5478)


OTHERS = [
    "BehavioralTicTacToe:TicTacToe3",
    "FreeTicTacToe:Free",
    "tictactoe.led",
    "ttt_model",
    pytest.param("tictactoe:free", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("other", OTHERS)
def test_the_script_for_a_model_checker_is_the_game_of_every_notation(other: str) -> None:
    script = find_target("ttt")
    found = compared(script, find_target(other), ("ttt", other), "weak-bisimulation")
    assert found
    assert (found.first.states, found.classes) == (5478, 5478)


def test_the_script_loops_where_the_model_does() -> None:
    names, script = ("ttt.smv", "ttt_model"), find_target("ttt")
    assert compared(script, ttt_model.model(), names, "bisimulation")
    assert not compared(script, ttt_model.negated(), names, "weak-bisimulation")
    assert not compared(script, best_play.system(), ("ttt", "best_play"), "refinement")


@pytest.mark.slow
def test_o_of_the_whole_program_keeps_its_best_outcome() -> None:
    names = ("tictactoe", "best_play")
    for best in (best_play.system(), best_play.unbeaten()):
        assert compared(tictactoe.program, best, names, "refinement")
    careless = compared(tictactoe.one_diagonal, best_play.system(), names, "refinement")
    assert not careless
    assert careless.difference is not None
    assert [str(event) for event in careless.difference.first.events] == [
        "X(0,0)",
        "O(1,1)",
        "X(2,2)",
        "O(0,2)",
    ]


def test_slips_of_the_document_are_differences_unless_nothing_is_seen_of_them() -> None:
    names = ("ttt_model", "ttt_model")
    game = ttt_model.model()
    assert compared(game, ttt_model.without_loops(), names, "bisimulation")
    for slip in (ttt_model.from_one(), ttt_model.negated()):
        assert not compared(game, slip, names, "weak-bisimulation")
        assert compared(slip, game, names, "refinement")
