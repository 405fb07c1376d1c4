"""The waist's form for what is to be decided: questions, each with several ways to decide it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from ..data import dataclass
from .specified import Claim, Specified
from .system import Label, State


@dataclass(frozen=True, slots=True)
class Attempt:
    """A way to decide a question: it holds if all these claims do.

    With a `weaker` system, which allows more than is meant, or claims that say more, what holds
    holds, and what fails says nothing. A `narrower` one allows less: what fails of it fails, and
    what holds says nothing.
    A `tentative` one shows what fails by the beginning of a run, which may be none of the system's
    own: whether it goes on is for the next attempt to say.
    `links` are claims that would be stronger, each with the text of the part that it does without:
    where one holds too, that part never mattered. `limit` is the number of states after which it is
    given up. `blame` tells what is false at the end of a run that shows a claim to be. Where states
    were taken as one, what holds does on `condition`.
    """

    system: Specified
    claims: tuple[Claim, ...]
    weaker: bool = False
    narrower: bool = False
    tentative: bool = False
    note: str = ""
    condition: str = ""
    links: tuple[tuple[str, Claim], ...] = ()
    limit: int | None = None
    blame: Callable[[Claim, Sequence[State]], str] = lambda claim, states: ""

    @property
    def is_exact(self) -> bool:
        """Whether it asks just what is meant, of what is meant."""
        return not (self.weaker or self.narrower)


@dataclass(frozen=True, slots=True)
class Settled:
    """An answer that needs no search: true, false, or None for unknown; and why."""

    holds: bool | None
    reason: str = ""
    vacuous: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be decided; by `settled` if that takes no search.

    `aside` is another question: its answer is said after `aside_text`.

    Where it stays unknown, `advised` adds to the reason what can be done about it.
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
    """What a search found that saw all states: how many, of how many levels.

    `generated` counts each way in which a state comes up.
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
    """Something that is decided by what a search found, once it is done."""

    name: str
    decide: Callable[[Outcome], Settled]


class Theory(Protocol):
    """What can be asked at once: questions, and systems whose deadlocks are looked for."""

    tells_ways: bool
    """Whether labels tell ways of an action apart that have no names; to be set beforehand."""

    @property
    def name(self) -> str: ...

    @property
    def questions(self) -> Sequence[Question]:
        """What is to be decided, in the order of the answers."""

    @property
    def deadlock(self) -> Specified | None:
        """The system that must have no deadlock, if that is asked."""

    @property
    def deadlock_condition(self) -> str:
        """On what it has none where states were taken as one and no deadlock was seen."""

    @property
    def main(self) -> Specified | None:
        """The system whose figures count, where several are looked at; None for the largest."""

    def said_of(self, system: Specified) -> str:
        """What tells a system of these questions from the others, in any run."""

    def covered(
        self, system: Specified, counts: Iterable[tuple[Label, int, int]]
    ) -> tuple[str, Sequence[Covered]]:
        """The name of a system, and how often each of its actions was taken, by each of its rules.

        `counts` tell of each label how often its step was taken, and led to a new state.
        """

    @property
    def afterwards(self) -> Sequence[Afterwards]:
        """What is decided when all states of the main system are known."""

    @property
    def warnings(self) -> Sequence[str]:
        """What should be known of all the answers."""
