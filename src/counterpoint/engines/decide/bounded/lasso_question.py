"""The question whether some endless run satisfies a formula, asked of a machine."""

from __future__ import annotations

from ....logic.automata.budget import Budget
from ....logic.automata.ltl_to_automaton import ltl_to_automaton
from ....logic.core import Linear
from ....tuning import Tuning
from ...bounded.claims import Runs
from ...bounded.lasso import lasso
from ...bounded.machine import Machine, Run
from ...bounded.reach import Proof
from ...bounded.search import Proved
from ...bounded.states import StateFormulas
from ...space.prepared import Prepared
from .found import length, without_runs
from .proofs import ProvenEndless
from .run_question import RunQuestion
from .walk import Walk


class LassoQuestion(RunQuestion):
    """Whether some run that counts satisfies the formula of a claim.

    Without `whole`, a run may return to a state that differs in variables that nothing depends on.
    """

    def __init__(
        self,
        prepared: Prepared,
        claim: Runs,
        states: StateFormulas,
        tuning: Tuning,
        *,
        whole: bool,
    ) -> None:
        automaton = ltl_to_automaton(claim.path, Budget())
        fairness = prepared.model.fairness
        self._lasso = lasso(states, automaton, fairness, whole=whole, endless=claim.endless)
        super().__init__(prepared, claim, self._lasso.problem, tuning)
        self._runs = claim

    @property
    def counted(self) -> Linear | None:
        return self._runs.counted if self._runs.shows else None

    def _arrives(self, run: Run, walk: Walk) -> bool:
        machine = self.problem.machine
        return machine.is_true(self._lasso.done, machine.end(run))

    def _loop(self, run: Run) -> int:
        return self._lasso.loop(run)

    def _proven(self, proof: Proved, machine: Machine) -> tuple[str, ProvenEndless]:
        cubes = proof.cubes if isinstance(proof, Proof) else ()
        path, endless = self._runs.path, self._runs.endless
        proven = ProvenEndless(self.prepared, self._lasso, cubes, path, endless, length(proof))
        return without_runs(proof), proven
