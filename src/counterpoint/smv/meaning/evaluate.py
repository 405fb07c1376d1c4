"""Expressions as values: names resolved, types checked, faults noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum
from typing import TypeAlias, TypeVar

from ...errors import BadDeclaration, BadType
from ...identity import Identity, identity
from ...nodes import parts_of
from ...terms.apply import TRUE, all_true, any_true
from ...terms.term import Term
from ..modules.instance import Bound, Declared, Defined, Flat, Instance
from ..modules.names import Constant, Names
from ..source import Span
from ..tree import (
    Binary,
    Branch,
    Call,
    Case,
    Choice,
    Dot,
    Expression,
    Index,
    Members,
    Name,
    Next,
    Number,
    Range,
    Row,
    Self,
    Slice,
    Tense,
    Truth,
    Unary,
    WordNumber,
)
from . import bits, operations, scalars
from .functions import called, known_number, selected
from .operations import Misfit, boolean, truth
from .readings import combined, element, fault_where, marked, short_circuited
from .satisfiable import is_possible
from .value import (
    Array,
    Choices,
    Fault,
    Kind,
    Option,
    Reading,
    Scalar,
    Value,
    Word,
    common,
    masked,
    negation,
    type_of,
)
from .variables import Place, place_of

INEXHAUSTIVE = "the conditions of this case are not exhaustive: end it with TRUE : ...;"
EASILY = 64
"""Values that are tried to find out at once that the conditions of a case are exhaustive."""


class Time(Enum):
    """When an expression is read: in a state, or after the step from it."""

    NOW = "now"
    AFTER = "after"

    __hash__ = object.__hash__  # there is one object for each, and Enum hashes names in Python


_T = TypeVar("_T")

_Key: TypeAlias = tuple[Identity, Identity, Time]


class Evaluator:
    """Reads the expressions of a flat system; each is read once for each instance and time."""

    def __init__(self, flat: Flat) -> None:
        self.names = Names(flat)
        self._readings: dict[_Key, Reading] = {}
        self._defined: dict[tuple[Identity, Time], Reading] = {}
        self._open: list[Defined] = []
        self.definitions: dict[Identity, str] = {}
        self._places: dict[Identity, Place] = {}
        self.places = [self._declare(declared) for declared in flat.variables]

    def _declare(self, declared: Declared) -> Place:
        place = place_of(declared, self.known)
        self._places[identity(declared)] = place
        return place

    def place(self, declared: Declared) -> Place:
        """The variable of a declaration."""
        if identity(declared) not in self._places:
            says = f"{declared.name} is a variable, and a type needs constants"
            raise BadDeclaration(says, declared.at.place())
        return self._places[identity(declared)]

    def known(self, node: Expression, instance: Instance) -> int:
        """The number that a constant expression denotes."""
        reading = self.read(node, instance)
        return self._fit(node.at, lambda: known_number(reading.value, "a bound"))

    def condition(self, node: Expression, instance: Instance, what: str) -> Reading:
        """The reading of an expression that must be boolean; raises `BadType` if it is not."""
        reading = self.read(node, instance)
        self._fit(node.at, lambda: truth(reading.value, what))
        return reading

    def read(self, node: Expression, instance: Instance, time: Time = Time.NOW) -> Reading:
        """The value of an expression in an instance.

        Raises `BadType` for operands that do not fit, and `BadDeclaration` for undefined names.
        """
        key = identity(node), identity(instance), time
        found = self._readings.get(key)
        if found is None:
            found = self._readings[key] = self._read(node, instance, time)
        return found

    def read_after(self, node: Expression, instance: Instance) -> Reading:
        """The value that an expression has after the step."""
        return self.read(node, instance, Time.AFTER)

    def reads(self, node: Expression, instance: Instance, *, later: bool = False) -> frozenset[str]:
        """The variables of the model that stand in an expression, whether they matter or not.

        With `later`, it is read after the step.
        """
        found: set[str] = set()
        seen: set[_Key] = set()
        todo = [(node, instance, Time.AFTER if later else Time.NOW)]
        while todo:
            here, of, time = todo.pop()
            key = identity(here), identity(of), time
            if key in seen:
                continue
            seen.add(key)
            meant = self.names.meant(here, of)
            match meant:
                case Declared():
                    place = self.place(meant)
                    after = time is Time.AFTER and meant.kind != "FROZENVAR"
                    found.update(p.after.name if after else p.now.name for p in place.pairs)
                case Defined():
                    todo.append((meant.body, meant.instance, time))
                case Bound():
                    todo.append((meant.expression, meant.instance, time))
                case None if isinstance(here, Next):
                    todo.append((here.of, of, Time.AFTER))
                case None:
                    todo += [(part, of, time) for part in parts_of(here)]
        return frozenset(found)

    def _read(self, node: Expression, instance: Instance, time: Time) -> Reading:
        match node:
            case Truth(value):
                return Reading(scalars.literal(value))
            case Number(value):
                return Reading(scalars.literal(value))
            case WordNumber(width, value, signed):
                return Reading(Word(signed, bits.of_number(value, width)))
            case Name() | Dot() | Self():
                return self._named(node, instance, time)
            case Index(of, index):
                return self._indexed(node, of, index, instance, time)
            case Slice(of, high, low):
                return self._sliced(node, instance, time)
            case Next(of):
                return self._next(node, of, instance, time)
            case Unary(operator, of):
                reading = self.read(of, instance, time)
                apply_to = operations.inverted if operator == "!" else operations.negative
                return marked(self._fit(node.at, lambda: apply_to(reading.value)), reading)
            case Binary("&" | "|"):
                return self._junction(node, instance, time)
            case Binary():
                return self._binary(node, instance, time)
            case Choice():
                return self._choice(node, instance, time)
            case Case(branches):
                return self._case(node, branches, instance, time)
            case Call(function, args):
                readings = [self.read(arg, instance, time) for arg in args]
                values = [reading.value for reading in readings]
                return marked(self._fit(node.at, lambda: called(function, values)), *readings)
            case Members(parts):
                return self._members(parts, instance, time)
            case Range(low, high):
                return self._range(node, low, high, instance)
            case Row(parts):
                return self._row(node, parts, instance, time)
            case Tense(operator):
                says = f"{operator} is an operator of specifications, and this is an expression"
                raise BadType(says, node.at.place())
        raise AssertionError(node)

    def _fit(self, at: Span, compute: Callable[[], _T]) -> _T:
        try:
            return compute()
        except Misfit as misfit:
            raise BadType(str(misfit), at.place()) from None

    # Names.

    def _named(self, node: Expression, instance: Instance, time: Time) -> Reading:
        meant = self.names.meant(node, instance)
        match meant:
            case Constant(name):
                return Reading(scalars.literal(name))
            case Bound(expression, of):
                return self.read(expression, of, time)
            case Declared():
                return self._variable(meant, node, time)
            case Defined():
                return self._definition(meant, time)
            case Instance():
                says = f"{meant.name or 'main'} is an instance of a module, and has no value"
                raise BadType(says, node.at.place())
        raise AssertionError(node)

    def _variable(self, declared: Declared, node: Expression, time: Time) -> Reading:
        place = self.place(declared)
        is_input = declared.kind == "IVAR"
        if time is Time.AFTER and is_input:
            says = f"{declared.name} is an input, which belongs to a step: next has no meaning"
            raise BadDeclaration(says, node.at.place())
        value = place.now if time is Time.NOW or declared.kind == "FROZENVAR" else place.after
        return Reading(value, input_at=node.at if is_input else None)

    def _definition(self, defined: Defined, time: Time) -> Reading:
        key = identity(defined), time
        if key in self._defined:
            return self._defined[key]
        if defined in self._open:
            ring = [*self._open[self._open.index(defined) :], defined]
            says = f"the definition is circular: {' needs '.join(each.name for each in ring)}"
            raise BadDeclaration(says, defined.at.place())
        self._open.append(defined)
        try:
            found = self.read(defined.body, defined.instance, time)
        finally:
            self._open.pop()
        self._defined[key] = found
        if isinstance(found.value, Scalar):
            self.definitions.setdefault(identity(found.value.term), defined.name)
        return found

    def _next(self, node: Next, of: Expression, instance: Instance, time: Time) -> Reading:
        if time is Time.AFTER:
            raise BadDeclaration("next stands inside of next", node.at.place())
        found = self.read(of, instance, Time.AFTER)
        return Reading(found.value, found.faults, node.at, found.input_at)

    # Arrays and bits.

    def _indexed(
        self, node: Index, of: Expression, index: Expression, instance: Instance, time: Time
    ) -> Reading:
        meant = self.names.meant(node, instance)
        if isinstance(meant, Declared):
            return self._variable(meant, node, time)
        if isinstance(meant, Defined):
            return self._definition(meant, time)
        array, at = self.read(of, instance, time), self.read(index, instance, time)
        if not isinstance(array.value, Array):
            says = f"[ ] takes an element of an array, and this is {type_of(array.value)}"
            if isinstance(array.value, Word):
                says += "; one bit of a word is w[0:0]"
            raise BadType(says, of.at.place())
        place = at.value
        if isinstance(place, Word):
            place = operations.integer(bits.number(place.bits, signed=place.signed))
        if not isinstance(place, Scalar) or place.kind is not Kind.INTEGER:
            says = f"an index is an integer or a word, and this is {type_of(place)}"
            raise BadType(says, index.at.place())
        value, outside = element(array.value, place)
        faults = fault_where(outside, "the index is outside of the array", index.at)
        return marked(value, array, at, faults=faults)

    def _sliced(self, node: Slice, instance: Instance, time: Time) -> Reading:
        reading = self.read(node.of, instance, time)
        high, low = self.known(node.high, instance), self.known(node.low, instance)
        return marked(self._fit(node.at, lambda: selected(reading.value, high, low)), reading)

    def _row(
        self, node: Row, parts: tuple[Expression, ...], instance: Instance, time: Time
    ) -> Reading:
        readings = [self.read(part, instance, time) for part in parts]
        types = {type_of(reading.value) for reading in readings}
        is_scalar = all(isinstance(reading.value, Scalar) for reading in readings)
        if len(types) > 1 and not is_scalar:
            says = f"the elements of an array have one type, and these have {' and '.join(types)}"
            raise BadType(says, node.at.place())
        return marked(Array(0, tuple(reading.value for reading in readings)), *readings)

    # Operators.

    def _junction(self, node: Binary, instance: Instance, time: Time) -> Reading:
        """A row of `&` or `|`, which may be long, in one go."""
        parts, at = [node.right], node.left
        while isinstance(at, Binary) and at.operator == node.operator:
            parts.append(at.right)
            at = at.left
        parts = [at, *reversed(parts)]
        readings = [self.read(part, instance, time) for part in parts]
        if any(isinstance(reading.value, Word) for reading in readings):
            return self._words_joined(node, parts, readings)
        terms = [
            self._fit(part.at, lambda reading=reading: truth(reading.value, node.operator))  # type: ignore[misc]
            for part, reading in zip(parts, readings, strict=True)
        ]
        join = all_true if node.operator == "&" else any_true
        faults = short_circuited(readings, terms, node.operator)
        return marked(boolean(join(terms)), *readings, faults=faults, own=True)

    def _words_joined(
        self, node: Binary, parts: list[Expression], readings: list[Reading]
    ) -> Reading:
        value = readings[0].value
        for part, reading in zip(parts[1:], readings[1:], strict=True):
            before = value
            value = self._fit(
                part.at,
                lambda before=before, reading=reading: operations.joined(  # type: ignore[misc]
                    node.operator, before, reading.value
                ),
            )
        return marked(value, *readings)

    def _binary(self, node: Binary, instance: Instance, time: Time) -> Reading:
        one = self.read(node.left, instance, time)
        other = self.read(node.right, instance, time)
        value, wrong, says = self._fit(
            node.at, lambda: combined(node.operator, one.value, other.value)
        )
        faults = (*one.faults, *other.faults)
        if node.operator == "->" and isinstance(one.value, Scalar):
            faults = (*one.faults, *masked(other.faults, one.value.term))
        faults += fault_where(wrong, says, node.right.at)
        return marked(value, one, other, faults=faults, own=True)

    def _choice(self, node: Choice, instance: Instance, time: Time) -> Reading:
        when = self.read(node.condition, instance, time)
        condition = self._fit(node.condition.at, lambda: truth(when.value, "?"))
        then = self.read(node.then, instance, time)
        otherwise = self.read(node.otherwise, instance, time)
        return self._either(node.at, condition, when, then, otherwise)

    def _either(
        self, at: Span, condition: Term, when: Reading, then: Reading, otherwise: Reading
    ) -> Reading:
        value = self._fit(at, lambda: operations.chosen(condition, then.value, otherwise.value))
        faults = (
            *when.faults,
            *masked(then.faults, condition),
            *masked(otherwise.faults, negation(condition)),
        )
        return marked(value, when, then, otherwise, faults=faults, own=True)

    def _case(
        self, node: Case, branches: tuple[Branch, ...], instance: Instance, time: Time
    ) -> Reading:
        found: Reading | None = None
        for branch in reversed(branches):
            when = self.read(branch.condition, instance, time)
            condition = self._fit(branch.condition.at, lambda w=when: truth(w.value, "case"))  # type: ignore[misc]
            then = self.read(branch.of, instance, time)
            if found is None:
                faults = fault_where(negation(condition), INEXHAUSTIVE, node.at)
                found = marked(
                    then.value, when, then, faults=(*then.faults, *when.faults, *faults), own=True
                )
            else:
                found = self._either(branch.of.at, condition, when, then, found)
        assert found is not None
        return replace(found, faults=tuple(_possible(found.faults, node)))

    # Sets.

    def _members(self, parts: tuple[Expression, ...], instance: Instance, time: Time) -> Reading:
        readings = [self.read(part, instance, time) for part in parts]
        if len(readings) == 1:
            return readings[0]
        value: Value = readings[0].value
        options: list[Option] = []
        kind: Kind | None = None
        for part, reading in zip(parts, readings, strict=True):
            of = self._fit(part.at, lambda r=reading: operations.as_set(r.value))  # type: ignore[misc]
            joined = of.kind if kind is None else common(kind, of.kind)
            if joined is None:
                assert kind is not None
                says = (
                    f"a set has values that go together, and not {kind.value} and {of.kind.value}"
                )
                raise BadType(says, part.at.place())
            kind = joined
            options += of.options
        assert kind is not None
        value = Choices(kind, tuple(options))
        return marked(value, *readings)

    def _range(self, node: Range, low: Expression, high: Expression, instance: Instance) -> Reading:
        least, greatest = self.known(low, instance), self.known(high, instance)
        if least > greatest:
            raise BadType(f"the range {least}..{greatest} is empty", node.at.place())
        option = Option(TRUE, scalars.literal(least), greatest)
        return Reading(Choices(Kind.INTEGER, (option,)))


def _possible(faults: Iterable[Fault], case: Case) -> Iterator[Fault]:
    """The faults of a case, without that its conditions are not exhaustive if it is clear that they
    are: each expression around it would add conditions, and the question would be asked again."""
    for fault in faults:
        own = fault.says is INEXHAUSTIVE and fault.at is case.at
        if not own or is_possible(fault.condition, EASILY) is not False:
            yield fault
