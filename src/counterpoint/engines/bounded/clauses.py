"""Circuits as clauses: the translation of Tseitin, with fewer variables where gates form patterns.

A chain of conjunctions that nothing else uses is one gate of many inputs; the three conjunctions of
a choice between two signals are one gate as well.

Tseitin: On the complexity of derivation in propositional calculus, 1968. Een, Mishchenko,
Sorensson: Applying logic synthesis for speeding up SAT, SAT 2007.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...with_sat import Clause
from .circuit import Circuit, Signal


class Clauses:
    """The clauses of the cones of some signals; `first` are the nodes that get the first variables.

    The variables of `first` are 1, 2, ..., also if no root depends on them.

    >>> circuit = Circuit()
    >>> a, b = circuit.input(), circuit.input()
    >>> made = Clauses(circuit, [circuit.both(a, b)], [a >> 1, b >> 1])
    >>> made.clauses, made.literal(a), made.variables
    ([[-3, 2], [-3, 1], [-2, -1, 3]], 1, 3)
    """

    def __init__(self, circuit: Circuit, roots: Iterable[Signal], first: Sequence[int]) -> None:
        self.clauses: list[Clause] = []
        self._circuit = circuit
        self._variables: dict[int, int] = {node: at for at, node in enumerate(first, 1)}
        self._uses: dict[int, int] = {}
        self.variables = len(first)
        self._roots = list(roots)
        self._count_uses()
        self._encode()

    def literal(self, signal: Signal) -> int:
        """The literal of a root, or of a node that a gate was made for."""
        variable = self._variable(signal >> 1)
        return -variable if signal & 1 else variable

    def _variable(self, node: int) -> int:
        found = self._variables.get(node)
        if found is None:
            self.variables += 1
            found = self._variables[node] = self.variables
            if node == 0:
                self.clauses.append([-found])
        return found

    def _count_uses(self) -> None:
        circuit, uses = self._circuit, self._uses
        for node in circuit.cone(self._roots):
            if not circuit.is_input(2 * node):
                for part in (circuit.left[node] >> 1, circuit.right[node] >> 1):
                    uses[part] = uses.get(part, 0) + 1
        for root in self._roots:
            uses[root >> 1] = uses.get(root >> 1, 0) + 2  # a root stays a gate

    def _encode(self) -> None:
        done: set[int] = set()
        todo = [root >> 1 for root in self._roots]
        while todo:
            node = todo.pop()
            if node in done:
                continue
            done.add(node)
            if self._circuit.is_input(2 * node):
                self._variable(node)
                continue
            choice = self._choice(node)
            parts = self._gate(node) if choice is None else choice
            (self._conjoined if choice is None else self._chosen)(node, parts)
            todo += (part >> 1 for part in parts)

    def _gate(self, node: int) -> list[Signal]:
        """The inputs of a conjunction, through conjunctions that only it uses."""
        circuit = self._circuit
        parts: dict[Signal, None] = {}
        todo = [circuit.left[node], circuit.right[node]]
        while todo:
            part = todo.pop()
            below = part >> 1
            inner = not part & 1 and self._uses[below] == 1 and not circuit.is_input(part)
            if inner and below not in self._variables and self._choice(below) is None:
                todo += (circuit.left[below], circuit.right[below])
            else:
                parts[part] = None
        return list(parts)

    def _choice(self, node: int) -> list[Signal] | None:
        """Condition, then and otherwise, if the node is the negation of a choice; else None."""
        circuit = self._circuit
        left, right = circuit.left[node], circuit.right[node]
        if not left & right & 1 or circuit.is_input(left) or circuit.is_input(right):
            return None
        one, other = left >> 1, right >> 1
        if self._uses.get(one) != 1 or self._uses.get(other) != 1:
            return None
        ones = (circuit.left[one], circuit.right[one])
        others = (circuit.left[other], circuit.right[other])
        for at in (0, 1):
            condition = ones[at]
            if condition ^ 1 in others:
                then = ones[1 - at]
                otherwise = others[1] if others[0] == condition ^ 1 else others[0]
                return [condition, then, otherwise]
        return None

    def _conjoined(self, node: int, parts: Sequence[Signal]) -> None:
        gate = self._variable(node)
        literals = [self.literal(part) for part in parts]
        self.clauses += ([-gate, literal] for literal in literals)
        self.clauses.append([*(-literal for literal in literals), gate])

    def _chosen(self, node: int, parts: Sequence[Signal]) -> None:
        """The clauses of the negation of a choice; the last two let values pass in every case."""
        gate = self._variable(node)
        condition, then, otherwise = (self.literal(part) for part in parts)
        self.clauses += [
            [-condition, -then, -gate],
            [-condition, then, gate],
            [condition, -otherwise, -gate],
            [condition, otherwise, gate],
        ]
        if abs(then) != abs(otherwise):
            self.clauses += [[-then, -otherwise, -gate], [then, otherwise, gate]]
