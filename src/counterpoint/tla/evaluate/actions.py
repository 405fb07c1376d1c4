"""Expressions about two states: UNCHANGED, [A]_v, <<A>>_v, ENABLED."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..scope import Scope
from ..tree import Angle, Enabled, Expression, Square, Tuple, Unchanged
from ..values import equal
from .context import Closed, Context, Test
from .logic import conjunction
from .makers import TestMaker
from .names import Names

if TYPE_CHECKING:
    from .compiler import Compiler


def flat(names: Names, node: Expression, scope: Scope) -> list[Closed]:
    """The components of a tuple, with nested tuples and tuples behind names flattened.

    >>> from ..scope import Variable
    >>> from ..tree import Apply
    >>> x = Apply("x")
    >>> len(flat(Names(), Tuple((x, Tuple((x, x)))), Scope({"x": Variable("x", 0)})))
    3
    """
    simple = names.simply(node, scope)
    if not isinstance(simple.expression, Tuple):
        return [simple]
    return [part for item in simple.expression.items for part in flat(names, item, simple.scope)]


def stays(c: Compiler, node: Expression, cx: Context) -> Test:
    """A closure that returns whether an expression has the same value in both states."""
    return conjunction([_stays(c, part, cx) for part in flat(c.names, node, cx.scope)] or [_true])


def _true(m: object) -> bool:
    return True


def _stays(c: Compiler, part: Closed, cx: Context) -> Test:
    here = replace(cx, scope=part.scope, primed=False)
    before, after = c.place(part.expression, here), c.place(part.expression, here.prime())
    if before is not None and after is not None:
        return lambda m: m[before] == m[after]
    old, new = c.run(part.expression, here), c.run(part.expression, here.prime())
    return lambda m: equal(old(m), new(m))


def _unchanged(c: Compiler, node: Unchanged, cx: Context) -> Test:
    return stays(c, node.body, cx)


def _square(c: Compiler, node: Square, cx: Context) -> Test:
    action, same = c.holds(node.action, cx), stays(c, node.subscript, cx)
    return lambda m: action(m) or same(m)


def _angle(c: Compiler, node: Angle, cx: Context) -> Test:
    action, same = c.holds(node.action, cx), stays(c, node.subscript, cx)
    return lambda m: action(m) and not same(m)


def _enabled(c: Compiler, node: Enabled, cx: Context) -> Test:
    from ..steps.enabled import enabled  # the planner imports this package

    return enabled(c, node.action, cx)


TESTS: dict[type, TestMaker] = {
    Unchanged: _unchanged,
    Square: _square,
    Angle: _angle,
    Enabled: _enabled,
}
