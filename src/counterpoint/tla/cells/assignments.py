"""Cuts assignments: each entry of a function that is written out becomes a factor."""

from __future__ import annotations

from collections.abc import Sequence

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
from .factors import Part, assigning
from .making import Here, Making, run
from .parts import can_enter, entered, one, part_of, within_let
from .shapes import Cell, Parts, Shape
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
        if isinstance(shape, Parts):
            found = self._by_parts(shape, node, here, then)
            if found is not None:
                return found
        factor = self.making.factor(
            ("assign", shape), run, node, here, lambda value: assigning(shape, value)
        )
        linear = self.sums.value(shape, node, here) if isinstance(shape, Cell) else None
        if linear is not None:
            self.making.linear[factor] = linear
        return self.making.ask(factor, then)

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
        """The node that assigns each updated part of the current value; None for any other form.

        The updates must change different constant arguments.
        """
        found = part_of(self.making, function, here)
        if found is None or found.shape is not shape or found.shift:
            return None
        targets: list[tuple[Shape | None, Update]] = []
        seen = set()
        for update in updates:
            keys = [self.making.value(one(args), here) for args in update.path]
            if any(key is UNKNOWN for key in keys) or keys[0] in seen:
                return None
            seen.add(keys[0])
            target: Shape | None = shape
            for key in keys:
                if not isinstance(target, Parts):
                    return None
                target = target.by_key.get(key)
                if target is None:
                    break
            targets.append((target, update))
        for target, update in reversed(targets):
            if target is not None:
                cx, (old,) = self.making.bound(update, (OLD,), here.cx)
                inner = here.plus(cx, {old: Part(target)})
                then = self.assign(target, update.value, inner, then)
        return then
