"""A check as findings: an answer to each property with its place, for reports that others read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..data import dataclass
from ..errors import CounterpointError, Place, Refused, Undecided
from ..verdict import Answer, Trace, Verdict, Verdicts
from ..watchman import nothing_decided, why_ended
from .clean import clean
from .errors import place_of_error
from .places import Blame, Places
from .story import Scene, story_of
from .text import breakdown_text, in_words, verdict_text, when
from .wrap import WIDTH

UNKNOWN = "unknown"
"""The code of a finding without an answer, if no error is to blame."""

THE_CHECK = "check"
"""The name of the only finding of a check that gave no answers."""

NOT_ENDED = "the check did not end"
"""The reason that a report gives until it is written with the answers."""


@dataclass(frozen=True, slots=True)
class Step:
    """A state of a run: what led to it and how it looks, and where that is written."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one property.

    `title` says what is true if it holds, and `when` after how many steps it fails. `shown` is the
    run or the plans as text. `place` is where it belongs: line 1 of the target's file if nothing
    else is known, in which case `is_placed` is false; it is None without a file. `blamed` are
    further places. A finding that is unknown has the `code` of the error to blame, or "unknown".
    """

    name: str
    title: str
    answer: Answer
    reason: str = ""
    vacuous: bool = False
    shown: str = ""
    place: Place | None = None
    is_placed: bool = False
    blamed: tuple[Blame, ...] = ()
    steps: tuple[Step, ...] = ()
    code: str = ""
    when: str = ""

    @property
    def is_error(self) -> bool:
        """Whether no answer was given because of an error, not because of a limit."""
        return self.code not in ("", UNKNOWN)

    @property
    def headline(self) -> str:
        """The answer in a sentence.

        >>> Finding("deadlock", "no deadlock", Answer.FAILS, "all wait").headline
        'no deadlock: fails (all wait)'
        """
        if self.is_error:
            return f"{self.title}: {self.reason}"
        return self._said + (f" ({self.reason})" if self.reason else "")

    @property
    def _said(self) -> str:
        how = "holds vacuously" if self.vacuous else f"{self.answer.value} {self.when}".rstrip()
        return f"{self.title}: {how}"

    @property
    def below(self) -> str:
        """What is shown below the headline, without its title if that says the same.

        >>> Finding("p", "p", Answer.FAILS, shown="p: fails\\n\\n  1  HOT").below
        '  1  HOT'
        """
        title, _, rest = self.shown.partition("\n\n")
        return rest if " ".join(title.split()) == self._said else self.shown


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings of a check of `target`, and how long it took; `notes` are its warnings."""

    target: str
    found: tuple[Finding, ...]
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.found)


def findings_of(
    verdicts: Verdicts, target: Any, file: str | None, *, hollow_fails: bool = False
) -> Findings:
    """The findings of a check; `file` is that of the target.

    With `hollow_fails`, what holds vacuously is a finding that fails.

    >>> from counterpoint import check
    >>> from counterpoint.examples.peterson import careless
    >>> model = careless()
    >>> (found,) = findings_of(check(model, "never both"), model, "peterson.py")
    >>> found.answer.value, found.place.text, len(found.steps)
    ('fails', 'def enter(i: int) -> object:', 9)
    """
    making = _Making(target, None if file is None else Place(file, 1))
    broken = (breakdown_text(found, target) for found in verdicts.breakdowns)
    notes = (*verdicts.warnings, *broken)
    found = tuple(making.finding(verdict) for verdict in verdicts)
    if hollow_fails:
        found = tuple(replace(of, answer=Answer.FAILS) if of.vacuous else of for of in found)
    return Findings(verdicts.target, found, verdicts.seconds, tuple(map(clean, notes)))


class _Making:
    """Makes findings about one target; `first` is the place if nothing is known."""

    def __init__(self, target: Any, first: Place | None) -> None:
        self.target, self.first = target, first
        self._places = Places(target, None if first is None else first.file)

    def finding(self, verdict: Verdict) -> Finding:
        """The finding for a verdict."""
        trace = verdict.trace
        scenes = [] if trace is None else story_of(trace, self.target, verdict.of)
        blamed = self._places.blamed(verdict, scenes)
        place = blamed[0].place if blamed else self.first
        fails = trace is not None and verdict.answer is Answer.FAILS
        return Finding(
            clean(verdict.name),
            " ".join(clean(in_words(verdict.name)).split()),
            verdict.answer,
            clean(verdict.reason),
            verdict.vacuous,
            clean(verdict_text(verdict, self.target)),
            place,
            bool(blamed),
            tuple(blamed[1:]),
            tuple(self._steps(trace, scenes, verdict, place)) if trace and fails else (),
            UNKNOWN if verdict.answer is Answer.UNKNOWN else "",
            when(trace, self.target) if trace and fails else "",
        )

    def _steps(
        self, trace: Trace, scenes: Sequence[Scene], verdict: Verdict, place: Place | None
    ) -> Iterator[Step]:
        """The states of a run; one without a place of its own has that of the one before."""
        for number, scene in enumerate(scenes):
            if number:
                place = self._places.of_step(trace, scenes, number, verdict.of) or place
            if place is not None:
                yield Step(clean("\n".join(_lines(scene, number, trace.loop, len(scenes)))), place)


def _lines(scene: Scene, number: int, loop: int | None, count: int) -> Iterator[str]:
    """The lines about a state of a run: what led to it, who requested that, and how it looks."""
    who = f", requested by {scene.asked_by[0].thread}" if scene.asked_by else ""
    yield f"{number}  {scene.title}{who}" if number else "start"
    if loop is not None and number == count - 1:
        yield f"back to state {loop}" if loop else "back to the start"
    if scene.look is not None and number:
        yield from scene.look.changed(WIDTH)
    elif scene.picture:
        yield scene.picture


def unanswered(target: str, reason: str, file: str | None, code: str = UNKNOWN) -> Findings:
    """The findings of a check without any answer, for this reason.

    >>> [finding.headline for finding in unanswered("tap.py", NOT_ENDED, None)]
    ['check: unknown (the check did not end)']
    """
    place = None if file is None else Place(file, 1)
    only = Finding(THE_CHECK, THE_CHECK, Answer.UNKNOWN, clean(reason), place=place, code=code)
    return Findings(target, (only,))


def failed(target: str, error: BaseException, file: str | None) -> Findings:
    """The findings of a check that ended with an error."""
    found = unanswered(target, _reason(error), file, _code(error))
    place = place_of_error(error)
    if place is None:
        return found
    return replace(found, found=(replace(found.found[0], place=place, is_placed=True),))


def _code(error: BaseException) -> str:
    if isinstance(error, (Undecided, Refused, KeyboardInterrupt)):
        return UNKNOWN
    return error.code if isinstance(error, CounterpointError) else type(error).__name__


def _reason(error: BaseException) -> str:
    match error:
        case CounterpointError():
            return error.message
        case KeyboardInterrupt():
            return nothing_decided(why_ended(error))
    return f"{type(error).__name__}: {error}"
