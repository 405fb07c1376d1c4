"""Answer one question about a model by bounded search, before the answer becomes a verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from ....errors import Refused
from ....logic.automata.budget import Budget
from ....logic.automata.ltl_to_automaton import ltl_to_automaton
from ....logic.core import Core, Linear
from ....logic.lower import negated
from ....terms.term import Term
from ....verdict import Answer
from ....with_sat import SatSolver
from ...base.task import Task
from ...bounded.claims import AtFirst, Claim, Reaches, Runs
from ...bounded.confirm import confirmed
from ...bounded.invariant import minimized
from ...bounded.lasso import Lasso, lasso
from ...bounded.machine import Machine, Run
from ...bounded.modelled import ModelCircuit
from ...bounded.problem import Problem, Taken, reaching
from ...bounded.reach import Proof
from ...bounded.search import TURN_OVER, Ended, Proved, Search
from ...bounded.starts import Starts
from ...bounded.states import StateFormulas
from ...space.prepared import Prepared
from .found import (
    NO_START,
    NO_START_COUNTS,
    Found,
    Note,
    in_words,
    length,
    unconfirmed,
    unknown,
    without_runs,
)
from .proofs import Proven, ProvenEndless
from .walk import Walk, walked


class WorkBudget:
    """The propagations that the searches of one check may still make together; None is no limit."""

    def __init__(self, left: int | None) -> None:
        self.left = left

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left is not None and self.left <= 0

    def spend(self, work: int) -> None:
        """Note the work of a search."""
        if self.left is not None:
            self.left -= work


class Answering:
    """Answers questions about one prepared model."""

    def __init__(self, prepared: Prepared, task: Task, budget: WorkBudget) -> None:
        self.prepared = prepared
        self._task, self._tuning, self._budget = task, task.tuning, budget
        self.of = ModelCircuit(prepared.model.parts)
        self.states = StateFormulas(prepared.model, self.of, self._tuning)

    def found(self, claim: Claim, note: Note) -> Found:
        """The answer to a claim; raises `Refused`, and what its atoms raise."""
        match claim:
            case AtFirst(of):
                return self._at_first(of)
            case Reaches():
                return self._reaches(claim, note)
            case Runs():
                return self._runs(claim, note)

    @cached_property
    def is_total(self) -> bool:
        """Whether it is known that no state rests, of all that can be written down."""
        try:
            return self.states.is_total
        except Refused:  # too many choices to try
            return False

    # Initial states.

    @cached_property
    def starts(self) -> int:
        """The number of initial states, counted up to two."""
        solver, latches = self._started()
        found = 0
        while found < 2 and solver.solve():
            found += 1
            solver.add([-literal for literal in solver.model()[:latches]] or [1, -1])
            if not latches:
                break
        solver.close()
        return found

    def _started(self, *also: int) -> tuple[SatSolver, int]:
        """A solver for the initial states that satisfy some signals, and the number of latches."""
        circuit, solver = self.of.circuit, SatSolver(self._tuning.bounded_conflicts)
        made = self._whole.clauses(circuit.all((*self.of.starts, *self.of.valid, *also)))
        solver.extend(made.clauses)
        solver.room(made.variables + 1)
        solver.add([made.literal(circuit.all((*self.of.starts, *self.of.valid, *also)))])
        return solver, self.of.width

    @property
    def _whole(self) -> Machine:
        """A machine with all latches, and no steps."""
        return Machine(self.of.circuit, self.of.latches, (), (), 1, 1, 0, 0)

    def _at_first(self, goal: Core) -> Found:
        """Whether all initial states satisfy a state formula."""
        if not self.starts:
            return NO_START
        broken = self.states.signal(negated(goal))
        solver, _ = self._started(broken)
        if not solver.solve():
            return Found(Answer.HOLDS, "in every initial state")
        state = self.of.state([literal > 0 for literal in solver.model()[: self.of.width]])
        return Found(Answer.FAILS, walk=walked(self.prepared, state, ()))

    # What is reached, and endless runs.

    def _reaches(self, claim: Reaches, note: Note) -> Found:
        problem = reaching(self.states, claim.via, claim.goal)

        def shown(run: Run) -> Found:
            walk, taken = self._walk(problem, run)
            if not self._is_true(claim.goal, walk):
                self._leave_sort(problem, run, taken)
            return Found(claim.answer_shown, walk=walk, depth=len(run.steps))

        def proven(proof: Proved, machine: Machine, depth: int) -> Found:
            return self._proven(claim, proof, replace(problem, machine=machine), depth)

        return self._searched(claim, problem, shown, proven, note)

    def _runs(self, claim: Runs, note: Note) -> Found:
        """The answer about endless runs: of what matters first, of all variables if need be."""
        automaton = ltl_to_automaton(claim.path, Budget())
        for whole in (False, True):
            fairness = self.prepared.model.fairness
            made = lasso(self.states, automaton, fairness, whole=whole, endless=claim.endless)
            found = self._returning(claim, made, note)
            walk, loop = found.walk, found.loop
            if walk is None or loop is None:
                return found
            if walk.states[loop] == walk.states[-1]:
                walk, loop = walk.folded(loop)
                return replace(found, walk=walk, loop=loop)
        raise AssertionError("a run that returns to all that it depends on is closed")

    def _returning(self, claim: Runs, made: Lasso, note: Note) -> Found:
        problem = made.problem

        def shown(run: Run) -> Found:
            walk, taken = self._walk(problem, run)
            if not problem.machine.is_true(made.done, problem.machine.end(run)):
                self._leave_sort(problem, run, taken)
            return Found(claim.answer_shown, walk=walk, loop=made.loop(run), depth=len(run.steps))

        def proven(proof: Proved, machine: Machine, depth: int) -> Found:
            check = confirmed(proof, machine, self._tuning)
            if check.wrong:
                return unconfirmed(check)
            cubes = proof.cubes if isinstance(proof, Proof) else ()
            certificate = ProvenEndless(
                self.prepared, made, cubes, claim.path, claim.endless, length(proof)
            )
            reason, in_part = without_runs(proof), check.in_part
            said = claim.answer_refuted
            return Found(said, reason, proof=certificate, depth=depth, in_part=in_part)

        return self._searched(claim, problem, shown, proven, note)

    def _searched(
        self,
        claim: Reaches | Runs,
        problem: Problem,
        shown: Callable[[Run], Found],
        proven: Callable[[Proved, Machine, int], Found],
        note: Note,
    ) -> Found:
        """The answer that a search gives; one search per initial state if each needs a run."""
        if not self.starts:
            return NO_START
        counted = claim.counted if isinstance(claim, Runs) and claim.shows else None
        each = claim.shows and self.starts > 1
        found = NO_START_COUNTS
        for machine in self._one_by_one(problem) if each else [problem.machine]:
            ended = self._search(machine, note)
            if ended.found is None:
                return unknown(ended)
            if isinstance(ended.found, Run):
                found = shown(ended.found)
                continue
            refuted = proven(ended.found, machine, ended.depth)
            if counted is None:
                return self._refuted(refuted, machine, problem) if each else refuted
            begins = self._begun(counted, machine, note)
            if isinstance(begins, Found):
                return begins
            if begins is not None:
                return self._refuted_at(refuted, begins)
        return found

    def _search(self, machine: Machine, note: Note) -> Ended:
        if self._budget.is_spent:
            return Ended(None, -1, TURN_OVER)
        search = Search(machine, self._tuning)
        ended = search.ended(self._task.limits.depth, note, self._budget.left)
        self._budget.spend(search.work)
        return ended

    def _begun(self, counted: Linear, machine: Machine, note: Note) -> Walk | Found | None:
        """An initial state of a machine from which a run counts; None if there is none.

        If that is not known, the answer to the whole question, which is unknown.
        """
        fairness = self.prepared.model.fairness
        automaton = ltl_to_automaton(counted, Budget())
        problem = lasso(self.states, automaton, fairness, whole=False, endless=True).problem
        start = self.of.circuit.both(problem.machine.start, machine.start)
        begun = replace(problem, machine=replace(problem.machine, start=start))
        ended = self._search(begun.machine, note)
        if ended.found is None:
            return unknown(ended)
        return self._at_start(begun) if isinstance(ended.found, Run) else None

    def _one_by_one(self, problem: Problem) -> list[Machine]:
        machines = problem.starts(self._tuning.bounded_starts, self._tuning)
        if machines is None:
            raise Refused(
                "the formula asks for a run from each initial state, and there are more than "
                f"{self._tuning.bounded_starts}: ask it of another engine"
            )
        return machines

    def _refuted(self, found: Found, machine: Machine, problem: Problem) -> Found:
        """The answer that one initial state has no run; what proves it is not true of others."""
        return self._refuted_at(found, self._at_start(replace(problem, machine=machine)))

    def _refuted_at(self, found: Found, walk: Walk) -> Found:
        if found.answer is Answer.UNKNOWN:
            return found
        assert found.proof is not None
        proof = replace(found.proof, start=self.prepared.plain(walk.states[0]))
        return replace(found, reason="from this initial state", walk=walk, proof=proof)

    def _at_start(self, problem: Problem) -> Walk:
        """The run of no steps from an initial state of a machine."""
        start = Starts(problem.machine, self._tuning).state_in(())
        assert start is not None
        walk, _ = self._walk(problem, Run(start, (), ()))
        return walk

    def _walk(self, problem: Problem, run: Run) -> tuple[Walk, list[Taken]]:
        """The run in the model, with the steps that it takes."""
        taken = [problem.taken(inputs) for inputs in run.steps]
        return walked(self.prepared, problem.start(run, self._tuning), taken), taken

    def _leave_sort(self, problem: Problem, run: Run, taken: list[Taken]) -> None:
        """Raise `OutOfSort`: the step after the run gives a variable a value outside its sort."""
        start = problem.start(run, self._tuning)
        walked(self.prepared, start, [*taken, problem.taken(run.last)])
        raise AssertionError("a run ends at the goal, or where a value leaves its sort")

    def _is_true(self, goal: Core, walk: Walk) -> bool:
        """Whether a state formula is true at the end of a run."""
        state = self.of.written(walk.states[-1])
        signal = self.states.signal(goal)
        needed = dict(zip((s >> 1 for s in self.of.latches), state, strict=True))
        return self.of.circuit.values([signal], needed)[0]

    def _proven(self, claim: Reaches, proof: Proved, problem: Problem, depth: int) -> Found:
        """The answer that a proof gives, after another solver confirmed it."""
        machine, tuning = problem.machine, self._tuning
        if isinstance(proof, Proof):
            proof = minimized(proof, machine, tuning)
        check = confirmed(proof, machine, tuning)
        if check.wrong:
            return unconfirmed(check)
        terms: tuple[Term, ...] = ()
        if isinstance(proof, Proof):
            terms = problem.conditions(proof, tuning.bounded_listed)
        part, reason = problem.steps.part.variables, in_words(proof)
        certificate = Proven(self.prepared, terms, claim.via, claim.goal, part, length(proof))
        said = claim.answer_refuted
        return Found(said, reason, proof=certificate, depth=depth, in_part=check.in_part)
