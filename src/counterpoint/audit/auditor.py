"""Which states of an answer are looked at, and what is said of it in the end.

A sample is drawn by seed, and ends when the time that an audit may take is over. With `Extent.ALL`
every state is looked at, and what takes the whole graph is compared with its definition.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol

from ..alarm import require_going_on
from ..certificate import Audited, Claims, Cover, Effort, Extent, Seen, Steps
from ..data import dataclass
from ..errors import BadTrace, CounterpointError
from ..logic.core import Core
from ..logic.core_text import core_text
from ..model.checked import unsteady
from .reference import Reference
from .runs import require_run
from .space import Closed
from .wrong import Doubted, Wrong

if TYPE_CHECKING:
    from .definition import Definition

EVERYTHING = Effort(Extent.ALL)


class Check(Protocol):
    """Something that is claimed of states; `unchecked` says what single states do not show.

    What compares something else raises `Doubted` where it is not sure.
    """

    @property
    def unchecked(self) -> dict[str, None]: ...

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` where it is not so of all states together; nothing is unchecked then."""

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` where it is not so."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A formula, and what an engine says of it and of its parts.

    `holds` is what was answered: whether it is true in all initial states; None if that is not
    what was asked.
    """

    goal: Core
    claims: Claims
    holds: bool | None = None


def audit(
    reference: Reference,
    cover: Cover,
    answers: Sequence[Answered] = (),
    *,
    beside: Sequence[Check] = (),
    first: Iterable[Seen] = (),
    effort: Effort = EVERYTHING,
) -> Audited:
    """What was looked at of some answers on one cover, and the first thing that did not pass.

    The states `first` are looked at before others, and `beside` is looked at as well in each.

    >>> from counterpoint.engines.decide.certified import Finder, SpaceCover
    >>> from counterpoint.engines.space.opening import Opening
    >>> from counterpoint.engines.base.task import EVERYTHING as ALL_STATES
    >>> from counterpoint.examples.peterson import model
    >>> space = Opening(peterson := model(), "reachable", "auto", ALL_STATES).space()
    >>> audit(Reference(peterson), SpaceCover(Finder(space)))
    Audited(states=34, of=34, unchecked=(), fault='', doubt='')
    """
    if effort.is_over:
        return Audited(0, cover.states)
    return _Audit(reference, cover, answers, beside, effort).run(first)


def audit_run(
    reference: Reference,
    start: Seen,
    stem: Steps,
    loop: Steps,
    shows: Callable[[Seen, Steps, Steps], None],
) -> Audited:
    """What was looked at of a run, and whether it `shows`, by not raising `Wrong`, what it should.

    >>> from counterpoint.examples.peterson import model
    >>> peterson = Reference(model())
    >>> (first, *_) = peterson.starts()
    >>> audit_run(peterson, first, (("fly", first),), (), lambda *run: None).passed
    False
    """
    fault = ""
    try:
        if not reference.is_start(start):
            raise Wrong("a run that is shown begins in no initial state", start)
        require_run(reference, start, stem, loop)
        shows(start, stem, loop)
    except Wrong as wrong:
        fault = _said(wrong, reference)
    states = 1 + len(stem) + len(loop)
    return Audited(states, states, (), fault)


class _Audit:
    def __init__(
        self,
        reference: Reference,
        cover: Cover,
        answers: Sequence[Answered],
        beside: Sequence[Check],
        effort: Effort,
    ) -> None:
        self._reference, self._cover, self._effort = reference, cover, effort
        self._answers = answers
        self._closed = Closed(self._reference, cover)
        self._checks: tuple[Check, ...] = (self._closed, *self._formulas(answers), *beside)
        self._looked = 0

    def _formulas(self, answers: Sequence[Answered]) -> list[Check]:
        if not answers:
            return []
        from .formulas import Formulas  # what is asked of b-threads is seldom a formula

        return [Formulas(of.goal, self._reference, of.claims) for of in answers]

    def run(self, first: Iterable[Seen]) -> Audited:
        fault = doubt = ""
        try:
            if self._effort.extent is Extent.ALL:
                self._look_at_all()
            elif self._effort.extent is Extent.SAMPLE:
                self._look_at_some(first)
        except Wrong as wrong:
            fault = _said(wrong, self._reference)
        except Doubted as doubted:
            doubt = doubted.why
        unchecked = dict.fromkeys(what for check in self._checks for what in check.unchecked)
        return Audited(self._looked, self._cover.states, tuple(unchecked), fault, doubt)

    def _examine(self, seen: Seen) -> None:
        require_going_on()
        for check in self._checks:
            check.examine(seen)
        self._looked += 1

    def _look_at_some(self, first: Iterable[Seen]) -> None:
        """A sample, after the states that are to be `first` and some initial ones."""
        effort, cover = self._effort, self._cover
        rng, end = random.Random(effort.seed), time.perf_counter() + effort.seconds
        self._closed.begin(effort.states)
        self._require_answers(effort.states)
        sample = chain(first, cover.sample(effort.states, rng))
        for seen in islice(_each_once(sample), effort.states):
            self._examine(seen)
            if time.perf_counter() > end:
                break

    def _require_answers(self, most: int | None) -> None:
        """Raise `Wrong` where an answer is not what is claimed of the initial states.

        Where there are more than `most`, that it fails in some of them is not looked for.
        """
        starts = list(islice(self._reference.starts(), most))
        for answer in self._answers:
            if answer.holds is None:
                continue
            true = answer.claims.test(answer.goal)
            broken = next((seen for seen in starts if not true(seen)), None)
            if answer.holds and broken is not None:
                raise Wrong(f"{core_text(answer.goal)} is said to hold", broken)
            if not answer.holds and broken is None and len(starts) != most:
                raise Wrong(f"{core_text(answer.goal)} is said to fail at the start")

    def _look_at_all(self) -> None:
        self._closed.begin(None)
        self._require_answers(None)
        states = self._cover.states
        if states > self._effort.whole:
            for seen in self._cover.every():
                self._examine(seen)
            if self._looked != states:
                raise Wrong(f"{states:,} states were counted, and there are {self._looked:,}")
            return
        whole = self._defined()
        for check in self._checks:
            check.compare(whole)

    def _defined(self) -> Definition:
        """The graph of the reference, which has to be that of the cover."""
        from .definition import Definition  # a sample does without

        cover = self._cover
        roots = self._reference.starts() if cover.are_reached else cover.every()
        found = Definition(self._reference, roots, self._examine)
        for what, said, true in (
            ("states", cover.states, len(found.states)),
            ("transitions", cover.transitions, found.transitions),
        ):
            if said is not None and said != true:
                raise Wrong(f"{said:,} {what} were counted, and there are {true:,}")
        return found


def _each_once(states: Iterable[Seen]) -> Iterator[Seen]:
    """The states without those that came before; to draw one may take long."""
    met: set[Seen] = set()
    for seen in states:
        if seen not in met:
            met.add(seen)
            yield seen


def _said(wrong: Wrong, reference: Reference) -> str:
    """What did not pass; of a system of a user's own that it gives other steps than before."""
    where = "" if wrong.seen is None else f" in the state {wrong.seen.state!r}"
    error: CounterpointError = unsteady(reference.system, BadTrace(f"{wrong.what}{where}"))
    return error.message
