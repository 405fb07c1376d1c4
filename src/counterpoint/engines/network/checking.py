"""Checking a network: one exploration, and every property judged by it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from ...audit.hollow import Hollow
from ...audit.properties import Holding, require_broken
from ...errors import Refused
from ...logic.formula import Formula
from ...model.network import Network
from ...model.property import NoFailedAssertion, Plain, Property, Satisfies
from ...model.system import Label, State
from ...verdict import (
    Answer,
    Trace,
    Verdict,
    Verdicts,
)
from ..arena.graphs import Graphs, graphs_of
from ..auditing import Auditing, audited
from ..formula.decide import Finding, decide
from ..formula.told import verdict_of
from ..task import INTERRUPTED, Task
from .cover import ExplorationCover
from .exploration import Exploration
from .explore import explore
from .judge import Judgement, judge


class NetworkCheck:
    """One exploration, and the properties judged by it."""

    def __init__(self, network: Network, task: Task) -> None:
        self.network = network
        self.task = task
        self._wandered: str | None = None
        self._graphs: Graphs | None = None
        self._auditing = Auditing(network, task)
        self._cover: ExplorationCover | None = None

    def verdicts(self, name: str, wanted: dict[str, Property], start: float) -> Verdicts:
        found = explore(self.network, self.task)
        if self._asserts() and NoFailedAssertion() not in wanted.values():
            wanted = {**wanted, "assertions": NoFailedAssertion()}
        verdicts = tuple(self._verdict(prop, wanted[prop], found) for prop in wanted)
        return Verdicts(
            name,
            found.states,
            found.transitions,
            found.complete,
            found.engine,
            time.perf_counter() - start,
            verdicts,
            tuple(self.network.origin.warnings()),
            found.stopped,
        )

    def _before_final(self) -> Exploration:
        """What is reached before the first final event; once more if another event came up."""
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
        """The answer to one property, its counterexample replayed; unknown if interrupted."""
        try:
            if isinstance(wanted, Satisfies):
                return self._formula(name, wanted.formula, found)
            judgement = judge(wanted, found, self._before_final, self.task.limits)
            if judgement.answer is Answer.HOLDS:
                judgement = self._unless_awaiting(judgement, found)
            if judgement.way is not None:
                return self._audited(self._shown(name, judgement), wanted, found)
        except KeyboardInterrupt:
            return Verdict(name, Answer.UNKNOWN, INTERRUPTED)
        verdict = Verdict(name, judgement.answer, judgement.reason, vacuous=judgement.vacuous)
        return self._audited(verdict, wanted, found, stay=judgement.stay)

    def _audited(
        self, verdict: Verdict, wanted: Plain, found: Exploration, *, stay: bool = False
    ) -> Verdict:
        """The verdict on a property that needs no formula, after it was audited."""
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
        """The states of an exploration; the same for all properties that are judged by it."""
        if self._cover is None or self._cover.found is not found:
            self._cover = ExplorationCover(found)
        return self._cover

    def _formula(self, name: str, formula: Formula, found: Exploration) -> Verdict:
        if self._graphs is None:
            self._graphs = graphs_of(found, self.task.limits)
        try:
            space = self._graphs.space(formula)
            finding = decide(formula, space)
        except Refused as error:
            return Verdict(name, Answer.UNKNOWN, error.message)
        if finding.answer is not Answer.UNKNOWN and not self._is_certain(finding):
            judgement = self._unless_awaiting(Judgement(finding.answer), found)
            if judgement.answer is Answer.UNKNOWN:
                return Verdict(name, Answer.UNKNOWN, judgement.reason)
        verdict = verdict_of(name, finding, self.network)
        verdict = self._auditing.of_formula(verdict, finding, space)
        for trace in (verdict.trace, *(branch.trace for branch in verdict.branches)):
            if trace is not None and (doubt := self._doubt(trace)):
                return Verdict(name, Answer.UNKNOWN, doubt)
        return verdict

    def _is_certain(self, finding: Finding) -> bool:
        """Whether no event from outside could change an answer."""
        return finding.certain and not self.network.weak and not self.network.strong

    def _shown(self, name: str, judgement: Judgement) -> Verdict:
        """The verdict with its counterexample, after the network and the program both took it."""
        trace = trace_of(self.network, judgement.way or (), judgement.loop)
        trace.replay(self.network)
        if doubt := self._doubt(trace):
            return Verdict(name, Answer.UNKNOWN, doubt)
        return Verdict(name, judgement.answer, judgement.reason, trace, judgement.vacuous)

    def _doubt(self, trace: Trace) -> str:
        """Why a run of the network may be none of the program; empty if it is one."""
        return self.network.origin.rehearse(trace.events, endless=trace.loop is not None)

    def _unless_awaiting(self, judgement: Judgement, found: Exploration) -> Judgement:
        """Unknown where not all is seen, or waits for what only the outside could send."""
        if self._wandered is None:
            self._wandered = self.network.origin.wander()
        if self._wandered:
            return Judgement(Answer.UNKNOWN, self._wandered)
        for t, visited in enumerate(found.visited if self.network.external is None else ()):
            for local in visited.nonzero()[0]:
                for label in self.network.origin.awaited(t, int(local)):
                    reason = (
                        f"{self.network.automata[t].name} waits for {label}, which no b-thread "
                        "requests: declare what may come from outside by external=[...], or "
                        "external=() if nothing may"
                    )
                    return Judgement(Answer.UNKNOWN, reason)
        return judgement


def trace_of(network: Network, way: Iterable[int], loop: int | None = None) -> Trace:
    """The run that the events of `way` make from the start, back to state `loop` if that is given.

    It is not yet known to be a run of the network: `Trace.replay` tells.
    """
    (state,) = network.initial()
    start: State = state
    steps: list[tuple[Label, State]] = []
    for event in way:
        state = network.step(state, event)
        steps.append((network.alphabet[event], state))
    return Trace(start, tuple(steps), loop)
