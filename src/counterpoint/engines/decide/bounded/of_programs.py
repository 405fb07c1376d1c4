"""Questions about a program, by its network, for a bounded search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from ....audit.inductive import breaks, truth_of
from ....audit.properties import require_broken
from ....audit.reference import Reference
from ....certificate import Extent, Test
from ....errors import Misuse
from ....logic.core import Prop, Truth
from ....logic.formula import Formula
from ....model.model import Model
from ....model.network import Network
from ....model.networked import Conditions, NetworkModel, model_of_network
from ....model.property import (
    Distance,
    Labels,
    Never,
    NoDeadlock,
    NoFailedAssertion,
    Plain,
    Property,
    Satisfies,
    WinsParity,
)
from ....model.system import REST, Label, State
from ....terms.apply import FALSE
from ....terms.term import Term
from ....verdict import Answer, Trace, Verdict
from ...base.task import Task
from ...bounded.claims import Claim, Reaches, claim_of
from ...formula.question import Question
from ...space.prepared import Prepared, prepared_for
from ..auditing import Auditing, effort_of
from ..network.judge import wrong_of_program
from .answering import Answering
from .breaches import breach_of, crashes, why_broken
from .found import Found, Note
from .program_atoms import atoms_for
from .proof_audit import audited_proof
from .proofs import Proven
from .showing import audited_run, shown_further
from .stands import stands_text
from .work_budget import WorkBudget

BROKEN = "broken"
"""The atom of states that break a property; a program is never asked for it by a formula."""


class ProgramQuestions:
    """A program that is asked for one property after the other."""

    def __init__(self, network: Network, task: Task) -> None:
        self._network = network
        self._task = task
        self._began = time.perf_counter()
        self._auditing = Auditing(network, task)
        self._runs_through = False
        self._budget = WorkBudget(task.work)

    def wanted(self, properties: Mapping[str, Property]) -> Mapping[str, Property]:
        """The properties, and that no assertion fails if one could."""
        self._made  # noqa: B018 - finds all local states
        every = (local for automaton in self._network.automata for local in automaton.locals)
        asserts = any(local.failure is not None for local in every)
        if asserts and NoFailedAssertion() not in properties.values():
            return {**properties, "assertions": NoFailedAssertion()}
        return properties

    def warnings(self) -> tuple[str, ...]:
        return self._network.origin.warnings()

    def verdict(self, name: str, wanted: Property, note: Note) -> Verdict:
        if isinstance(wanted, WinsParity | Distance):
            raise Misuse(wrong_of_program(wanted))
        self._require_no_crash(note)
        if isinstance(wanted, Satisfies):
            return self._formula(name, wanted.formula, note)
        return self._plain(name, wanted, note)

    @cached_property
    def _made(self) -> NetworkModel:
        most = min(self._task.limits.local_states, self._task.tuning.bounded_locals)
        return model_of_network(self._network, most=most)

    def _model(self, atoms: Mapping[str, Term], without: Labels = ()) -> Model:
        """The model with these atoms, in which no run takes an event of `without`."""
        parts = self._made.model.parts
        events = self._events
        kept = tuple(a for a in parts.actions if events.get(str(a.label)) not in without)
        return Model.of("program", replace(parts, atoms=atoms, actions=kept))

    @cached_property
    def _events(self) -> dict[str, Label]:
        """The events by the texts that the actions of the model have as labels."""
        return dict(zip(self._made.labels, self._network.alphabet, strict=True))

    def _answering(self, model: Model, question: Question) -> Answering:
        prepared = prepared_for(model, question, self._task.limits)
        return Answering(prepared, self._task, self._budget)

    # Properties that are not formulas.

    def _plain(self, name: str, wanted: Plain, note: Note) -> Verdict:
        breach = breach_of(wanted, self._network)
        if isinstance(wanted, NoFailedAssertion) and not __debug__:
            return Verdict(name, Answer.UNKNOWN, "python -O leaves assertions out: run without it")
        ends = self._network.final if isinstance(wanted, NoDeadlock) else ()
        found = self._reached(breach.condition, note, ends)
        if found.walk is not None:
            trace = self._completed(wanted, self._trace(found))
            last = trace.steps[-1][0] if trace.steps else None
            why = why_broken(wanted, self._network, trace.states[-1], last)  # type: ignore[arg-type]
            return self._broken(Verdict(name, found.answer, why, trace), wanted)
        reason = breach.hollow or found.reason
        hollow = found.answer is Answer.HOLDS and bool(breach.hollow)
        verdict = Verdict(name, found.answer, reason, vacuous=hollow)
        return self._held(verdict, found, breaks(wanted, self._network, self._reference()), note)

    def _reached(self, condition: Term, note: Note, ends: Labels = ()) -> Found:
        """The answer to whether no state with a condition is reached."""
        model = self._model({BROKEN: condition}, ends)
        answering = self._answering(model, Question(()))
        found = answering.found(Reaches(False, Truth(True), Prop(BROKEN)), note)
        if isinstance(found.proof, Proven):
            return replace(found, proof=replace(found.proof, ends=ends))
        return found

    def _completed(self, wanted: Plain, trace: Trace) -> Trace:
        """The run, with the event that must never be selected as its last step."""
        if not isinstance(wanted, Never):
            return trace
        state = trace.states[-1]
        for event in self._network.choices(state):  # type: ignore[arg-type]
            label = self._network.alphabet[event]
            if label in wanted.events:
                there: State = self._network.step(state, event)  # type: ignore[arg-type]
                return Trace(trace.start, (*trace.steps, (label, there)))
        raise AssertionError("the last state of the run offers such an event")

    def _broken(self, verdict: Verdict, wanted: Plain) -> Verdict:
        """The verdict that a run breaks a property, replayed and audited."""
        assert verdict.trace is not None
        verdict.trace.replay(self._network)
        if doubt := self._doubt_of(verdict.trace):
            return Verdict(verdict.name, Answer.UNKNOWN, doubt)
        return self._auditing.of_run(
            verdict,
            lambda start, stem, loop: require_broken(wanted, self._network, start, stem, loop),
        )

    # Formulas.

    def _formula(self, name: str, formula: Formula, note: Note) -> Verdict:
        claim = claim_of(formula)
        model = self._model(atoms_for(formula, self._network))
        answering = self._answering(model, Question((formula,)))
        found = answering.found(claim, note)
        verdict = Verdict(name, found.answer, found.reason, vacuous=found.vacuous)
        if found.walk is not None:
            return self._with_run(verdict, claim, found)
        reference = self._reference(answering.prepared)
        goal = truth_of(claim.goal if isinstance(claim, Reaches) else Truth(False), reference)
        return self._held(verdict, found, goal, note, answering.prepared)

    def _with_run(self, verdict: Verdict, claim: Claim, found: Found) -> Verdict:
        assert found.walk is not None
        reference = self._reference(found.walk.of)
        trace = shown_further(self._trace(found), claim, verdict.answer, reference)
        trace.replay(self._network)
        if doubt := self._doubt_of(trace):
            return Verdict(verdict.name, Answer.UNKNOWN, doubt)
        verdict = audited_run(replace(verdict, trace=trace), claim, reference, self._task)
        holds = verdict.answer is Answer.HOLDS
        return replace(verdict, trace=None) if holds and not trace.steps else verdict

    def _trace(self, found: Found) -> Trace:
        """The run of the network."""
        assert found.walk is not None
        trace, events = found.walk.trace(found.loop), self._events
        steps = tuple(
            (label if label is REST else events[str(label)], there) for label, there in trace.steps
        )
        return Trace(trace.start, steps, trace.loop)

    # What is not shown by a run.

    def _held(
        self,
        verdict: Verdict,
        found: Found,
        goal: Test,
        note: Note,
        prepared: Prepared | None = None,
    ) -> Verdict:
        """The verdict that no run breaks something, if the program does as its automata say."""
        if found.answer is Answer.UNKNOWN:
            return verdict
        if doubt := self._network.origin.wander() or self._awaited(note):
            return Verdict(verdict.name, Answer.UNKNOWN, doubt)
        if found.proof is None:
            return verdict
        if isinstance(found.proof, Proven):
            texts = tuple(stands_text(term, self._network) for term in found.proof.terms)
            verdict = replace(verdict, invariant=texts)
        if self._task.audit is Extent.NONE:
            return verdict
        effort = effort_of(self._task, time.perf_counter() - self._began)
        reference = self._reference(prepared)
        return audited_proof(verdict, found, reference, effort, goal=goal)

    def _reference(self, prepared: Prepared | None = None) -> Reference:
        past = () if prepared is None else prepared.memory.past
        return Reference(self._network, past, self._task.tuning.audited_kept)

    def _doubt_of(self, trace: Trace) -> str:
        return self._network.origin.rehearse(trace.events, endless=trace.loop is not None)

    def _awaited(self, note: Note) -> str:
        """Why events from outside, which were not declared, may lead on; empty if none can come."""
        network = self._network
        if network.external is not None:
            return ""
        for number, automaton in enumerate(network.automata):
            for local in range(len(automaton.locals)):
                for label in network.origin.awaited(number, local):
                    here = Conditions(network).among(number, (local,))
                    if self._reached(here, note).answer is not Answer.HOLDS:
                        return (
                            f"{automaton.name} waits for {label}, which no b-thread requests: "
                            "declare what may come from outside by external=[...], or external=() "
                            "if nothing may"
                        )
        return ""

    def _require_no_crash(self, note: Note) -> None:
        """Raise the exception that a b-thread raises in a state that is reached."""
        if self._runs_through:
            return
        condition = crashes(self._network)
        if condition != FALSE:
            found = self._reached(condition, note)
            if found.walk is not None:
                self._network.choices(self._trace(found).states[-1])  # type: ignore[arg-type]
        self._runs_through = True
