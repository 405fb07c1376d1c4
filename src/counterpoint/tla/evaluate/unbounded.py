r"""CHOOSE without a set: a fresh value, the same wherever the condition is the same.

`CHOOSE v : P` depends on the values that satisfy P, not on the name v or the text of P. If P is `v
\notin S`, the set S identifies the choice. Any other P is identified by its text and the values
that it reads. If two of them may choose the same value, the choice has no known value.
"""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import And, Apply, Choose, Expression
from ..values import ModelValue, a_set, normal
from .chosen import Chosen
from .compiling import Compiling
from .context import Context, Frame, Run
from .weight import uses


def unbounded(c: Compiling, node: Choose, cx: Context) -> Run:
    """A closure for the value of a CHOOSE without a set."""
    if node.bound.pattern:
        raise NoValue("CHOOSE needs a set to choose tuples from")
    chosen = c.chosen
    by_condition = _by_condition(c, node, cx, chosen)
    parts = node.body.parts if isinstance(node.body, And) else (node.body,)
    excluded = [_excluded(c, part, node.bound.names[0], cx) for part in parts]
    if None in excluded:
        return by_condition

    def outside(m: Frame) -> Any:
        try:
            sets = [run(m) for run in excluded if run is not None]
        except NoValue:  # such as for an infinite set
            return by_condition(m)
        return chosen.outside(frozenset().union(*sets))

    return outside


def _excluded(c: Compiling, part: Expression, name: str, cx: Context) -> Run | None:
    """A closure for the set that a condition excludes; None if it is not just such a condition."""
    if not (isinstance(part, Apply) and isinstance(cx.scope.get(part.name), Builtin)):
        return None
    match part:
        case Apply("\\notin", (Apply(bound, ()), values)) if bound == name:
            if not uses(values)[name]:
                elements = c.run(values, cx)
                return lambda m: a_set(elements(m))
        case Apply("#", (Apply(bound, ()), value)) | Apply("#", (value, Apply(bound, ()))):
            if bound == name and not uses(value)[name]:
                element = c.run(value, cx)
                return lambda m: frozenset({normal(element(m))})
    return None


def _by_condition(c: Compiling, node: Choose, cx: Context, chosen: Chosen) -> Run:
    inner, (slot,) = c.binding(cx, *node.bound.names)
    test = c.holds(node.body, inner)
    reads = sorted(c.footprints.of(node, cx.scope, cx.primed))
    name = f"CHOOSE {node.bound.names[0]}"

    def choose(m: Frame) -> ModelValue:
        def holds(value: ModelValue) -> bool:
            m[slot] = value
            return test(m)

        if c.layout.found in reads:
            raise NoValue("CHOOSE needs a set to choose from: its condition changes")
        return chosen.by((node, cx.scope, *[m[place] for place in reads]), name, holds)

    return choose
