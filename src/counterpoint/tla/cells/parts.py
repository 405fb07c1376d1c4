"""Finds the part of a state that an expression denotes."""

from __future__ import annotations

from typing import Any

from ..evaluate.binding import bind, let
from ..evaluate.context import UNKNOWN
from ..evaluate.footprint import OLD
from ..scope import Defined, Local, Meaning, Variable
from ..tree import (
    Apply,
    Expression,
    Field,
    Index,
    Let,
    Old,
    Prime,
    Qualified,
    Tuple,
)
from .factors import Part
from .making import Here, Making
from .shapes import Cell, Parts


def part_of(making: Making, node: Expression, here: Here) -> Part | None:
    """The part of the current or next state that an expression denotes; None for all others."""
    simple = making.names.simply(node, here.cx.scope)
    node, here = simple.expression, here.scoped(simple.scope)
    match node:
        case Prime(body):
            return part_of(making, body, here.at(here.cx.prime()))
        case Index(function, args):
            return _value(part_of(making, function, here), making.value(one(args), here))
        case Field(record, name):
            return _value(part_of(making, record, here), name)
        case Old():
            return part_of(making, Apply(OLD), here)
        case Let(_, body):
            return part_of(making, body, within_let(making, node, here))
        case Apply() | Qualified():
            meaning, args = making.names.applied(node, here.cx.scope)
            if isinstance(meaning, Defined) and args and can_enter(meaning, args):
                return part_of(making, meaning.body, entered(making, node, meaning, args, here))
            return None if args else _meant(making, meaning, here)
    return None


def is_in_cell(making: Making, node: Expression, here: Here) -> bool:
    """Whether the value of an expression is the one in a cell."""
    part = part_of(making, node, here)
    return part is not None and isinstance(part.shape, Cell)


def can_enter(meaning: Defined, args: tuple[Expression, ...]) -> bool:
    """Whether a definition that is applied can be replaced by its body."""
    return not meaning.recursive and len(args) == len(meaning.parameters)


def entered(
    making: Making,
    node: Expression,
    meaning: Defined,
    args: tuple[Expression, ...],
    here: Here,
) -> Here:
    """The `Here` for the body of a definition that is applied to arguments."""
    cx = here.cx
    key = ("enter", node, cx.scope, cx.depth, cx.primed, cx.moment)
    inner, _ = making.once(key, lambda: bind(making.c, meaning, args, cx))
    return here.at(inner)


def within_let(making: Making, node: Let, here: Here) -> Here:
    """The `Here` for the body of a LET."""
    cx = here.cx
    key = ("let", node, cx.scope, cx.depth, cx.primed, cx.moment)
    inner, _ = making.once(key, lambda: let(making.c, node, cx))
    return here.at(inner)


def one(args: tuple[Expression, ...]) -> Expression:
    """The argument of a function application: a pair for `f[x, y]`."""
    return args[0] if len(args) == 1 else Tuple(args)


def _meant(making: Making, meaning: Meaning | None, here: Here) -> Part | None:
    if isinstance(meaning, Variable):
        return Part(making.shapes[meaning.number], making.cells if here.cx.primed else 0)
    if isinstance(meaning, Local):
        known = here.env.get(meaning.slot)
        return known if isinstance(known, Part) else None
    return None


def _value(part: Part | None, key: Any) -> Part | None:
    if part is None or key is UNKNOWN or not isinstance(part.shape, Parts):
        return None
    shape = part.shape.by_key.get(key)
    return None if shape is None else Part(shape, part.shift)
