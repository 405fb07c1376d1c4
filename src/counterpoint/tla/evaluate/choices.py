"""Choices: IF, CASE and CHOOSE, and numbers with a decimal point."""

from __future__ import annotations

from typing import Any

from ...errors import NoValue
from ..scope import Builtin
from ..tree import And, Apply, Bound, Case, Choose, Decimal, Expression, If
from ..values import ModelValue, a_set, normal, shortly
from .bounds import loops
from .chosen import LONGEST, Chosen
from .compiling import Compiling, ValueMaker
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

    def text() -> str:
        from ..spec.text import shortened  # few modules choose so

        return shortened(node, cx.scope, LONGEST)

    def choose(m: Frame) -> ModelValue:
        def holds(value: ModelValue) -> bool:
            m[slot] = value
            return test(m)

        if c.layout.found in reads:
            raise NoValue("CHOOSE needs a set to choose from: its condition changes")
        return chosen.by((node, cx.scope, *[m[place] for place in reads]), text, holds)

    return choose


def _if(c: Compiling, node: If, cx: Context) -> Run:
    test = c.holds(node.condition, cx)
    then, otherwise = c.run(node.then, cx), c.run(node.otherwise, cx)
    return lambda m: then(m) if test(m) else otherwise(m)


def _case(c: Compiling, node: Case, cx: Context) -> Run:
    arms = [(c.holds(test, cx), c.run(value, cx)) for test, value in node.arms]
    other = c.run(node.other, cx) if node.other is not None else None

    def case(m: Frame) -> Any:
        for test, value in arms:
            if test(m):
                return value(m)
        if other is None:
            raise NoValue("no condition of this CASE holds, and it has no OTHER")
        return other(m)

    return case


def _choose(c: Compiling, node: Choose, cx: Context) -> Run:
    if node.bound.set is None:
        bounded = _bounded(node, cx)
        return unbounded(c, node, cx) if bounded is None else c.run(bounded, cx)
    (loop,), inner = loops(c, (node.bound,), cx)
    test, values = c.holds(node.body, inner), loop.values()
    first, last, pattern = loop.slots[0], loop.slots[-1] + 1, loop.pattern
    whole = c.run(node.bound.set, cx)

    def choose(m: Frame) -> Any:
        for value in values(m):
            if pattern:
                m[first:last] = value
            else:
                m[first] = value
            if test(m):
                return value
        raise NoValue(f"CHOOSE: no element of {shortly(whole(m))} is as wanted")

    return choose


def _bounded(node: Choose, cx: Context) -> Choose | None:
    r"""`CHOOSE x \in S : P` for an expression of the form `CHOOSE x : x \in S /\ P`; else None."""
    parts = node.body.parts if isinstance(node.body, And) else (node.body,)
    match parts[0]:
        case Apply("\\in", (Apply(name, ()), values)) if (name,) == node.bound.names:
            if isinstance(cx.scope.get("\\in"), Builtin):
                bound = Bound(node.bound.names, values, at=node.bound.at)
                rest = And(parts[1:], at=node.at)
                return Choose(bound, rest, at=node.at)
    return None


def _decimal(c: Compiling, node: Decimal, cx: Context) -> Run:
    whole, _, rest = node.text.partition(".")
    if rest.strip("0"):
        raise NoValue(f"{node.text} is no whole number")
    value = int(whole or "0")
    return lambda m: value


VALUES: dict[type, ValueMaker] = {If: _if, Case: _case, Choose: _choose, Decimal: _decimal}
