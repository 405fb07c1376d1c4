"""What SMV texts mean, straight from their trees and slow; shares nothing with `smv/meaning`.

A state is a dict of values by full name: bool, int, str, or a word as `W(width, signed, bits)`. A
set is a frozenset. Every pair of states is tried as a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from counterpoint.smv.modules.instance import Bound, Declared, Defined, Flat, Instance
from counterpoint.smv.tree import (
    ArrayType,
    Binary,
    BooleanType,
    Call,
    Case,
    Choice,
    Dot,
    EnumType,
    Index,
    Members,
    Name,
    Next,
    Number,
    Property,
    Range,
    RangeType,
    Self,
    Slice,
    Tense,
    Truth,
    Unary,
    WordNumber,
    WordType,
)

State = dict[str, Any]


@dataclass(frozen=True)
class W:
    """A word; `bits` is its unsigned number."""

    width: int
    signed: bool
    bits: int

    @property
    def number(self) -> int:
        return (
            self.bits - (1 << self.width)
            if self.signed and self.bits >> (self.width - 1)
            else self.bits
        )


def word(width: int, signed: bool, number: int) -> W:
    return W(width, signed, number % (1 << width))


class System:
    """The states and steps of a flat system."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        columns: dict[str, list[Any]] = {}
        self.inputs: dict[str, list[Any]] = {}
        self.frozen: list[str] = []
        for declared in flat.variables:
            for name, values in self._domains(declared.name, declared.type, declared.instance):
                (self.inputs if declared.kind == "IVAR" else columns)[name] = values
                if declared.kind == "FROZENVAR":
                    self.frozen.append(name)
        self.names = list(columns)
        every = [dict(zip(columns, row, strict=True)) for row in product(*columns.values())]
        self.states = [s for s in every if self._constraints("INVAR", s)]
        self.states = [s for s in self.states if self._assigned("", s, s)]
        self.initial = [
            at
            for at, s in enumerate(self.states)
            if self._constraints("INIT", s) and self._assigned("init", s, s)
        ]
        rows = [dict(zip(self.inputs, row, strict=True)) for row in product(*self.inputs.values())]
        self.steps: list[dict[int, list[State]]] = [
            {
                to: given
                for to, t in enumerate(self.states)
                if (given := [i for i in rows if self._is_step(s, t, i)])
            }
            for s in self.states
        ]

    def _domains(self, name: str, of: Any, instance: Instance) -> Iterator[tuple[str, list[Any]]]:
        match of:
            case BooleanType():
                yield name, [False, True]
            case RangeType(low, high):
                least, greatest = (self.value(end, instance, {}, {}) for end in (low, high))
                yield name, list(range(least, greatest + 1))
            case EnumType(members):
                yield name, [m.value if isinstance(m, Number) else m.name for m in members]  # type: ignore[union-attr]
            case WordType(width, signed):
                bits = self.value(width, instance, {}, {})
                yield name, [W(bits, signed, n) for n in range(1 << bits)]
            case ArrayType(low, high, inner):
                least, greatest = (self.value(end, instance, {}, {}) for end in (low, high))
                for index in range(least, greatest + 1):
                    yield from self._domains(f"{name}[{index}]", inner, instance)

    def _constraints(self, kind: str, now: State) -> bool:
        return all(
            self.value(each.condition, instance, now, {})
            for each, instance in self.flat.constraints
            if each.kind == kind
        )

    def _assigned(self, kind: str, now: State, target: State, after: State | None = None) -> bool:
        for each, instance in self.flat.assignments:
            if each.kind == kind:
                name = self.target(each.target, instance)
                value = self.value(each.value, instance, now, after or {})
                if target[name] not in (value if isinstance(value, frozenset) else {value}):
                    return False
        return True

    def _is_step(self, now: State, after: State, given: State) -> bool:
        if any(now[name] != after[name] for name in self.frozen):
            return False
        here = {**now, **given}
        if not self._assigned("next", here, after, after):
            return False
        return all(
            self.value(each.condition, instance, here, after)
            for each, instance in self.flat.constraints
            if each.kind == "TRANS"
        )

    def target(self, node: Any, instance: Instance) -> str:
        """The full name of a variable, or of an element of one."""
        match node:
            case Index(of, index):
                return f"{self.target(of, instance)}[{self.value(index, instance, {}, {})}]"
        found = self.meant(node, instance)
        if isinstance(found, Bound):
            return self.target(found.expression, found.instance)
        assert isinstance(found, Declared), node
        return found.name

    def meant(self, node: Any, instance: Instance) -> Any:
        match node:
            case Self():
                return instance
            case Name(name):
                if name in instance.parameters:
                    bound = instance.parameters[name]
                    inner = bound.expression
                    if isinstance(inner, (Name, Dot, Self)):
                        return self.meant(inner, bound.instance)
                    return bound
                return instance.symbols.get(name, name)
            case Dot(of, name):
                return self.meant(Name(name), self.meant(of, instance))
        raise AssertionError(node)

    # Values.

    def value(self, node: Any, instance: Instance, now: State, after: State) -> Any:
        """The value of an expression; a set is a frozenset."""

        def of(part: Any) -> Any:
            return self.value(part, instance, now, after)

        match node:
            case Truth(value) | Number(value):
                return value
            case WordNumber(width, value, signed):
                return W(width, signed, value)
            case Name() | Dot():
                found = self.meant(node, instance)
                match found:
                    case Declared():
                        return now[found.name] if found.name in now else self._row(found.name, now)
                    case Defined():
                        return self.value(found.body, found.instance, now, after)
                    case Bound():
                        return self.value(found.expression, found.instance, now, after)
                return found
            case Index(array, index):
                at = of(index)
                return of(array)[at.number if isinstance(at, W) else at]
            case Next(inner):
                return self.value(inner, instance, after, {})
            case Unary("!", inner):
                given = of(inner)
                return (
                    word(given.width, given.signed, ~given.bits)
                    if isinstance(given, W)
                    else not given
                )
            case Unary("-", inner):
                given = of(inner)
                return (
                    word(given.width, given.signed, -given.bits) if isinstance(given, W) else -given
                )
            case Slice(inner, high, low):
                width = of(high) - of(low) + 1
                return word(width, False, of(inner).bits >> of(low))
            case Choice(condition, then, otherwise):
                return of(then) if of(condition) else of(otherwise)
            case Case(branches):
                return next(of(branch.of) for branch in branches if of(branch.condition))
            case Members(parts):
                found = frozenset().union(*(as_set(of(part)) for part in parts))
                return found if len(parts) > 1 else of(parts[0])
            case Range(low, high):
                return frozenset(range(of(low), of(high) + 1))
            case Call(function, args):
                return FUNCTIONS[function](*(of(arg) for arg in args))
            case Binary("&" | "|" | "->" as operator, left, right):
                one = of(left)
                if isinstance(one, bool):
                    if one is {"&": False, "|": True, "->": False}[operator]:
                        return operator != "&"
                    return of(right)
                return BINARY[operator](one, of(right))
            case Binary(operator, left, right):
                return BINARY[operator](of(left), of(right))
        raise AssertionError(node)

    def _row(self, name: str, now: State) -> dict[int, Any]:
        return {
            int(key[len(name) + 1 : -1]): value
            for key, value in now.items()
            if key.startswith(f"{name}[")
        }


