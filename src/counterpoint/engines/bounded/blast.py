"""Terms as circuits: every operation is built from the bits of its operands.

Numbers are added, multiplied and divided by circuits, so that the size depends on the width of the
numbers, not on how many there are (bit-blasting: Kroening, Strichman, Decision Procedures, 2016,
chapter 6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ...identity import Identity, identity
from ...terms.sort import Bool, Enumeration, Interval, SetOf
from ...terms.term import Apply, Literal, Op, Term, Variable
from .circuit import Signal
from .coded import Bits, Coder
from .words import resized, width_of


class Blaster:
    """Turns terms into signals of one circuit; parts that terms share are built once.

    `values` has the value of each variable, in the form that `Coder.read` gives.

    >>> from .circuit import FALSE, Circuit
    >>> from .words import Words
    >>> coder = Coder(Words(Circuit()))
    >>> x = Variable("x", Interval(0, 3))
    >>> bits = coder.read(x.sort, coder.inputs(x.sort))
    >>> Blaster(coder, {"x": bits}).condition(Apply(Op.LT, (x, x), Bool())) == FALSE
    True
    """

    def __init__(self, coder: Coder, values: Mapping[str, Bits]) -> None:
        self._coder = coder
        self._words = coder.words
        self._circuit = coder.words.circuit
        self._values = values
        self._known: dict[Identity, Bits] = {}

    def condition(self, term: Term) -> Signal:
        """A term with a truth value as a signal."""
        assert isinstance(term.sort, Bool)
        (signal,) = self.bits(term)
        return signal

    def bits(self, term: Term) -> Bits:
        """The value of a term; no recursion, because choices among many elements are deep."""
        todo = [(term, False)]
        while todo:
            part, ready = todo.pop()
            if self._simple(part) is not None or identity(part) in self._known:
                continue
            assert isinstance(part, Apply)
            if ready:
                self._known[identity(part)] = self._apply(part)
            else:
                todo.append((part, True))
                todo += ((arg, False) for arg in part.args)
        return self._found(term)

    def _simple(self, term: Term) -> Bits | None:
        match term:
            case Literal(value, sort):
                return self._coder.literal(sort, value)
            case Variable(name, _):
                return self._values[name]
        return None

    def _found(self, term: Term) -> Bits:
        simple = self._simple(term)
        return self._known[identity(term)] if simple is None else simple

    def _apply(self, term: Apply) -> Bits:
        args = [self._found(arg) for arg in term.args]
        match term.op:
            case Op.NOT | Op.AND | Op.OR | Op.EQ | Op.LT | Op.LE | Op.CONTAINS | Op.SUBSET:
                return (self._truth(term, args),)
            case Op.ADD | Op.SUB | Op.MUL | Op.DIV | Op.MOD | Op.SIZE:
                return self._number(term, args)
            case Op.ITE:
                return self._choice(term, args)
            case Op.UNION | Op.INTERSECTION | Op.DIFFERENCE:
                return self._set(term.op, *args)
        assert_never(term.op)

    def _truth(self, term: Apply, args: list[Bits]) -> Signal:
        circuit = self._circuit
        match term.op:
            case Op.NOT:
                return args[0][0] ^ 1
            case Op.AND:
                return circuit.all(bit for (bit,) in args)
            case Op.OR:
                return circuit.any(bit for (bit,) in args)
            case Op.EQ:
                one, other = term.args
                return self._coder.equal((one.sort, args[0]), (other.sort, args[1]))
            case Op.LT | Op.LE:
                return self._words.less(args[0], args[1], equal=term.op is Op.LE)
            case Op.CONTAINS:
                members, element = term.args
                assert isinstance(members.sort, SetOf)
                return self._coder.contains(members.sort, args[0], element.sort, args[1])
            case _:  # SUBSET
                pairs = zip(*args, strict=True)
                return circuit.all(circuit.either(a ^ 1, b) for a, b in pairs)

    def _number(self, term: Apply, args: list[Bits]) -> Bits:
        assert isinstance(term.sort, Interval)
        width = width_of(term.sort.low, term.sort.high)
        match term.op:
            case Op.ADD:
                return self._words.plus(args[0], args[1], width)
            case Op.SUB:
                return self._words.minus(args[0], args[1], width)
            case Op.MUL:
                return self._words.times(args[0], args[1], width)
            case Op.DIV:
                return resized(self._words.quotient(args[0], args[1])[0], width)
            case Op.MOD:
                return resized(self._words.quotient(args[0], args[1])[1], width)
            case _:  # SIZE
                return self._words.count(args[0], width)

    def _choice(self, term: Apply, args: list[Bits]) -> Bits:
        (condition,), *both = args
        sorts = [arg.sort for arg in term.args[1:]]
        if isinstance(term.sort, Interval):
            return self._words.choose(condition, *both)
        if isinstance(term.sort, Enumeration):
            both = [
                self._coder.write(term.sort, given, bits)[0]
                for given, bits in zip(sorts, both, strict=True)
            ]
        pairs = zip(*both, strict=True)
        return tuple(self._circuit.choose(condition, *pair) for pair in pairs)

    def _set(self, op: Op, one: Bits, other: Bits) -> Bits:
        circuit = self._circuit
        pairs = zip(one, other, strict=True)
        match op:
            case Op.UNION:
                return tuple(circuit.either(*pair) for pair in pairs)
            case Op.INTERSECTION:
                return tuple(circuit.both(*pair) for pair in pairs)
            case _:
                return tuple(circuit.both(a, b ^ 1) for a, b in pairs)
