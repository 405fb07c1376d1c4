"""Which expressions surely have a normal value: no lazy set and no lazy function."""

from __future__ import annotations

from ..scope import Builtin, Constant, Defined, Local, Scope, Value, Variable
from ..tree import (
    And,
    Angle,
    Apply,
    Choose,
    Enabled,
    Except,
    Expression,
    Field,
    If,
    Index,
    Labelled,
    Let,
    Map,
    Number,
    Or,
    Prime,
    Qualified,
    Quantified,
    Record,
    SetOf,
    Square,
    String,
    Truth,
    Tuple,
    Unchanged,
)
from ..values import LazyFunction, LazySet
from .names import Names

_ALWAYS = (
    Number, String, Truth, And, Or, Quantified, Unchanged, Enabled, Square, Angle, Index, Field,
    Except, Record, Tuple, SetOf, Map, Choose,
)  # fmt: skip

_NAMES = (
    "+ - -. * \\div % ^ / = # \\in \\notin \\subseteq < > \\leq \\geq ~ => <=> /\\ \\/ Len Head "
    "Tail Append SubSeq \\o SelectSeq Cardinality IsFiniteSet :> ToString"
)

_PLAIN = frozenset(_NAMES.split())
"""Operators that always have normal results."""

_PLAIN_VALUE = Value(None)
_OTHER = Constant("")

_AS_THEIR_PARTS = frozenset({"\\cup", "\\cap", "\\", "@@"})
"""Operators that have normal results if both arguments are normal."""


def is_plain(names: Names, node: Expression, scope: Scope, deep: int = 0) -> bool:
    """Whether the value of an expression is surely normal, by a quick look at its syntax.

    >>> from ..tree import Number
    >>> is_plain(Names(), Number(1), Scope()), is_plain(Names(), Apply("Nat"), Scope())
    (True, False)
    """
    if isinstance(node, _ALWAYS):
        return True
    if deep > 20:
        return False
    match node:
        case Prime(body) | Labelled(_, _, body):
            return is_plain(names, body, scope, deep + 1)
        case If(_, a, b):
            return is_plain(names, a, scope, deep + 1) and is_plain(names, b, scope, deep + 1)
        case Let(_, body):
            return is_plain(names, body, names.let(node, scope), deep + 1)
        case Apply() | Qualified():
            return _applied(names, node, scope, deep)
    return False


def _applied(names: Names, node: Apply | Qualified, scope: Scope, deep: int) -> bool:
    meaning, args = names.applied(node, scope)
    match meaning:
        case Variable():
            return True
        case Local():
            return not args
        case Value(value):
            return not isinstance(value, LazySet | LazyFunction)
        case Builtin(name):
            if name in _AS_THEIR_PARTS:
                return all(is_plain(names, arg, scope, deep + 1) for arg in args)
            return name in _PLAIN
        case Defined() if not meaning.recursive:
            given = {
                each.name: _PLAIN_VALUE if is_plain(names, arg, scope, deep + 1) else _OTHER
                for each, arg in zip(meaning.parameters, args, strict=False)
            }
            return is_plain(names, meaning.body, meaning.scope.within(given), deep + 1)
    return False
