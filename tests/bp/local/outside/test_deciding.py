"""What decides for a program as a whole must depend on nothing but what it is called with."""

from __future__ import annotations

import queue
import random
import time
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    EventSet,
    Program,
    Strategy,
    Uniform,
    check,
    event_set,
    named,
    never,
    solve,
    sync,
    thread,
)
from counterpoint.errors import ImpureThread

from ..brute_force import A, B

QUEUE: queue.SimpleQueue[Any] = queue.SimpleQueue()


@thread
def ask() -> Body:
    yield sync(request=[A, B])


def by_the_clock(said: Any) -> Any:
    return [one.sync.request[int(time.time()) % 2] for one in said]


def by_the_queue(said: Any) -> Any:
    return [one.sync.request[QUEUE.empty()] for one in said]


def by_name(said: Any) -> Any:
    return [one.sync.request[0] for one in said]


class Late(EventSet):
    def holds(self, event: Any) -> Any:
        return time.time() > 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"strategy": by_the_clock}, "strategy by_the_clock .* time.time, which is a clock"),
        ({"final": lambda e: time.time() > 0}, "predicate of final= .* is a clock"),
        ({"owners": {"p": lambda e: time.time() > 0}}, "predicate of owners= of p .* is a clock"),
        ({"weak": [named("A") | (lambda e: time.time() > 0)]}, "predicate of weak= .* is a clock"),
        ({"strong": [lambda e: time.time() > 0]}, "predicate of strong= .* is a clock"),
        ({"final": named("A") | Late()}, "predicate of final= .* is a clock"),
    ],
)  # fmt: skip
def test_a_clock_is_refused(given: Any, said: Any) -> None:
    with pytest.raises(ImpureThread, match=said):
        check(Program(ask(), **given))


def test_chance_is_refused_where_it_was_drawn() -> None:
    program = Program(ask(), owners={"p": lambda e: random.random() < 2})
    with pytest.raises(ImpureThread, match=r"random generator behind random\.random"):
        solve(program, player="p", goal="F {A}")


def test_nothing_is_said_to_hold_where_a_strategy_can_reach_what_is_opaque() -> None:
    for verdict in check(Program(ask(), strategy=by_the_queue)):
        assert verdict.answer is Answer.UNKNOWN
        assert verdict.reason.startswith("strategy by_the_queue can reach QUEUE")


def test_functions_that_depend_on_what_they_are_called_with_are_taken() -> None:
    wanted = {A}
    for given in (
        {"strategy": by_name, "final": lambda e: e in wanted},
        {"strategy": Uniform(), "owners": {"p": A, "q": lambda e: e == B}},
    ):
        assert check(Program(ask(), **given), "EF once(A)")


class ByTheClock(Strategy):
    def selectable(self, statements: Any) -> Any:
        return super().selectable(statements)[: 1 + int(time.time()) % 2]


def test_a_clock_in_a_class_of_strategies_and_in_a_requirement_is_refused() -> None:
    for given in (
        {"strategy": ByTheClock()},
        {"requirements": {"n": never(event_set(lambda e: time.time() < 0))}},
    ):
        with pytest.raises(ImpureThread, match="a clock"):
            check(Program(ask(), **given))


def test_a_predicate_that_answers_by_turns_is_refused_in_the_end() -> None:
    asked = []

    def by_turns(event: Any) -> Any:
        asked.append(event)
        return len(asked) % 2 == 0

    with pytest.raises(ImpureThread, match=r"predicate of final= .* has changed meanwhile"):
        check(Program(ask(), stuck(), final=event_set(by_turns)))


@thread
def stuck() -> Body:
    yield sync(wait_for=A)
    yield sync(request=B, block=B)
