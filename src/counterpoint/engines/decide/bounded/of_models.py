"""Questions about a model, for a bounded search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from ....audit.reference import Reference
from ....certificate import Extent
from ....errors import BadTrace, Misuse, Refused
from ....identity import Identity, identity
from ....logic.formula import Const, Formula
from ....model.checked import unsteady
from ....model.model import Model
from ....model.property import Distance, NoDeadlock, Property, Satisfies, WinsParity
from ....model.recorder import Recorder
from ....verdict import Answer, Verdict
from ...base.task import Task
from ...bounded.claims import Claim, Reaches, Runs, claim_of
from ...bounded.notation import condition_text
from ...formula.question import Question
from ...space.prepared import Prepared, prepared_for
from ..auditing import effort_of
from ..parity import require_parity_game
from ..recorded import unrecorded
from ..system_check import NO_DEADLOCK
from .answering import Answering
from .found import Found, Note
from .proof_audit import audited_proof
from .proofs import Proven, Sampled, choices
from .showing import audited_run, shown_further
from .walk import Walk
from .work_budget import WorkBudget

RESTING = "the transition relation may not be total: only infinite runs count"


class ModelQuestions:
    """A model that is asked for one property after the other."""

    def __init__(self, model: Model, task: Task) -> None:
        self._model = model
        self._task = task
        self._began = time.perf_counter()
        self._recorder = Recorder(model)
        self._answering: dict[tuple[Identity, tuple[str, ...]], Answering] = {}
        self._resting = False
        self._budget = WorkBudget(task.work)

    def wanted(self, properties: Mapping[str, Property]) -> Mapping[str, Property]:
        return properties

    def warnings(self) -> tuple[str, ...]:
        return (RESTING,) if self._resting else ()

    def verdict(self, name: str, wanted: Property, note: Note) -> Verdict:
        wanted = NO_DEADLOCK if wanted == NoDeadlock() else wanted
        if isinstance(wanted, Distance):
            raise Refused(
                "the bounded engine does not compute distances, which need all states at once: "
                "ask another engine"
            )
        if isinstance(wanted, WinsParity):
            require_parity_game(wanted, self._model)
        if not isinstance(wanted, Satisfies):
            raise Misuse(f"{wanted} is asked of b-threads, and this target has none")
        parts = self._model.parts
        of_all = wanted is NO_DEADLOCK or name in parts.invariants
        assumption = None if of_all else parts.assumption
        formulas = (wanted.formula,) if assumption is None else (wanted.formula, assumption)
        model = self._recorder.of(formulas)
        answering = self._prepare(model, Question(formulas))
        if parts.endless and not of_all:
            claim, found = self._of_endless(answering, wanted.formula, assumption, note)
        else:
            claim = claim_of(wanted.formula, assumption)
            found = answering.found(claim, note)
        verdict = Verdict(name, found.answer, found.reason, vacuous=found.vacuous)
        if found.walk is not None:
            verdict = self._with_run(verdict, claim, found, found.walk)
        if found.proof is not None and verdict.answer is found.answer:
            verdict = self._with_proof(verdict, found, answering.prepared)
        return verdict if model is self._model else unrecorded(verdict, self._model)

    def _of_endless(
        self, answering: Answering, formula: Formula, assumption: Formula | None, note: Note
    ) -> tuple[Claim, Found]:
        """The answer where only runs count that never rest, and what was asked for it.

        That no run reaches something is asked of all runs first, which has plainer proofs.
        """
        if assumption is None:
            claim = claim_of(formula)
            if answering.is_total:
                return claim, answering.found(claim, note)
            if isinstance(claim, Reaches) and not claim.shows:
                found = answering.found(claim, note)
                if found.answer is not Answer.FAILS:
                    return claim, found
        under = claim_of(formula, assumption or Const(True), counted=True)
        assert isinstance(under, Runs)
        claim = replace(under, endless=True)
        self._resting = self._resting or not answering.is_total
        return claim, answering.found(claim, note)

    def _prepare(self, model: Model, question: Question) -> Answering:
        prepared = prepared_for(model, question, self._task.limits)
        key = identity(model), tuple(one.text for one in prepared.past)
        if key not in self._answering:
            self._answering[key] = Answering(prepared, self._task, self._budget)
        return self._answering[key]

    # Runs.

    def _with_run(self, verdict: Verdict, claim: Claim, found: Found, walk: Walk) -> Verdict:
        """The verdict with its run, which was replayed and audited.

        A run of actions with very many choices was computed from the terms of its actions; its
        steps are not searched for among all others.
        """
        trace = walk.trace(found.loop)
        if choices(walk.of) <= self._task.tuning.audited_choices:
            try:
                trace.replay(walk.of.original)
            except BadTrace as error:
                raise unsteady(walk.of.original, error) from error
            reference = self._reference(walk.of)
            trace = shown_further(trace, claim, verdict.answer, reference)
            verdict = replace(verdict, trace=trace)
            verdict = audited_run(verdict, claim, reference, self._task)
        if verdict.answer is Answer.HOLDS and not trace.steps:
            return replace(verdict, trace=None)
        return verdict if verdict.answer is Answer.UNKNOWN else replace(verdict, trace=trace)

    def _reference(self, prepared: Prepared, most: int | None = None) -> Reference:
        """The reference semantics; it lists a state's steps if they are at most `most`."""
        kept = self._task.tuning.audited_kept
        return Reference(prepared.original, prepared.memory.past, kept, most)

    # Proofs.

    def _with_proof(self, verdict: Verdict, found: Found, prepared: Prepared) -> Verdict:
        """The verdict with its invariant, after the reference semantics checked it."""
        proof = found.proof
        if isinstance(proof, Proven) and proof.start is None:
            verdict = replace(verdict, invariant=tuple(map(condition_text, proof.terms)))
        if self._task.audit is Extent.NONE:
            return verdict
        tuning = self._task.tuning
        many = choices(prepared) > tuning.audited_choices
        reference = self._reference(prepared, tuning.audited_choices if many else None)
        steps = Sampled(prepared, reference, tuning.audited_states) if many else None
        effort = effort_of(self._task, time.perf_counter() - self._began)
        return audited_proof(verdict, found, reference, effort, steps=steps)
