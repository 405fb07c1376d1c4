"""Functions with explicit entries: parts of states, literals, and EXCEPT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ...data import dataclass
from ..evaluate.context import UNKNOWN
from ..evaluate.footprint import OLD
from ..scope import Builtin, Defined, Meaning, Scope, Value
from ..tree import (
    Apply,
    Bound,
    Except,
    Expression,
    Field,
    Function,
    FunctionSet,
    Index,
    Let,
    Old,
    Prime,
    Qualified,
    Record,
    RecordSet,
    SetOf,
    Tuple,
    Update,
)
from ..values import listed
from .bindings import unroll
from .factors import Const
from .making import Here, Making
from .parts import can_enter, entered, one, part_of, within_let
from .shapes import Parts

_STRICT = frozenset({"+", "-", "*", "\\div", "%", "\\cup", "\\union", "=", "<", ">"})
"""Operators that evaluate all their arguments."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An expression and the `Here` to evaluate it in."""

    node: Expression
    here: Here


Entries: TypeAlias = dict[Any, Spot]
"""The expression for each value of a function, by argument and in order."""


def entries(making: Making, node: Expression, here: Here) -> Entries | None:
    """The entries of a function that is written out over constant arguments; None for any other."""
    simple = making.names.simply(node, here.cx.scope)
    node, here = simple.expression, here.scoped(simple.scope)
    match node:
        case Prime(body):
            return entries(making, body, here.at(here.cx.prime()))
        case Let(_, body):
            return entries(making, body, within_let(making, node, here))
        case Function(bounds, body) if node.name is None:
            return _function(making, bounds, body, here)
        case Record(fields):
            return {name: Spot(value, here) for name, value in sorted(fields)}
        case Tuple(items):
            return {number: Spot(item, here) for number, item in enumerate(items, start=1)}
        case Except(function, updates):
            return _changed(making, entries(making, function, here), updates, here)
        case Apply() | Qualified():
            meaning, args = making.names.applied(node, here.cx.scope)
            if isinstance(meaning, Defined) and args and can_enter(meaning, args):
                return entries(making, meaning.body, entered(making, node, meaning, args, here))
    return _parts(making, node, here)


def _parts(making: Making, node: Expression, here: Here) -> Entries | None:
    found = part_of(making, node, here)
    if found is None or not isinstance(found.shape, Parts):
        return None
    keys = found.shape.domain.keys
    if len(keys) > making.c.tuning.keys_most:
        return None
    return {key: entry(making, node, here, key) for key in keys}


def sets_of(making: Making, node: Expression, here: Here) -> Entries | None:
    """For a set of functions, the set of possible values for each argument; else None."""
    simple = making.names.simply(node, here.cx.scope)
    inside = here.scoped(simple.scope)
    match simple.expression:
        case FunctionSet(domain, range_):
            keys = making.value(domain, inside)
            if type(keys) is not frozenset or len(keys) > making.c.tuning.keys_most:
                return None
            return dict.fromkeys(listed(keys), Spot(range_, inside))
        case RecordSet(fields):
            return {name: Spot(values, inside) for name, values in sorted(fields)}
    return None


def entry(making: Making, node: Expression, here: Here, key: Any) -> Spot:
    """The expression for the value of a function for an argument."""
    scope = making.once(("entry", node, here.cx.scope, Const(key)), lambda: _keyed(node, here, key))
    f = Apply("#f")
    value = Field(f, key) if type(key) is str else Index(f, (Apply("#key"),))
    return Spot(value, here.scoped(scope))


def _keyed(node: Expression, here: Here, key: Any) -> Scope:
    return Scope({"#f": Defined("#f", (), node, here.cx.scope), "#key": Value(key)})


def _function(
    making: Making, bounds: Sequence[Bound], body: Expression, here: Here
) -> Entries | None:
    unrolled = unroll(making, bounds, here, making.c.tuning.keys_most)
    if unrolled is None:
        return None
    names = [
        Tuple(tuple(map(Apply, bound.names))) if bound.pattern else Apply(bound.names[0])
        for bound in bounds
    ]
    argument = one(tuple(names))
    found = {making.value(argument, each): Spot(body, each) for each in unrolled}
    return found if len(found) == len(unrolled) and UNKNOWN not in found else None


