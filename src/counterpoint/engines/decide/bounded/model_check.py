"""Check a model by bounded search: runs by SAT, and proofs that there are none."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from ....alarm import stopped_by
from ....audit.inductive import audit_inductive
from ....audit.reference import Reference
from ....certificate import Extent
from ....errors import BadTrace, Misuse, Refused
from ....model.checked import unsteady
from ....model.model import Model
from ....model.property import NoDeadlock, Property, Satisfies
from ....stopped import AT_A_FAILURE, Stopped
from ....verdict import Answer, Verdict, Verdicts
from ...base.ending import Ending
from ...base.engine import BOUNDED
from ...base.task import Progress, Task
from ...bounded.claims import claim_of
from ...bounded.notation import condition_text
from ...formula.question import Question
from ...space.prepared import prepared_for
from ..auditing import Auditing, audited, effort_of
from ..system_check import NO_DEADLOCK
from .answering import Answering, Found, so_far
from .proofs import Sampled, choices


class BoundedCheck:
    """The check of one model; each property is a search of its own."""

    def __init__(self, model: Model, task: Task) -> None:
        self._model = model
        self._task = task
        self._auditing = Auditing(model, task)
        self._ending = Ending(task.tuning)
        self._began = time.perf_counter()
        self._depth = 0
        self._reached = -1
        self._answering: dict[tuple[str, ...], Answering] = {}

    def verdicts(self, name: str, wanted: Mapping[str, Property], start: float) -> Verdicts:
        """The verdicts; `depth` is the greatest number of steps of a run that was searched."""
        verdicts = tuple(self._verdict(label, wanted[label]) for label in wanted)
        return Verdicts(
            name,
            0,
            None,
            all(verdict.answer is not Answer.UNKNOWN for verdict in verdicts),
            BOUNDED,
            time.perf_counter() - start,
            verdicts,
            stopped=self._ending.stopped,
            depth=self._depth,
        )

    def _verdict(self, name: str, wanted: Property) -> Verdict:
        wanted = NO_DEADLOCK if wanted == NoDeadlock() else wanted
        if not isinstance(wanted, Satisfies):
            raise Misuse(f"{wanted} is asked of b-threads, and this target has none")
        verdict = self._ending.verdict(name, lambda: self._asked(name, wanted))
        if verdict.answer is Answer.FAILS and self._task.stop is not None:
            self._ending.end(AT_A_FAILURE)
        return verdict

    def _asked(self, name: str, wanted: Satisfies) -> Verdict:
        self._reached = -1
        try:
            claim = claim_of(wanted.formula)
            answering = self._prepare(Question((wanted.formula,)))
            found = answering.found(claim, self._note)
        except Refused as error:
            return Verdict(name, Answer.UNKNOWN, error.message)
        except KeyboardInterrupt as error:
            self._ending.hurry(stopped_by(error))
            return Verdict(name, Answer.UNKNOWN, so_far(self._reached, self._ending.stopped))
        self._depth = max(self._depth, found.depth)
        return self._shown(name, found, answering)

    def _prepare(self, question: Question) -> Answering:
        prepared = prepared_for(self._model, question, self._task.limits)
        key = tuple(one.text for one in prepared.past)
        if key not in self._answering:
            depth = self._task.limits.depth
            self._answering[key] = Answering(prepared, self._task.tuning, depth)
        return self._answering[key]

    def _note(self, depth: int) -> Stopped:
        """Report the depth that was reached; why the search must end, if it must."""
        self._reached = max(self._reached, depth)
        self._depth = max(self._depth, depth)
        if self._task.watch is not None:
            seconds = time.perf_counter() - self._began
            self._task.watch(Progress(0, 0, seconds, max(depth, 0)))
        return self._task.exceeds(0)

    # Verdicts.

    def _shown(self, name: str, found: Found, answering: Answering) -> Verdict:
        verdict = Verdict(name, found.answer, found.reason, vacuous=found.vacuous)
        if found.walk is not None:
            return self._with_run(verdict, found, answering)
        if found.proof is not None:
            return self._with_proof(verdict, found, answering)
        return verdict

    def _with_run(self, verdict: Verdict, found: Found, answering: Answering) -> Verdict:
        assert found.walk is not None
        trace = found.walk.trace(found.loop)
        few = choices(answering.prepared) <= self._task.tuning.audited_choices
        if few:
            try:
                trace.replay(self._model)
            except BadTrace as error:
                raise unsteady(self._model, error) from error
        if verdict.answer is Answer.HOLDS and not trace.steps:
            return verdict
        return replace(verdict, trace=trace)

    def _with_proof(self, verdict: Verdict, found: Found, answering: Answering) -> Verdict:
        """The verdict with its invariant, after the reference semantics checked it."""
        assert found.proof is not None
        texts = tuple(map(condition_text, found.proof.terms))
        verdict = replace(verdict, invariant=texts)
        if self._task.audit is Extent.NONE:
            return verdict
        tuning, prepared = self._task.tuning, answering.prepared
        reference = Reference(self._model, prepared.memory.past, tuning.audited_kept)
        steps = None
        if choices(prepared) > tuning.audited_choices:
            steps = Sampled(prepared, reference, tuning.audited_states)
        effort = effort_of(self._task, time.perf_counter() - self._began)
        return audited(verdict, audit_inductive(reference, found.proof, effort, steps))
