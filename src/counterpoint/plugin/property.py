"""A property of a target as a test of pytest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, cast

import pytest

from ..data import dataclass
from ..errors import Place, Refused, Undecided
from ..verdict import Answer, Verdict, Verdicts
from .options import skips_unknown
from .text import answers_first, plain, said_of, screen_width

NO_ANSWER = "the check gave no answer to it"


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdicts of a check, and the names of the properties that it was asked for."""

    verdicts: Verdicts
    asked: frozenset[str]


class Owner(Protocol):
    """What decides properties: those of one target."""

    name: str

    @property
    def target(self) -> Any:
        """The target that they are about."""

    def decided(self, of: Property) -> Decided:
        """The verdicts on a property, and on those that are decided with it."""

    def release(self, done: Property) -> None:
        """Hear that a property needs nothing any more."""


class Broken(Exception):
    """Code of users raised an exception in a check; the message is the text about it."""


class NotHeld(Exception):
    """A property fails, or its answer is unknown; `verdicts` say so."""

    def __init__(self, verdicts: Verdicts) -> None:
        super().__init__(str(verdicts))
        self.verdicts = verdicts


class Property(pytest.Item):
    """A property: it passes only if it holds, and if nothing else that its check found is wrong.

    `question` is its name in the verdicts, and `alike` how many before it have the same name.
    """

    def __init__(self, *, question: str, alike: int, place: Place, **of_pytest: Any) -> None:
        super().__init__(**of_pytest)
        self.question = question
        self.alike = alike
        self.place = place
        self._file = Path(place.file).resolve()  # a test may go to another folder
        self.is_done = False

    @property
    def owner(self) -> Owner:
        """The target that it belongs to."""
        return cast("Owner", self.parent)

    def runtest(self) -> None:
        """Decide it, together with the others of its target.

        If it passes, the verdict is what it prints, which pytest shows on request.
        """
        try:
            found = self.owner.decided(self)
        except (Undecided, Refused) as error:
            self._skip_if_wanted(error.message)
            raise
        mine = self._mine(found)
        if mine.answer is Answer.UNKNOWN:
            unknown = (each for each in mine if each.answer is Answer.UNKNOWN)
            self._skip_if_wanted("; ".join(f"{each.name}: {each.reason}" for each in unknown))
        if mine.answer is not Answer.HOLDS:
            raise NotHeld(mine)
        said = (*map(plain, mine), *(f"warning: {each}" for each in mine.warnings))
        self.add_report_section("call", "verdict", "\n".join(said))

    def repr_failure(  # type: ignore[override]  # pytest itself leaves the style out for collectors
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> str:
        """The verdict with its counterexample, or what went wrong."""
        error = excinfo.value
        if isinstance(error, pytest.fail.Exception | Broken):
            return str(error)
        if not isinstance(error, NotHeld):
            return said_of(error)
        return answers_first(error.verdicts, self.owner.target, screen_width())

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file and the line of the property, counted from 0."""
        return self._file, self.place.line - 1, f"{self.owner.name}: {self.name}"

    def teardown(self) -> None:
        """Let the target forget what nobody needs any more."""
        self.owner.release(self)

    def _mine(self, found: Decided) -> Verdicts:
        """The verdict on this property, and those that nobody asked for: they concern all."""
        same = [each for each in found.verdicts if each.name == self.question]
        own = same[self.alike : self.alike + 1] or [
            Verdict(self.question, Answer.UNKNOWN, NO_ANSWER)
        ]
        others = [each for each in found.verdicts if each.name not in found.asked]
        shown = sorted((*own, *others), key=lambda each: each.answer is Answer.HOLDS)
        return replace(found.verdicts, properties=tuple(shown))

    def _skip_if_wanted(self, reason: str) -> None:
        if skips_unknown(self.config):
            pytest.skip(f"unknown: {reason}")
