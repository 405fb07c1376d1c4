"""What a certificate must prove: formulas that must have no solution, with a check by evaluation.

`leave`, `enter` and `rank` together imply the claim, by induction over the rank: from a position
outside the invariant the witness leads into it, and from a position inside every move leads out. A
player who cannot move is inside, by `end`, and loses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ...data import dataclass
from .certificate import Case, Certificate
from .engine import Solution
from .game import Move, Position
from .pile_term import (
    Equal,
    Every,
    Formula,
    Less,
    NewSize,
    Not,
    Size,
    Some,
    Term,
    number,
    replaced,
    replaced_in,
)
from .verdicts import Counterexample

Wrongs: TypeAlias = Iterator[tuple[Formula, int | None]]
"""Formulas that must have no solution, each with the pile that the move takes from; None if the
witness decides which pile."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """One statement that a certificate must prove."""

    name: str
    statement: str
    wrongs: Callable[[Certificate], Wrongs]
    """The formulas that must have no solution; a solution refutes the statement."""
    complaint: Callable[[Certificate, Position, Move | None], str | None]
    """What is wrong with a position and a move, by direct evaluation; None if nothing is wrong."""

    def counterexample(
        self, certificate: Certificate, solution: Solution, pile: int | None
    ) -> Counterexample | None:
        """The counterexample of a solution, confirmed by direct evaluation; None if it is not."""
        here = solution.sizes
        move = certificate.answer(here) if pile is None else Move(pile, solution.new)
        why = self.complaint(certificate, here, move)
        if why is None:
            return None
        game = certificate.game
        allowed = move is not None and game.allows(here, move)
        return Counterexample(here, move, game.after(here, move) if move and allowed else None, why)


def _leaves(certificate: Certificate) -> Wrongs:
    losing = certificate.losing
    for pile, legal in enumerate(certificate.game.legal):
        after = replaced_in(losing, {Size(pile): NewSize()})
        yield Every((losing, legal, after)), pile


def _does_not_leave(certificate: Certificate, here: Position, move: Move | None) -> str | None:
    if move is None or not (certificate.lost(here) and certificate.wins(here, move)):
        return None
    after = certificate.game.after(here, move)
    return f"{here} is claimed lost, yet taking {move} leads to {after}, claimed lost too"


def _enters(certificate: Certificate) -> Wrongs:
    open_so_far: Formula = Not(certificate.losing)
    for case in certificate.cases:
        yield Every((open_so_far, case.when, Not(_wins(certificate, case)))), None
        open_so_far = Every((open_so_far, Not(case.when)))
    yield open_so_far, None


def _wins(certificate: Certificate, case: Case) -> Formula:
    """The move of a case is legal and leads into the invariant."""
    allowed = replaced_in(certificate.game.legal[case.pile], {NewSize(): case.to})
    return Every((allowed, replaced_in(certificate.losing, {Size(case.pile): case.to})))


def _does_not_enter(certificate: Certificate, here: Position, move: Move | None) -> str | None:
    if certificate.lost(here):
        return None
    if move is None:
        return f"{here} is claimed won, but no case of the witness applies"
    if certificate.wins(here, move):
        return None
    if not certificate.game.allows(here, move):
        return f"{here} is claimed won by taking {move}, which is not a move"
    after = certificate.game.after(here, move)
    return f"{here} is claimed won by taking {move}, but {after} is not claimed lost"


def _ranks(certificate: Certificate) -> Wrongs:
    for pile, legal in enumerate(certificate.game.legal):
        yield Every((legal, Not(_falls(certificate, pile)))), pile


def _falls(certificate: Certificate, pile: int) -> Formula:
    """The move makes the rank smaller.

    The sum of all piles becomes smaller if the moved pile does.
    """
    if not certificate.ranks:
        return Less(NewSize(), Size(pile))
    after = [replaced(rank, {Size(pile): NewSize()}) for rank in certificate.ranks]
    return _less(list(zip(after, certificate.ranks, strict=True)))


def _less(pairs: list[tuple[Term, Term]]) -> Formula:
    """The left numbers are less than the right ones in lexicographic order."""
    (left, right), *rest = pairs
    if not rest:
        return Less(left, right)
    return Some((Less(left, right), Every((Equal(left, right), _less(rest)))))


def _does_not_fall(certificate: Certificate, here: Position, move: Move | None) -> str | None:
    if move is None or not certificate.game.allows(here, move):
        return None
    after = certificate.game.after(here, move)
    before, now = _rank(certificate, here), _rank(certificate, after)
    if now < before:
        return None
    ranks = f"from {_rank_text(before)} to {_rank_text(now)}"
    return f"the move from {here} to {after} takes the rank {ranks}"


def _rank(certificate: Certificate, position: Position) -> tuple[int, ...]:
    ranks = certificate.ranks
    return tuple(number(rank, position) for rank in ranks) if ranks else (sum(position),)


def _rank_text(rank: tuple[int, ...]) -> str:
    return str(rank[0] if len(rank) == 1 else rank)


LEAVE = Obligation(
    "leave", "no move leads from a lost position to a lost position", _leaves, _does_not_leave
)
ENTER = Obligation(
    "enter", "the witness moves from every other position to a lost one", _enters, _does_not_enter
)
RANK = Obligation("rank", "every move makes the rank smaller", _ranks, _does_not_fall)
