"""Terms as expressions of restricted Python over the words of a packed state.

A value is a number: true is 1, an integer is itself modulo 2**64, a member of an enumeration is its
code, and a set is its bit mask. The words of the state are the variables `s0`, `s1`, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ....data import dataclass
from ....errors import Refused
from ....identity import Identity, identity
from ....native import M64, u64
from ....terms.layout import Field, Layout
from ....terms.sort import (
    Bool,
    Enumeration,
    Interval,
    SetOf,
    Sort,
    code,
    is_member,
    size,
)
from ....terms.term import Apply, Literal, Op, Term, Variable
from .pool import fact_of

WIDEST = 1 << 62
"""Numbers with a greater absolute value could wrap around."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A test of one word of the state: its bits in `mask` are equal to `bits`."""

    word: int
    mask: int
    bits: int

    def __str__(self) -> str:
        return f"((s{self.word} & {self.mask:#x}) == {self.bits:#x})"


class Writer:
    """Writes the body of a function: its lines, and the names of the terms that they compute.

    A part of an expression longer than `longest` characters is computed in a separate line.
    """

    def __init__(self, layout: Layout, longest: int) -> None:
        self._longest = longest
        self.lines: list[str] = []
        self._fields: Mapping[str, Field] = {
            variable.name: where
            for variable, where in zip(layout.variables, layout.fields, strict=True)
        }
        self._chosen: dict[str, str] = {}
        self._indent = "    "
        self._names: list[dict[Identity, str]] = [{}]
        self._count = 0

    def line(self, text: str) -> None:
        """Append a line at the current indentation."""
        self.lines.append(self._indent + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A block of lines under `head`; what they compute is known only inside."""
        self.line(head)
        self._indent += "    "
        self._names.append({})
        yield
        self._names.pop()
        self._indent = self._indent[4:]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Lines that are not indented; what they compute is known only inside."""
        self._names.append({})
        yield
        self._names.pop()

    def let(self, text: str) -> str:
        """Assign an expression to a new variable; returns its name."""
        name = self.fresh()
        self.line(f"{name} = {text}")
        return name

    def fresh(self) -> str:
        """A name for a variable of the function."""
        self._count += 1
        return f"t{self._count}"

    def choose(self, variable: Variable, name: str) -> None:
        """Declare that the code of a chosen variable is in a variable of the function."""
        self._chosen[variable.name] = name

    def compute(self, term: Term) -> None:
        """Compute a term now, for later use in this block."""
        if isinstance(term, Apply) and self._known(term) is None:
            self._names[-1][identity(term)] = self.let(self._apply(term))

    def _known(self, term: Term) -> str | None:
        key = identity(term)
        return next((names[key] for names in self._names if key in names), None)

    def value(self, term: Term) -> str:
        """The expression for a term."""
        match term:
            case Literal(given, sort):
                return str(number_of(given, sort) & M64)
            case Variable():
                return self._variable(term)
            case Apply():
                known = self._known(term)
                text = known if known is not None else self._apply(term)
                if len(text) > self._longest:
                    self._names[-1][identity(term)] = text = self.let(text)
                return text

    def field(self, variable: Variable) -> str:
        """The expression for the code of a variable."""
        if variable.name in self._chosen:
            return self._chosen[variable.name]
        where = self._fields[variable.name]
        shifted = f"s{where.word} >> {where.shift}" if where.shift else f"s{where.word}"
        return f"({shifted})" if where.width == 64 else f"({shifted} & {(1 << where.width) - 1:#x})"

    def code(self, term: Term, sort: Sort) -> str:
        """The expression for a term's code in `sort`; for a value outside it, it gives no code.

        Raises `Refused` if native code has no such conversion.
        """
        text = self.value(term)
        match term.sort, sort:
            case Interval(), Interval(low, _):
                return f"({text} - {low & M64})" if low else text
            case Enumeration() as given, Enumeration() as wanted if given != wanted:
                return self._recoded(self.let(text), _runs(given, wanted), size(wanted))
        if type(term.sort) is not type(sort) or (isinstance(sort, SetOf) and sort != term.sort):
            raise Refused(f"native code does not turn a value of {term.sort} into one of {sort}")
        return text

    def masked(self, variable: Variable, known: int) -> Masked:
        """The test that a variable has the code `known`."""
        where = self._fields[variable.name]
        mask = (1 << where.width) - 1
        return Masked(where.word, mask << where.shift, known << where.shift)

    def has_code(self, variable: Variable, known: int) -> str:
        """The expression of the test that a variable has the code `known`."""
        if variable.name in self._chosen:
            return f"({self._chosen[variable.name]} == {known})"
        return str(self.masked(variable, known))

    def tests(self, conditions: Iterable[Term]) -> list[str]:
        """Expressions with the conjunction of the conditions; merged tests of bits first."""
        merged: dict[int, Masked] = {}
        others = []
        for condition in conditions:
            fact = fact_of(condition)
            if fact is None or self._known(condition) is not None:
                others.append(self.value(condition))
                continue
            if fact[0].name in self._chosen:
                others.append(self.has_code(*fact))
                continue
            one = self.masked(*fact)
            both = merged.get(one.word, Masked(one.word, 0, 0))
            if (both.bits ^ one.bits) & both.mask & one.mask:
                return ["0"]
            merged[one.word] = Masked(one.word, both.mask | one.mask, both.bits | one.bits)
        return [*map(str, merged.values()), *others]

    def _variable(self, variable: Variable) -> str:
        text = self.field(variable)
        low = variable.sort.low if isinstance(variable.sort, Interval) else 0
        return f"({text} + {low & M64})" if low else text

    def _apply(self, term: Apply) -> str:
        _check_width(term.sort)
        match term.op, term.args:
            case Op.AND, parts:
                return _junction("&", "and", self.tests(parts), self._longest)
            case Op.OR, parts:
                return _junction("|", "or", [self.value(part) for part in parts], self._longest)
            case Op.NOT, (part,):
                return f"({self.value(part)} ^ 1)"
            case Op.SIZE, (part,):
                return f"popcount({self.value(part)})"
            case Op.ITE, (condition, then, otherwise):
                chosen = self._value_in(then, term.sort), self._value_in(otherwise, term.sort)
                return f"({chosen[0]} if {self.value(condition)} else {chosen[1]})"
        return self._binary(term.op, *term.args)

    def _value_in(self, term: Term, sort: Sort) -> str:
        """The expression for a term as a value of `sort`, which has all values of the term."""
        return self.value(term) if isinstance(sort, (Bool, Interval)) else self.code(term, sort)

    def _binary(self, op: Op, left: Term, right: Term) -> str:
        match op:
            case Op.EQ:
                return self._equal(left, right)
            case Op.LT | Op.LE:
                return self._ordered(op, left, right)
            case Op.DIV | Op.MOD:
                return self._divided(op, left, right)
            case Op.CONTAINS:
                return self._contains(left, right)
        a, b = self.value(left), self.value(right)
        match op:
            case Op.SUBSET:
                return f"(({a} & ~{b}) == 0)"
            case Op.DIFFERENCE:
                return f"({a} & ~{b})"
        sign = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.UNION: "|", Op.INTERSECTION: "&"}[op]
        return f"({a} {sign} {b})"

    def _equal(self, left: Term, right: Term) -> str:
        if isinstance(left, Variable) and isinstance(right, Literal):
            if not is_member(left.sort, right.value):
                return "0"
            return self.has_code(left, code(left.sort, right.value))
        if isinstance(left.sort, Enumeration) and left.sort != right.sort:
            assert isinstance(right.sort, Enumeration)
            return f"({self.code(left, right.sort)} == {self.value(right)})"
        return f"({self.value(left)} == {self.value(right)})"

    def _ordered(self, op: Op, left: Term, right: Term) -> str:
        least = min(_low(left.sort), _low(right.sort))
        above = f" + {-least}" if least < 0 else ""
        return f"(({self.value(left)}{above}) {op.value} ({self.value(right)}{above}))"

    def _divided(self, op: Op, left: Term, right: Term) -> str:
        a, b = self.value(left), self.value(right)
        if _low(left.sort) >= 0 and _low(right.sort) > 0:
            return f"({a} {op.value} {b})"
        return f"{'floor_quotient' if op is Op.DIV else 'floor_remainder'}({a}, {b})"

    def _contains(self, members: Term, element: Term) -> str:
        assert isinstance(members.sort, SetOf)
        mask = self.value(members)
        universe = members.sort.members
        if isinstance(element, Literal):
            choice = Enumeration(universe)
            if not is_member(choice, element.value):
                return "0"
            return f"({mask} >> {code(choice, element.value)} & 1)"
        runs = _runs(element.sort, Enumeration(universe))
        place = self._recoded(self.let(self.value(element)), runs, 64)
        return f"(({mask} >> {place}) & 1)"

    def _recoded(self, name: str, runs: Sequence[_Run], otherwise: int) -> str:
        """The code in another sort for the number in variable `name`; if none, `otherwise`."""
        text = str(otherwise)
        for run in reversed(runs):
            there = f"{name} + {run.shift & M64}" if run.shift else name
            inside = f"{name} + {-run.first & M64} <= {run.last - run.first}"
            text = f"({there} if {inside} else {text})"
            text = self.let(text) if len(text) > self._longest else text
        return self.let(text)