def as_set(value: Any) -> frozenset[Any]:
    return value if isinstance(value, frozenset) else frozenset({value})


def _words(compute: Any) -> Any:
    def on(one: Any, other: Any) -> Any:
        if isinstance(one, W):
            return word(one.width, one.signed, compute(one.number, other.number))
        return compute(one, other)

    return on


def _number(value: Any) -> Any:
    return value.number if isinstance(value, W) else value


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _shift(one: W, by: Any, left: bool) -> W:
    amount = _number(by)
    return word(one.width, one.signed, one.number << amount if left else one.number >> amount)


BINARY: Mapping[str, Any] = {
    "&": lambda a, b: W(a.width, a.signed, a.bits & b.bits),
    "|": lambda a, b: W(a.width, a.signed, a.bits | b.bits),
    "->": lambda a, b: word(a.width, a.signed, ~a.bits | b.bits),
    "xor": lambda a, b: W(a.width, a.signed, a.bits ^ b.bits) if isinstance(a, W) else a is not b,
    "xnor": lambda a, b: (
        word(a.width, a.signed, ~(a.bits ^ b.bits)) if isinstance(a, W) else a is b
    ),
    "<->": lambda a, b: word(a.width, a.signed, ~(a.bits ^ b.bits)) if isinstance(a, W) else a is b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: _number(a) < _number(b),
    ">": lambda a, b: _number(a) > _number(b),
    "<=": lambda a, b: _number(a) <= _number(b),
    ">=": lambda a, b: _number(a) >= _number(b),
    "+": _words(lambda a, b: a + b),
    "-": _words(lambda a, b: a - b),
    "*": _words(lambda a, b: a * b),
    "/": _words(truncated),
    "mod": _words(lambda a, b: a - b * truncated(a, b)),
    "<<": lambda a, b: _shift(a, b, True),
    ">>": lambda a, b: _shift(a, b, False),
    "::": lambda a, b: W(a.width + b.width, False, a.bits << b.width | b.bits),
    "union": lambda a, b: as_set(a) | as_set(b),
    "in": lambda a, b: as_set(a) <= as_set(b),
}


