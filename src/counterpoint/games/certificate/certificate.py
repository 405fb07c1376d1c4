"""Certificates: who wins a take-away game from which position, in a form that can be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import TypeAlias

from ...data import dataclass
from ...errors import BadCertificate, Misuse
from .game import Move, Position, TakeAway
from .pile_term import Formula, Term, number, truth
from .piles import Condition, Conditional, Numeric, Piles, formula_of, term_of


@dataclass(frozen=True, slots=True, eq=False)
class Take:
    """One case of a witness: if `when` is true, reduce pile `pile` to the size `to`."""

    pile: int
    to: Numeric
    when: Conditional = True


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a witness, as data."""

    pile: int
    to: Term
    when: Formula


Invariant: TypeAlias = Callable[[Piles], Conditional]
Witness: TypeAlias = Callable[[Piles], Iterable[Take]]
Rank: TypeAlias = Callable[[Piles], Numeric | Sequence[Numeric]]


@dataclass(frozen=True)
class Certificate:
    """The claim that the player to move loses exactly in the positions where `invariant` is true.

    In every other position, the first case of `witness` that applies is a winning move. `rank` is a
    number, or a sequence of numbers compared lexicographically, that every move makes smaller; the
    default is the sum of all piles. Each of the functions gets the piles and is called once.
    Certificates are equal if the results of these calls are equal.

    >>> from counterpoint.games.certificate import nim
    >>> nim(3).lost((1, 2, 3)), nim(3).move((3, 4, 5))
    (True, Move(pile=0, size=1))
    """

    game: TakeAway
    invariant: Invariant = field(repr=False, compare=False)
    witness: Witness = field(repr=False, compare=False)
    rank: Rank | None = field(default=None, repr=False, compare=False)
    name: str = "certificate"
    losing: Formula = field(init=False, repr=False)
    """The invariant as data."""
    cases: tuple[Case, ...] = field(init=False, repr=False)
    """The witness as data."""
    ranks: tuple[Term, ...] = field(init=False, repr=False)
    """The rank as data; empty means the sum of all piles."""

    def __post_init__(self) -> None:
        piles = self.game.piles
        losing = formula_of(self.invariant(piles))
        self.game.admit(losing)
        object.__setattr__(self, "losing", losing)
        object.__setattr__(self, "cases", tuple(map(self._case, self.witness(piles))))
        object.__setattr__(self, "ranks", self._ranks())

    def _case(self, take: object) -> Case:
        if not isinstance(take, Take):
            raise BadCertificate(
                f"a witness consists of cases `Take(pile, to, when)`, not {take!r}"
            )
        if take.pile not in range(self.game.count):
            raise BadCertificate(f"a case takes pile {take.pile!r}; there are {self.game.count}")
        case = Case(take.pile, term_of(take.to), formula_of(take.when))
        self.game.admit(case.to)
        self.game.admit(case.when)
        return case

    def _ranks(self) -> tuple[Term, ...]:
        if self.rank is None:
            return ()
        given = self.rank(self.game.piles)
        ranks = tuple(map(term_of, given if isinstance(given, Sequence) else (given,)))
        if not ranks:
            raise BadCertificate("a rank is one number or more")
        for rank in ranks:
            self.game.admit(rank)
        return ranks

    @property
    def claim(self) -> Condition:
        """The invariant as a condition, which prints as text."""
        return Condition(self.losing)

    def lost(self, position: Sequence[int]) -> bool:
        """Whether the certificate claims that the player to move loses here."""
        return truth(self.losing, self.game.position(position))

    def answer(self, position: Sequence[int]) -> Move | None:
        """The move of the first case that applies, whether it wins or not; None if none applies."""
        here = self.game.position(position)
        for case in self.cases:
            if truth(case.when, here):
                return Move(case.pile, number(case.to, here))
        return None

    def move(self, position: Sequence[int]) -> Move | None:
        """The winning move, or None in a lost position.

        Raises `Misuse` if the certificate is wrong here: no case applies, or its move does not win.
        """
        here = self.game.position(position)
        if self.lost(here):
            return None
        move = self.answer(here)
        if move is None or not self.wins(here, move):
            given = "no case applies" if move is None else f"{move} does not win"
            raise Misuse(f"{self.name} is wrong about {here}: {given}")
        return move

    def wins(self, position: Position, move: Move) -> bool:
        """Whether a move is legal and leads to a position that the certificate claims is lost."""
        game = self.game
        return game.allows(position, move) and self.lost(game.after(position, move))
