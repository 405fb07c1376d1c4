"""Super-Nim: who wins by choosing the piles."""

from __future__ import annotations

import pytest

from counterpoint.games.certificate import (
    Certificate,
    Take,
    TakeAway,
    all_of,
    limited_nim,
    nim,
    super_nim,
)
from counterpoint.verdict import Answer


@pytest.mark.parametrize(
    ("piles", "choice"), [(2, (1, 1)), (3, (1, 1, 0)), (4, (1, 1, 0, 0)), (5, (1, 1, 0, 0, 0))]
)
def test_the_chooser_wins_by_two_piles_of_one(piles: int, choice: tuple[int, ...]) -> None:
    answer = super_nim(nim(piles))
    assert (answer.winner, answer.choice) == ("chooser", choice)
    assert answer.verdicts


def test_with_one_pile_there_is_no_choice_that_wins() -> None:
    answer = super_nim(nim(1))
    assert (answer.winner, answer.choice) == ("mover", None)
    assert super_nim(limited_nim(1, 3)).choice == (4,)


def test_what_may_be_chosen_can_be_restricted() -> None:
    full = super_nim(nim(3), allowed=lambda x: all_of(*(pile > 0 for pile in x)))
    assert full.choice == (3, 2, 1)
    big = super_nim(nim(3), allowed=lambda x: all_of(*(pile >= 100 for pile in x), x[0] == 300))
    assert big.winner == "chooser"
    assert big.choice is not None
    assert nim(3).lost(big.choice)
    assert min(big.choice) >= 100
    different = super_nim(nim(2), allowed=lambda x: x[0] != x[1])
    assert different.winner == "mover"


def test_a_certificate_that_does_not_hold_answers_nothing() -> None:
    wrong = Certificate(TakeAway(2), lambda x: x[0] == 0, lambda x: [Take(0, 0)])
    answer = super_nim(wrong)
    assert (answer.winner, answer.choice) == (None, None)
    assert answer.reason == "certificate proves nothing: leave fails"
    assert answer.verdicts.answer is Answer.FAILS
    late = super_nim(nim(2), seconds=0)
    assert late.winner is None
    assert "the time is up" in late.reason


def test_z3_gives_the_same_answer_for_words() -> None:
    pytest.importorskip("z3")
    assert super_nim(nim(3), engine="words", width=16).choice == (1, 1, 0)
