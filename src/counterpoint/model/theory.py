"""The third form of the waist: questions about specifications, and ways to decide each.

`specified` says what the systems are that the questions are about, and `factored` how the tabled
search sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from ..data import dataclass
from .capabilities import Drawn
from .specified import Claim, Specified
from .system import Label, State


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to decide a question: the question holds if all these claims do.

    With a `weaker` system, which allows more than intended, or with stronger claims, "holds" is
    conclusive and "fails" is not. With a `narrower` system, which allows less, "fails" is
    conclusive and "holds" is not. A `tentative` attempt shows a failure by the beginning of a run,
    which may not be a run of the system: the next attempt finds out whether it can be continued.
    `links` are stronger claims, each with the text of the part that it omits: if one of them holds
    too, that part is irrelevant. `limit` is the number of states after which the attempt is given
    up. `draws` says why the answer is not valid if something is drawn at random. `blame` says what
    is false at the end of a run that refutes a claim. If states were identified, what holds does so
    under `condition`; with a `doubt`, it may not hold of the states that were not examined, and
    only "fails" is conclusive.
    """

    system: Specified
    claims: tuple[Claim, ...]
    weaker: bool = False
    narrower: bool = False
    tentative: bool = False
    note: str = ""
    condition: str = ""
    doubt: str = ""
    links: tuple[tuple[str, Claim], ...] = ()
    limit: int | None = None
    draws: Drawn | None = None
    blame: Callable[[Claim, Sequence[State]], str] = lambda claim, states: ""

    @property
    def is_exact(self) -> bool:
        """Whether it decides exactly the intended claims, about the intended system."""
        return not (self.weaker or self.narrower)


@dataclass(frozen=True, slots=True)
class Settled:
    """An answer without a search: true, false, or None for unknown; and the reason."""

    holds: bool | None
    reason: str = ""
    vacuous: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question to decide; `settled` decides it if that needs no search.

    `aside` is another question: its answer is reported after `aside_text`.

    If the question stays unknown, `advised` adds to the reason what can be done about that.
    """

    name: str
    text: str
    settled: Callable[[], Settled] | None = None
    attempts: Callable[[], Iterator[Attempt]] = lambda: iter(())
    advised: Callable[[str], str] = str
    aside: Question | None = None
    aside_text: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The figures of a search that found all states: how many, initial ones, and levels.

    `generated` counts every time that a state was generated, repeats included.
    """

    distinct: int
    initial: int
    generated: int
    depth: int


@dataclass(frozen=True, slots=True)
class Covered:
    """How often a rule of a specification took an action, and how often that led to a new state."""

    rule: str
    action: str
    taken: int
    fresh: int


@dataclass(frozen=True, slots=True)
class Afterwards:
    """Something that is decided by the figures of a search, once it is done."""

    name: str
    decide: Callable[[Outcome], Settled]


class Theory(Protocol):
    """A set of questions to decide at once, and the systems that are searched for deadlocks."""

    labels_disjuncts: bool
    """Whether labels distinguish ways of an action without names; to be set before a search."""

    @property
    def name(self) -> str: ...

    @property
    def questions(self) -> Sequence[Question]:
        """The questions to decide, in the order of the answers."""

    @property
    def deadlock(self) -> Specified | None:
        """The system that must have no deadlock, if that is required."""

    @property
    def deadlock_condition(self) -> str:
        """The condition for having none, if states were identified and no deadlock was seen."""

    @property
    def deadlock_apart(self) -> tuple[Specified, str] | None:
        """The system that decides whether there is none, if too many states were identified.

        With it comes what the answer then says. None if the other states surely behave alike, or do
        under the condition.
        """

    @property
    def main(self) -> Specified | None:
        """The system with the figures to report, if several are searched; None: the largest."""

    def said_of(self, system: Specified) -> str:
        """A text that identifies a system of these questions, the same in every process."""

    def covered(
        self, system: Specified, counts: Iterable[tuple[Label, int, int]]
    ) -> tuple[str, Sequence[Covered]]:
        """The name of a system, and how often each of its actions was taken, by each of its rules.

        `counts` has, for each label, how often its step was taken, and how often to a new state.
        """

    @property
    def afterwards(self) -> Sequence[Afterwards]:
        """What is decided once all states of the main system are known."""

    @property
    def warnings(self) -> Sequence[str]:
        """Warnings about all answers."""
