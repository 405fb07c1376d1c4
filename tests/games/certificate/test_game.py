"""Take-away games: which moves there are."""

from __future__ import annotations

from itertools import islice, takewhile

import pytest

from counterpoint.errors import BadCertificate, Misuse
from counterpoint.games.certificate import Move, TakeAway
from counterpoint.games.certificate.game import positions
from counterpoint.games.certificate.pile_term import NewSize
from counterpoint.games.certificate.piles import Number


def test_in_nim_a_pile_goes_down_to_any_smaller_size() -> None:
    assert list(TakeAway(2).moves((1, 2))) == [(0, 0), (1, 0), (1, 1)]


def test_a_rule_forbids_moves_but_never_allows_a_pile_to_grow() -> None:
    anything = TakeAway(1, lambda x, j, y: True)
    assert list(anything.moves((2,))) == [(0, 0), (0, 1)]
    odd = TakeAway(1, lambda x, j, y: (x[j] - y) % 2 == 1)
    assert list(odd.moves((4,))) == [(0, 1), (0, 3)]


def test_a_move_of_no_pile_or_below_zero_is_not_allowed() -> None:
    game = TakeAway(2)
    assert not game.allows((1, 1), Move(2, 0))
    assert not game.allows((1, 1), Move(-1, 0))
    assert not game.allows((1, 1), Move(0, -1))


def test_all_positions_come_the_smallest_first() -> None:
    assert list(islice(positions(2), 6)) == [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]
    small = list(takewhile(lambda position: sum(position) < 6, positions(3)))
    assert len(set(small)) == len(small) == 56


def test_games_with_the_same_moves_are_equal() -> None:
    assert TakeAway(2) == TakeAway(2) != TakeAway(3)
    assert TakeAway(1, lambda x, j, y: y == 0) == TakeAway(1, lambda x, j, y: y == 0)


def test_a_game_without_piles_is_refused() -> None:
    with pytest.raises(Misuse, match="a game needs one pile or more, not 0"):
        TakeAway(0)


def test_sizes_that_are_no_position_are_refused() -> None:
    for wrong in ((1,), (1, -1), (1, 2.5)):
        with pytest.raises(Misuse, match="a position is 2 sizes from 0 on"):
            TakeAway(2).position(wrong)  # type: ignore[arg-type]


def test_what_a_game_does_not_have_is_named() -> None:
    third = TakeAway(3).piles[2]
    with pytest.raises(BadCertificate) as refusal:
        TakeAway(2, lambda x, j, y: y < third)
    assert str(refusal.value) == "[CP601] `x[2]` means nothing in `y < x[2]`"
    with pytest.raises(BadCertificate, match="`y` means nothing"):
        TakeAway(2).admit(Number(NewSize()).term)
