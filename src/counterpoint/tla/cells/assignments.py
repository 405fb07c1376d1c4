"""Cuts assignments: each entry of a function that is written out becomes a factor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..evaluate.context import UNKNOWN
from ..evaluate.footprint import OLD
from ..scope import Defined
from ..tree import (
    Apply,
    Case,
    Except,
    Expression,
    If,
    Let,
    Prime,
    Qualified,
    Update,
)
from .conditions import Conditions
from .factors import Part, assigning, being
from .making import Here, Making, run
from .operands import apart
from .parts import can_enter, entered, is_in_cell, one, part_of, within_let
from .shapes import Cell, Parts, Shape
from .tables import Table
from .written import entries


class Assignments:
    """Makes nodes that assign next values to shapes."""

    def __init__(self, making: Making, conditions: Conditions) -> None:
        self.making = making
        self.conditions = conditions
        self.names = making.names
        self.sums = conditions.sums

    def assign(self, shape: Shape, node: Expression, here: Here, then: int) -> int:
        """The node that assigns an expression to the next value of a shape, then goes to `then`."""
        simple = self.names.simply(node, here.cx.scope)
        node, here = simple.expression, here.scoped(simple.scope)
        match node:
            case If(condition, one_, other):
                yes = self.assign(shape, one_, here, then)
                no = self.assign(shape, other, here, then)
                return self.conditions.test(condition, here, yes, no)
            case Case(arms, other) if other is not None:
                rest = self.assign(shape, other, here, then)
                for condition, value in reversed(arms):
                    yes = self.assign(shape, value, here, then)
                    rest = self.conditions.test(condition, here, yes, rest)
                return rest
            case Let(_, body):
                return self.assign(shape, body, within_let(self.making, node, here), then)
            case Prime(body):
                return self.assign(shape, body, here.at(here.cx.prime()), then)
            case Apply() | Qualified():
                meaning, args = self.names.applied(node, here.cx.scope)
                if isinstance(meaning, Defined) and args and can_enter(meaning, args):
                    inner = entered(self.making, node, meaning, args, here)
                    return self.assign(shape, meaning.body, inner, then)
        same = part_of(self.making, node, here)
        if same is not None and same.shape is shape and not same.shift:
            return then
        if isinstance(shape, Cell):
            return self._to_cell(shape, node, here, then)
        found = self._by_parts(shape, node, here, then)
        if found is not None:
            return found
        return self.making.ask(self._assigning(shape, node, here), then)

    def _assigning(self, shape: Shape, node: Expression, here: Here) -> int:
        """The factor that assigns an expression to the next value of a shape, as a whole."""
        return self.making.factor(
            ("assign", shape), run, node, here, lambda value: assigning(shape, value)
        )

    def _to_cell(self, cell: Cell, node: Expression, here: Here, then: int) -> int:
        """The node that assigns an expression to a cell; it may first compute an operand apart."""
        making = self.making
        found = apart(making, node, here, lambda: self._temporary("operand"))
        if found is not None:
            after = making.ask(self._assigning(cell, found.rest, found.here), then)
            return self._to_cell(found.cell, found.operand, here, after)
        factor = self._assigning(cell, node, here)
        is_temporary = cell.place >= making.cells
        linear = None if is_temporary else self.sums.value(cell, node, here)
        if linear is not None:
            making.linear[factor] = linear
        return making.ask(factor, then)

    def _temporary(self, *key: Any) -> Cell:
        """The temporary cell that is reserved for a use that ends before the next one begins."""
        making = self.making
        return making.once(key, lambda: making.cell(Table()))  # type: ignore[no-any-return]

    def _by_parts(self, shape: Parts, node: Expression, here: Here, then: int) -> int | None:
        """The node that assigns each part of a shape; None if the entries are not written out."""
        if isinstance(node, Except):
            updated = self._updated(shape, node.function, node.updates, here, then)
            if updated is not None:
                return updated
        found = entries(self.making, node, here)
        if found is None or found.keys() != shape.by_key.keys():
            return None
        for key in reversed(found):
            then = self.assign(shape.by_key[key], found[key].node, found[key].here, then)
        return then

    def _updated(
        self,
        shape: Parts,
        function: Expression,
        updates: Sequence[Update],
        here: Here,
        then: int,
    ) -> int | None:
        """The node that assigns the updated parts of the current value; None for any other form.

        Updates of several parts must change different constant arguments.
        """
        found = part_of(self.making, function, here)
        if found is None or found.shape is not shape or found.shift:
            return None
        if len(updates) > 1 and not self._are_apart(updates, here):
            return None
        after: int | None = then
        for update in reversed(updates):
            if after is not None:
                path = [one(args) for args in update.path]
                after = self._update(shape, path, update, here, after)
        return after

    def _are_apart(self, updates: Sequence[Update], here: Here) -> bool:
        """Whether the first arguments of updates are constant, and different."""
        keys = [self.making.value(one(update.path[0]), here) for update in updates]
        return all(key is not UNKNOWN for key in keys) and len(set(keys)) == len(keys)

    def _update(
        self, shape: Shape, path: Sequence[Expression], update: Update, here: Here, then: int
    ) -> int | None:
        """The node that assigns the part of a shape at a path; None if it has no such parts."""
        if not path:
            cx, (old,) = self.making.bound(update, (OLD,), here.cx)
            inner = here.plus(cx, {old: Part(shape)})
            return self.assign(shape, update.value, inner, then)
        if not isinstance(shape, Parts):
            return None
        key = self.making.value(path[0], here)
        if key is UNKNOWN:
            return self._update_any(shape, path, update, here, then)
        part = shape.by_key.get(key)
        return then if part is None else self._update(part, path[1:], update, here, then)

    def _update_any(
        self, shape: Parts, path: Sequence[Expression], update: Update, here: Here, then: int
    ) -> int | None:
        """What `_update` says, for an argument that is not constant: any part may be meant.

        It is found once for all values of the part. That gains nothing if it is in one cell.
        """
        making, argument = self.making, path[0]
        if is_in_cell(making, argument, here) or making.cells_read(argument, here) < 2:
            return None
        if len(shape.parts) > making.c.tuning.parts_updated:
            return None
        cell = self._temporary("argument", len(path))
        way = then
        for key, part in shape.by_key.items():
            found = self._update(part, path[1:], update, here, then)
            if found is None:
                return None
            way = making.test(self._is(cell, key), found, way)
        return self.assign(cell, argument, here, way)

    def _is(self, cell: Cell, key: Any) -> int:
        """The factor that tests whether a temporary cell holds a value."""
        number = cell.table.number_of(key)
        place = cell.place
        return self.making.once(  # type: ignore[no-any-return]
            ("is", place, number), lambda: self.making.new(being(place, number), {})
        )
