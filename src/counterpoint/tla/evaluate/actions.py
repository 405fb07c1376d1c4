"""Expressions about two states: UNCHANGED, [A]_v, <<A>>_v."""

from __future__ import annotations

from dataclasses import replace

from ..scope import Scope
from ..tree import Angle, Expression, Square, Tuple, Unchanged
from ..values import equal
from .compiling import Compiling, TestMaker
from .context import Closed, Context, Test
from .logic import conjunction
from .names import Names


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


def stays(c: Compiling, node: Expression, cx: Context) -> Test:
    """A closure that returns whether an expression has the same value in both states."""
    return conjunction([_stays(c, part, cx) for part in flat(c.names, node, cx.scope)] or [_true])


def _true(m: object) -> bool:
    return True


def _stays(c: Compiling, part: Closed, cx: Context) -> Test:
    here = replace(cx, scope=part.scope, primed=False)
    before, after = c.place(part.expression, here), c.place(part.expression, here.prime())
    if before is not None and after is not None:
        return lambda m: m[before] == m[after]
    old, new = c.run(part.expression, here), c.run(part.expression, here.prime())
    return lambda m: equal(old(m), new(m))


def _unchanged(c: Compiling, node: Unchanged, cx: Context) -> Test:
    return stays(c, node.body, cx)


def _square(c: Compiling, node: Square, cx: Context) -> Test:
    action, same = c.holds(node.action, cx), stays(c, node.subscript, cx)
    return lambda m: action(m) or same(m)


def _angle(c: Compiling, node: Angle, cx: Context) -> Test:
    action, same = c.holds(node.action, cx), stays(c, node.subscript, cx)
    return lambda m: action(m) and not same(m)


TESTS: dict[type, TestMaker] = {
    Unchanged: _unchanged,
    Square: _square,
    Angle: _angle,
}
