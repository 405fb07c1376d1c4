"""The variables of a system: for each declaration, its value now and after a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ...data import dataclass
from ...errors import BadDeclaration
from ...terms.sort import Bool, Enumeration, Interval, Sort
from ...terms.term import Variable
from ..modules.flatten import constant_of
from ..modules.instance import Declared, Instance
from ..source import Span
from ..syntax.words import WIDEST
from ..tree import (
    ArrayType,
    BooleanType,
    EnumType,
    Expression,
    InstanceType,
    Number,
    RangeType,
    Type,
    WordArrayType,
    WordType,
)
from .scalars import of_variable
from .value import Array, Scalar, Value, Word

Known: TypeAlias = Callable[[Expression, Instance], int]
"""The number that a constant expression denotes in an instance; raises `BadDeclaration`."""

MOST = 1 << 12
"""Elements of an array beyond which it is refused."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A variable of the model, and the one that stands for its value after a step."""

    now: Variable
    after: Variable


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A declared variable: its values now and after a step, and the model's variables in it."""

    declared: Declared
    now: Value
    after: Value
    pairs: tuple[Pair, ...]


def place_of(declared: Declared, known: Known) -> Place:
    """The place of a declaration; raises `BadDeclaration` for a type that has no values."""
    maker = _Maker(declared, known)
    now, after = maker.made(declared.name, declared.type)
    return Place(declared, now, after, tuple(maker.pairs))


class _Maker:
    def __init__(self, declared: Declared, known: Known) -> None:
        self._declared, self._known = declared, known
        self.pairs: list[Pair] = []

    def made(self, name: str, of: Type) -> tuple[Value, Value]:
        match of:
            case ArrayType():
                return self._array(name, of)
            case WordType(width, signed):
                return self._word(name, width, signed, of.at)
            case WordArrayType():
                raise BadDeclaration("arrays have indices such as 0..7, not words", of.at.place())
            case InstanceType(module):
                says = f"an array has no instances of {module} as elements: give each its own name"
                raise BadDeclaration(says, of.at.place())
        pair = self._pair(name, self._sort(of))
        return of_variable(pair.now), of_variable(pair.after)

    def _pair(self, name: str, sort: Sort) -> Pair:
        pair = Pair(Variable(name, sort), Variable(f"next({name})", sort))
        self.pairs.append(pair)
        return pair

    def _sort(self, of: BooleanType | RangeType | EnumType) -> Sort:
        match of:
            case BooleanType():
                return Bool()
            case RangeType(low, high):
                return Interval(*self._bounds(low, high, of.at))
            case EnumType(members):
                return _enumeration(list(_members(members)))

    def _bounds(self, low: Expression, high: Expression, at: Span) -> tuple[int, int]:
        instance = self._declared.instance
        least, greatest = self._known(low, instance), self._known(high, instance)
        if least > greatest:
            raise BadDeclaration(f"the range {least}..{greatest} is empty", at.place())
        return least, greatest

    def _array(self, name: str, of: ArrayType) -> tuple[Value, Value]:
        low, high = self._bounds(of.low, of.high, of.at)
        if high - low >= MOST:
            says = f"the array {name} has more than {MOST:,} elements"
            raise BadDeclaration(says, of.at.place())
        items = [self.made(f"{name}[{index}]", of.of) for index in range(low, high + 1)]
        now, after = (tuple(side) for side in zip(*items, strict=True))
        return Array(low, now), Array(low, after)

    def _word(self, name: str, width: Expression, signed: bool, at: Span) -> tuple[Value, Value]:
        count = self._known(width, self._declared.instance)
        if not 0 < count <= WIDEST:
            says = f"{name} is a word of {count} bits, and a word has 1 to {WIDEST}"
            raise BadDeclaration(says, at.place())
        pairs = [self._pair(f"{name}[{bit}]", Bool()) for bit in range(count)]
        return (
            Word(signed, tuple(pair.now for pair in pairs)),
            Word(signed, tuple(pair.after for pair in pairs)),
        )


def _members(members: tuple[Expression, ...]) -> Iterator[int | str]:
    seen: set[int | str] = set()
    for member in members:
        name = constant_of(member)
        if name is None and not isinstance(member, Number):
            says = "TRUE and FALSE are no members of an enumeration: declare boolean"
            raise BadDeclaration(says, member.at.place())
        value = member.value if isinstance(member, Number) else name
        assert isinstance(value, int | str)
        if value in seen:
            raise BadDeclaration(f"{value} stands twice in this type", member.at.place())
        seen.add(value)
        yield value


def _enumeration(members: list[int | str]) -> Sort:
    """The sort of an enumeration; consecutive integers are an interval."""
    numbers = sorted(member for member in members if isinstance(member, int))
    if len(numbers) < len(members):
        return Enumeration(tuple(members))
    if numbers[-1] - numbers[0] + 1 == len(numbers):
        return Interval(numbers[0], numbers[-1])
    return Enumeration(tuple(numbers))


def words_in(name: str, value: Value) -> Iterator[tuple[str, Word]]:
    """The words in the value of a variable, by name."""
    match value:
        case Word():
            yield name, value
        case Array(low, items):
            for at, item in enumerate(items, low):
                yield from words_in(f"{name}[{at}]", item)
        case Scalar():
            pass