def _resized(one: W, width: int) -> W:
    if width >= one.width or not one.signed:
        return word(width, one.signed, one.number)
    top = one.bits >> (one.width - 1) & 1
    return W(width, True, top << (width - 1) | one.bits & ((1 << (width - 1)) - 1))


FUNCTIONS: Mapping[str, Any] = {
    "abs": abs,
    "min": lambda a, b: min(a, b, key=_number),
    "max": lambda a, b: max(a, b, key=_number),
    "count": lambda *parts: sum(parts),
    "bool": lambda a: bool(_number(a)),
    "word1": lambda a: W(1, False, int(a)),
    "toint": lambda a: int(_number(a)),
    "sizeof": lambda a: a.width,
    "extend": lambda a, by: _resized(a, a.width + by),
    "resize": _resized,
    "uwconst": lambda value, width: word(width, False, value),
    "swconst": lambda value, width: word(width, True, value),
    "signed": lambda a: W(a.width, True, a.bits),
    "unsigned": lambda a: W(a.width, False, a.bits),
}


# Time.


class Answers:
    """Whether specifications hold, by the definitions; only infinite fair runs count."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.main = system.flat.main
        self.edges = [set(steps) for steps in system.steps]
        self._justice = [
            self.where(each.condition)
            for each, _ in system.flat.constraints
            if each.kind in ("FAIRNESS", "JUSTICE")
        ]
        self._compassion = [
            (self.where(each.often), self.where(each.then)) for each, _ in system.flat.compassions
        ]
        self.fair = self._globally(set(range(len(system.states))))

    def where(self, node: Any) -> set[int]:
        states = self.system.states
        return {at for at, s in enumerate(states) if self.system.value(node, self.main, s, {})}

    def holds(self, node: Any) -> bool:
        """Whether all initial states in which a fair run begins satisfy a CTL formula."""
        return set(self.system.initial) & self.fair <= self.satisfying(node)

    def before(self, goal: set[int]) -> set[int]:
        return {at for at, after in enumerate(self.edges) if after & goal & self.fair}

    def satisfying(self, node: Any) -> set[int]:
        every = set(range(len(self.edges)))
        if not isinstance(node, Tense) and not _temporal(node):
            return self.where(node)
        match node:
            case Unary("!", of):
                return every - self.satisfying(of)
            case Binary(operator, left, right):
                one, other = self.satisfying(left), self.satisfying(right)
                table = {"&": one & other, "|": one | other, "->": (every - one) | other}
                return table[operator] if operator in table else every - (one ^ other)
            case Tense("EX", (of,)):
                return self.before(self.satisfying(of))
            case Tense("AX", (of,)):
                return every - self.before(every - self.satisfying(of))
            case Tense("EU", (hold, goal)):
                return self._until(self.satisfying(hold), self.satisfying(goal))
            case Tense("EF", (goal,)):
                return self._until(every, self.satisfying(goal))
            case Tense("AG", (of,)):
                return every - self._until(every, every - self.satisfying(of))
            case Tense("EG", (of,)):
                return self._globally(self.satisfying(of))
            case Tense("AF", (of,)):
                return every - self._globally(every - self.satisfying(of))
            case Tense("AU", (hold, goal)):
                no, neither = every - self.satisfying(goal), every - self.satisfying(hold)
                return every - (self._until(no, no & neither) | self._globally(no))
            case Tense("EBF", (of,), low, high):
                return self._within(self.satisfying(of), low or 0, high or 0)
            case Tense("ABG", (of,), low, high):
                return every - self._within(every - self.satisfying(of), low or 0, high or 0)
        raise AssertionError(node)

    def _within(self, goal: set[int], low: int, high: int) -> set[int]:
        layer, found = goal, set()
        for step in range(high + 1):
            found |= layer if step >= low else set()
            layer = self.before(layer)
        return found

    def _until(self, hold: set[int], goal: set[int]) -> set[int]:
        found = goal & self.fair
        while more := (self.before(found) & hold) - found:
            found |= more
        return found

    def _globally(self, inside: set[int]) -> set[int]:
        """The states from which a fair run stays inside: it reaches a fair strong component."""
        good: set[int] = set()
        for component in self._components(inside):
            good |= self._fair_part(component)
        found = set(good)
        while more := {at for at in inside - found if self.edges[at] & found}:
            found |= more
        return found

    def _fair_part(self, component: set[int]) -> set[int]:
        if not any(self.edges[at] & component for at in component):
            return set()
        if any(not component & just for just in self._justice):
            return set()
        for often, then in self._compassion:
            if component & often and not component & then:
                rest = component - often
                return set().union(*map(self._fair_part, self._components(rest)))
        return component

    def _components(self, inside: set[int]) -> list[set[int]]:
        reach = {at: self._reached(at, inside) for at in inside}
        found: list[set[int]] = []
        for at in inside:
            if not any(at in component for component in found):
                found.append({at} | {to for to in reach[at] if at in reach[to]})
        return found

    def _reached(self, at: int, inside: set[int]) -> set[int]:
        found: set[int] = set()
        todo = [at]
        while todo:
            for to in self.edges[todo.pop()] & inside:
                if to not in found:
                    found.add(to)
                    todo.append(to)
        return found


def _temporal(node: Any) -> bool:
    match node:
        case Tense():
            return True
        case Unary(_, of):
            return _temporal(of)
        case Binary(_, left, right):
            return _temporal(left) or _temporal(right)
    return False


def holds_always(system: System, prop: Property) -> bool | None:
    """Whether an invariant is true of all reached states and, if it reads steps, of their steps.

    None if it may read steps, and some state has none: see `test_steps` for these.
    """
    found, todo = set(system.initial), list(system.initial)
    while todo:
        for there in system.steps[todo.pop()]:
            if there not in found:
                found.add(there)
                todo.append(there)
    (node,) = prop.formulas
    if not system.inputs and "next(" not in prop.at.text:
        return all(system.value(node, system.flat.main, system.states[at], {}) for at in found)
    if not all(system.steps[at] for at in found):
        return None
    return all(
        system.value(node, system.flat.main, {**system.states[at], **given}, system.states[there])
        for at in found
        for there, rows in system.steps[at].items()
        for given in rows
    )


@dataclass(frozen=True)
class Lasso:
    """An endless run: states with the inputs of the step from each; after the last comes `back`."""

    states: Sequence[State]
    back: int

    def after(self, at: int) -> int:
        return at + 1 if at + 1 < len(self.states) else self.back


def true_on(system: System, node: Any, lasso: Lasso) -> bool:
    """Whether a linear formula is true at the start of a run, by the definition with the past.

    What is true at a moment depends on the past, and so on how often the loop was taken: the loop
    is unrolled until nothing changes any more that a formula of this depth can see.
    """
    times = 2 + _depth(node)
    loop = list(lasso.states[lasso.back :])
    states = [*lasso.states, *(s for _ in range(times) for s in loop)]
    whole = Lasso(states, len(states) - len(loop))
    return _column(system, node, whole)[0]


def _depth(node: Any) -> int:
    match node:
        case Tense(_, parts, _, high):
            return 1 + (high or 0) + max(map(_depth, parts))
        case Unary(_, of):
            return _depth(of)
        case Binary(_, left, right):
            return max(_depth(left), _depth(right))
    return 0


def _column(system: System, node: Any, lasso: Lasso) -> list[bool]:
    size = len(lasso.states)
    if not _temporal(node):
        return [
            bool(system.value(node, system.flat.main, s, lasso.states[lasso.after(at)]))
            for at, s in enumerate(lasso.states)
        ]
    match node:
        case Unary("!", of):
            return [not value for value in _column(system, of, lasso)]
        case Binary(operator, left, right):
            pairs = zip(_column(system, left, lasso), _column(system, right, lasso), strict=True)
            table: dict[str, Any] = {
                "&": lambda a, b: a and b,
                "|": lambda a, b: a or b,
                "->": lambda a, b: b or not a,
            }
            return [table[operator](a, b) if operator in table else a is b for a, b in pairs]
    assert isinstance(node, Tense)
    parts = [_column(system, part, lasso) for part in node.parts]
    low, high = node.low, node.high

    def path(at: int, count: int) -> list[int]:
        found = [at]
        for _ in range(count):
            found.append(lasso.after(found[-1]))
        return found

    def at_time(at: int) -> bool:
        p, q = parts[0], parts[-1]
        ahead = path(at, 2 * size) if low is None else path(at, high or 0)[low:]
        past = (
            list(range(at, -1, -1))
            if low is None
            else list(range(at, -1, -1))[low : (high or 0) + 1]
        )
        match node.operator:
            case "X":
                return p[lasso.after(at)]
            case "F":
                return any(p[i] for i in ahead)
            case "G":
                return all(p[i] for i in ahead)
            case "U":
                return any(q[i] and all(p[j] for j in ahead[:k]) for k, i in enumerate(ahead))
            case "V":
                return all(q[i] or any(p[j] for j in ahead[:k]) for k, i in enumerate(ahead))
            case "Y":
                return at > 0 and p[at - 1]
            case "Z":
                return at == 0 or p[at - 1]
            case "O":
                return any(p[i] for i in past)
            case "H":  # as in NuSMV, false where there were fewer steps
                return at >= (high or 0) and all(p[i] for i in past)
            case "S":
                return any(q[i] and all(p[j] for j in past[:k]) for k, i in enumerate(past))
            case "T":
                return all(q[i] or any(p[j] for j in past[:k]) for k, i in enumerate(past))
        raise AssertionError(node)

    return [at_time(at) for at in range(size)]
