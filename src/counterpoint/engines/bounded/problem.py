"""One question about a model, as a machine: can a state with `goal` be reached on `via`?"""

from __future__ import annotations

from dataclasses import replace

from ...data import dataclass
from ...logic.core import Core
from ...model.action import Action
from ...terms.term import Term
from ...tuning import Tuning
from ...with_sat import SatSolver
from .initial import InitialStates
from .machine import Machine, Run
from .modelled import ModelCircuit, State
from .reach import Proof
from .shown import conditions
from .states import StateFormulas
from .stepping import Stepping, part_for, stepping


@dataclass(frozen=True, slots=True)
class Taken:
    """A step of a run of a model: its action, and the values that it chooses, by name."""

    action: Action
    chosen: dict[str, object]


@dataclass(frozen=True)
class Problem:
    """The machine of a question, and how its runs and proofs are said of the model."""

    of: ModelCircuit
    steps: Stepping
    machine: Machine

    def bits(self, state: State) -> tuple[bool, ...]:
        """The bits of the part of a state that matters."""
        return tuple(
            bit
            for place in self.steps.part.variables
            for bit in self.of.written_at(place, state[place])
        )

    def start(self, run: Run, tuning: Tuning) -> State:
        """An initial state of the whole model from which the run starts."""
        known = dict(zip(self.machine.latches, run.start, strict=False))
        state = InitialStates(self.of, tuning).state(known=known)
        assert state is not None, "the initial states of a part are parts of initial states"
        return state

    def starts(self, most: int, tuning: Tuning) -> list[Machine] | None:
        """The machine once for each initial state, as far as it matters; None if there are more.

        What is added to the model, such as a copy of a state, may start as it does.
        """
        machine, circuit = self.machine, self.of.circuit
        own = len(self.steps.latches)
        solver = SatSolver(tuning.bounded_conflicts)
        made = machine.clauses(machine.start, machine.valid)
        solver.extend(made.clauses)
        solver.room(made.variables + 1)
        solver.extend([[made.literal(machine.start)], [made.literal(machine.valid)]])
        found: list[Machine] = []
        while solver.solve():
            if len(found) == most:
                return None
            model = solver.model()[:own]
            here = circuit.all(machine.latches[abs(n) - 1] ^ (n < 0) for n in model)
            found.append(replace(machine, start=circuit.both(machine.start, here)))
            solver.add([-literal for literal in model] or [made.variables + 1])
            if not model:
                break
        return found

    def taken(self, inputs: tuple[bool, ...]) -> Taken:
        """The step that is taken under these inputs."""
        action, given = self.steps.choices(inputs)
        return Taken(action, self.of.choice(action, given))

    def conditions(self, proof: Proof, listed: int) -> tuple[Term, ...]:
        """What a proof says, as conditions on variables."""
        places = self.steps.part.variables
        variables = [self.of.parts.variables[place] for place in places]
        widths = [len(self.of.bits[place]) for place in places]
        return conditions(proof.cubes, variables, widths, listed)


def reach_problem(states: StateFormulas, via: Core, goal: Core) -> Problem:
    """The question whether a state with `goal` is reached while `via` is true before."""
    of = states.of
    on, bad = states.signal(via), states.signal(goal)
    steps = stepping(of, states.moves, part_for(of, states.moves, (on, bad)))
    machine = steps.machine(bad)
    moving = of.circuit.both(machine.step, on)
    return Problem(of, steps, replace(machine, step=moving))
