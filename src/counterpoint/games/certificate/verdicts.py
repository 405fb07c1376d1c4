"""The result of checking a certificate: a verdict for each obligation, with a counterexample."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import dataclass
from ...errors import Undecided, UnknownName
from ...verdict import Answer
from .game import Move, Position


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A position in which an obligation fails, with the move that shows it, if there is one.

    `after` is the position that the move leads to, or None if the move is not legal; `why` says
    what is wrong.
    """

    position: Position
    move: Move | None
    after: Position | None
    why: str


@dataclass(frozen=True, slots=True)
class ObligationVerdict:
    """The verdict on one obligation; its truth value raises `Undecided` if it is unknown."""

    name: str
    statement: str
    answer: Answer
    reason: str = ""
    counterexample: Counterexample | None = None

    def __bool__(self) -> bool:
        if self.answer is Answer.UNKNOWN:
            raise Undecided(f"{self.name}: {self.reason}")
        return self.answer is Answer.HOLDS


@dataclass(frozen=True, slots=True)
class CertificateVerdicts:
    """The verdicts of checking a certificate: true if every obligation holds, false if one fails.

    If none fails but some are unknown, the truth value raises `Undecided`. `width` is the number of
    bits of a pile, or None if piles are unbounded.
    """

    certificate: str
    claim: str
    piles: int
    engine: str
    width: int | None
    seconds: float
    obligations: tuple[ObligationVerdict, ...]

    @property
    def answer(self) -> Answer:
        """Fails if an obligation fails, else unknown if one is unknown, else holds."""
        answers = {verdict.answer for verdict in self.obligations}
        order = (Answer.FAILS, Answer.UNKNOWN, Answer.HOLDS)
        return next(answer for answer in order if answer in answers)

    @property
    def conclusion(self) -> str:
        """What the verdicts establish, in a sentence."""
        about = "any size" if self.width is None else f"less than 2**{self.width}"
        match self.answer:
            case Answer.HOLDS:
                return f"with piles of {about} the player to move loses exactly if {self.claim}"
            case Answer.FAILS:
                failed = ", ".join(v.name for v in self if v.answer is Answer.FAILS)
                return f"{self.certificate} proves nothing: {failed} fails"
            case Answer.UNKNOWN:
                unknown = (v for v in self if v.answer is Answer.UNKNOWN)
                return "; ".join(f"{v.name} is unknown: {v.reason}" for v in unknown)

    def __bool__(self) -> bool:
        if self.answer is Answer.UNKNOWN:
            raise Undecided(self.conclusion)
        return self.answer is Answer.HOLDS

    def __iter__(self) -> Iterator[ObligationVerdict]:
        return iter(self.obligations)

    def __getitem__(self, name: str) -> ObligationVerdict:
        for verdict in self.obligations:
            if verdict.name == name:
                return verdict
        names = ", ".join(verdict.name for verdict in self.obligations)
        raise UnknownName(f"there is no obligation {name!r}; there are {names}")
