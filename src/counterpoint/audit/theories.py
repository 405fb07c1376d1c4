"""Audit answers about a specification: choose the states to check, and report the results.

A claim that holds depends on the list of all states and on facts about each of them; a claim that
fails depends on the run that shows it. A sample is drawn with a seed, and ends when its time is
over. With `Extent.ALL` the counts are compared too, and claims about runs are evaluated by
definition.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..certificate import Audited, Effort, Extent, Figures, Listing, Said, Shown
from ..errors import CounterpointError
from ..model.specified import Probe, Specified, anyhow
from .claims import Answer
from .listed import Listed
from .shown import require_breakdown
from .wrong import Wrong

DIFFERS = (
    "anything: the module asks how far the search is, or for chance, so no step is taken again"
)


def audit_claims(
    system: Specified,
    said: Sequence[Said],
    listing: Listing | None,
    figures: Figures | None = None,
    *,
    effort: Effort,
    lists_starts: bool = True,
) -> tuple[Audited, list[Audited]]:
    """Audit the list of states and each answer: what was checked, and the first fault of each.

    `listing` is None if not all states are known. Listing the initial states may take long: a
    sample omits it unless `lists_starts`.
    """
    if system.remembers:
        of = 0 if listing is None else listing.found
        return Audited(0, of, (DIFFERS,)), [Audited(0, of, (DIFFERS,)) for _ in said]
    lists_starts |= effort.extent is Extent.ALL
    return _Audit(system, said, listing, effort, lists_starts).run(figures)


def audit_breakdown(
    system: Specified, run: Shown, message: str, probes: Sequence[Probe]
) -> Audited:
    """Audit a run that ends in a state where an evaluation fails with this `message`."""
    found = _fault_in(system, require_breakdown, system, run, message, probes)
    return Audited(len(run.states), len(run.states), (), found)


class _Audit:
    def __init__(
        self,
        system: Specified,
        said: Sequence[Said],
        listing: Listing | None,
        effort: Effort,
        lists_starts: bool,
    ) -> None:
        self._system, self._listing, self._effort = system, listing, effort
        in_part = listing is not None and listing.in_part
        self._answers = [Answer(system, each, in_part=in_part) for each in said]
        self._faults: dict[Answer, str] = {}
        self._listed = None if listing is None else Listed(system, listing)
        self._starts = (None if self._is_all else effort.states) if lists_starts else 0
        self._looked = 0
        self._end = time.perf_counter() + effort.seconds

    @property
    def _is_all(self) -> bool:
        return self._effort.extent is Extent.ALL

    @property
    def _compared(self) -> int:
        """The largest number of states for which a graph is compared.

        It is smaller if states are identified, as by a VIEW: such a class may contain infinitely
        many.
        """
        whole, listing = self._effort.whole, self._listing
        if listing is None or not listing.in_part:
            return whole
        return min(whole, self._effort.apart * listing.found)

    def run(self, figures: Figures | None) -> tuple[Audited, list[Audited]]:
        for answer in self._answers:
            self._ask(answer, answer.begin, self._starts)
        fault = self._fault_in(self._look, figures)
        if self._is_all and self._listed is not None and not fault:
            for answer in self._answers:
                self._ask(answer, answer.compare, self._compared)
        unchecked = () if self._listed is None else tuple(self._listed.unchecked)
        of = 0 if self._listing is None else self._listing.found
        space = Audited(self._looked, of, unchecked, fault)
        return space, [self._audited(answer, space) for answer in self._answers]

    def _audited(self, answer: Answer, space: Audited) -> Audited:
        unchecked, fault = tuple(answer.unchecked), self._faults.get(answer, "")
        if answer.rests_on_all:
            unchecked, fault = (*space.unchecked, *unchecked), fault or space.fault
        looked = max(answer.looked, self._looked if answer.rests_on_all else 0)
        return Audited(looked, max(looked, space.of), unchecked, fault)

    def _look(self, figures: Figures | None) -> None:
        """Raise `Wrong` if the list of states is wrong; also examine each state for the answers."""
        listing, listed = self._listing, self._listed
        if listing is None or listed is None:
            return
        listed.begin(self._starts)
        for number in self._numbers(listing):
            view = listed.examine(number)
            for answer in self._answers:
                self._ask(answer, answer.examine, view)
            self._looked += 1
        if not self._is_all:
            return
        if figures is not None:
            listed.require(figures)
        if self._system.allows is anyhow:  # otherwise states left out may be listed twice
            for answer in self._answers:
                self._ask(answer, answer.require_count)

    def _numbers(self, listing: Listing) -> Iterator[int]:
        if self._is_all:
            yield from range(listing.found)
            return
        count = min(self._effort.states, listing.found)
        for number in random.Random(self._effort.seed).sample(range(listing.found), count):
            began = time.perf_counter()
            yield number
            now = time.perf_counter()
            if 2 * now - began > self._end:
                return

    def _ask(self, answer: Answer, what: Callable[..., None], *given: Any) -> None:
        if answer not in self._faults and (fault := self._fault_in(what, *given)):
            self._faults[answer] = fault

    def _fault_in(self, what: Callable[..., None], *given: Any) -> str:
        return _fault_in(self._system, what, *given)


def _fault_in(system: Specified, what: Callable[..., None], *given: Any) -> str:
    """The message of the fault that a check raises; empty if there is none."""
    try:
        what(*given)
    except Wrong as wrong:
        return wrong.what if wrong.seen is None else f"{wrong.what} {_at(system, wrong.seen.state)}"
    except CounterpointError as error:
        return f"something has no value that had one: {error.message}"
    return ""


def _at(system: Specified, state: Any) -> str:
    shown = system.show(state)
    if isinstance(shown, str):
        return f"in the state {shown}"
    return "in the state " + ", ".join(f"{name} = {value}" for name, value in shown.items())
