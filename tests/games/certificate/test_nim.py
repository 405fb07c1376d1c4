"""Nim and its like, beyond the finite and against solving small games."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from counterpoint.errors import Misuse
from counterpoint.games.certificate import (
    Certificate,
    Piles,
    Take,
    TakeAway,
    any_of,
    check_certificate,
    limited_nim,
    nim,
)


def assert_right(certificate: Certificate, below: int) -> None:
    """Compare a certificate with solving the game for all piles below a size."""
    game = certificate.game

    @cache
    def lost(position: tuple[int, ...]) -> bool:
        return not any(lost(game.after(position, move)) for move in game.moves(position))

    for position in product(range(below), repeat=game.count):
        assert certificate.lost(position) == lost(position)
        move = certificate.move(position)
        assert (move is None) == lost(position)
        assert move is None or lost(game.after(position, move))


@pytest.mark.parametrize("piles", [2, 3, 4, 5])
def test_nim_is_proved_for_piles_of_any_size(piles: int) -> None:
    assert check_certificate(nim(piles))


@pytest.mark.slow
@pytest.mark.parametrize("piles", [2, 3, 4, 5])
def test_nim_is_proved_for_piles_of_64_bits(piles: int) -> None:
    pytest.importorskip("z3")
    assert check_certificate(nim(piles), engine="words")


@pytest.mark.slow
@pytest.mark.parametrize(("piles", "most"), [(1, 3), (1, 6), (2, 2), (2, 3)])
def test_limited_nim_is_proved_for_piles_of_any_size(piles: int, most: int) -> None:
    assert check_certificate(limited_nim(piles, most))


@pytest.mark.slow
def test_the_certificates_say_what_solving_small_games_says() -> None:
    assert_right(nim(2), 8)
    assert_right(nim(3), 5)
    assert_right(limited_nim(1, 3), 20)
    assert_right(limited_nim(2, 2), 7)


def test_who_moves_first_wins_the_nim_of_the_books() -> None:
    assert nim(3).move((3, 4, 5)) == (0, 1)
    assert not nim(4).lost((1, 2, 3, 4))
    assert nim(2).lost((1, 1))


def test_a_game_of_ones_own_is_proved() -> None:
    """Take 1, 3 or 4 matches from one pile."""

    def rule(x: Piles, j: int, y: object) -> object:
        return any_of(*(x[j] == y + taken for taken in (1, 3, 4)))  # type: ignore[operator]

    def witness(x: Piles) -> list[Take]:
        rest = x[0] % 7
        return [
            Take(0, x[0] - 1, (rest == 1) | (rest == 3)),
            Take(0, x[0] - 3, rest == 5),
            Take(0, x[0] - 4),
        ]

    def lost(x: Piles) -> object:
        return (x[0] % 7 == 0) | (x[0] % 7 == 2)

    certificate = Certificate(TakeAway(1, rule), lost, witness)  # type: ignore[arg-type]
    assert check_certificate(certificate)
    assert_right(certificate, 30)


def test_taking_at_most_nothing_is_refused() -> None:
    with pytest.raises(Misuse, match="at most one match or more can be taken, not 0"):
        limited_nim(2, 0)
