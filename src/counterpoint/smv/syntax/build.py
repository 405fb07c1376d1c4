"""Building trees: a method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...data import dataclass
from ...errors import BadSmv
from ..source import Source, Span
from ..tree import (
    ArrayType,
    Assignment,
    BooleanType,
    Branch,
    Call,
    Case,
    Compassion,
    Constants,
    Constraint,
    Definition,
    Dot,
    EnumType,
    Expression,
    Included,
    Index,
    InstanceType,
    Members,
    Module,
    Name,
    Next,
    Number,
    Property,
    Range,
    RangeType,
    Row,
    Self,
    Slice,
    Text,
    Truth,
    Type,
    Variable,
    WordArrayType,
    WordType,
)
from .operators import Bounded, Item, Placed, quantified, together
from .table import Word
from .words import word_number

LARGEST_INTEGER = 2**31 - 1
"""The greatest number that can be written: integers of SMV are those of 32 bits."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Operands and operators that are not put together yet."""

    items: tuple[Item, ...]
    start: int
    end: int


class Actions:
    """The actions of the grammar: each makes a node from its parts and its place in the source."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def _at(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _refused(self, says: str, start: int, end: int) -> BadSmv:
        return BadSmv(says, self.source.place(start, end))

    def made(self, rule: str, parts: list[Any], start: int, end: int) -> Any:
        """What the rule makes of its parts.

        A row of operands waits to be put together, since it depends on what is around it.
        """
        if rule == "basic":
            return _Row(tuple(map(self._item, parts)), start, end)
        if rule == "quantified":
            quantifier, of = parts
            row = of.items if isinstance(of, _Row) else [self._item(of)]
            return quantified(self.source, quantifier, row, end)
        return getattr(self, rule)(list(map(self._node, parts)), start, end)

    def _item(self, part: Any) -> Item:
        if isinstance(part, (Word, Bounded, Placed)):
            return part
        node = self._node(part)
        return Placed(node, node.at.start, node.at.end)

    def _node(self, part: Any) -> Any:
        if isinstance(part, _Row):
            return together(self.source, part.items).node
        return part.node if isinstance(part, Placed) else part

    # Declarations ---------------------------------------------------------------------------------

    def text(self, parts: list[Any], start: int, end: int) -> Text:
        return Text(tuple(parts), at=self._at(start, end))

    def module(self, parts: list[Any], start: int, end: int) -> Module:
        _, name, parameters, *declared = parts
        declarations = [
            d for part in declared for d in (part if isinstance(part, list) else [part])
        ]
        at = self._at(name.start, name.end)
        return Module(name.text, parameters or (), tuple(declarations), at=at)

    def parameters(self, parts: list[Any], start: int, end: int) -> tuple[str, ...]:
        return tuple(part.text for part in _given(parts))

    def variables(self, parts: list[Any], start: int, end: int) -> list[Variable]:
        kind, *found = parts
        return [Variable(kind.text, name, of, at=at) for name, of, at in found]

    def variable(self, parts: list[Any], start: int, end: int) -> tuple[str, Any, Span]:
        (name, at), of = parts
        return name, of, at

    def declared(self, parts: list[Any], start: int, end: int) -> tuple[str, Span]:
        return parts[0].text, self._at(start, end)

    def declared_dot(self, parts: list[Any], start: int, end: int) -> tuple[str, Span]:
        (name, _), more = parts
        return f"{name}.{more.text}", self._at(start, end)

    def declared_at(self, parts: list[Any], start: int, end: int) -> tuple[str, Span]:
        (name, _), index = parts
        return f"{name}[{int(index.text)}]", self._at(start, end)

    def declared_below(self, parts: list[Any], start: int, end: int) -> tuple[str, Span]:
        (name, _), index = parts
        return f"{name}[{-int(index.text)}]", self._at(start, end)

    def definitions(self, parts: list[Any], start: int, end: int) -> list[Definition]:
        return parts

    def definition(self, parts: list[Any], start: int, end: int) -> Definition:
        (name, at), body = parts
        return Definition(name, body, at=at)

    def row(self, parts: list[Any], start: int, end: int) -> Row:
        return Row(tuple(parts), at=self._at(start, end))

    def constants(self, parts: list[Any], start: int, end: int) -> Constants:
        return Constants(tuple(part.name for part in _given(parts)), at=self._at(start, end))

    def complex(self, parts: list[Any], start: int, end: int) -> Name:
        return Name(parts[0].text, at=self._at(start, end))

    def complex_dot(self, parts: list[Any], start: int, end: int) -> Name:
        return Name(f"{parts[0].name}.{parts[1].text}", at=self._at(start, end))

    def assignments(self, parts: list[Any], start: int, end: int) -> list[Assignment]:
        return parts

    def assigned(self, parts: list[Any], start: int, end: int) -> Assignment:
        return Assignment("", *parts, at=self._at(start, end))

    def assignment(self, parts: list[Any], start: int, end: int) -> Assignment:
        kind, target, value = parts
        return Assignment(kind.text, target, value, at=self._at(start, end))

    def constraint(self, parts: list[Any], start: int, end: int) -> Constraint:
        kind, condition = parts
        return Constraint(kind.text, condition, at=self._at(start, end))

    def compassion(self, parts: list[Any], start: int, end: int) -> Compassion:
        return Compassion(*parts, at=self._at(start, end))

    def property(self, parts: list[Any], start: int, end: int) -> Property:
        kind, name, formula, context = parts
        kept = "SPEC" if kind.text == "CTLSPEC" else kind.text
        return self._property(kept, name, (formula,), context, self._at(start, end))

    def compute(self, parts: list[Any], start: int, end: int) -> Property:
        name, (kind, *formulas), context = parts
        return self._property(kind.text, name, tuple(formulas), context, self._at(start, end))

    def _property(
        self, kind: str, name: Any, formulas: tuple[Expression, ...], context: Any, at: Span
    ) -> Property:
        said = "" if name is None else name.at.text
        return Property(kind, said, formulas, () if context is None else (context,), at=at)

    def named(self, parts: list[Any], start: int, end: int) -> Expression:
        return parts[0]  # type: ignore[no-any-return]

    def measured(self, parts: list[Any], start: int, end: int) -> list[Any]:
        return parts

    def included(self, parts: list[Any], start: int, end: int) -> Included:
        return Included(parts[0].text, at=self._at(start, end))

    def psl(self, parts: list[Any], start: int, end: int) -> None:
        says = "PSL is not read here: write the property as LTLSPEC, CTLSPEC or INVARSPEC"
        raise self._refused(says, start, start + len("PSLSPEC"))

    # Types ----------------------------------------------------------------------------------------

    def boolean(self, parts: list[Any], start: int, end: int) -> BooleanType:
        return BooleanType(at=self._at(start, end))

    def word(self, parts: list[Any], start: int, end: int) -> WordType:
        sign, width = parts
        is_signed = sign is not None and sign.kind == "SIGNED"
        return WordType(width, is_signed, at=self._at(start, end))

    def plain_type(self, parts: list[Any], start: int, end: int) -> Type:
        """A range, an enumeration or a module, which are read as expressions."""
        (of,) = parts
        at = self._at(start, end)
        match of:
            case Range(low, high):
                return RangeType(low, high, at=at)
            case Members(members):
                return EnumType(members, at=at)
            case Name(name):
                return InstanceType(name, (), at=at)
        raise self._refused("a type is expected: this is an expression", start, end)

    def array(self, parts: list[Any], start: int, end: int) -> ArrayType:
        indices, of = parts
        if not isinstance(indices, Range):
            says = "an array has indices such as 0..7"
            raise BadSmv(says, indices.at.place())
        return ArrayType(indices.low, indices.high, of, at=self._at(start, end))

    def word_array(self, parts: list[Any], start: int, end: int) -> WordArrayType:
        return WordArrayType(parts[-1], at=self._at(start, end))

    def instance(self, parts: list[Any], start: int, end: int) -> InstanceType:
        process, name, *args = parts
        at = self._at(start, end)
        return InstanceType(name.text, tuple(_given(args)), process is not None, at=at)

    # Expressions ----------------------------------------------------------------------------------

    def name(self, parts: list[Any], start: int, end: int) -> Name:
        return Name(parts[0].text, at=self._at(start, end))

    def self(self, parts: list[Any], start: int, end: int) -> Self:
        return Self(at=self._at(start, end))

    def number(self, parts: list[Any], start: int, end: int) -> Number:
        return Number(self._integer(parts[0]), at=self._at(start, end))

    def _integer(self, word: Word) -> int:
        digits = word.text.lstrip("0") or "0"
        if len(digits) > len(str(LARGEST_INTEGER)) or int(digits) > LARGEST_INTEGER:
            says = f"integers go up to {LARGEST_INTEGER}; larger numbers need words"
            raise self._refused(says, word.start, word.end)
        return int(digits)

    def word_number(self, parts: list[Any], start: int, end: int) -> Expression:
        try:
            return word_number(parts[0].text, self._at(start, end))
        except ValueError as error:
            raise self._refused(str(error), start, end) from None

    def real(self, parts: list[Any], start: int, end: int) -> None:
        raise self._refused("there are no real numbers in a finite system", start, end)

    def truth(self, parts: list[Any], start: int, end: int) -> Truth:
        return Truth(parts[0].text == "TRUE", at=self._at(start, end))

    def inner(self, parts: list[Any], start: int, end: int) -> Placed:
        return Placed(parts[0], start, end)

    def dot(self, parts: list[Any], start: int, end: int) -> Dot:
        return Dot(parts[0], parts[1].text, at=self._at(start, end))

    def index(self, parts: list[Any], start: int, end: int) -> Index:
        return Index(*parts, at=self._at(start, end))

    def slice(self, parts: list[Any], start: int, end: int) -> Slice:
        return Slice(*parts, at=self._at(start, end))

    def cases(self, parts: list[Any], start: int, end: int) -> Case:
        return Case(tuple(parts), at=self._at(start, end))

    def branch(self, parts: list[Any], start: int, end: int) -> Branch:
        return Branch(*parts, at=self._at(start, end))

    def members(self, parts: list[Any], start: int, end: int) -> Members:
        return Members(tuple(parts), at=self._at(start, end))

    def range(self, parts: list[Any], start: int, end: int) -> Range:
        return Range(*parts, at=self._at(start, end))

    def next(self, parts: list[Any], start: int, end: int) -> Next:
        return Next(parts[1], at=self._at(start, end))

    def call(self, parts: list[Any], start: int, end: int) -> Call:
        return Call(parts[0].text, tuple(parts[1:]), at=self._at(start, end))

    # Time -----------------------------------------------------------------------------------------

    def bounded(self, parts: list[Any], start: int, end: int) -> Bounded:
        word, *given = parts
        low, high = given[0] if len(given) == 1 else map(self._integer, given)
        if not 0 <= low <= high:
            says = f"{low} and {high} are no bounds of time: 0 <= {low} <= {high} is false"
            raise self._refused(says, word.start, word.end)
        return Bounded(word, low, high)

    def until(self, parts: list[Any], start: int, end: int) -> Bounded:
        return self.bounded(parts, start, end)

    def bounds(self, parts: list[Any], start: int, end: int) -> tuple[int, int]:
        low, high = parts
        return low, high

    def integer(self, parts: list[Any], start: int, end: int) -> int:
        value = self._integer(parts[-1])
        return -value if len(parts) > 1 else value


def _given(parts: Iterable[Any]) -> list[Any]:
    """The parts, without optional ones that are missing."""
    return [part for part in parts if part is not None]
