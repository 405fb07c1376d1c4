"""Endless runs as finite ones: a run that satisfies a linear formula returns to a state.

A machine runs beside an automaton for the formula. It may save one state; when it is in that state
again, and every obligation was met since, it is bad. So a bad state is reached in n steps if a
stem and a loop of n steps together show the formula, and none is reached if no fair run does.

Biere, Artho, Schuppan: Liveness checking as safety checking, FMICS 2002. Schuppan, Biere: Shortest
counterexamples for symbolic model checking of LTL with past, TACAS 2005.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...data import dataclass
from ...logic.automata.automaton import Automaton, Transition
from ...model.action import Fairness
from .circuit import Signal
from .machine import Machine, Run
from .modelled import State
from .problem import Problem
from .states import StateFormulas
from .stepping import Stepping, numbered, part_for, selectors, stepping


@dataclass(frozen=True)
class Lasso:
    """The question whether a fair run is accepted by an automaton, as a machine."""

    problem: Problem
    automaton: Automaton
    done: Signal
    """Whether a state is the end of a loop that meets all obligations."""
    save: int
    """The place among the inputs of the one that saves the state."""

    def loop(self, run: Run) -> int:
        """The number of the state to which a run returns."""
        return next(at for at, inputs in enumerate(run.steps) if inputs[self.save])

    def bits(self, state: State, at: int) -> tuple[bool, ...]:
        """The latches for a state of the model, and those for the number of the automaton's."""
        digits = selectors(self.automaton.states)
        return (*self.problem.bits(state), *(bool(at >> digit & 1) for digit in range(digits)))

    def latches(
        self, now: tuple[bool, ...], saved: bool, copy: tuple[bool, ...], met: Sequence[bool]
    ) -> tuple[bool, ...]:
        """All latches: of the state and of its copy, see `bits`, and what was met in between."""
        return (*now, saved, *copy, *met)


def lasso(
    states: StateFormulas,
    automaton: Automaton,
    fairness: Sequence[Fairness],
    *,
    whole: bool,
    endless: bool = False,
) -> Lasso:
    """The machine for an automaton over state formulas, and for fairness; raises `Refused`.

    Without `whole`, a run may return to a state that differs in variables that nothing depends on.
    With `endless`, a run takes no step that is a rest.
    """
    letters = [states.signal(of) for of in automaton.letters]
    moves = states.moves_without_rest if endless else states.moves_and_rest
    roots = [*letters, *states.of.latches] if whole else letters
    part = part_for(states.of, moves, roots, steps=True)
    steps = stepping(states.of, moves, part)
    building = _Building(states, steps, automaton, letters)
    building.run_automaton()
    building.remember(fairness)
    return building.lasso()


class _Building:
    """Adds an automaton, and a memory of one state, to the steps of a model."""

    def __init__(
        self,
        states: StateFormulas,
        steps: Stepping,
        automaton: Automaton,
        letters: Sequence[Signal],
    ) -> None:
        self._states, self._steps = states, steps
        self._circuit = states.of.circuit
        self._automaton, self._letters = automaton, letters
        self._latches = [*steps.latches]
        self._after = [*steps.after]
        self._start = [steps.start]
        self._valid = [steps.valid]
        self._inputs = [*steps.inputs]
        self._step = steps.step
        self._marks: list[Signal] = []
        self._done: list[Signal] = []

    def _latch(self) -> Signal:
        """A further latch; what it is after a step has to be added to `_after`, in order."""
        self._latches.append(self._circuit.input())
        return self._latches[-1]

    # The automaton.

    def run_automaton(self) -> None:
        """Add latches for the state of the automaton, and inputs that choose its transitions."""
        circuit, automaton = self._circuit, self._automaton
        state = [self._latch() for _ in range(selectors(automaton.states))]
        at = numbered(circuit, state, automaton.states)
        transitions = automaton.transitions
        select = [circuit.input() for _ in range(selectors(len(transitions)))]
        self._inputs += select
        picked = [
            circuit.all((pick, at[each.source], self._reads(each)))
            for pick, each in zip(
                numbered(circuit, select, len(transitions)), transitions, strict=True
            )
        ]
        self._step = circuit.both(self._step, circuit.any(picked))
        self._start.append(circuit.any(at[number] for number in automaton.initial))
        self._valid.append(circuit.any(at))
        for bit in range(len(state)):
            pairs = zip(picked, transitions, strict=True)
            self._after.append(circuit.any(p for p, t in pairs if t.target >> bit & 1))
        for mark in range(automaton.acceptance):
            self._marks.append(
                circuit.any(p for p, t in zip(picked, transitions, strict=True) if mark in t.marks)
            )

    def _reads(self, transition: Transition) -> Signal:
        """Whether a state has the letters that a transition wants."""
        wanted = [self._letters[letter] for letter in transition.true]
        unwanted = [self._letters[letter] ^ 1 for letter in transition.false]
        return self._circuit.all((*wanted, *unwanted))

    # The memory of a state.

    def remember(self, fairness: Sequence[Fairness]) -> None:
        """Add a copy of all latches, and what was met since the state was saved."""
        circuit = self._circuit
        now = list(self._latches)
        self._save = circuit.input()
        self._inputs.append(self._save)
        saved = self._latch()
        self._start.append(saved ^ 1)
        saving = circuit.both(self._save, saved ^ 1)
        since = circuit.either(saved, saving)
        self._after.append(since)
        self._done.append(saved)
        for signal in now:
            copy = self._latch()
            self._after.append(circuit.choose(saving, signal, copy))
            self._done.append(circuit.differ(signal, copy) ^ 1)
        for mark in self._marks:
            self._done.append(self._once(since, mark))
        for fair in fairness:
            self._done.append(self._fair(since, fair))

    def _once(self, since: Signal, happens: Signal) -> Signal:
        """A latch that is true from the first step on in which something happens after saving."""
        latch = self._latch()
        self._after.append(self._circuit.both(since, self._circuit.either(latch, happens)))
        self._start.append(latch ^ 1)
        return latch

    def _fair(self, since: Signal, fair: Fairness) -> Signal:
        """Whether a constraint is met by the steps since the state was saved."""
        circuit, states = self._circuit, self._states
        labels = frozenset(fair.labels)
        numbers = [n for n, a in enumerate(states.of.parts.actions) if a.label in labels]
        enabled = states.some_enabled(numbers)
        pairs = zip(self._steps.taken, self._steps.moves, strict=True)
        taken = circuit.any(taken for taken, move in pairs if move.action.label in labels)
        if fair.strong:
            met, offered = self._once(since, taken), self._once(since, enabled)
            return circuit.either(met, offered ^ 1)
        return self._once(since, circuit.either(taken, enabled ^ 1))

    def lasso(self) -> Lasso:
        """The machine."""
        circuit, steps = self._circuit, self._steps
        done = circuit.all(self._done)
        machine = Machine(
            circuit,
            tuple(self._latches),
            tuple(self._inputs),
            tuple(self._after),
            circuit.all(self._start),
            circuit.all(self._valid),
            circuit.both(self._step, steps.fault ^ 1),
            circuit.either(done, steps.fault),
        )
        problem = Problem(self._states.of, steps, machine)
        return Lasso(problem, self._automaton, done, len(self._inputs) - 1)
