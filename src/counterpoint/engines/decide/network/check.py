"""Check a network: one exploration, by which every property is judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ....alarm import ended
from ....audit.hollow import Hollow
from ....audit.properties import Holding, require_broken
from ....errors import LimitReached, Misuse
from ....logic.formula import Formula
from ....model.network import Network
from ....model.property import (
    Distance,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Plain,
    Property,
    Satisfies,
    WinsParity,
)
from ....model.system import Label, State
from ....stopped import Cause, Stopped
from ....verdict import Answer, Trace, Verdict, Verdicts
from ...base.ending import Ending, is_too_long
from ...base.task import Task
from ...search.network.cover import ExplorationCover
from ...search.network.exploration import Exploration
from ...search.network.explore import explore
from ...search.network.steps import STUCK
from ..auditing import Auditing, audited
from .doubts import Doubts
from .judge import Judgement, judge, wrong_of_program
from .never import never_come

if TYPE_CHECKING:
    from .formulas import Formulas


class NetworkCheck:
    """The check of a network: one exploration, by which the properties are judged."""

    def __init__(self, network: Network, task: Task) -> None:
        self.network = network
        self.task = task
        self._doubts = Doubts(network)
        self._auditing = Auditing(network, task)
        self._formulas: Formulas | None = None
        self._formulas_in_part: Formulas | None = None
        self._part: Exploration | None = None
        self._cover: ExplorationCover | None = None
        self._ending = Ending(task.tuning)

    def verdicts(self, name: str, wanted: Mapping[str, Property], start: float) -> Verdicts:
        found = explore(self.network, self.task)
        self._ending.hurry(found.stopped)
        if self._asserts() and NoFailedAssertion() not in wanted.values():
            wanted = {**wanted, "assertions": NoFailedAssertion()}
        verdicts = tuple(
            self._ending.verdict(prop, partial(self._verdict, prop, wanted[prop], found))
            for prop in wanted
        )
        unasked = tuple(self._unasked(wanted, found))
        warnings = (*found.warnings, *self.network.origin.warnings(), *never_come(found))
        if formulas := [each.formula for each in wanted.values() if isinstance(each, Satisfies)]:
            from ...formula.together import never_together  # most programs ask no formula

            warnings = (*warnings, *never_together(formulas, self.network))
        return Verdicts(
            name,
            found.states,
            found.transitions,
            found.complete,
            found.engine,
            time.perf_counter() - start,
            verdicts,
            (*warnings, *map(_warning, unasked)),
            found.stopped or self._ending.stopped,
            unasked=unasked,
        )

    def _unasked(self, wanted: Mapping[str, Property], found: Exploration) -> Iterator[Verdict]:
        """The verdicts on properties that fail, and that no requirement is about."""
        fails: dict[Property, Callable[[Exploration], bool]] = {
            NoDeadlock(): is_stuck_before_final,
            NoHotTermination(): lambda of: of.hot_and_quiet is not None,
        }
        for each in self.task.unasked:
            if each in fails and each not in wanted.values() and fails[each](found):
                decide = partial(self._verdict, str(each), each, found)
                verdict = self._ending.verdict(str(each), decide)
                if verdict.answer is Answer.FAILS:
                    yield verdict

    def _before_final(self) -> Exploration:
        """The exploration up to the first final event; it is repeated if the alphabet has grown.

        Raises `KeyboardInterrupt` if nothing may be started any more.
        """
        if self._ending.stopped:
            raise ended(self._ending.stopped)
        task = replace(self.task, edges=False, stop=None)
        while True:
            known = len(self.network.alphabet)
            final = self.network.final_events
            found = explore(self.network, replace(task, not_followed=final))
            if len(self.network.alphabet) == known:
                return found

    def _asserts(self) -> bool:
        every = (local for automaton in self.network.automata for local in automaton.locals)
        return any(local.failure is not None for local in every)

    def _verdict(self, name: str, wanted: Property, found: Exploration) -> Verdict:
        """The verdict on one property, with a counterexample that was replayed."""
        if isinstance(wanted, Satisfies):
            return self._formula(name, wanted.formula, found)
        if isinstance(wanted, WinsParity | Distance):
            raise Misuse(wrong_of_program(wanted))
        if isinstance(wanted, NoHotCycle) and self._is_too_long(found):
            found = self._first_part(found, found.stopped)
        judgement = judge(wanted, found, self._before_final, self.task.limits)
        if judgement.answer is Answer.HOLDS and (doubt := self._doubts.of_all(found)):
            return Verdict(name, Answer.UNKNOWN, doubt)
        if judgement.way is not None:
            return self._audited(self._shown(name, judgement), wanted, found)
        verdict = Verdict(name, judgement.answer, judgement.reason, vacuous=judgement.vacuous)
        return self._audited(verdict, wanted, found, stay=judgement.stay)

    def _audited(
        self, verdict: Verdict, wanted: Plain, found: Exploration, *, stay: bool = False
    ) -> Verdict:
        """The verdict on a property other than a formula, after auditing it."""
        if verdict.trace is not None:
            return self._auditing.of_run(
                verdict,
                lambda start, stem, loop: require_broken(wanted, self.network, start, stem, loop),
            )
        if verdict.answer is Answer.UNKNOWN:
            return verdict
        hollow = (Hollow(wanted, self.network, stays=stay),) if verdict.vacuous else ()
        return audited(
            verdict,
            self._auditing.of_states(
                self._cover_of(found),
                beside=lambda of: (Holding(wanted, self.network, of), *hollow),
            ),
        )

    def _cover_of(self, found: Exploration) -> ExplorationCover:
        """The cover of an exploration, shared by the properties that are judged by it."""
        if self._cover is None or self._cover.found is not found:
            self._cover = ExplorationCover(found)
        return self._cover

    def _formula(self, name: str, formula: Formula, found: Exploration) -> Verdict:
        """The verdict on a formula, by all that was found, or by its first part if that is much."""
        stopped = found.stopped
        if not self._is_too_long(found):
            self._formulas = self._formulas or self._formulas_on(found)
            try:
                return self._formulas.verdict(name, formula)
            except LimitReached as error:
                stopped = Stopped(error.message, Cause.MEMORY)
        if self._formulas_in_part is None:
            self._formulas_in_part = self._formulas_on(self._first_part(found, stopped))
        try:
            return self._formulas_in_part.verdict(name, formula)
        except LimitReached:
            return Verdict(name, Answer.UNKNOWN, str(stopped))

    def _formulas_on(self, found: Exploration) -> Formulas:
        from .formulas import Formulas  # most programs ask no formula

        return Formulas(self.network, found, self.task, self._auditing, self._doubts)

    def _is_too_long(self, found: Exploration) -> bool:
        """Whether there is no time to look at all that was found: something else comes next."""
        size = found.states + found.transitions
        if found.stopped.cause is Cause.TURN:
            return True
        return is_too_long(found.stopped, self.task.tuning, size)

    def _first_part(self, found: Exploration, stopped: Stopped) -> Exploration:
        """The first part of what was found, with steps; the rest is missing, as `stopped` says."""
        if self._part is None:
            listed = self.network.select is not None
            most = self.task.tuning.first_states(found.states, found.transitions, listed=listed)
            limits = replace(self.task.limits, states=most)
            task = replace(self.task, limits=limits, edges=True, stop=None, watch=None)
            part = explore(self.network, task)
            self._part = replace(part, stopped=stopped) if part.stopped else part
        return self._part

    def _shown(self, name: str, judgement: Judgement) -> Verdict:
        """The verdict with its counterexample; unknown if the program may not have this run."""
        trace = trace_of(self.network, judgement.way or (), judgement.loop)
        trace.replay(self.network)
        if doubt := self._doubts.of_run(trace):
            return Verdict(name, Answer.UNKNOWN, doubt)
        return Verdict(name, judgement.answer, judgement.reason, trace, judgement.vacuous)


def is_stuck_before_final(found: Exploration) -> bool:
    """Whether a way that was found leads to a deadlock without a final event.

    It needs no other search. It misses a deadlock that was found by way of a final event.
    """
    final = found.network.final_events
    is_final = np.array([final >> event & 1 for event in range(len(found.network.alphabet))], bool)
    here = np.flatnonzero((found.marks & STUCK) == STUCK)
    while len(here) and here[0] != 0:
        here = here[~is_final[found.vias[here]]]
        here = np.unique(found.parents[here])
    return bool(len(here))


def _warning(unasked: Verdict) -> str:
    """What is said of a property that fails, and that no requirement is about."""
    events = () if unasked.trace is None else unasked.trace.events
    way = ", ".join(map(str, events)) or "no event"
    name, reason = unasked.name, unasked.reason
    return f"no requirement is about {name}, and it fails after {way}: {reason}"


def trace_of(network: Network, way: Iterable[int], loop: int | None = None) -> Trace:
    """The run of the events `way` from the start; an infinite run returns to state number `loop`.

    It may not be a run of the network: check it with `Trace.replay`.
    """
    (state,) = network.initial()
    start: State = state
    steps: list[tuple[Label, State]] = []
    for event in way:
        state = network.step(state, event)
        steps.append((network.alphabet[event], state))
    return Trace(start, tuple(steps), loop)
