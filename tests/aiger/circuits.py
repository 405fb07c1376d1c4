"""Random circuits, a writer of AIGER files, and the meaning of circuits by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

from counterpoint.aiger.circuit import Circuit, Latch, Literal

State = tuple[bool, ...]


def random_circuit(
    rng: random.Random, *, inputs: int, latches: int, gates: int, constrained: bool, live: bool
) -> Circuit:
    """A circuit with these numbers of parts, in the order that a binary file needs."""
    ins = tuple(range(2, 2 * inputs + 2, 2))
    owns = range(2 * inputs + 2, 2 * (inputs + latches) + 2, 2)
    first = 2 * (inputs + latches) + 2
    made: dict[Literal, tuple[Literal, Literal]] = {}
    for gate in range(first, first + 2 * gates, 2):
        one, other = sorted((rng.randrange(gate), rng.randrange(gate)), reverse=True)
        made[gate] = (one, other)
    most = first + 2 * gates

    def some() -> Literal:
        return rng.randrange(most)

    return Circuit(
        ins,
        tuple(Latch(own, some(), rng.choice((0, 0, 1, own))) for own in owns),
        (some(),),
        tuple(some() for _ in range(rng.randrange(3))),
        tuple(some() for _ in range(rng.randrange(1, 3))) if constrained else (),
        tuple(tuple(some() for _ in range(rng.randrange(3))) for _ in range(2)) if live else (),
        tuple(some() for _ in range(rng.randrange(2))) if live else (),
        made,
        {"l0": "first latch"} if latches and rng.random() < 0.5 else {},
        "a comment\nof two lines" if rng.random() < 0.5 else "",
    )


def written(circuit: Circuit, *, binary: bool) -> bytes:
    """The file of a circuit."""
    counts = [len(circuit.inputs), len(circuit.latches), len(circuit.outputs), len(circuit.gates)]
    counts += [len(circuit.bad), len(circuit.constraints), len(circuit.justice)]
    counts += [len(circuit.fairness)]
    header = [sum(counts[:2]) + counts[3], *counts]
    lines = [" ".join(["aig" if binary else "aag", *map(str, header)])]
    if not binary:
        lines += map(str, circuit.inputs)
    for latch in circuit.latches:
        parts = [latch.next, latch.reset] if latch.reset else [latch.next]
        lines.append(" ".join(map(str, parts if binary else [latch.literal, *parts])))
    for literals in (circuit.outputs, circuit.bad, circuit.constraints):
        lines += map(str, literals)
    lines += [str(len(each)) for each in circuit.justice]
    lines += [str(literal) for each in circuit.justice for literal in each]
    lines += map(str, circuit.fairness)
    if not binary:
        lines += [f"{gate} {one} {other}" for gate, (one, other) in circuit.gates.items()]
    data = "".join(f"{line}\n" for line in lines).encode()
    if binary:
        for gate, (one, other) in circuit.gates.items():
            data += coded(gate - one) + coded(one - other)
    data += "".join(f"{place} {name}\n" for place, name in circuit.symbols.items()).encode()
    return data + (f"c\n{circuit.comment}\n".encode() if circuit.comment else b"")


def coded(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


class Brute:
    """All runs of a small circuit, by its definition."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.choices = list(product((False, True), repeat=len(circuit.inputs)))

    def values(self, state: State, chosen: State) -> Mapping[Literal, bool]:
        """The value of every literal, given the latches and the inputs."""
        circuit = self.circuit
        found = {0: False, 1: True}

        def put(literal: Literal, value: bool) -> None:
            found[literal], found[literal + 1] = value, not value

        for literal, value in zip(circuit.inputs, chosen, strict=True):
            put(literal, value)
        for latch, value in zip(circuit.latches, state, strict=True):
            put(latch.literal, value)
        for gate, (one, other) in circuit.gates.items():
            put(gate, found[one] and found[other])
        return found

    def starts(self) -> Iterator[State]:
        for state in product((False, True), repeat=len(self.circuit.latches)):
            pairs = zip(self.circuit.latches, state, strict=True)
            if all(latch.reset == latch.literal or latch.reset == value for latch, value in pairs):
                yield state

    def steps(self, state: State) -> Iterator[tuple[Mapping[Literal, bool], State]]:
        """The values at each step that the constraints allow, and the latches after it."""
        for chosen in self.choices:
            values = self.values(state, chosen)
            if all(values[literal] for literal in self.circuit.constraints):
                yield values, tuple(values[latch.next] for latch in self.circuit.latches)

    def reached(self) -> set[State]:
        found = set(self.starts())
        waiting = list(found)
        while waiting:
            for _, after in self.steps(waiting.pop()):
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return found

    def is_bad(self, literal: Literal) -> bool:
        """Whether a literal is true at some step of some run."""
        return any(values[literal] for state in self.reached() for values, _ in self.steps(state))

    def is_recurring(self, literals: tuple[Literal, ...]) -> bool:
        """Whether an infinite run makes all literals true again and again.

        Such a run is, from some state on, a closed walk: the step of each literal lies on a cycle
        with those of the others.
        """
        states = self.reached()
        after = {state: {there for _, there in self.steps(state)} for state in states}
        ways = {state: self._ways(state, after) for state in states}
        for home in states:
            around = {state for state in ways[home] if home in ways[state]}
            seen = {
                literal
                for state in around
                for values, there in self.steps(state)
                if there in around
                for literal in literals
                if values[literal]
            }
            if around and seen >= set(literals):
                return True
        return False

    @staticmethod
    def _ways(state: State, after: Mapping[State, set[State]]) -> set[State]:
        """The states that are reached from a state by at least one step."""
        found: set[State] = set()
        waiting = [state]
        while waiting:
            for there in after[waiting.pop()] - found:
                found.add(there)
                waiting.append(there)
        return found
