"""Answer questions about a model by bounded search, before the answers become verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from ....errors import Refused
from ....logic.core import Core, Linear
from ....logic.lower import negated
from ....verdict import Answer
from ...base.task import Task
from ...bounded.claims import AtFirst, Claim, Reaches, Runs
from ...bounded.initial import InitialStates
from ...bounded.machine import Machine, Run
from ...bounded.modelled import ModelCircuit
from ...bounded.search import TURN_OVER, Ended, Search
from ...bounded.states import StateFormulas
from ...space.prepared import Prepared
from .found import NO_START, NO_START_COUNTS, Found, Note, unknown
from .lasso_question import LassoQuestion
from .reach_question import ReachQuestion
from .run_question import RunQuestion
from .walk import walked
from .work_budget import WorkBudget


class Answering:
    """Answers questions about one prepared model, by searches that share a budget."""

    def __init__(self, prepared: Prepared, task: Task, budget: WorkBudget) -> None:
        self.prepared = prepared
        self._task, self._tuning, self._budget = task, task.tuning, budget
        circuit = ModelCircuit(prepared.model.parts)
        self._states = StateFormulas(prepared.model, circuit, self._tuning)
        self._initial = InitialStates(circuit, self._tuning)

    @cached_property
    def is_total(self) -> bool:
        """Whether it is known that no state rests, of all that can be written down."""
        try:
            return self._states.is_total
        except Refused:  # too many choices to try
            return False

    def found(self, claim: Claim, note: Note) -> Found:
        """The answer to a claim; raises `Refused`, and what its atoms raise."""
        match claim:
            case AtFirst(of):
                return self._at_first(of)
            case Reaches():
                question = ReachQuestion(self.prepared, claim, self._states, self._tuning)
                return self._answer(question, note)
            case Runs():
                return self._of_runs(claim, note)

    def _at_first(self, goal: Core) -> Found:
        """Whether all initial states satisfy a state formula."""
        if not self._initial.count:
            return NO_START
        state = self._initial.state(self._states.signal(negated(goal)))
        if state is None:
            return Found(Answer.HOLDS, "in every initial state")
        return Found(Answer.FAILS, walk=walked(self.prepared, state, ()))

    def _of_runs(self, claim: Runs, note: Note) -> Found:
        """The answer about endless runs: of what matters first, of all variables if need be."""
        for whole in (False, True):
            found = self._answer(self._lasso_question(claim, whole=whole), note)
            walk, loop = found.walk, found.loop
            if walk is None or loop is None:
                return found
            if walk.states[loop] == walk.states[-1]:
                walk, loop = walk.folded(loop)
                return replace(found, walk=walk, loop=loop)
        raise AssertionError("a run that returns to all that it depends on is closed")

    def _lasso_question(self, claim: Runs, *, whole: bool) -> LassoQuestion:
        return LassoQuestion(self.prepared, claim, self._states, self._tuning, whole=whole)

    def _answer(self, question: RunQuestion, note: Note) -> Found:
        """The answer that searches give; one for each initial state if each needs a run."""
        if not self._initial.count:
            return NO_START
        shown = NO_START_COUNTS
        for machine in self._machines(question):
            ended = self._search(machine, note)
            if isinstance(ended.found, Run):
                shown = question.shown(ended.found)
            elif (other := self._without_run(question, machine, ended, note)) is not None:
                return other
        return shown

    def _machines(self, question: RunQuestion) -> Sequence[Machine]:
        """The machines that must all have a run, or the only one that may; raises `Refused`."""
        if not self._asks_each(question):
            return (question.problem.machine,)
        machines = question.problem.starts(self._tuning.bounded_starts, self._tuning)
        if machines is None:
            raise Refused(
                "the formula asks for a run from each initial state, and there are more than "
                f"{self._tuning.bounded_starts}: ask it of another engine"
            )
        return machines

    def _asks_each(self, question: RunQuestion) -> bool:
        """Whether a run is asked for from each of several initial states."""
        return question.claim.shows and self._initial.count > 1

    def _search(self, machine: Machine, note: Note) -> Ended:
        if self._budget.is_spent:
            return Ended(None, -1, TURN_OVER)
        search = Search(machine, self._tuning)
        ended = search.ended(self._task.limits.depth, note, self._budget.left)
        self._budget.spend(search.work)
        return ended

    def _without_run(
        self, question: RunQuestion, machine: Machine, ended: Ended, note: Note
    ) -> Found | None:
        """The answer after a search that found no run; None if none is asked for there."""
        if ended.found is None:
            return unknown(ended)
        assert not isinstance(ended.found, Run)
        refuted = question.refuted(ended.found, machine, ended.depth)
        if question.counted is None:
            each = self._asks_each(question)
            return question.refuted_from(refuted, machine) if each else refuted
        counts = self._counting(question.counted, machine)
        begun = self._search(counts, note)
        if begun.found is None:
            return unknown(begun)
        return question.refuted_from(refuted, counts) if isinstance(begun.found, Run) else None

    def _counting(self, counted: Linear, machine: Machine) -> Machine:
        """A machine for the runs that count, from the initial states of another one."""
        claim = Runs(True, counted, endless=True)
        counts = self._lasso_question(claim, whole=False).problem.machine
        start = counts.circuit.both(counts.start, machine.start)
        return replace(counts, start=start)
