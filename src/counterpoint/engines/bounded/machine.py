"""Machines: sequential circuits, the form in which every question is searched by SAT.

A state is the values of the latches. In each step, inputs are chosen anew; those for which `step`
is true lead to the state of the signals in `after`. A state is bad if some inputs make `bad` true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from ...data import dataclass
from .circuit import Circuit, Signal
from .clauses import Clauses


@dataclass(frozen=True)
class Machine:
    """A sequential circuit; `latches` and `inputs` are input nodes of the circuit.

    `start` is true of the initial states, and `valid` of every state that is one: both are
    functions of the latches. Steps lead from valid states to valid states.
    """

    circuit: Circuit
    latches: tuple[Signal, ...]
    inputs: tuple[Signal, ...]
    after: tuple[Signal, ...]
    start: Signal
    valid: Signal
    step: Signal
    bad: Signal

    @cached_property
    def nodes(self) -> tuple[int, ...]:
        """The nodes of the latches, then those of the inputs."""
        return tuple(signal >> 1 for signal in (*self.latches, *self.inputs))

    def clauses(self, *roots: Signal) -> Clauses:
        """The clauses of some roots; latches and inputs have the first variables, in order."""
        return Clauses(self.circuit, roots, self.nodes)

    def following(self, state: Sequence[bool], inputs: Sequence[bool]) -> tuple[bool, ...] | None:
        """The state after a step with these inputs; None if there is no such step."""
        of = dict(zip(self.nodes, (*state, *inputs), strict=True))
        goes, *after = self.circuit.values([self.step, *self.after], of)
        return tuple(after) if goes else None

    def end(self, run: Run) -> tuple[bool, ...]:
        """The state at the end of a run."""
        state = run.start
        for inputs in run.steps:
            after = self.following(state, inputs)
            assert after is not None, "a run takes steps"
            state = after
        return state

    def is_true(self, signal: Signal, state: Sequence[bool], inputs: Sequence[bool] = ()) -> bool:
        """Whether a signal is true in a state, with these inputs, or with none that matter."""
        padded = (*inputs, *([False] * (len(self.inputs) - len(inputs))))
        of = dict(zip(self.nodes, (*state, *padded), strict=True))
        return self.circuit.values([signal], of)[0]


def cone(machine: Machine) -> tuple[Machine, tuple[int, ...]]:
    """The part of a machine that decides whether a bad state is reached, and its latches' places.

    A latch that nothing in it depends on is left out; so is one that only `start` or `valid`
    mention. The caller knows that these can always be satisfied for the latches left out.
    """
    circuit = machine.circuit
    place = {signal >> 1: at for at, signal in enumerate(machine.latches)}
    kept: set[int] = set()
    seen: set[int] = {0}
    todo = [machine.step, machine.bad]
    while todo:
        node = todo.pop() >> 1
        if node in seen:
            continue
        seen.add(node)
        if node in place:
            kept.add(place[node])
            todo.append(machine.after[place[node]])
        elif not circuit.is_input(2 * node):
            todo += (circuit.left[node], circuit.right[node])
    places = tuple(sorted(kept))
    return replace(
        machine,
        latches=tuple(machine.latches[at] for at in places),
        after=tuple(machine.after[at] for at in places),
        inputs=tuple(signal for signal in machine.inputs if signal >> 1 in seen),
    ), places


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a machine: a state, the inputs of each step, and inputs that make the end bad."""

    start: tuple[bool, ...]
    steps: tuple[tuple[bool, ...], ...]
    last: tuple[bool, ...]
