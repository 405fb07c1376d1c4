"""Which states of an answer are looked at, and what is said of it in the end.

A sample is drawn by seed, and ends when the time that an audit may take is over. With `Extent.ALL`
every state is looked at, and what takes the whole graph is compared with its definition.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Protocol

from ..certificate import Audited, Claims, Cover, Extent, Seen
from ..data import dataclass
from ..errors import BadTrace, CounterpointError
from ..logic.core import Core
from ..logic.core_text import core_text
from ..model.checked import unsteady
from ..model.system import System
from .definition import Definition
from .formulas import Formulas
from .reference import Reference
from .space import Closed
from .wrong import Wrong

TOO_MANY = "the whole graph: there are more than {most:,} states"
NO_TIME = "the time that an audit may take was over"


@dataclass(frozen=True, slots=True)
class Effort:
    """How much an audit may do: of a sample so many `states` in so many `seconds`.

    With all of it, answers are compared with the graph of the reference up to `whole` states.
    """

    extent: Extent = Extent.SAMPLE
    states: int = 300
    seconds: float = float("inf")
    seed: int = 0
    whole: int = 200_000


EVERYTHING = Effort(Extent.ALL)


class Check(Protocol):
    """Something that is claimed of states, and can be looked at in one of them."""

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` where it is not so."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A formula, and what an engine says of it and of its parts."""

    goal: Core
    claims: Claims


def audit(
    system: System,
    cover: Cover,
    answers: Sequence[Answered] = (),
    *,
    beside: Sequence[Check] = (),
    first: Iterable[Seen] = (),
    effort: Effort = EVERYTHING,
) -> Audited:
    """What was looked at of some answers on one cover, and the first thing that did not pass.

    The states `first` are looked at before others, and `beside` is looked at as well in each.

    >>> from counterpoint.engines.certified import SpaceCover
    >>> from counterpoint.engines.opening import Opening
    >>> from counterpoint.engines.task import EVERYTHING as ALL_STATES
    >>> from counterpoint.examples.peterson import model
    >>> space = Opening(peterson := model(), "reachable", "auto", ALL_STATES).space()
    >>> audit(peterson, SpaceCover(space))
    Audited(states=34, of=34, unchecked=(), fault='')
    """
    return _Audit(system, cover, answers, beside, effort).run(first)


class _Audit:
    def __init__(
        self,
        system: System,
        cover: Cover,
        answers: Sequence[Answered],
        beside: Sequence[Check],
        effort: Effort,
    ) -> None:
        self._system, self._cover, self._effort = system, cover, effort
        self._reference = Reference(system, cover.watched)
        self._closed = Closed(self._reference, cover)
        self._formulas = [Formulas(of.goal, self._reference, of.claims) for of in answers]
        self._checks: tuple[Check, ...] = (self._closed, *self._formulas, *beside)
        self._looked = 0
        self._unchecked: dict[str, None] = {}

    def run(self, first: Iterable[Seen]) -> Audited:
        fault = ""
        try:
            if self._effort.extent is Extent.ALL:
                self._look_at_all()
            elif self._effort.extent is Extent.SAMPLE:
                self._look_at_some(first)
        except Wrong as wrong:
            fault = self._said(wrong)
        for formulas in self._formulas:
            self._unchecked.update(formulas.unchecked)
        self._unchecked.update(self._closed.unchecked)
        return Audited(self._looked, self._cover.states, tuple(self._unchecked), fault)

    def _examine(self, seen: Seen) -> None:
        for check in self._checks:
            check.examine(seen)
        self._looked += 1

    def _look_at_some(self, first: Iterable[Seen]) -> None:
        """A sample, after the states that are to be `first` and some initial ones."""
        effort, cover = self._effort, self._cover
        rng, end = random.Random(effort.seed), time.perf_counter() + effort.seconds
        self._closed.begin(effort.states)
        sample = chain(first, cover.sample(effort.states, rng))
        for seen in islice(dict.fromkeys(sample), effort.states):
            self._examine(seen)
            if time.perf_counter() > end:
                break

    def _look_at_all(self) -> None:
        self._closed.begin(None)
        states = self._cover.states
        if states > self._effort.whole:
            for seen in self._cover.every():
                self._examine(seen)
            if self._looked != states:
                raise Wrong(f"{states:,} states were counted, and there are {self._looked:,}")
            if any(formulas.open for formulas in self._formulas):
                self._unchecked[TOO_MANY.format(most=self._effort.whole)] = None
            return
        self._compare(self._defined())

    def _defined(self) -> Definition:
        """The graph of the reference, which has to be that of the cover."""
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

    def _compare(self, whole: Definition) -> None:
        """What single states are not enough for, evaluated by definition."""
        for formulas in self._formulas:
            for goal, said in formulas.closed:
                whole.settled.setdefault(goal, frozenset(_where(whole, said)))
            for goal in formulas.open:
                region, said = whole.region(goal), formulas.claimed(goal)
                for number, seen in enumerate(whole.states):
                    if said(seen) is not (number in region):
                        raise Wrong(f"{core_text(goal)} is said to be {said(seen)}", seen)
            formulas.unchecked.clear()

    def _said(self, wrong: Wrong) -> str:
        where = "" if wrong.seen is None else f" in the state {wrong.seen.state!r}"
        error: CounterpointError = unsteady(self._system, BadTrace(f"{wrong.what}{where}"))
        return error.message


def _where(whole: Definition, said: object) -> Iterator[int]:
    assert callable(said)
    return (number for number, seen in enumerate(whole.states) if said(seen))
