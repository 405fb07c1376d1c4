"""Choose which states of an answer to check, and report the result.

A sample is drawn with a seed, and ends when the time of the audit is over. With `Extent.ALL` every
state is checked, and claims that need the whole graph are compared with their definition.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol

from ..alarm import Alarm, TimeIsUp, require_going_on
from ..certificate import Audited, Claims, Cover, Effort, Extent, Seen, Steps
from ..data import dataclass
from ..errors import BadTrace, CounterpointError
from ..identity import Identity, identity
from ..logic.core import Core
from ..logic.core_text import core_text
from ..model.checked import unsteady
from .reference import MANY_STEPS, Reference, TooManySteps
from .runs import require_run
from .space import Closed
from .wrong import Doubted, Wrong

if TYPE_CHECKING:
    from .definition import Definition

EVERYTHING = Effort(Extent.ALL)


class Check(Protocol):
    """A claim about states; `unchecked` lists what single states cannot show.

    The comparison with the whole graph may raise `Doubted` if the result is not certain.
    """

    @property
    def unchecked(self) -> dict[str, None]: ...

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` if the claim is false for the graph as a whole; clears `unchecked`."""

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` if the claim is false in this state."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A formula, and what an engine claims about it and its parts.

    `holds` is the answer: whether the formula is true in all initial states; None if another
    question was asked.
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
    """Audit some answers on one cover: what was checked, and the first fault found.

    The states `first` are checked before all others. The checks `beside` are made in each state
    too.

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
    """Audit a run: whether it is a run of the system, and whether it `shows` what it should.

    `shows` raises `Wrong` if the run does not show it.

    >>> from counterpoint.examples.peterson import model
    >>> peterson = Reference(model())
    >>> (first, *_) = peterson.starts()
    >>> audit_run(peterson, first, (("fly", first),), (), lambda *run: None).passed
    False
    """
    fault = ""
    unchecked: tuple[str, ...] = ()
    try:
        if not reference.is_start(start):
            raise Wrong("a run that is shown begins in no initial state", start)
        require_run(reference, start, stem, loop)
        shows(start, stem, loop)
    except Wrong as wrong:
        fault = _said(wrong, reference)
    except TooManySteps:
        unchecked = (MANY_STEPS,)
    states = 1 + len(stem) + len(loop)
    return Audited(states, states, unchecked, fault)


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
        self._skipped = False

    def _formulas(self, answers: Sequence[Answered]) -> list[Check]:
        if not answers:
            return []
        from .formulas import Formulas  # loaded late: few questions about b-threads use formulas

        goals: dict[Identity, list[Core]] = {}
        for of in answers:
            goals.setdefault(identity(of.claims), []).append(of.goal)
        return [Formulas(about, self._reference, claims()) for claims, about in goals.items()]

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
        if self._skipped:
            unchecked[MANY_STEPS] = None
        return Audited(self._looked, self._cover.states, tuple(unchecked), fault, doubt)

    def _examine(self, seen: Seen) -> None:
        require_going_on()
        try:
            for check in self._checks:
                check.examine(seen)
        except TooManySteps:
            self._skipped = True
            return
        self._looked += 1

    def _look_at_some(self, first: Iterable[Seen]) -> None:
        """Check the initial states, then the states `first` and a sample, within the effort."""
        effort = self._effort
        longest = effort.seconds + effort.patience
        alarm = Alarm(longest if longest < math.inf else None)
        try:
            alarm.run(lambda: self._look_for_a_while(first))
        except TimeIsUp:
            require_going_on()  # the limits of the whole check end more than a sample
            self._skipped = True

    def _look_for_a_while(self, first: Iterable[Seen]) -> None:
        effort, cover = self._effort, self._cover
        rng, end = random.Random(effort.seed), time.perf_counter() + effort.seconds
        starts, are_all = self._some_starts(end)
        self._closed.begin(starts)
        self._require_answers(starts, are_all=are_all)
        sample = chain(first, cover.sample(effort.states, rng))
        for seen in islice(_each_once(sample), effort.states):
            self._examine(seen)
            if time.perf_counter() > end:
                break

    def _some_starts(self, end: float) -> tuple[list[Seen], bool]:
        """Initial states, as many as a sample may look at, and whether they are all."""
        found: list[Seen] = []
        for seen in self._reference.starts():
            is_late = len(found) >= self._effort.starts and time.perf_counter() > end
            if is_late or len(found) == self._effort.states:
                return found, False
            found.append(seen)
        return found, True

    def _require_answers(self, starts: Sequence[Seen], *, are_all: bool) -> None:
        """Raise `Wrong` if an answer differs from the claims about these initial states.

        Unless they are all, an answer that the formula fails is not checked, because it may fail in
        another one.
        """
        for answer in self._answers:
            if answer.holds is None:
                continue
            true = answer.claims.test(answer.goal)
            broken = next((seen for seen in starts if not true(seen)), None)
            if answer.holds and broken is not None:
                raise Wrong(f"{core_text(answer.goal)} is said to hold", broken)
            if not answer.holds and broken is None and are_all:
                raise Wrong(f"{core_text(answer.goal)} is said to fail at the start")

    def _look_at_all(self) -> None:
        self._closed.begin(self._reference.starts())
        self._require_answers(list(self._reference.starts()), are_all=True)
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
        """The graph built by the reference; raises `Wrong` if its size is not that of the cover."""
        from .definition import Definition  # loaded late: a sample does not need it

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
    """The states without repetitions; lazy, because drawing a state may take long."""
    met: set[Seen] = set()
    for seen in states:
        if seen not in met:
            met.add(seen)
            yield seen


def _said(wrong: Wrong, reference: Reference) -> str:
    """The message for a fault, or for a user's system that gives other steps than before."""
    where = "" if wrong.seen is None else f" in the state {wrong.seen.state!r}"
    error: CounterpointError = unsteady(reference.system, BadTrace(f"{wrong.what}{where}"))
    return error.message
