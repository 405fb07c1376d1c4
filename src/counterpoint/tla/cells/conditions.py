"""Cuts conditions: their logical structure becomes nodes, and their atoms become factors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ...model.factored import NOWHERE
from ..evaluate.actions import flat
from ..evaluate.context import UNKNOWN
from ..scope import Builtin, Defined
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Enabled,
    Expression,
    If,
    Let,
    Or,
    Prime,
    Qualified,
    Quantified,
    Square,
    Truth,
    Unchanged,
)
from ..values import TRUE
from .bindings import unroll
from .enabling import Enabling
from .factors import comparing, testing, valuing
from .linear import Sums
from .making import Here, Make, Making, holds, run, run_normal
from .parts import can_enter, entered, part_of, within_let
from .shapes import Cell
from .stored import Storing, storing
from .written import (
    Entries,
    Spot,
    both,
    entries,
    has_value,
    of_both,
    sets_of,
)


class TooFine(Exception):
    """A condition that would become too many factors."""


class Conditions:
    """Makes nodes for conditions."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.names = making.names
        self.sums = Sums(making)
        self._left = 0

    def test(self, node: Expression, here: Here, then: int, otherwise: int = NOWHERE) -> int:
        """The node that continues at `then` if a condition holds, else at `otherwise`."""
        before, self._left = self._left, self.making.c.tuning.parts_most
        try:
            return self._test(node, here, then, otherwise)
        except TooFine:
            self._left = 1
            return self._atom(node, here, then, otherwise)
        finally:
            self._left = before

    def _test(self, node: Expression, here: Here, then: int, otherwise: int) -> int:
        simple = self.names.simply(node, here.cx.scope)
        node, here = simple.expression, here.scoped(simple.scope)
        match node:
            case Truth(flag):
                return then if flag else otherwise
            case And(parts):
                return self._all(((part, here) for part in reversed(parts)), then, otherwise)
            case Or(parts):
                return self._some(((part, here) for part in reversed(parts)), then, otherwise)
            case If(condition, one, other):
                yes = self._test(one, here, then, otherwise)
                no = self._test(other, here, then, otherwise)
                return self._test(condition, here, yes, no)
            case Case(arms, other) if other is not None:
                rest = self._test(other, here, then, otherwise)
                for condition, value in reversed(arms):
                    yes = self._test(value, here, then, otherwise)
                    rest = self._test(condition, here, yes, rest)
                return rest
            case Quantified("A" | "E", bounds, body):
                return self._quantified(node, bounds, body, here, then, otherwise)
            case Let(_, body):
                return self._test(body, within_let(self.making, node, here), then, otherwise)
            case Prime(body):
                return self._test(body, here.at(here.cx.prime()), then, otherwise)
            case Square(action, subscript):
                same = self._unchanged(subscript, here, then, otherwise)
                return self._test(action, here, then, same)
            case Angle(action, subscript):
                changed = self._unchanged(subscript, here, otherwise, then)
                return self._test(action, here, changed, otherwise)
            case Unchanged(body):
                return self._unchanged(body, here, then, otherwise)
            case Apply() | Qualified():
                return self._applied(node, here, then, otherwise)
            case Enabled(action) if not here.cx.primed:
                return self._enabled(node, action, here, then, otherwise)
        return self._atom(node, here, then, otherwise)

    def _all(self, backwards: Iterable[tuple[Expression, Here]], then: int, otherwise: int) -> int:
        for part, here in backwards:
            then = self._test(part, here, then, otherwise)
        return then

    def _some(self, backwards: Iterable[tuple[Expression, Here]], then: int, otherwise: int) -> int:
        for part, here in backwards:
            otherwise = self._test(part, here, then, otherwise)
        return otherwise

    def _applied(self, node: Apply | Qualified, here: Here, then: int, otherwise: int) -> int:
        meaning, args = self.names.applied(node, here.cx.scope)
        if isinstance(meaning, Defined) and args and can_enter(meaning, args):
            inner = entered(self.making, node, meaning, args, here)
            return self._test(meaning.body, inner, then, otherwise)
        if not isinstance(meaning, Builtin) or len(args) != meaning.arity:
            return self._atom(node, here, then, otherwise)
        match meaning.name:
            case "/\\":
                return self._all(((arg, here) for arg in reversed(args)), then, otherwise)
            case "\\/":
                return self._some(((arg, here) for arg in reversed(args)), then, otherwise)
            case "~":
                return self._test(args[0], here, otherwise, then)
            case "=>":
                rest = self._test(args[1], here, then, otherwise)
                return self._test(args[0], here, rest, then)
            case "<=>":
                yes = self._test(args[1], here, then, otherwise)
                no = self._test(args[1], here, otherwise, then)
                return self._test(args[0], here, yes, no)
            case "#":
                return self._equal(node, args, here, otherwise, then, wanted=False)
            case "=":
                return self._equal(node, args, here, then, otherwise)
            case "\\in":
                return self._element(node, args, here, then, otherwise)
            case "\\notin":
                return self._element(node, args, here, otherwise, then, wanted=False)
        return self._atom(node, here, then, otherwise)

    def _enabled(
        self, node: Expression, action: Expression, here: Here, then: int, otherwise: int
    ) -> int:
        found = Enabling(self.making)
        if not found.has_form(action, here):
            return self._atom(node, here, then, otherwise)
        for is_value, spot in reversed(found.needs):
            if is_value:
                then = self._valued([spot], run_normal, then)
            else:
                then = self._test(spot.node, spot.here, then, otherwise)
        return then

    def _quantified(
        self,
        node: Quantified,
        bounds: Sequence[Bound],
        body: Expression,
        here: Here,
        then: int,
        otherwise: int,
    ) -> int:
        unrolled = unroll(self.making, bounds, here, self.making.c.tuning.elements_unrolled)
        if unrolled is None:
            return self._atom(node, here, then, otherwise)
        parts = [(body, each) for each in reversed(unrolled)]
        if node.kind == "A":
            return self._all(parts, then, otherwise)
        return self._some(parts, then, otherwise)

    # Functions, entry by entry --------------------------------------------------------------------

    def _unchanged(self, body: Expression, here: Here, then: int, otherwise: int) -> int:
        for part in reversed(flat(self.names, body, here.cx.scope)):
            before = here.at(replace(here.cx, scope=part.scope, primed=False))
            old = Spot(part.expression, before)
            new = Spot(part.expression, before.at(before.cx.prime()))
            node = Unchanged(part.expression, at=part.expression.at)
            found = both(self.making, new, old)
            if found is not None:
                then = self._each_equal(found, here, then, otherwise)
            elif (cells := self._two_cells(new, old)) is not None:
                then = self._same(*cells, then, otherwise)
            else:
                then = self._atom(node, before, then, otherwise)
        return then

    def idle(self, then: int, otherwise: int) -> int:
        """The node that continues at `then` if the next state is the same, else at `otherwise`."""
        for shape in reversed(self.making.shapes):
            for cell in reversed(list(shape.cells)):
                then = self._same(cell.place, cell.place + self.making.cells, then, otherwise)
        return then

    def _two_cells(self, a: Spot, b: Spot) -> tuple[int, int] | None:
        """The cells of two values, if each is stored in one cell with the same table; else None."""
        one, other = part_of(self.making, a.node, a.here), part_of(self.making, b.node, b.here)
        if one is None or other is None:
            return None
        if not isinstance(one.shape, Cell) or not isinstance(other.shape, Cell):
            return None
        if one.shape.table is not other.shape.table:
            return None
        return one.shape.place + one.shift, other.shape.place + other.shift

    def _same(self, first: int, second: int, then: int, otherwise: int) -> int:
        making = self.making
        factor = making.once(
            ("same", first, second), lambda: making.new(comparing(first, second), {})
        )
        return making.test(factor, then, otherwise)

    def _each_equal(
        self, found: tuple[Entries, Entries], here: Here, then: int, otherwise: int
    ) -> int:
        """The node for the equality of two functions, entry by entry; all entries need values."""
        pairs = [self._stored(a, b) for a, b in self._pairs(found)]
        for a, b in reversed(pairs):
            cells = self._two_cells(a.spot, b.spot)
            if cells is not None:
                then = self._same(*cells, then, otherwise)
            else:
                equality = of_both(self.making, "=", a.spot, b.spot, here)
                then = self._atom(equality.node, equality.here, then, otherwise)
        for pair in reversed(pairs):
            for side in reversed(pair):
                then = self._valued([side.spot], run_normal, then)
                for factor in reversed(side.factors):
                    then = self.making.ask(factor, then)
        return then

    def _stored(self, a: Spot, b: Spot) -> tuple[Storing, Storing]:
        """Two expressions with disjoint slots, with what is computed first in temporary cells."""
        first = storing(self.making, a, max(a.here.cx.depth, b.here.cx.depth))
        return first, storing(self.making, b, first.spot.here.cx.depth)

    def _pairs(self, found: tuple[Entries, Entries]) -> Iterator[tuple[Spot, Spot]]:
        """The pairs of entries that must be equal, with nested functions cut into their entries."""
        first, second = found
        for key in first:
            inner = both(self.making, first[key], second[key])
            if inner is not None:
                yield from self._pairs(inner)
            else:
                yield first[key], second[key]

    def _valued(self, spots: Iterable[Spot], make: Make, then: int) -> int:
        """The node that continues at `then`, but raises errors for expressions without values."""
        for spot in spots:
            if not has_value(self.making, spot):
                factor = self.making.factor("valued", make, spot.node, spot.here, valuing)
                then = self.making.test(factor, then, NOWHERE)
        return then

    def _equal(
        self,
        node: Expression,
        args: Sequence[Expression],
        here: Here,
        then: int,
        otherwise: int,
        *,
        wanted: bool = True,
    ) -> int:
        found = both(self.making, Spot(args[0], here), Spot(args[1], here))
        if found is not None:
            return self._each_equal(found, here, then, otherwise)
        if not wanted:
            then, otherwise = otherwise, then
        return self._atom(node, here, then, otherwise)

    def _element(
        self,
        node: Expression,
        args: Sequence[Expression],
        here: Here,
        then: int,
        otherwise: int,
        *,
        wanted: bool = True,
    ) -> int:
        r"""The node for membership: `f \in [S -> T]` is `f[x] \in T` for each x in S."""
        found = self._in_each(Spot(args[0], here), Spot(args[1], here))
        if found is not None:
            return self._each_element(found, here, then, otherwise)
        if not wanted:
            then, otherwise = otherwise, then
        return self._atom(node, here, then, otherwise)

    def _each_element(
        self, found: Sequence[tuple[Spot, Spot]], here: Here, then: int, otherwise: int
    ) -> int:
        pairs = list(self._memberships(found))
        for value, values in reversed(pairs):
            test = of_both(self.making, "\\in", value, values, here)
            then = self._atom(test.node, test.here, then, otherwise)
        then = self._valued((value for value, _ in pairs), run_normal, then)
        sets = (s for _, s in pairs if not self.making.has_value(s.node, s.here))
        return self._valued(sets, run, then)

    def _memberships(self, found: Sequence[tuple[Spot, Spot]]) -> Iterator[tuple[Spot, Spot]]:
        """Pairs of a value and the set that must contain it, with nested functions cut up."""
        for value, values in found:
            inner = self._in_each(value, values)
            if inner is not None:
                yield from self._memberships(inner)
            else:
                yield value, values

    def _in_each(self, f: Spot, values: Spot) -> list[tuple[Spot, Spot]] | None:
        """Pairs of an entry of a function and the set that must contain it; else None."""
        sets = sets_of(self.making, values.node, values.here)
        found = None if sets is None else entries(self.making, f.node, f.here)
        if sets is None or found is None or found.keys() != sets.keys():
            return None
        return [(value, sets[key]) for key, value in found.items()]

    # Atoms ----------------------------------------------------------------------------------------

    def _atom(self, node: Expression, here: Here, then: int, otherwise: int) -> int:
        value = self.making.value(node, here)
        if value is not UNKNOWN and type(value) is type(TRUE):
            return then if value is TRUE else otherwise
        self._left -= 1
        if self._left < 0:
            raise TooFine
        factor = self.making.factor("test", holds, node, here, testing)
        linear = self.sums.test(node, here)
        if linear is not None:
            self.making.linear[factor] = linear
        return self.making.test(factor, then, otherwise)