def _changed(
    making: Making, base: Entries | None, updates: Sequence[Update], here: Here
) -> Entries | None:
    if base is None:
        return None
    found = dict(base)
    for update in updates:
        first, *rest = update.path
        key = making.value(one(first), here)
        if key is UNKNOWN:
            return None
        if (old := found.get(key)) is None:
            continue
        inner = _with_old(making, old, here)
        value = update.value
        if not rest and not _looks_at_old(value, here.cx.scope) and not has_value(making, old):
            return None  # the old value is evaluated, though not used
        if rest:
            value = Except(Old(), (Update(tuple(rest), value, at=update.at),), at=update.at)
        found[key] = Spot(value, inner)
    return found


def _looks_at_old(value: Expression, scope: Scope) -> bool:
    """Whether an expression surely has no value unless `@` has one."""
    match value:
        case Old():
            return True
        case Apply(name, args) if name in _STRICT and isinstance(scope.get(name), Builtin):
            return any(_looks_at_old(arg, scope) for arg in args)
    return False


def _with_old(making: Making, old: Spot, here: Here) -> Here:
    """A `Here` in which `@` means an expression."""
    node, cx = relative(old, here), old.here.cx
    key = ("old", node, cx.scope, here.cx.scope)
    at = making.once(key, lambda: here.cx.scope.within({OLD: Defined(OLD, (), node, cx.scope)}))
    return _merged(here, old.here).scoped(at)


def has_value(making: Making, spot: Spot) -> bool:
    """Whether an expression surely has a value that other values can contain.

    An infinite set is none.
    """
    node, here = spot.node, spot.here
    if making.is_listed(node, here) or part_of(making, node, here) is not None:
        return True
    simple = making.names.simply(node, here.cx.scope)
    inside = here.scoped(simple.scope)
    match simple.expression:
        case Prime(body):
            return has_value(making, Spot(body, inside.at(inside.cx.prime())))
        case SetOf(items) | Tuple(items):
            return all(has_value(making, Spot(item, inside)) for item in items)
    return False


def relative(spot: Spot, here: Here) -> Expression:
    """The expression of a spot, primed if the spot is primed and `here` is not."""
    primed = spot.here.cx.primed and not here.cx.primed
    return Prime(spot.node, at=spot.node.at) if primed else spot.node


def _merged(one: Here, other: Here) -> Here:
    """A `Here` with the knowledge of two that belong to parts of one expression."""
    depth = max(one.cx.depth, other.cx.depth)
    return Here(one.cx.deeper(depth), {**one.env, **other.env})


def deeper(spot: Spot, depth: int) -> Spot:
    """The same spot, with its new slots at this depth or beyond."""
    here = spot.here
    return Spot(spot.node, here.at(here.cx.deeper(max(depth, here.cx.depth))))


def depth_of(found: Entries, least: int) -> int:
    """The first slot beyond those of all entries; `least` without entries."""
    return max((each.here.cx.depth for each in found.values()), default=least)


def both(making: Making, a: Spot, b: Spot) -> tuple[Entries, Entries] | None:
    """The entries of two functions that are written out over the same arguments; else None.

    Their slots are disjoint, so that both can be parts of one expression.
    """
    depth = max(a.here.cx.depth, b.here.cx.depth)
    a = deeper(a, depth)
    if (first := entries(making, a.node, a.here)) is None:
        return None
    b = deeper(b, depth_of(first, depth))
    second = entries(making, b.node, b.here)
    return (first, second) if second is not None and second.keys() == first.keys() else None


def of_both(making: Making, name: str, a: Spot, b: Spot, here: Here) -> Spot:
    """The application of an operator, which `here` defines, to two spots with disjoint slots."""
    sides = [relative(each, here) for each in (a, b)]
    scopes = [each.here.cx.scope for each in (a, b)]
    key = ("of both", *sides, *scopes, here.cx.scope)
    scope = making.once(key, lambda: _sides(sides, scopes, here))
    node = Apply(name, (Apply("#a"), Apply("#b")), at=a.node.at)
    return Spot(node, _merged(_merged(here, a.here), b.here).scoped(scope))


def _sides(sides: Sequence[Expression], scopes: Sequence[Scope], here: Here) -> Scope:
    meanings: dict[str, Meaning] = {
        name: Defined(name, (), node, scope)
        for name, node, scope in zip(("#a", "#b"), sides, scopes, strict=True)
    }
    for name in ("=", "\\in"):
        if isinstance(builtin := here.cx.scope.get(name), Builtin):
            meanings[name] = builtin
    return Scope(meanings)
