"""Super-Nim: one player chooses the piles, then the other moves first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, takewhile
from time import monotonic

from ...data import dataclass
from ...tuning import USUAL, Tuning
from ...verdict import Answer
from .certificate import Certificate
from .check import check_certificate, engine_named
from .engine import GaveUp
from .game import Position, positions
from .pile_term import Equal, Every, Formula, Literal, Not, Size, truth
from .piles import Conditional, Piles, formula_of
from .verdicts import CertificateVerdicts


@dataclass(frozen=True, slots=True)
class SuperNim:
    """Who wins if one player chooses the piles and the other moves first.

    `winner` is "chooser" or "mover", or None if it is unknown; `reason` then says why. `choice` is
    a position with which the chooser wins. `verdicts` are those on the certificate used.
    """

    winner: str | None
    choice: Position | None
    verdicts: CertificateVerdicts
    reason: str = ""


def super_nim(
    certificate: Certificate,
    *,
    allowed: Callable[[Piles], Conditional] | None = None,
    engine: str = "automata",
    width: int = 64,
    seconds: float = 60.0,
    tuning: Tuning = USUAL,
) -> SuperNim:
    """Who wins if one player chooses the piles and the other moves first, and with which choice.

    The certificate is checked first. `allowed` is the condition on a choice. By default any
    position is allowed except the empty one, with which the chooser would win at once.

    >>> from counterpoint.games.certificate import nim
    >>> answer = super_nim(nim(2))
    >>> answer.winner, answer.choice
    ('chooser', (1, 1))
    """
    deadline = monotonic() + seconds
    verdicts = check_certificate(certificate, engine=engine, width=width, seconds=seconds)
    if verdicts.answer is not Answer.HOLDS:
        return SuperNim(None, None, verdicts, verdicts.conclusion)
    wanted = Every((certificate.losing, _choices(certificate, allowed)))
    try:
        solution = engine_named(engine, width, deadline).solve(wanted, certificate.game.count)
    except GaveUp as limit:
        return SuperNim(None, None, verdicts, str(limit))
    if solution is None:
        return SuperNim("mover", None, verdicts)
    return SuperNim("chooser", _smallest(wanted, solution.sizes, tuning), verdicts)


def _choices(certificate: Certificate, allowed: Callable[[Piles], Conditional] | None) -> Formula:
    game = certificate.game
    if allowed is None:
        return Not(Every(tuple(Equal(Size(j), Literal(0)) for j in range(game.count))))
    formula = formula_of(allowed(game.piles))
    game.admit(formula)
    return formula


def _smallest(wanted: Formula, found: Position, tuning: Tuning) -> Position:
    """The first position, by total, that satisfies `wanted` among those tried; else `found`.

    At most `tuning.certificate_smaller` positions are tried, none with a greater total than
    `found`.
    """
    fewer = takewhile(lambda position: sum(position) < sum(found), positions(len(found)))
    same = positions(len(found), sum(found))
    tried = islice((p for some in (fewer, same) for p in some), tuning.certificate_smaller)
    return next((position for position in tried if truth(wanted, position)), found)
