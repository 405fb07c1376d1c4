"""Sizes as text, and what a search may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Model,
    Program,
    StateSpace,
    check,
    solve,
    step,
    where,
)
from counterpoint.engines.base.limits import (
    ACTIONS,
    LOCAL_STATES,
    NO_LIMITS,
    Limits,
    deep_size,
    parse_size,
    show_size,
)
from counterpoint.engines.base.meter import Meter
from counterpoint.engines.base.task import Task
from counterpoint.errors import LimitReached, Misuse, Refused, Undecided
from counterpoint.examples.nim import model as nim
from counterpoint.examples.peterson import model as peterson
from counterpoint.stopped import Cause

from .. import programs as p


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("2K", 2048), ("1.5m", 1572864), ("2GB", 2 << 30), (" 3 GiB ", 3 << 30)],
)
def test_a_size_is_a_number_with_a_unit(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "much", "-1", "2X", "1 000", "1e9", "0", "0.5", "9" * 400])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Misuse, match="is not a size: give bytes, or a number with K, M, G or T"):
        parse_size(text)


def test_sizes_are_shown_with_the_unit_that_suits_them() -> None:
    assert [show_size(1 << n) for n in (3, 13, 23, 33)] == ["8 bytes", "8.0 KB", "8.0 MB", "8.0 GB"]


def test_without_limits_a_search_may_take_most_of_the_memory() -> None:
    assert NO_LIMITS.bytes > 1 << 28
    assert NO_LIMITS.local_states == LOCAL_STATES


def test_a_limit_of_states_bounds_each_b_thread_as_well() -> None:
    assert Limits(states=50).local_states == 50


class Ring:
    """Five states."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, n: int) -> list[tuple[str, int]]:
        return [("go", (n + 1) % 5)]

    def show(self, n: int) -> str:
        return str(n)


def hurried() -> Program:
    return Program(p.request(p.A), p.request(p.B))


@pytest.mark.parametrize("memory", [1, 1_000])
@pytest.mark.parametrize(
    ("target", "engine"),
    [*product((peterson, nim, Ring, hurried), ("explicit",)), (Ring, "auto")],
)
def test_little_memory_is_noticed_by_a_small_search(
    target: Callable[[], Any], engine: str, memory: int
) -> None:
    verdicts = check(target(), "deadlock", engine=engine, limit_memory=memory)
    told = f"the limit of {show_size(memory)} of memory was reached"
    assert verdicts.answer is Answer.UNKNOWN
    assert verdicts.properties[0].reason.startswith(told)
    assert verdicts.stopped == told


@pytest.mark.parametrize("target", [peterson, nim, Ring])
def test_enough_memory_is_enough(target: Callable[[], Any]) -> None:
    assert check(target(), "deadlock", limit_memory="2M").complete


ASKED: list[Callable[[], Any]] = [
    lambda: where(peterson(), "critical0", limit_memory=1),
    lambda: where(peterson(), "G F critical0", limit_memory=1, engine="explicit"),
    lambda: where(peterson(), "critical0", limit_memory=1, engine="symbolic"),
    lambda: StateSpace(peterson(), limit_memory=1, over="all").where("critical0"),
    lambda: where(peterson(), "critical0", limit_states=3),
    lambda: where(peterson(), "critical0", limit_states=3, engine="symbolic"),
    lambda: where(Ring(), "true", limit_states=3),
    lambda: solve(nim(), player="player1", goal="p1_wins", task=Task(Limits(memory=1))),
    lambda: solve(nim(), player="player1", goal="p1_wins", task=Task(Limits(states=9))),
]


@pytest.mark.parametrize("ask", ASKED)
def test_a_question_that_a_limit_leaves_open_has_one_code(ask: Callable[[], Any]) -> None:
    with pytest.raises(Undecided) as raised:
        ask()
    assert raised.value.code == "CP204"
    assert "the limit of" in raised.value.message


def test_what_a_limit_stops_is_undecided_and_refused_by_the_engine() -> None:
    assert issubclass(LimitReached, Undecided)
    assert issubclass(LimitReached, Refused)
    assert LimitReached.code == Undecided.code


def many(actions: int) -> Model:
    model = Model("many")
    n = model.var("n", range(actions), init=0)

    @model.action(to=range(actions))
    def go(to: int) -> object:
        return step(set={n: to})

    return model


def test_actions_beyond_the_limit_of_states_are_not_even_compiled() -> None:
    model = many(ACTIONS + 1)
    told = "there are 4,097 actions, more than the limit of 9 states allows"
    for engine in ("auto", "symbolic"):
        verdicts = check(model, "EF n = 1", limit_states=9, engine=engine)
        verdict = verdicts.properties[0]
        assert (verdict.answer.value, verdict.reason) == ("unknown", told)
        assert (verdicts.stopped, verdicts.stopped.cause) == (told, Cause.STATES)
    with pytest.raises(LimitReached, match=told):
        where(model, "n = 1", limit_states=9)


def test_a_few_actions_are_always_taken_on() -> None:
    assert check(many(20), "EX n = 1", limit_states=20)
    assert Limits(states=5).too_many_actions(ACTIONS) == ""
    assert Limits(states=5_000).too_many_actions(5_000) == ""
    assert NO_LIMITS.too_many_actions(10**9) == ""


def test_the_size_of_a_state_is_that_of_all_its_parts_and_ends_somewhere() -> None:
    @dataclass
    class Node:
        inside: object

    assert deep_size(((1,) * 9,) * 2) == deep_size((0, 0)) + 2 * deep_size((1,) * 9)
    assert deep_size(Node((1,) * 100)) > deep_size((1,) * 100)
    knot = Node(None)
    knot.inside = knot
    assert deep_size(knot) < 10_000


@pytest.mark.parametrize(("used", "ends"), [(1600, False), (1700, False), (1701, True)])
def test_a_process_is_ended_within_a_step_a_sixteenth_above_its_limit(
    used: int, ends: bool
) -> None:
    class Read(Meter):
        used = property(lambda self: used)

    task = Task(Limits(memory=1600), meter=Read())
    assert bool(task.exhausted()) is ends
    assert task.exhausted().ends_everything is ends
    assert not Task(Limits(memory=1600)).exhausted()
