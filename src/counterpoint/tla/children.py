"""The direct subexpressions of an expression."""

from __future__ import annotations

from .tree import (
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
    Map,
    Or,
    Prime,
    Quantified,
    Record,
    RecordSet,
    SetOf,
    Square,
    Tuple,
    Unchanged,
)  # fmt: skip


def children(node: Expression) -> tuple[Expression, ...]:
    """The direct subexpressions, left to right, without those of LET, instances and label names.

    >>> children(If(Apply("a"), Apply("b"), Apply("c")))
    (Apply(name='a', args=()), Apply(name='b', args=()), Apply(name='c', args=()))
    """
    match node:
        case Apply(_, parts) | And(parts) | Or(parts) | SetOf(parts) | Tuple(parts):
            return parts
        case If(condition, then, otherwise):
            return condition, then, otherwise
        case Case(arms, other):
            parts = tuple(part for arm in arms for part in arm)
            return parts if other is None else (*parts, other)
        case FunctionSet(domain, range_):
            return domain, range_
        case Index(function, args):
            return function, *args
        case Record(fields) | RecordSet(fields):
            return tuple(value for _, value in fields)
        case Except(function, updates):
            steps = (part for one in updates for step in (*one.path, (one.value,)) for part in step)
            return function, *steps
        case Square(action, subscript) | Angle(action, subscript):
            return action, subscript
        case Fair(_, subscript, action):
            return subscript, action
        case Field(part) | Prime(part) | Unchanged(part) | Enabled(part):
            return (part,)
        case Labelled(_, _, part) | Lambda(_, part):
            return (part,)
        case Quantified(_, bounds, body) | Function(bounds, body) | Map(body, bounds):
            return *sets(bounds), body
        case Choose(bound, body) | Filter(bound, body):
            return *sets((bound,)), body
        case _:
            return ()


def sets(bounds: tuple[Bound, ...]) -> tuple[Expression, ...]:
    """The sets of the bounds that have one."""
    return tuple(bound.set for bound in bounds if bound.set is not None)


def bound_names(bounds: tuple[Bound, ...]) -> tuple[str, ...]:
    """The names of the bound identifiers."""
    return tuple(name for bound in bounds for name in bound.names)
