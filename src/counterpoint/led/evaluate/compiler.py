"""Compiling expressions to closures over frames; those of conditions return a Python `bool`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import BadDefinition
from ..meaning.known import Key, Known
from ..meaning.planner import Plan, Stuck, plan
from ..source import Span
from ..tree import (
    Big,
    Binary,
    Branch,
    Call,
    Cases,
    Chain,
    Definition,
    Expression,
    Index,
    Interval,
    Literal,
    Members,
    Name,
    Quantified,
    Row,
    Slice,
    Such,
    Tuple,
    Unary,
)
from ..values import numbers as num
from ..values import operations as op
from ..values.several import MOST_MEMBERS, made_set, settled
from ..values.value import FALSE, TRUE, Items, Value, shortly
from .bodies import body_of
from .conditions import chain, quantified
from .given import given
from .machine import Machine, Needs, failed
from .needs import needs_in, needs_of
from .scope import Ask, Frame, FrameLayout, Read, Scope
from .solving import solved
from .terms import applied, binary, folded, slot_or_later
from .unit import Unit

_ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": num.plus, "-": num.minus, "*": num.times, "/": num.over, "mod": num.modulo, "^": num.power,
    "U": op.union, "\\": op.without, "sec": op.common,
}  # fmt: skip

_UNARY: dict[str, Callable[[Value], Value]] = {
    "-": num.negative, "+": num.positive, "||": num.size,
}  # fmt: skip

_TRUTHS = frozenset({"&", "V", "=>", "<=>"})


class Compiler:
    """Compiles the expressions of one text; they share the caches of its definitions."""

    def __init__(self, known: Known, machine: Machine | None = None) -> None:
        self.known = known
        self.machine = machine or Machine()
        self.needs = needs_of(known)
        self.units: dict[Key, Unit] = {}
        for number, (key, definition) in enumerate(known.definitions.items()):
            unit = Unit(number, definition, self.needs[key], self.machine)
            unit.compile = self._compiled
            self.units[key] = unit
        self._of_state = [unit for unit in self.units.values() if unit.needs & Needs.STATE]

    def enter(self, state: Value) -> None:
        """Set the state of the machine, and clear the caches that depend on the previous state."""
        if state is self.machine.state:
            return
        self.machine.state = state
        for unit in self._of_state:
            unit.memo = {}

    def is_free(self, name: str, scope: Scope) -> bool:
        """Whether a name in a pattern is bound by it, rather than compared with the value."""
        return name not in scope.places and (name in scope.reserved or not self.known.means(name))

    def needs_in(self, expression: Expression) -> Needs:
        """What an expression depends on besides its variables: the state, the mouse."""
        return needs_in(expression, self.known, self.needs)

    # Definitions ----------------------------------------------------------------------------------

    def _compiled(self, definition: Definition, needs: Needs) -> tuple[Read, FrameLayout]:
        """The closure of a definition, and the layout of its frames."""
        mixed = needs is not Needs.MOUSE
        scope = Scope.of((p.name for p in definition.parameters), mixed=mixed)
        read, _ = body_of(self, definition, scope)
        return read, scope.layout

    def scope_of(self, definition: Definition) -> tuple[Read, Scope]:
        """The closure of a definition, and the scope of its body."""
        scope = Scope.of(p.name for p in definition.parameters)
        return body_of(self, definition, scope)

    # Values ---------------------------------------------------------------------------------------

    def value(self, expression: Expression, scope: Scope) -> Read:
        """A closure for the value of an expression in a frame."""
        match expression:
            case Literal(value):
                return lambda frame: value
            case Name(name):
                return self._name(name, expression, scope)
            case Call():
                return self._call(expression, scope)
            case Tuple(parts):
                values = self._each(parts, scope)
                return lambda frame: tuple([value(frame) for value in values])
            case Row(parts):
                values = self._each(parts, scope)
                return lambda frame: Items(tuple([value(frame) for value in values]))
            case Members(parts):
                values = self._each(parts, scope)
                return lambda frame: made_set([value(frame) for value in values])
            case Interval(low, high):
                ends = self.value(low, scope), self.value(high, scope)
                return applied(op.interval, ends, expression.at)
            case Index(of, index):
                ends = self.value(of, scope), self.value(index, scope)
                return applied(op.part, ends, expression.at)
            case Slice(of, low, high):
                three = self.value(of, scope), self.value(low, scope), self.value(high, scope)
                return applied(op.parts, three, expression.at)
            case Unary("~") | Chain() | Quantified():
                return self._truth(expression, scope)
            case Unary(operator, of):
                return applied(_UNARY[operator], (self.value(of, scope),), expression.at)
            case Binary(operator) if operator in _TRUTHS:
                return self._truth(expression, scope)
            case Binary(operator, left, right):
                sides = self.value(left, scope), self.value(right, scope)
                return binary(operator, _ARITHMETIC[operator], *sides, expression.at)
            case Such(of, where):
                return self._collected(of, where, scope, made_set, expression.at)
            case Big(operator, where, of):
                made = folded(operator, expression.at)
                return self._collected(of, where, scope, made, expression.at)
            case Cases(branches):
                return self._cases(branches, expression, scope, self.value)

    def body(self, definition: Definition, scope: Scope) -> Read:
        """A closure for the value of the body of a definition; that of `iff` is a truth."""
        body = definition.body
        if not definition.is_relation:
            return self.value(body, scope)
        if isinstance(body, Cases):
            return self._cases(body.branches, body, scope, self._truth)
        return self._truth(body, scope)

    def _truth(self, condition: Expression, scope: Scope) -> Read:
        return _as_value(self.test(condition, scope))

    def _each(self, parts: tuple[Expression, ...], scope: Scope) -> list[Read]:
        return [self.value(part, scope) for part in parts]

    def _name(self, name: str, expression: Expression, scope: Scope) -> Read:
        if name in scope.places:
            return slot_or_later(scope.places[name], scope.later.get(name))
        if (name, 0) in self.units:
            return self._unit(self.units[name, 0], [], scope)
        if self.known.is_given(name):
            return given(name, self.machine, expression.at)
        builtin = self.known.builtin(name, 0)
        assert builtin is not None, "names were looked at before"
        return applied(builtin.compute, (), expression.at)

    def _call(self, call: Call, scope: Scope) -> Read:
        args = self._each(call.args, scope)
        unit = self.units.get((call.name, len(args)))
        if unit is not None:
            return self._unit(unit, args, scope)
        builtin = self.known.builtin(call.name, len(args))
        assert builtin is not None, "names were looked at before"
        return applied(builtin.compute, tuple(args), call.at)

    def _unit(self, unit: Unit, args: list[Read], scope: Scope) -> Read:
        """A call of a definition.

        In a mixed scope, a call that depends on the mouse alone is noted as a question.
        """
        observes = scope.mixed and unit.needs is Needs.MOUSE
        call = self._observing(unit) if observes else unit.call
        if not args:
            return lambda frame: call(())
        if len(args) == 1:
            (first,) = args
            return lambda frame: call((first(frame),))
        return lambda frame: call(tuple([arg(frame) for arg in args]))

    def _observing(self, unit: Unit) -> Callable[[tuple[Value, ...]], Value]:
        machine = self.machine

        def call(args: tuple[Value, ...]) -> Value:
            return unit.observe(args) if machine.watching else unit.call(args)

        return call

    def plan(self, condition: Expression, scope: Scope) -> Plan:
        """The plan for finding the solutions of a condition; raises `BadDefinition`."""
        found = plan(condition, scope.names, self.known)
        if isinstance(found, Stuck):  # a case that the check of names did not detect
            names = ", ".join(sorted(found.names))
            raise BadDefinition(f"nothing here says what {names} can be", condition.at.place())
        return found

    def _collected(
        self,
        of: Expression,
        where: Expression,
        scope: Scope,
        made: Callable[[list[Value]], Value],
        at: Span,
    ) -> Read:
        """The result of `made` for the values of a term for all solutions of a condition."""
        found = self.plan(where, scope)
        place = scope.layout.place()
        names = sorted(found.names)

        def then(inner: Scope) -> Ask:
            value = self.value(of, inner)
            places = [inner.places[name] for name in names]
            if found.is_plain:
                return _keeping(place, value, at)
            return _once(place, value, places, at)

        solutions = solved(self, found, scope, then)

        def collect(frame: Frame) -> Value:
            kept: dict[Any, Value] = {}
            frame[place] = kept
            solutions(frame)
            return made(list(kept.values()))

        return collect

    def _cases(
        self,
        branches: tuple[Branch, ...],
        at: Expression,
        scope: Scope,
        of: Callable[[Expression, Scope], Read],
    ) -> Read:
        cases = [
            (
                of(branch.of, scope),
                None if branch.condition is None else self.test(branch.condition, scope),
            )
            for branch in branches
        ]

        def choose(frame: Frame) -> Value:
            for value, test in cases:
                if test is None or test(frame):
                    return value(frame)
            raise failed("no case applies: all conditions are false", at.at)

        return choose

    # Conditions -----------------------------------------------------------------------------------

    def test(self, expression: Expression, scope: Scope) -> Ask:
        """A closure that returns whether a condition is true in a frame."""
        match expression:
            case Unary("~", of):
                test = self.test(of, scope)
                return lambda frame: not test(frame)
            case Binary("&", left, right):
                one, other = self.test(left, scope), self.test(right, scope)
                return lambda frame: one(frame) and other(frame)
            case Binary("V", left, right):
                one, other = self.test(left, scope), self.test(right, scope)
                return lambda frame: one(frame) or other(frame)
            case Binary("=>", left, right):
                one, other = self.test(left, scope), self.test(right, scope)
                return lambda frame: not one(frame) or other(frame)
            case Binary("<=>", left, right):
                one, other = self.test(left, scope), self.test(right, scope)
                return lambda frame: one(frame) == other(frame)
            case Chain():
                return chain(self, expression, scope)
            case Quantified():
                return quantified(self, expression, scope)
            case _:
                return _as_test(self.value(expression, scope), expression)


def _as_value(test: Ask) -> Read:
    return lambda frame: TRUE if test(frame) else FALSE


def _as_test(value: Read, expression: Expression) -> Ask:
    def test(frame: Frame) -> bool:
        found = value(frame)
        if found is TRUE:
            return True
        if found is FALSE:
            return False
        raise failed(f"a condition is true or false, and this is {shortly(found)}", expression.at)

    return test


TOO_MANY = f"the condition is true for more than {MOST_MEMBERS:,} values: they are too many"


def _keeping(place: int, value: Read, at: Span) -> Ask:
    """A closure that keeps the value of each solution, for plans that find each only once."""

    def keep(frame: Frame) -> bool:
        kept = frame[place]
        found = value(frame)
        kept[len(kept)] = found
        if len(kept) > MOST_MEMBERS:
            raise failed(TOO_MANY, at)
        return False

    return keep


def _once(place: int, value: Read, places: list[int], at: Span) -> Ask:
    """The same for plans that may find a solution several times."""

    def keep(frame: Frame) -> bool:
        solution = tuple([settled(frame[each]) for each in places])
        kept = frame[place]
        if solution not in kept:
            found = value(frame)
            kept[solution] = found
            if len(kept) > MOST_MEMBERS:
                raise failed(TOO_MANY, at)
        return False

    return keep
