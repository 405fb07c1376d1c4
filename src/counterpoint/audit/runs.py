"""Runs: whether the reference allows them, and which path formulas they satisfy, by definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

from ..certificate import Seen, Steps, Test
from ..logic.core import (
    All,
    Both,
    Core,
    Either,
    Linear,
    Next,
    Now,
    Prop,
    Release,
    Some,
    Truth,
    Until,
)
from ..logic.core_text import core_text
from .reference import Reference
from .wrong import Wrong

Truths: TypeAlias = list[bool]
"""For each position of a run, whether something is true of the run from that position on."""


def require_run(reference: Reference, start: Seen, stem: Steps, loop: Steps = ()) -> None:
    """Raise `Wrong` unless these are steps of the system and the loop is closed and fair."""
    here = start
    for label, there in (*stem, *loop):
        if not reference.takes(here, label, there):
            raise Wrong(f"a run that is shown takes {label}, which does not lead on so", here)
        here = there
    back = stem[-1][1] if stem else start
    if loop and here != back:
        raise Wrong("the loop of a run that is shown does not come back to where it began", here)
    if loop and not is_fair(reference, back, loop):
        raise Wrong("the loop of a run that is shown is not fair", back)


def require_reached(reference: Reference, goal: Core, seen: Seen) -> None:
    """Raise `Wrong` unless a propositional formula is true in the last state of a run."""
    if not _is_true(reference, goal, seen):
        raise Wrong(f"{core_text(goal)} is said to be true where a run that is shown ends", seen)


def _is_true(reference: Reference, goal: Core, seen: Seen) -> bool:
    match goal:
        case Truth(value):
            return value
        case Prop(text, positive):
            return reference.atom(text, seen) is positive
        case All(parts):
            return all(_is_true(reference, part, seen) for part in parts)
        case Some(parts):
            return any(_is_true(reference, part, seen) for part in parts)
        case _:
            raise AssertionError(f"{core_text(goal)} is not propositional")


def is_fair(reference: Reference, back: Seen, loop: Steps) -> bool:
    """Whether a loop from a state back to it satisfies all fairness constraints."""
    if not reference.fairness:
        return True
    states = [back, *(there for _, there in loop[:-1])]
    for fair in reference.fairness:
        enabled = (reference.offers(fair, at) for at in states)
        neglected = any(enabled) if fair.strong else all(enabled)
        if neglected and not any(fair.counts(label, there) for label, there in loop):
            return False
    return True


def satisfies(
    path: Linear, start: Seen, stem: Steps, loop: Steps, test: Callable[[Core], Test]
) -> bool:
    """Whether a run that takes `stem` once and `loop` for ever satisfies a path formula.

    `test` maps a state formula to a test of states. A run without a loop rests at its end.

    >>> from counterpoint.logic.core import Truth
    >>> from counterpoint.logic.lower import to_linear
    >>> from counterpoint.logic.parser import parse
    >>> def odd(of):
    ...     return lambda seen: of.value if isinstance(of, Truth) else seen.state % 2 == 1
    >>> run = Seen(0), (("up", Seen(1)),), (("up", Seen(2)), ("down", Seen(1)))
    >>> [satisfies(to_linear(parse(text)), *run, odd) for text in ("F odd", "F G odd")]
    [True, False]
    """
    states = [start, *(there for _, there in (*stem, *loop))]
    if loop:
        states.pop()  # the state in which the loop begins, again
    following = [*range(1, len(states)), len(stem) if loop else len(states) - 1]
    return _truths(path, states, following, test)[0]


def _truths(
    path: Linear, states: Sequence[Seen], following: Sequence[int], test: Callable[[Core], Test]
) -> Truths:
    def of(part: Linear) -> Truths:
        return _truths(part, states, following, test)

    match path:
        case Now(core):
            return list(map(test(core), states))
        case Both(parts):
            truths = list(map(of, parts))
            return [all(truth[at] for truth in truths) for at in range(len(states))]
        case Either(parts):
            truths = list(map(of, parts))
            return [any(truth[at] for truth in truths) for at in range(len(states))]
        case Next(part):
            truth = of(part)
            return [truth[after] for after in following]
        case Until(left, right):
            return _until(of(left), of(right), following)
        case Release(left, right):  # not (not left U not right)
            free, broken = ([not truth for truth in of(part)] for part in (left, right))
            return [not truth for truth in _until(free, broken, following)]
        case _:
            assert_never(path)


def _until(left: Truths, right: Truths, following: Sequence[int]) -> Truths:
    """The least fixpoint of `right or (left and next)`, for each position."""
    found = list(right)
    while True:
        wider = [
            now or (meanwhile and found[after])
            for meanwhile, now, after in zip(left, right, following, strict=True)
        ]
        if wider == found:
            return found
        found = wider
