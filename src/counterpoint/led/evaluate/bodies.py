"""Compiling definitions: the variables that `If` and `where` bind, then the body."""

from __future__ import annotations

from ..meaning.planner import Bind, Plan
from ..source import Span
from ..tree import Definition, Expression, Name
from ..values.several import settled
from ..values.value import Value, shortly
from .compiling import Compiling
from .machine import failed
from .scope import Ask, Frame, Read, Scope
from .solving import solved


def body_of(compiler: Compiling, definition: Definition, scope: Scope) -> tuple[Read, Scope]:
    """A closure for the value of a definition in a frame with its arguments, and its scope."""
    steps: list[Ask] = []
    for condition, word in ((definition.guard, "If"), (definition.where, "where")):
        if condition is not None:
            step, scope = _bound(compiler, condition, word, scope)
            steps += [step] if step is not None else []
    value = compiler.body(definition, scope)
    if not steps:
        return value, scope

    def read(frame: Frame) -> Value:
        for step in steps:
            step(frame)
        return value(frame)

    return read, scope


def _bound(
    compiler: Compiling, condition: Expression, word: str, scope: Scope
) -> tuple[Ask | None, Scope]:
    """A closure that binds the variables of a condition in a frame, and the scope with them.

    The closure is None if the variables are evaluated lazily.
    """
    plan = compiler.plan(condition, scope)
    if _is_functional(plan):
        return None, _delayed(compiler, plan, scope)
    names = sorted(plan.names)
    scope = scope.reserve(names)
    kept = scope.layout.place()
    places = [scope.reserved[name] for name in names]
    solutions = solved(compiler, plan, scope, lambda inner: _keeping(kept, places))
    return _only(solutions, kept, places, names, word, condition.at), scope.bind_all(names)


def _is_functional(plan: Plan) -> bool:
    """Whether each step binds one variable to one value, so that they can be evaluated lazily."""
    return bool(plan.steps) and all(
        isinstance(step, Bind) and step.is_one and isinstance(step.pattern, Name)
        for step in plan.steps
    )


def _delayed(compiler: Compiling, plan: Plan, scope: Scope) -> Scope:
    for step in plan.steps:
        assert isinstance(step, Bind)
        assert isinstance(step.pattern, Name)
        scope = scope.delayed(step.pattern.name, compiler.value(step.of, scope))
    return scope


def _keeping(kept: int, places: list[int]) -> Ask:
    """A closure that keeps the first solution, and stops at one that differs from it."""

    def keep(frame: Frame) -> bool:
        solution = tuple([frame[place] for place in places])
        found: list[tuple[Value, ...]] = frame[kept]
        if not found or solution != found[0]:
            found.append(solution)
        return len(found) > 1

    return keep


def _only(
    solutions: Ask, kept: int, places: list[int], names: list[str], word: str, at: Span
) -> Ask:
    """A closure that puts the only solution into a frame.

    It raises `NoResult` if there is no solution, or more than one.
    """

    def bind(frame: Frame) -> bool:
        found: list[tuple[Value, ...]] = []
        frame[kept] = found
        solutions(frame)
        if not found:
            raise failed(f"the condition after {word} is not true for any values", at)
        if len(found) > 1:
            one, other = (_solution_text(names, solution) for solution in found[:2])
            raise failed(f"the condition after {word} leaves a choice: {one}, or {other}", at)
        for place, value in zip(places, found[0], strict=True):
            frame[place] = value
        return True

    return bind


def _solution_text(names: list[str], solution: tuple[Value, ...]) -> str:
    pairs = zip(names, map(settled, solution), strict=True)
    return " and ".join(f"{name} = {shortly(value, 30)}" for name, value in pairs)
