"""Advice in parity games: the players want what the game says."""

from __future__ import annotations

import random

import pytest

from counterpoint.errors import Refused
from counterpoint.games.advice import Advice, Value
from counterpoint.games.counsel import counsel
from counterpoint.page.goals import goals_of
from counterpoint.parity.game import ParityGame
from tests.parity.arenas import random_arena, won_by_measures
from tests.parity.commands import printed
from tests.share import share

PARITY = {"0": "parity", "1": "parity"}

GAME = """parity 3;
start 0;
0 2 0 1,2 "a";
1 3 1 0,1;
2 4 1 0;
"""


@pytest.mark.parametrize("seed", range(share(40)))
def test_moves_are_worth_what_the_node_they_lead_to_is_worth(seed: int) -> None:
    arena = random_arena(random.Random(seed), 2 + seed % 9, 5)
    won = won_by_measures(arena)
    game = ParityGame(arena)
    for node in arena.nodes:
        found = counsel(game, node, PARITY)
        assert isinstance(found, Advice)
        is_won = {there: (there in won) == (found.player == "0") for there in arena.nodes}
        assert (found.value is Value.WIN) == is_won[node]
        assert {m.state: m.value is Value.WIN for m in found.moves} == {
            there: is_won[there] for there in arena.nodes[node].successors
        }


def test_advice_needs_no_goals(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = printed(capsys, "advise", file)
    assert (code, text.splitlines()) == (
        0,
        [
            "0 to move; the position is a win",
            "",
            "   1  2  win",
            "   2  1  loss; 50% of the replies give away value",
        ],
    )


def test_looking_ahead_is_refused_with_what_to_do_instead(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = printed(capsys, "advise", file, "--depth", "3")
    assert code == 3
    assert "ask without a depth, nodes or seconds, and the game is solved" in text


def test_one_player_may_want_something_else() -> None:
    game = ParityGame(random_arena(random.Random(1), 6, 4))
    found = counsel(game, None, {"0": "parity", "1": "F {owner = 1}"})
    assert found.player in PARITY
    with pytest.raises(Refused, match="looking ahead finds no winner"):
        counsel(game, None, {"0": "parity"}, nodes=9)


def test_the_page_knows_what_the_players_want() -> None:
    assert goals_of(ParityGame(random_arena(random.Random(2), 6, 4))) == PARITY
