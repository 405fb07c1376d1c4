"""The question whether a state is reached, asked of a machine."""

from __future__ import annotations

from dataclasses import replace

from ....terms.term import Term
from ....tuning import Tuning
from ...bounded.claims import Reaches
from ...bounded.invariant import minimized
from ...bounded.machine import Machine, Run
from ...bounded.problem import reach_problem
from ...bounded.reach import Proof
from ...bounded.search import Proved
from ...bounded.states import StateFormulas
from ...space.prepared import Prepared
from .found import in_words, length
from .proofs import Proven
from .run_question import RunQuestion
from .walk import Walk


class ReachQuestion(RunQuestion):
    """Whether a run on which `via` is true reaches a state with `goal`."""

    def __init__(
        self, prepared: Prepared, claim: Reaches, states: StateFormulas, tuning: Tuning
    ) -> None:
        super().__init__(prepared, claim, reach_problem(states, claim.via, claim.goal), tuning)
        self._via, self._goal, self._states = claim.via, claim.goal, states

    def _arrives(self, run: Run, walk: Walk) -> bool:
        of = self._states.of
        bits = of.written(walk.states[-1])
        nodes = dict(zip((latch >> 1 for latch in of.latches), bits, strict=True))
        return of.circuit.values([self._states.signal(self._goal)], nodes)[0]

    def _simplified(self, proof: Proved, machine: Machine) -> Proved:
        return minimized(proof, machine, self._tuning) if isinstance(proof, Proof) else proof

    def _proven(self, proof: Proved, machine: Machine) -> tuple[str, Proven]:
        terms: tuple[Term, ...] = ()
        problem = replace(self.problem, machine=machine)
        if isinstance(proof, Proof):
            terms = problem.conditions(proof, self._tuning.bounded_listed)
        part = problem.steps.part.variables
        proven = Proven(self.prepared, terms, self._via, self._goal, part, length(proof))
        return in_words(proof), proven
