"""What was compared with what, how often, and where it differed."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from counterpoint.bp.lint import CounterpointWarning


@dataclass(frozen=True)
class Difference:
    """Two answers to one question; `what` names who was compared, not the question."""

    what: str
    question: str
    found: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.what}: {self.question}\n  found  {self.found}\n  wanted {self.wanted}"


@dataclass
class Tally:
    """Counts comparisons by who was compared, and keeps the differences.

    While a case shrinks, `only` one of them is wanted; a kind may leave out what nobody wants.

    >>> tally = Tally()
    >>> tally.same("sweeps", "EF p", {1}, {1})
    True
    >>> tally.same("sweeps", "EG p", {1}, {2})
    False
    >>> tally.counts.total(), [each.question for each in tally.differences]
    (2, ['EG p'])
    """

    only: str | None = None
    counts: Counter[str] = field(default_factory=Counter)
    passed: Counter[tuple[str, str]] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def wants(self, what: str) -> bool:
        """Whether to ask whose answers are counted under names that begin like this."""
        return self.only is None or self.only == "crash" or self.only.startswith(what)

    def same(self, what: str, question: object, found: Any, wanted: Any) -> bool:
        """Count a comparison; whether both are the same."""
        self.counts[what] += 1
        if found == wanted:
            return True
        self.differences.append(Difference(what, str(question), short(found), short(wanted)))
        return False

    def true(self, what: str, question: object, holds: object, why: object = "") -> bool:
        """Count a claim that must be true."""
        self.counts[what] += 1
        if not holds:
            self.differences.append(Difference(what, str(question), short(why), "what is true"))
        return bool(holds)

    def unanswered(self, what: str, why: object = "") -> None:
        """Count a question that was refused or left unknown, and the reason in short."""
        self.passed[what, short(why, 60)] += 1

    @contextmanager
    def answering(self, what: str, question: object, *refusals: type[Exception]) -> Iterator[None]:
        """What is raised inside is a difference, but for refusals, which are no answer.

        Random questions are odd, and warned of: that is no difference.
        """
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", CounterpointWarning)
                yield
        except refusals as refusal:
            self.unanswered(what, refusal)
        except Exception as error:  # whatever it is, it is no answer
            told = f"{type(error).__name__}: {error}"
            self.differences.append(Difference(what, str(question), short(told), "an answer"))


def short(value: object, longest: int = 2000) -> str:
    """A value as text, sets in order."""
    if isinstance(value, set | frozenset):
        parts = sorted(map(str, value))
        text = f"{{{', '.join(parts)}}}"
    else:
        text = str(value)
    return text if len(text) <= longest else f"{text[:longest]}..."
