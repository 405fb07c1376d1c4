"""Positions without a move: a certificate must claim that they are lost."""

from __future__ import annotations

from itertools import islice

from ...tuning import USUAL, Tuning
from ...verdict import Answer
from .certificate import Certificate
from .game import Position, positions
from .verdicts import Counterexample, ObligationVerdict

_NAME, _STATEMENT = "end", "who cannot move is in a lost position"


def ends_verdict(
    certificate: Certificate,
    enter: ObligationVerdict,
    width: int | None,
    tuning: Tuning = USUAL,
) -> ObligationVerdict:
    """The verdict on the obligation `end`, which follows from `enter` if that holds.

    If `enter` does not hold, only a game without a rule is decided: there the empty position is the
    only one without a move. With a rule, the `tuning.certificate_ends` smallest positions are
    tried.
    """
    tried = 1 if certificate.game.rule is None else tuning.certificate_ends
    wrong = _wrong_end(certificate, width, tried)
    if wrong is not None:
        why = f"{wrong} is claimed won, but there is no move"
        shown = Counterexample(wrong, None, None, why)
        return ObligationVerdict(_NAME, _STATEMENT, Answer.FAILS, why, shown)
    if enter.answer is Answer.HOLDS:
        return ObligationVerdict(_NAME, _STATEMENT, Answer.HOLDS, "follows from enter")
    if certificate.game.rule is None:
        return ObligationVerdict(_NAME, _STATEMENT, Answer.HOLDS)
    reason = f"enter does not hold, and the {tried} smallest positions show nothing"
    return ObligationVerdict(_NAME, _STATEMENT, Answer.UNKNOWN, reason)


def _wrong_end(certificate: Certificate, width: int | None, tried: int) -> Position | None:
    """A position without a move, not claimed lost, among the `tried` smallest; else None."""
    game = certificate.game
    for position in islice(positions(game.count), tried):
        fits = width is None or max(position) < 1 << width
        if fits and not certificate.lost(position) and not any(game.moves(position)):
            return position
    return None
