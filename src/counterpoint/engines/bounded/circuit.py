"""Circuits: and-inverter graphs with structural hashing and constant folding.

A *signal* is twice the number of a node, plus one if it is negated. Node 0 is the constant false.
The other nodes are inputs and conjunctions of two signals, numbered so that a conjunction comes
after its parts.

Kuehlmann, Paruthi, Krohm, Ganai: Robust Boolean reasoning for equivalence checking and functional
property verification. IEEE Trans. CAD 21, 2002.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

Signal: TypeAlias = int
"""Twice the number of a node, plus one if it is negated."""

FALSE: Signal = 0
TRUE: Signal = 1

_INPUT = -1
"""The place of a part in a node that has none."""


class Circuit:
    """A growing and-inverter graph; equal conjunctions are one node.

    >>> circuit = Circuit()
    >>> a, b = circuit.input(), circuit.input()
    >>> circuit.both(a, b) == circuit.both(b, a), circuit.both(a, a ^ 1) == FALSE
    (True, True)
    """

    def __init__(self) -> None:
        self.left: list[Signal] = [_INPUT]
        self.right: list[Signal] = [_INPUT]
        self._known: dict[tuple[Signal, Signal], Signal] = {}

    def __len__(self) -> int:
        return len(self.left)

    def input(self) -> Signal:
        """A further input."""
        self.left.append(_INPUT)
        self.right.append(_INPUT)
        return 2 * (len(self.left) - 1)

    def is_input(self, signal: Signal) -> bool:
        """Whether a signal is an input, the negation of one, or a constant."""
        return self.left[signal >> 1] == _INPUT

    def both(self, a: Signal, b: Signal) -> Signal:
        """The conjunction of two signals."""
        if a > b:
            a, b = b, a
        if a < 2:
            return b if a else FALSE
        if a >> 1 == b >> 1:
            return a if a == b else FALSE
        key = a, b
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._reduced(a, b)
        return found

    def _reduced(self, a: Signal, b: Signal) -> Signal:
        """The conjunction, decided by the parts of its parts if they contain or contradict it.

        Brummayer, Biere: Local two-level and-inverter graph minimization without blowup, 2006.
        """
        left, right = self.left, self.right
        for one, other in ((a, b), (b, a)):
            node = other >> 1
            parts = (left[node], right[node])
            if parts[0] == _INPUT:
                continue
            if other & 1:
                if one ^ 1 in parts:
                    return one  # a & !(!a & c)
                if one in parts:
                    rest = parts[1] if parts[0] == one else parts[0]
                    return self.both(one, rest ^ 1)  # a & !(a & c)
            else:
                if one in parts:
                    return other
                if one ^ 1 in parts:
                    return FALSE
        left.append(a)
        right.append(b)
        return 2 * (len(left) - 1)

    def either(self, a: Signal, b: Signal) -> Signal:
        """The disjunction of two signals."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: Signal, b: Signal) -> Signal:
        """The exclusive disjunction of two signals."""
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        return sign ^ self.both(self.both(a, b) ^ 1, self.both(a ^ 1, b ^ 1) ^ 1)

    def choose(self, condition: Signal, then: Signal, otherwise: Signal) -> Signal:
        """`then` if the condition is true, else `otherwise`."""
        if condition < 2 or then == otherwise:
            return then if condition == TRUE or then == otherwise else otherwise
        if then < 2:
            return (
                self.either(condition, otherwise) if then else self.both(condition ^ 1, otherwise)
            )
        if otherwise < 2:
            return self.either(condition ^ 1, then) if otherwise else self.both(condition, then)
        if then == otherwise ^ 1:
            return self.differ(condition, otherwise)
        yes, no = self.both(condition, then), self.both(condition ^ 1, otherwise)
        return self.either(yes, no)

    def all(self, signals: Iterable[Signal]) -> Signal:
        """The conjunction of signals, as a balanced tree."""
        row = sorted(set(signals))
        while len(row) > 1:
            paired = [self.both(*row[at : at + 2]) for at in range(0, len(row) - 1, 2)]
            row = paired if len(row) % 2 == 0 else [*paired, row[-1]]
        return row[0] if row else TRUE

    def any(self, signals: Iterable[Signal]) -> Signal:
        """The disjunction of signals, as a balanced tree."""
        return self.all(signal ^ 1 for signal in signals) ^ 1

    def conjuncts(self, signal: Signal) -> list[Signal]:
        """Signals that are no conjunctions and together are this one, each once.

        >>> circuit = Circuit()
        >>> a, b, c = circuit.input(), circuit.input(), circuit.input()
        >>> some = circuit.either(a, b)
        >>> sorted(circuit.conjuncts(circuit.all([c, some]))) == sorted([c, some])
        True
        """
        found: dict[Signal, None] = {}
        seen: set[Signal] = set()
        todo = [signal]
        while todo:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            if here & 1 or self.left[here >> 1] == _INPUT:
                found[here] = None
            else:
                todo += (self.left[here >> 1], self.right[here >> 1])
        return [*found]

    def cone(self, roots: Iterable[Signal]) -> list[int]:
        """The numbers of the nodes that the roots depend on, parts before what they are parts of.

        The constant is left out.
        """
        left, right = self.left, self.right
        seen: set[int] = {0}
        todo = [root >> 1 for root in roots]
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            if left[node] != _INPUT:
                todo += (left[node] >> 1, right[node] >> 1)
        seen.discard(0)
        return sorted(seen)

    def reading(self, roots: Iterable[Signal], inputs: Sequence[int]) -> dict[int, int]:
        """For each node of the roots, which of the inputs it depends on: a bit for each, in order.

        >>> circuit = Circuit()
        >>> a, b = circuit.input(), circuit.input()
        >>> both = circuit.both(a, b)
        >>> circuit.reading([both], [a >> 1, b >> 1])[both >> 1]
        3
        """
        found = {0: 0}
        own = {node: 1 << at for at, node in enumerate(inputs)}
        for node in self.cone(roots):
            left, right = self.left[node], self.right[node]
            is_input = left == _INPUT
            found[node] = own.get(node, 0) if is_input else found[left >> 1] | found[right >> 1]
        return found

    def copied(
        self, roots: Sequence[Signal], into: Circuit, inputs: Mapping[int, Signal]
    ) -> list[Signal]:
        """The roots in another circuit, where `inputs` maps the input nodes to its signals."""
        known: dict[int, Signal] = {0: FALSE, **inputs}
        for node in self.cone(roots):
            if node not in known:
                left, right = self.left[node], self.right[node]
                assert left != _INPUT, "every input has a signal"
                one, other = known[left >> 1] ^ (left & 1), known[right >> 1] ^ (right & 1)
                known[node] = into.both(one, other)
        return [known[root >> 1] ^ (root & 1) for root in roots]

    def values(self, roots: Sequence[Signal], inputs: Mapping[int, bool]) -> list[bool]:
        """The truth of the roots, given that of the input nodes; the oracle of tests.

        >>> circuit = Circuit()
        >>> a, b = circuit.input(), circuit.input()
        >>> circuit.values([circuit.differ(a, b)], {a >> 1: True, b >> 1: False})
        [True]
        """
        known: dict[int, bool] = {0: False}
        for node in self.cone(roots):
            left, right = self.left[node], self.right[node]
            known[node] = (
                inputs[node]
                if left == _INPUT
                else known[left >> 1] != bool(left & 1) and known[right >> 1] != bool(right & 1)
            )
        return [known[root >> 1] != bool(root & 1) for root in roots]

    def inputs_of(self, roots: Iterable[Signal]) -> Iterator[int]:
        """The numbers of the input nodes that the roots depend on, in order."""
        return (node for node in self.cone(roots) if self.left[node] == _INPUT)