@dataclass(frozen=True, slots=True)
class _Run:
    """Numbers of one sort, from `first` to `last`; in another, their codes are `shift` greater."""

    first: int
    last: int
    shift: int


def _runs(source: Sort, target: Enumeration) -> list[_Run]:
    """The values of a sort that are members of an enumeration, as runs of numbers and codes."""
    pairs = sorted(
        (number_of(member, source), place)
        for place, member in enumerate(target.members)
        if is_member(source, member)
    )
    runs: list[_Run] = []
    for here, there in pairs:
        if runs and runs[-1].last == here - 1 and runs[-1].shift == there - here:
            runs[-1] = _Run(runs[-1].first, here, runs[-1].shift)
        else:
            runs.append(_Run(here, here, there - here))
    return runs


def number_of(given: object, sort: Sort) -> int:
    """The number that represents a value of a sort in native code, before it wraps around.

    >>> number_of(-2, Interval(-3, 3)), number_of("b", Enumeration(("a", "b")))
    (-2, 1)
    """
    found = code(sort, given)
    return found + sort.low if isinstance(sort, Interval) else found


def _junction(eager: str, lazy: str, parts: Sequence[str], longest: int) -> str:
    """Parts joined: short ones are all computed, without jumps; long ones short-circuit."""
    neutral = "1" if eager == "&" else "0"
    if len(parts) < 2:
        return parts[0] if parts else neutral
    sign = eager if sum(map(len, parts)) <= longest else lazy
    return f"({f' {sign} '.join(parts)})"


def _low(sort: Sort) -> int:
    return sort.low if isinstance(sort, Interval) else 0


def _check_width(sort: Sort) -> None:
    if isinstance(sort, Interval) and not -WIDEST <= sort.low <= sort.high <= WIDEST:
        raise Refused(f"a number between {sort.low} and {sort.high} is too large for native code")


def floor_quotient(a: u64, b: u64) -> u64:
    """The quotient of two signed numbers, rounded down as in Python."""
    if b >> 63:
        a = 0 - a
        b = 0 - b
    if a >> 63:
        return 0 - (0 - a + b - 1) // b
    return a // b


def floor_remainder(a: u64, b: u64) -> u64:
    """The remainder that goes with `floor_quotient`; it has the sign of `b`."""
    return a - floor_quotient(a, b) * b
