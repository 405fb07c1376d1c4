"""Random machines of a few latches, and what is true of them by listing their states."""

from __future__ import annotations

from itertools import product
from random import Random

from counterpoint.engines.bounded.circuit import Circuit
from counterpoint.engines.bounded.machine import Machine, Run

State = tuple[bool, ...]


def drawn(random: Random) -> Machine:
    """A machine of up to five latches and two inputs; not every state has a step."""
    circuit = Circuit()
    latches = tuple(circuit.input() for _ in range(random.randint(1, 5)))
    inputs = tuple(circuit.input() for _ in range(random.randint(0, 2)))

    def signal(size: int, *among: int) -> int:
        signals = [*among]
        for _ in range(size):
            a, b = (random.choice(signals) ^ random.randint(0, 1) for _ in range(2))
            made = circuit.both(a, b) if random.random() < 0.7 else circuit.differ(a, b)
            signals.append(made)
        return signals[-1] ^ random.randint(0, 1)

    everything = (*latches, *inputs)
    after = tuple(signal(random.randint(0, 6), *everything) for _ in latches)
    start = circuit.all(latch ^ random.randint(0, 1) for latch in latches)
    if random.random() < 0.3:
        start = signal(random.randint(0, 3), *latches)
    step = 1 if random.random() < 0.6 else signal(random.randint(0, 3), *everything)
    bad = circuit.all(signal(random.randint(0, 4), *latches) for _ in range(random.randint(1, 4)))
    bad = circuit.both(bad, signal(4, *everything))
    return Machine(circuit, latches, inputs, after, start, 1, step, bad)


def states(machine: Machine) -> list[State]:
    return list(product((False, True), repeat=len(machine.latches)))


def choices(machine: Machine) -> list[State]:
    return list(product((False, True), repeat=len(machine.inputs)))


def is_bad(machine: Machine, state: State) -> bool:
    return any(machine.is_true(machine.bad, state, inputs) for inputs in choices(machine))


def successors(machine: Machine, state: State) -> set[State]:
    found = (machine.following(state, inputs) for inputs in choices(machine))
    return {after for after in found if after is not None}


def distance(machine: Machine) -> int | None:
    """The number of steps of a shortest run to a bad state; None if there is none."""
    level = {state for state in states(machine) if machine.is_true(machine.start, state)}
    seen, steps = set(level), 0
    while level:
        if any(is_bad(machine, state) for state in level):
            return steps
        level = {after for state in level for after in successors(machine, state)} - seen
        seen |= level
        steps += 1
    return None


def require_run(machine: Machine, run: Run) -> None:
    """Assert that a run begins in an initial state, takes steps, and ends in a bad state."""
    assert machine.is_true(machine.start, run.start)
    assert machine.is_true(machine.bad, machine.end(run), run.last)


def excluded(cubes: object, state: State) -> bool:
    """Whether a state is in one of the cubes."""
    return any(all(state[abs(n) - 1] is (n > 0) for n in cube) for cube in cubes)  # type: ignore[attr-defined]


def require_invariant(machine: Machine, cubes: object) -> None:
    """Assert that what is outside the cubes is inductive, by each state and each step."""
    for state in states(machine):
        if excluded(cubes, state):
            assert not machine.is_true(machine.start, state)
            continue
        assert not is_bad(machine, state)
        assert not any(excluded(cubes, after) for after in successors(machine, state))
