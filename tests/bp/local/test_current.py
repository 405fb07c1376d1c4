"""A program that is checked again after something that its b-threads read was changed."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Program, sync, thread

from .brute_force import A, B

LIMIT = 1


class Config:
    def __init__(self, most: Any) -> None:
        self.most = most


@thread
def given(config: Any) -> Body:
    for _ in range(config["most"]):
        yield sync(request=A)


@thread
def given_an_object(config: Any) -> Body:
    for _ in range(config.most):
        yield sync(request=A)


@thread
def given_a_set(numbers: Any) -> Body:
    for _ in range(len(numbers)):
        yield sync(request=A)


@thread
def reading_a_name() -> Body:
    for _ in range(LIMIT):
        yield sync(request=A)


def of_a_dictionary() -> Any:
    config = {"most": 1}
    return given(config), lambda: config.update(most=3)


def of_an_object() -> Any:
    config = Config(1)
    return given_an_object(config), lambda: setattr(config, "most", 3)


def of_a_set() -> Any:
    numbers = {1}
    return given_a_set(numbers), lambda: numbers.update([2, 3])


def of_a_variable_outside() -> Any:
    @thread
    def reading() -> Body:
        for _ in range(limits[0]):
            yield sync(request=A)

    limits = [1]
    return reading(), lambda: limits.append(limits.pop() + 2)


def of_a_global_name() -> Any:
    globals()["LIMIT"] = 1
    return reading_a_name(), lambda: globals().update(LIMIT=3)


@pytest.mark.parametrize(
    "make", [of_a_dictionary, of_an_object, of_a_set, of_a_variable_outside, of_a_global_name]
)
def test_what_was_changed_between_two_questions_is_seen(make: Any) -> None:
    made, change = make()
    program = Program(made)
    network = program.network()
    assert len(network.automata[0].locals) == 2
    assert program.network() is network
    change()
    assert len(program.network().automata[0].locals) == 4


def test_what_a_predicate_reads_is_seen_when_it_was_changed() -> None:
    @thread
    def awaiting() -> Body:
        yield sync(wait_for=lambda event: awaited[0])
        yield sync(request=B)

    awaited = [True]
    program = Program(given({"most": 1}), awaiting())
    assert program.network().automata[1].locals[0].hears
    awaited[0] = False
    assert not program.network().automata[1].locals[0].hears


def test_what_a_strategy_reads_is_seen_when_it_was_changed() -> None:
    place = [0]
    program = Program(
        given({"most": 1}), given_a_set({1}), strategy=lambda said: said[place[0]][1].request
    )
    network = program.network()
    assert program.network() is network
    place[0] = -1
    assert program.network() is not network
