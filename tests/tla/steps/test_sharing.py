"""What several ways lead on to is planned once."""

from __future__ import annotations

from typing import Any

from counterpoint.tla.steps import Plan, plan
from counterpoint.tla.steps.step import Branch, Call, Step
from counterpoint.tla.tree import Apply

from ..evaluate.small import compiler_of, loaded


def planned(body: str) -> Plan:
    module = loaded(body)
    return plan(compiler_of(module), Apply("Next"), module.scope)


def size(step: Step) -> int:
    """How many steps there are in a step, calls not followed."""
    if isinstance(step, Branch):
        return 1 + sum(map(size, step.ways))
    ways: list[Any] = [
        getattr(step, name) for name in type(step).__match_args__ if name in ("then", "otherwise")
    ]
    return 1 + sum(map(size, ways))


def calls(step: Step) -> list[int]:
    if isinstance(step, Call):
        return [step.number]
    if isinstance(step, Branch):
        return [number for way in step.ways for number in calls(way)]
    return [
        number
        for name in type(step).__match_args__
        if name in ("then", "otherwise")
        for number in calls(getattr(step, name))
    ]


def test_a_chain_of_choices_does_not_grow_exponentially() -> None:
    count = 12
    names = [f"v{number}" for number in range(count)]
    choices = " ".join(f"/\\ ({name}' = 0 \\/ {name}' = 1)" for name in names)
    made = planned(f"VARIABLES {', '.join(names)}\nNext == {choices}")
    assert size(made.root) + sum(map(size, made.shared)) < 8 * count
    assert len(made.shared) == count - 1


def test_shared_steps_call_only_those_before_them() -> None:
    made = planned("VARIABLES a, b\nNext == (a' = 0 \\/ a' = 1) /\\ (b' = 0 \\/ b' = a')")
    for number, step in enumerate(made.shared):
        assert all(called < number for called in calls(step))
    assert calls(made.root) == [len(made.shared) - 1] * 2


def test_what_is_used_once_is_not_shared() -> None:
    assert planned("VARIABLES a, b\nNext == a' = 1 /\\ \\E n \\in {1} : b' = n").shared == ()


def test_ways_that_assign_different_variables_are_not_mixed_up() -> None:
    made = planned(
        "VARIABLES a, b\nNext == (a' = 0 \\/ b' = 0) /\\ a' \\in {0, 1} /\\ b' \\in {0, 1}"
    )
    assert made.shared == ()


def test_ways_that_begin_alike_are_planned_together() -> None:
    count = 10
    names = [f"v{number}" for number in range(count)]
    rules = "\n".join(
        f"N{number} == {name}' = {name} + 1\nU{number} == {name}' = {name}"
        for number, name in enumerate(names)
    )
    chain = "\n".join(
        f"C{n} == Compose(C{n - 1}, K{n - 1}, N{n}, U{n})\nK{n} == K{n - 1} /\\ U{n}"
        for n in range(1, count)
    )
    compose = "Compose(A, B, C, D) == (A /\\ C) \\/ (A /\\ D) \\/ (B /\\ C) \\/ (B /\\ D)"
    body = f"VARIABLES {', '.join(names)}\n{rules}\n{compose}\nC0 == N0\nK0 == U0\n{chain}"
    made = planned(f"{body}\nNext == C{count - 1}")
    assert size(made.root) + sum(map(size, made.shared)) < 40 * count
