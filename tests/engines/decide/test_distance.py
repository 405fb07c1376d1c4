"""Distances between sets of states, and what is audited of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from counterpoint import check
from counterpoint.engines.decide import distance
from counterpoint.model.model import Model
from counterpoint.model.property import Distance
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.tuning import Tuning
from counterpoint.verdict import Verdict


def walk(steps: list[list[int]], start: int, goal: int) -> Model:
    """A walk on a graph, with both distances between two of its places."""
    cases = "\n".join(
        f"x = {at} : {{{', '.join(map(str, after))}}};" for at, after in enumerate(steps)
    )
    text = f"""MODULE main
    VAR x : 0..{len(steps) - 1};
    ASSIGN init(x) := {{0, 1}}; next(x) := case {cases} esac;
    COMPUTE MIN [x = {start}, x = {goal}]
    COMPUTE MAX [x = {start}, x = {goal}]"""
    return model_of(Source("walk.smv", text))


def reached(steps: list[list[int]]) -> set[int]:
    found = {0, 1}
    while more := {after for at in found for after in steps[at]} - found:
        found |= more
    return found


def least(steps: list[list[int]], start: int, goal: int) -> str:
    if start not in reached(steps):
        return "infinity"
    at, length, met = {start}, 0, set[int]()
    while goal not in at:
        if at <= met:
            return "infinity"
        met |= at
        at, length = {after for one in at for after in steps[one]}, length + 1
    return str(length)


def most(steps: list[list[int]], start: int, goal: int) -> str:
    if not {start, goal} <= reached(steps):
        return "undefined"
    at, length = {start} - {goal}, 0
    while at:
        if length > len(steps):
            return "infinity"
        at, length = {after for one in at for after in steps[one]} - {goal}, length + 1
    return str(length)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_distances_are_those_of_a_breadth_first_walk_and_pass_the_audit(engine: str) -> None:
    rng = random.Random(5)
    for _ in range(12):
        steps = [rng.sample(range(6), rng.randint(1, 2)) for _ in range(6)]
        start, goal = rng.randrange(6), rng.randrange(6)
        shortest, longest = check(walk(steps, start, goal), engine=engine, audit="all")
        assert shortest.reason == f"it is {least(steps, start, goal)}", steps
        assert longest.reason == f"it is {most(steps, start, goal)}", steps
        assert shortest.audited is not None
        assert shortest.audited.passed


LINE = [[1], [2], [3], [4], [4], [5]]


def wrong_by(number: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Verdict, ...]:
    """The verdicts if both distances are wrong by a number."""

    def off(true: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: true(*given) + number

    for name in ("shortest", "longest"):
        monkeypatch.setattr(distance, name, off(getattr(distance, name)))
    return tuple(check(walk(LINE, 1, 4), audit="all"))


@pytest.mark.parametrize("number", [-2, -1, 1, 2])
def test_a_wrong_distance_is_found(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for verdict in wrong_by(number, monkeypatch):
        assert verdict.answer.value == "unknown"
        assert "the audit of this answer did not pass" in verdict.reason


def test_a_sample_has_no_time_for_all_distances() -> None:
    tuning = Tuning(audited_least=1e-9, audited_share=0.0)
    first, second = check(walk(LINE, 1, 4), tuning=tuning)
    assert (first.reason, second.reason) == ("it is 3", "it is 3")
    assert first.audited is not None
    assert second.audited is not None
    assert (first.audited.states > 0, second.audited.states) == (True, 0)


def test_a_long_distance_is_not_written_out() -> None:
    (shortest, _) = walk(LINE, 1, 4).requirements.values()
    assert isinstance(shortest, Distance)
    assert len(distance.bounds_of(shortest, "3", 3)) == 2
    assert distance.bounds_of(shortest, "3", 2) == ()
