"""ENABLED: whether an action has a next state at all."""

from __future__ import annotations

from dataclasses import fields, replace

from ..evaluate.compiler import Compiler
from ..evaluate.context import Context, Frame, Test
from ..scope import Scope
from ..tree import Expression
from .closures import Closures
from .planner import plan
from .step import Branch, Compose, Fail, Plan, Step


class Found(Exception):
    """A next state is found, so that no other needs to be looked for."""


def enabled(c: Compiler, action: Expression, cx: Context) -> Test:
    """What tells whether some next state satisfies an action.

    The action need not say what becomes of each variable.
    """
    here = replace(cx, primed=False, moment=cx.moment + 1)
    planned = plan(c, action, cx.scope, partial=True, context=here)
    run = Closures(c, planned, _found).run
    count, primed = c.layout.count, cx.primed

    def test(m: Frame) -> bool:
        frame = m.copy()
        if primed:
            frame[:count] = m[count : 2 * count]
        try:
            run(frame)
        except Found:
            return True
        return False

    return test


def _found(m: Frame) -> None:
    raise Found


def can_be_told(c: Compiler, action: Expression, scope: Scope) -> bool:
    """Whether ENABLED has a value in every state: the action says what all is that it tests."""
    return _is_sound(plan(c, action, scope, partial=True))


def _is_sound(planned: Plan) -> bool:
    return all(map(_never_fails, (planned.root, *planned.shared)))


def _never_fails(step: Step) -> bool:
    match step:
        case Fail():
            return False
        case Branch(ways):
            return all(map(_never_fails, ways))
        case Compose(first, second):
            return _is_sound(first) and _is_sound(second) and _never_fails(step.then)
    parts = (getattr(step, each.name) for each in fields(step))
    return all(_never_fails(part) for part in parts if isinstance(part, Step))
