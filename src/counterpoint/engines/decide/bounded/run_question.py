"""A question that a run answers, or a proof that there is no such run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any

from ....logic.core import Linear
from ....tuning import Tuning
from ....verdict import Answer
from ...bounded.claims import Reaches, Runs
from ...bounded.confirm import confirmed
from ...bounded.machine import Machine, Run
from ...bounded.problem import Problem
from ...bounded.search import Proved
from ...bounded.starts import Starts
from ...space.prepared import Prepared
from .found import Found, unconfirmed
from .proofs import Proven, ProvenEndless
from .walk import Walk, walked


class RunQuestion(ABC):
    """Whether a machine has a run to a bad state, and what its runs and proofs say of the model."""

    def __init__(
        self, prepared: Prepared, claim: Reaches | Runs, problem: Problem, tuning: Tuning
    ) -> None:
        self.prepared, self.claim, self.problem = prepared, claim, problem
        self._tuning = tuning

    @property
    def counted(self) -> Linear | None:
        """What a run from an initial state must satisfy for that to be asked; None asks each."""
        return None

    def shown(self, run: Run) -> Found:
        """The answer that a run of the machine shows.

        Raises `OutOfSort` if its last step gives a variable a value outside its sort.
        """
        taken = [self.problem.taken(inputs) for inputs in run.steps]
        start = self.problem.start(run, self._tuning)
        walk = walked(self.prepared, start, taken)
        if not self._arrives(run, walk):
            walked(self.prepared, start, [*taken, self.problem.taken(run.last)])
            raise AssertionError("a run ends at the goal, or where a value leaves its sort")
        depth = len(run.steps)
        return Found(self.claim.answer_shown, walk=walk, loop=self._loop(run), depth=depth)

    def refuted(self, proof: Proved, machine: Machine, depth: int) -> Found:
        """The answer that a proof gives, after another solver confirmed it.

        It is about the runs of a machine, which may have other initial states than the problem's.
        """
        proof = self._simplified(proof, machine)
        check = confirmed(proof, machine, self._tuning)
        if check.wrong:
            return unconfirmed(check)
        reason, proven = self._proven(proof, machine)
        said, in_part = self.claim.answer_refuted, check.in_part
        return Found(said, reason, proof=proven, depth=depth, in_part=in_part)

    def refuted_from(self, found: Found, machine: Machine) -> Found:
        """The same answer, where what proves it is true of an initial state of a machine."""
        if found.answer is Answer.UNKNOWN:
            return found
        assert found.proof is not None
        bits = Starts(machine, self._tuning).state_in(())
        assert bits is not None
        problem = replace(self.problem, machine=machine)
        state: Any = problem.start(Run(bits, (), ()), self._tuning)
        proof = replace(found.proof, start=self.prepared.plain(state))
        walk = walked(self.prepared, state, ())
        return replace(found, reason="from this initial state", walk=walk, proof=proof)

    @abstractmethod
    def _arrives(self, run: Run, walk: Walk) -> bool:
        """Whether a run ends where it should, not where a value leaves its sort."""

    @abstractmethod
    def _proven(self, proof: Proved, machine: Machine) -> tuple[str, Proven | ProvenEndless]:
        """What a proof rests on, in words, and the proof as a certificate."""

    def _loop(self, run: Run) -> int | None:
        """The number of the state to which a run returns; None if it ends."""
        return None

    def _simplified(self, proof: Proved, machine: Machine) -> Proved:
        """The proof without what is not needed."""
        return proof
