"""Automata for formulas about piles of any size.

The sizes are written in binary, one below the other, and read column by column from the most
significant bit on. Bitwise operations need no memory; a comparison remembers its first difference;
sums, differences, remainders and literals have a counter each. So the number of states is finite.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import TypeAlias, assert_never

from ...data import dataclass
from ...tuning import USUAL, Tuning
from .engine import GaveUp
from .pile_term import (
    Combine,
    Equal,
    Every,
    Formula,
    Less,
    Literal,
    NewSize,
    Node,
    Not,
    Op,
    Size,
    Some,
    Term,
    combine,
    parts,
)
from .tracks import Constant, Counter, Difference, Remainder, Sum

Signs: TypeAlias = tuple[int, ...]
"""For each comparison: -1 if left is less, 1 if right is less, 0 while both are equal."""

Counters: TypeAlias = tuple[Hashable, ...]
"""The state of each counter."""

Memory: TypeAlias = tuple[int, Counters]
"""The number of places still to come, where the machine's `tail` means at least that many, and the
states of the counters."""

State: TypeAlias = tuple[Signs, Memory]

Column: TypeAlias = tuple[int, ...]
"""One bit of each variable."""

_Way: TypeAlias = tuple[Column, Counters]


@dataclass(frozen=True, slots=True)
class Line:
    """How one track is computed from two earlier ones: by `counter`, or else bitwise by `op`.

    `left` and `right` are indexes of tracks, `number` is the index of the counter.
    """

    left: int
    right: int
    op: Op | None = None
    counter: Counter | None = None
    number: int = 0


class Machine:
    """The automaton that accepts the columns of exactly those sizes for which a formula is true."""

    def __init__(self, formula: Formula, tuning: Tuning = USUAL) -> None:
        nodes = list(parts(formula))
        self._formula = formula
        self.variables = [node for node in nodes if isinstance(node, Size | NewSize)]
        most = tuning.certificate_variables
        if len(self.variables) > most:
            raise GaveUp(f"automata compare at most {most} numbers at a time")
        self._track: dict[Node, int] = {node: at for at, node in enumerate(self.variables)}
        self._counters: list[Counter] = []
        self._lines = [self._line(node) for node in nodes if isinstance(node, Literal | Combine)]
        pairs = dict.fromkeys(pair_of(node) for node in nodes if isinstance(node, Equal | Less))
        self._pairs = [(self._track[left], self._track[right]) for left, right in pairs]
        self._sign = {pair: at for at, pair in enumerate(pairs)}
        self._tail = max((counter.tail for counter in self._counters), default=0)
        self._moves_known: dict[Memory, list[tuple[Column, State]]] = {}
        self._open_known: dict[Signs, bool] = {}
        self._may_end_known: dict[tuple[Counter, Hashable, int], bool] = {}

    def _line(self, node: Literal | Combine) -> Line:
        self._track[node] = len(self._track)
        match node:
            case Literal(value):
                return self._counted(0, 0, Constant(value))
            case Combine(op, left, right):
                at, to = self._track[left], self._track[right]
                counter = _counter_of(op, right)
                return self._counted(at, to, counter) if counter else Line(at, to, op)
        assert_never(node)

    def _counted(self, left: int, right: int, counter: Counter) -> Line:
        self._counters.append(counter)
        return Line(left, right, counter=counter, number=len(self._counters) - 1)

    def starts(self) -> Iterator[State]:
        """The states before anything is read."""
        for counters in product(*(counter.starts for counter in self._counters)):
            yield (0,) * len(self._pairs), (self._tail, counters)

    def accepts(self, state: State) -> bool:
        """Whether the formula is true if the numbers end here."""
        signs, (clock, counters) = state
        return (
            clock == 0
            and self._all_may_end(counters)
            and self._truth(self._formula, signs, ended=True) is True
        )

    def _all_may_end(self, counters: Counters) -> bool:
        pairs = zip(self._counters, counters, strict=True)
        return all(counter.accepts(state) for counter, state in pairs)

    def steps(self, state: State) -> Iterator[tuple[Column, State]]:
        """The columns that may come next, each with the state after it.

        Columns after which the formula can no longer become true are left out.
        """
        signs, memory = state
        for column, (differences, after) in self._moves(memory):
            now = tuple(sign or found for sign, found in zip(signs, differences, strict=True))
            if self._open(now):
                yield column, (now, after)

    def _open(self, signs: Signs) -> bool:
        """Whether the formula may still become true."""
        if signs not in self._open_known:
            self._open_known[signs] = self._truth(self._formula, signs, ended=False) is not False
        return self._open_known[signs]

    def _moves(self, memory: Memory) -> list[tuple[Column, State]]:
        """One column for each possible outcome, as if all comparisons were equal so far."""
        if memory not in self._moves_known:
            found: dict[State, Column] = {}
            for place in self._places(memory[0]):
                for column in product((0, 1), repeat=len(self.variables)):
                    for bits, after in self._read(column, place, memory[1]):
                        outcome = self._differences(bits), (place, after)
                        found.setdefault(outcome, column)
            self._moves_known[memory] = [(column, state) for state, column in found.items()]
        return self._moves_known[memory]

    def _places(self, clock: int) -> tuple[int, ...]:
        """The possible numbers of places after the next one; empty if there is no next place."""
        if clock == self._tail:
            return (clock, clock - 1) if clock else (0,)
        return (clock - 1,) if clock else ()

    def _differences(self, bits: Column) -> Signs:
        return tuple((bits[a] > bits[b]) - (bits[a] < bits[b]) for a, b in self._pairs)

    def _read(self, column: Column, place: int, counters: Counters) -> list[_Way]:
        """The bits of all tracks for one column, with the states of the counters afterwards."""
        ways: list[_Way] = [(column, ())]
        for line in self._lines:
            ways = [new for way in ways for new in self._extended(line, way, place, counters)]
        return ways

    def _extended(self, line: Line, way: _Way, place: int, counters: Counters) -> Iterator[_Way]:
        """The bits with the bit of one more track, for every result that its counter allows."""
        # Tracks and counters are numbered in the order of the lines, so bits and states are
        # appended. A literal reads no track, so its line may come before any track exists.
        bits, after = way
        left, right = (bits[line.left], bits[line.right]) if bits else (0, 0)
        if line.counter is not None:
            at = counters[line.number]
            for bit, state in line.counter.steps(at, left, right, place):
                if place == self._tail or self._may_end(line.counter, state, place):
                    yield (*bits, bit), (*after, state)
        elif line.op is not None:
            yield (*bits, combine(line.op, left, right)), after

    def _may_end(self, counter: Counter, state: Hashable, places: int) -> bool:
        """Whether the guesses of a counter can come true in exactly `places` more places."""
        key = counter, state, places
        if key not in self._may_end_known:
            self._may_end_known[key] = (
                any(
                    self._may_end(counter, after, places - 1)
                    for left, right in product((0, 1), repeat=2)
                    for _, after in counter.steps(state, left, right, places - 1)
                )
                if places
                else counter.accepts(state)
            )
        return self._may_end_known[key]

    def _truth(self, formula: Formula, signs: Signs, *, ended: bool) -> bool | None:
        """Whether a formula is true; None if that depends on columns not read yet."""
        match formula:
            case Equal() | Less():
                sign = signs[self._sign[pair_of(formula)]]
                if sign == 0 and not ended:
                    return None
                return sign == (0 if isinstance(formula, Equal) else -1)
            case Not(arg):
                known = self._truth(arg, signs, ended=ended)
                return None if known is None else not known
            case Every(args):
                return _settled((self._truth(arg, signs, ended=ended) for arg in args), False)
            case Some(args):
                return _settled((self._truth(arg, signs, ended=ended) for arg in args), True)
        assert_never(formula)


def pair_of(formula: Equal | Less) -> tuple[Term, Term]:
    """The two terms that are compared."""
    return formula.left, formula.right


def _settled(truths: Iterator[bool | None], decisive: bool) -> bool | None:
    """`decisive` if a truth value is; its opposite if all are that opposite; else None."""
    found = set(truths)
    if decisive in found:
        return decisive
    return None if None in found else not decisive


def _counter_of(op: Op, right: Term) -> Counter | None:
    match op:
        case Op.PLUS:
            return Sum()
        case Op.MINUS:
            return Difference()
        case Op.MOD:
            assert isinstance(right, Literal), "piles.Number allows nothing else"
            return Remainder(right.value)
        case Op.XOR | Op.AND | Op.OR:
            return None
    assert_never(op)
