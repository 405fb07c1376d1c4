"""Positions in which nobody can move: a certificate must claim that they are lost."""

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
    """The answer to the obligation `end`, which follows from `enter` where that holds.

    Where it does not, only a game without a rule is decided: no other positions than the empty one
    are an end there. With a rule, the smallest positions are tried.
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
    """An end among the smallest positions that the certificate does not claim to be lost."""
    game = certificate.game
    for position in islice(positions(game.count), tried):
        fits = width is None or max(position) < 1 << width
        if fits and not certificate.lost(position) and not any(game.moves(position)):
            return position
    return None
