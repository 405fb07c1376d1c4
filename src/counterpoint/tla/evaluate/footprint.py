"""What an expression reads: the places of the frame that its value depends on.

Where a definition has parameters, what its body reads is worked out once. Parameters stand there
as negative places, two for each: its value, and its value in the next state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..scope import Builtin, Defined, Local, Meaning, Scope, Value, Variable
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Choose,
    Enabled,
    Except,
    Expression,
    Fair,
    Field,
    Filter,
    Function,
    FunctionSet,
    If,
    Index,
    Labelled,
    Lambda,
    Let,
    Map,
    Old,
    Or,
    Prime,
    Qualified,
    Quantified,
    Record,
    RecordSet,
    SetOf,
    Square,
    Subexpression,
    Tuple,
    Unchanged,
)
from .context import Layout
from .names import Names

Reads: TypeAlias = frozenset[int]

OLD = "@"
"""The name that `@` has in scopes."""

_KNOWN = Value(None)
"""What is bound within the expression that is looked at."""

_VOLATILE = (
    "RandomElement RandomSubset RandomSetOfSubsets RandomSubsetSet RandomSubsetSetOfSubsets "
    "TestRandomSetOfSubsets TLCGet TLCSet TLCGetOrDefault TLCGetAndSet JavaTime Print PrintT "
    "IOExec IOEnvExec IOExecTemplate IOEnvExecTemplate PickSuccessor"
)

VOLATILE = frozenset(_VOLATILE.split())
"""Operators that need not give the same twice."""


class Footprints:
    """What expressions read, remembered by definition.

    >>> from ..tree import Prime
    >>> scope = Scope({"x": Variable("x", 0), "y": Variable("y", 1)})
    >>> both = Apply("=", (Prime(Apply("x")), Apply("y")))
    >>> sorted(Footprints(Layout(2), Names()).of(both, scope))
    [1, 2]
    """

    def __init__(self, layout: Layout, names: Names) -> None:
        self.layout = layout
        self.names = names
        self._active: dict[Defined, int] = {}
        self._lowest = 0
        self._next = -1

    def of(self, node: Expression, scope: Scope, primed: bool = False) -> Reads:
        """The places that an expression reads; `layout.found` if it may give another value."""
        found: set[int] = set()
        self._walk(node, scope, primed, found)
        return frozenset(found)

    def reads_next(self, reads: Reads) -> Reads:
        """The numbers of the variables whose next value is read."""
        count = self.layout.count
        return frozenset(place - count for place in reads if count <= place < 2 * count)

    def _all(
        self, nodes: Iterable[Expression], scope: Scope, primed: bool, found: set[int]
    ) -> None:
        for node in nodes:
            self._walk(node, scope, primed, found)

    def _walk(self, node: Expression, scope: Scope, primed: bool, found: set[int]) -> None:
        match node:
            case Apply() | Qualified():
                meaning, args = self.names.applied(node, scope)
                self._apply(meaning, args, scope, primed, found)
            case And(parts) | Or(parts) | SetOf(parts) | Tuple(parts):
                self._all(parts, scope, primed, found)
            case Quantified(_, bounds, body) | Function(bounds, body) | Map(body, bounds):
                inner = self._bounds(bounds, scope, primed, found)
                if isinstance(node, Function) and node.name is not None:
                    inner = inner.within({node.name: _KNOWN})
                self._walk(body, inner, primed, found)
            case Choose(bound, body) | Filter(bound, body):
                self._walk(body, self._bounds((bound,), scope, primed, found), primed, found)
            case Index(function, args):
                self._all((function, *args), scope, primed, found)
            case FunctionSet(a, b):
                self._all((a, b), scope, primed, found)
            case If(a, b, c):
                self._all((a, b, c), scope, primed, found)
            case Field(body, _):
                self._walk(body, scope, primed, found)
            case Record(fields) | RecordSet(fields):
                self._all((value for _, value in fields), scope, primed, found)
            case Prime(body):
                self._walk(body, scope, True, found)
            case Unchanged(body):
                self._walk(body, scope, False, found)
                self._walk(body, scope, True, found)
            case _:
                self._walk_rarely(node, scope, primed, found)

    def _walk_rarely(self, node: Expression, scope: Scope, primed: bool, found: set[int]) -> None:
        match node:
            case Case(arms, other):
                self._all((each for arm in arms for each in arm), scope, primed, found)
                if other is not None:
                    self._walk(other, scope, primed, found)
            case Except(function, updates):
                self._walk(function, scope, primed, found)
                inner = scope.within({OLD: _KNOWN})
                for update in updates:
                    self._all((arg for args in update.path for arg in args), inner, primed, found)
                    self._walk(update.value, inner, primed, found)
            case Old():
                self._apply(scope.get(OLD), (), scope, primed, found)
            case Let(_, body):
                self._walk(body, self.names.let(node, scope), primed, found)
            case Lambda(parameters, body) | Labelled(_, parameters, body):
                inner = scope.within(dict.fromkeys(parameters, _KNOWN))
                self._walk(body, inner if isinstance(node, Lambda) else scope, primed, found)
            case Subexpression():
                part = self.names.part(node, scope)
                self._walk(part.expression, part.scope, primed, found)
            case Square(action, subscript) | Angle(action, subscript) | Fair(_, subscript, action):
                self._walk(action, scope, primed, found)
                self._walk(subscript, scope, False, found)
                self._walk(subscript, scope, True, found)
            case Enabled(action):
                self._enabled(self.of(action, scope), primed, found)

    def _enabled(self, reads: Reads, primed: bool, found: set[int]) -> None:
        """The next state that an action speaks of is not read: it is looked for."""
        count = self.layout.count
        for place in reads:
            if not count <= place < 2 * count:
                found.add(place + count if primed and 0 <= place < count else place)

    def _bounds(
        self, bounds: tuple[Bound, ...], scope: Scope, primed: bool, found: set[int]
    ) -> Scope:
        self._all((bound.set for bound in bounds if bound.set is not None), scope, primed, found)
        return scope.within({name: _KNOWN for bound in bounds for name in bound.names})

    def _apply(
        self,
        meaning: Meaning | None,
        args: tuple[Expression, ...],
        scope: Scope,
        primed: bool,
        found: set[int],
    ) -> None:
        match meaning:
            case Variable(_, number):
                found.add(number + self.layout.count if primed else number)
            case Local(_, slot):
                found.add(slot - 1 if slot < 0 and primed else slot)
                self._all(args, scope, primed, found)
            case Defined() if any(each.arity for each in meaning.parameters) and args:
                self._inline(meaning, args, scope, primed, found)
            case Defined():
                self._defined(meaning, args, scope, primed, found)
            case _:
                if isinstance(meaning, Builtin) and meaning.name in VOLATILE:
                    found.add(self.layout.found)
                self._all(args, scope, primed, found)

    def _inline(
        self,
        defined: Defined,
        args: tuple[Expression, ...],
        scope: Scope,
        primed: bool,
        found: set[int],
    ) -> None:
        """What the body reads where parameters stand for operators."""
        self._all(args, scope, primed, found)
        if defined in self._active:
            self._lowest = min(self._lowest, self._active[defined])
            return
        names = {
            each.name: self.names.as_defined(each, arg, scope)
            for each, arg in zip(defined.parameters, args, strict=False)
        }
        self._active[defined] = len(self._active)
        self._walk(defined.body, defined.scope.within(names), primed, found)
        del self._active[defined]

    def _defined(
        self,
        defined: Defined,
        args: tuple[Expression, ...],
        scope: Scope,
        primed: bool,
        found: set[int],
    ) -> None:
        if defined.recursive:
            # What a cycle passes on only to itself is read all the same.
            self._all(args, scope, primed, found)
        slots = self._parameters(defined)
        for place in self._body(defined, primed):
            number = slots.get(place)
            if number is None:
                found.add(place)
            elif number[0] < len(args):
                self._walk(args[number[0]], scope, number[1] or primed, found)

    def _parameters(self, defined: Defined) -> dict[int, tuple[int, bool]]:
        """The places of the parameters: which each is, and whether in the next state."""
        known: dict[int, tuple[int, bool]] | None = defined.notes.get((self, "parameters"))
        if known is None:
            known = defined.notes[self, "parameters"] = {}
            for number in range(len(defined.parameters)):
                known[self._next] = (number, False)
                known[self._next - 1] = (number, True)
                self._next -= 2
        return known

    def _body(self, defined: Defined, primed: bool) -> Reads:
        """What the body of a definition reads, its parameters too."""
        known: Reads | None = defined.notes.get((self, primed))
        if known is not None:
            return known
        if defined in self._active:
            self._lowest = min(self._lowest, self._active[defined])
            return frozenset()
        return self._work_out(defined, primed)

    def own(self, defined: Defined, primed: bool) -> Reads | None:
        """The places that the body of a definition reads, without its parameters.

        None if it reads a parameter in another state than it is read in itself.
        """
        slots = self._parameters(defined)
        found = set()
        for place in self._body(defined, primed):
            if place not in slots:
                found.add(place)
            elif slots[place][1] is not primed:
                return None
        return frozenset(found)

    def know(self, defined: Defined, slot: int) -> None:
        """Remember that a definition is what stands in a slot."""
        for primed in (False, True):
            defined.notes[self, primed] = frozenset({slot})

    def _work_out(self, defined: Defined, primed: bool) -> Reads:
        depth = self._active[defined] = len(self._active)
        outer, self._lowest = self._lowest, depth
        slots = [place for place, (_, next_) in self._parameters(defined).items() if not next_]
        names = {
            each.name: Local(each.name, slot)
            for each, slot in zip(defined.parameters, slots, strict=True)
        }
        found = self.of(defined.body, defined.scope.within(names), primed)
        del self._active[defined]
        if self._lowest >= depth:
            # Else it lies on a cycle that is not wholly known yet.
            defined.notes[self, primed] = found
        self._lowest = min(outer, self._lowest)
        return found
