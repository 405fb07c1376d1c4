"""Check a certificate: each obligation separately, with every counterexample replayed."""

from __future__ import annotations

from itertools import islice
from time import monotonic

from ...errors import Fault, Misuse
from ...tuning import USUAL, Tuning
from ...verdict import Answer
from .automata import Automata
from .certificate import Certificate
from .engine import Engine, GaveUp
from .game import Position, positions
from .obligation import ENTER, LEAVE, RANK, Obligation
from .verdicts import CertificateVerdicts, Counterexample, ObligationVerdict
from .words import Words

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


def check_certificate(
    certificate: Certificate,
    *,
    engine: str = "automata",
    width: int = 64,
    seconds: float = 60.0,
) -> CertificateVerdicts:
    """The verdict on each obligation of a certificate: `leave`, `enter`, `end` and `rank`.

    The engine `automata` decides for piles of any size; `words` decides for piles of `width` bits,
    with z3. An obligation that is not decided within the limit of `seconds` is unknown.

    >>> from counterpoint.games.certificate import nim
    >>> check_certificate(nim(3)).conclusion
    'with piles of any size the player to move loses exactly if x[0] ^ x[1] ^ x[2] == 0'
    """
    began = monotonic()
    solver = engine_named(engine, width, began + seconds)
    answers = []
    for left, obligation in ((3, LEAVE), (2, ENTER), (1, RANK)):
        # Reserve an equal share of the time for each obligation that is left.
        now = monotonic()
        share = now + (began + seconds - now) / left
        answers.append(_answer(certificate, obligation, engine_named(engine, width, share)))
    leave, enter, rank = answers
    end = ends_verdict(certificate, enter, solver.width)
    return CertificateVerdicts(
        certificate.name,
        str(certificate.claim),
        certificate.game.count,
        solver.name,
        solver.width,
        monotonic() - began,
        (leave, enter, end, rank),
    )


def engine_named(name: str, width: int, deadline: float) -> Engine:
    """The engine with this name; raises `Misuse`, which lists the engines, for other names."""
    match name:
        case "automata":
            return Automata(deadline)
        case "words" if width >= 1:
            return Words(width, deadline)
        case "words":
            raise Misuse(f"a pile has 1 bit or more, not {width}")
    raise Misuse(f'there is no engine {name!r}; there are "automata" and "words"')


def _answer(certificate: Certificate, obligation: Obligation, engine: Engine) -> ObligationVerdict:
    name, statement = obligation.name, obligation.statement
    try:
        for formula, pile in obligation.wrongs(certificate):
            solution = engine.solve(formula, certificate.game.count)
            if solution is None:
                continue
            shown = obligation.counterexample(certificate, solution, pile)
            if shown is None:
                raise Fault(f"{engine.name} refutes {name} by {solution}, but that shows nothing")
            return ObligationVerdict(name, statement, Answer.FAILS, shown.why, shown)
    except GaveUp as limit:
        return ObligationVerdict(name, statement, Answer.UNKNOWN, str(limit))
    return ObligationVerdict(name, statement, Answer.HOLDS)
