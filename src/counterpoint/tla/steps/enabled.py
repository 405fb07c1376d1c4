"""ENABLED: whether an action has a next state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from ...data import dataclass
from ...errors import NoValue
from ..evaluate.compiling import Compiling, TestMaker
from ..evaluate.context import Context, Frame, Run, Test
from ..scope import Scope
from ..tree import Apply, Enabled, Expression
from .closures import Closures
from .fresh import Fresh, substituted
from .planner import OF_ENABLED, plan
from .step import Branch, Compose, Fail, Plan, Step
from .taking import MEET_ELSEWHERE


class StateFound(Exception):
    """A next state is found, so the search ends."""


def enabled(c: Compiling, action: Expression, cx: Context) -> Test:
    """A closure that returns whether some next state satisfies an action.

    The action need not determine every variable.
    """
    search = _Search.of(c, action, cx)
    run = Closures(search.compiler, search.plan, _found).run

    def test(m: Frame) -> bool:
        try:
            run(search.frame(m))
        except StateFound:
            return True
        return False

    return test


def is_evaluable(c: Compiling, action: Expression, scope: Scope) -> bool:
    """Whether ENABLED of an action can be evaluated in every state: no step of its plan fails."""
    try:
        return _is_sound(_Search.of(c, action, Context(scope, c.layout.first)).plan)
    except NoValue:
        return False


def _found(m: Frame) -> None:
    raise StateFound


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for next states of an action."""

    compiler: Compiling
    plan: Plan
    frame: Run
    """A closure for the frame to begin with, from the frame in which ENABLED is evaluated."""

    @classmethod
    def of(cls, c: Compiling, action: Expression, cx: Context) -> _Search:
        instance = substituted(action, cx.scope, c.names)
        if instance is not None:
            return cls._of_instance(c, Fresh(instance, len(c.variables)), action, cx)
        here = Context(cx.scope, cx.depth, moment=cx.moment + 1)
        planned = plan(c, action, here, partial=True, where=OF_ENABLED)
        now, then, found = c.layout.now, c.layout.next, c.layout.found

        def frame(m: Frame) -> Frame:
            made = m.copy()
            if cx.primed:
                made[now:then] = _as_it_stands(m, slice(then, found))
            return made

        return cls(c, planned, frame)

    @classmethod
    def _of_instance(cls, c: Compiling, fresh: Fresh, action: Expression, cx: Context) -> _Search:
        """The search in an instance, with a state that follows all that the frame already holds.

        This state consists of the outer variables and of those of the instance.
        """
        inner = c.inside((*c.variables, *fresh.names), cx.depth)
        scope = fresh.scope(cx.scope)
        here = Context(scope, inner.layout.first, moment=cx.moment + 1)
        planned = plan(inner, action, here, partial=True, where=OF_ENABLED)
        if any(isinstance(step, Compose) for step in _steps(planned)):
            planned = Plan(Fail(MEET_ELSEWHERE, action.at), ())
        read = inner.footprints.of(action, scope)
        values = [
            (place, c.run(Apply(name, at=action.at), cx.at(fresh.module)))
            for place, name in enumerate(fresh.names, inner.layout.now + len(c.variables))
            if place in read
        ]
        first = c.layout.next if cx.primed else c.layout.now
        outer = slice(first, first + c.layout.count)
        now, level = inner.layout.now, inner.layout.level

        def frame(m: Frame) -> Frame:
            made = m.copy()
            made[now:] = [None] * (inner.size - now)
            made[now : now + c.layout.count] = _as_it_stands(m, outer)
            for place, value in values:
                made[place] = value(m)
            made[level] = m[c.layout.level]
            return made

        return cls(inner, planned, frame)


def _as_it_stands(m: Frame, part: slice) -> list[Any]:
    """A part of a frame, copied without recording a read: values not read so far stay unread."""
    return list.__getitem__(m, part)


def _is_sound(planned: Plan) -> bool:
    return not any(isinstance(step, Fail) for step in _steps(planned))


def _steps(planned: Plan) -> Iterator[Step]:
    """All steps of a plan, in no particular order."""
    todo = [planned.root, *planned.shared]
    while todo:
        yield (step := todo.pop())
        match step:
            case Branch(ways):
                todo += ways
                continue
            case Compose(first, second):
                todo += [first.root, *first.shared, second.root, *second.shared]
        parts = (getattr(step, each.name) for each in fields(step))
        todo += [part for part in parts if isinstance(part, Step)]


def _enabled(c: Compiling, node: Enabled, cx: Context) -> Test:
    return enabled(c, node.action, cx)


TESTS: dict[type, TestMaker] = {Enabled: _enabled}
