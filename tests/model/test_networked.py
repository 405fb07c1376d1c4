"""A program as a model has the states and the steps of its network."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from counterpoint import Body, Event, Program, events, sync, thread
from counterpoint.errors import Refused
from counterpoint.examples import tictactoe
from counterpoint.model.network import Network
from counterpoint.model.networked import model_of_network
from counterpoint.model.system import REST
from tests.share import share
from tests.soak.program import settings, tabled

A, B = events("A B")


def drawn(random: Random) -> Program | None:
    """A random program with a strategy that can be read; None for one that only Python can."""
    threads = tuple(tabled(random) for _ in range(random.randint(1, 3)))
    game, fair = random.randrange(3) == 2, random.randrange(3) == 2
    program = settings(random, game=game, fair=fair).program(*threads)
    return program if program.strategy.is_ranked else None


def network_of(program: Program) -> Network:
    network: Network = program.network()
    return network


def steps(system: Any, state: Any) -> set[tuple[str, Any]]:
    return {(str(label), there) for label, there in system.successors(state)}


def compare(network: Network) -> int:
    """Assert that all reached states have the same steps; the number of states."""
    made = model_of_network(network, most=10_000)
    todo = list(network.initial())
    assert list(made.model.initial()) == todo
    seen = set(todo)
    while todo:
        state = todo.pop()
        assert steps(made.model, state) == steps(network, state), state
        assert made.model.owners(state) == () or network.owners
        new = {there for label, there in network.successors(state) if label is not REST} - seen
        seen |= new
        todo += new
    return len(seen)


def test_random_programs_have_the_same_steps_as_models() -> None:
    random, compared = Random(4), 0
    for _ in range(share(150)):
        program = drawn(random)
        if program is not None:
            compared += compare(network_of(program)) > 1
    assert compared


def test_tic_tac_toe_has_the_same_steps_as_a_model() -> None:
    network = network_of(tictactoe.program)
    made = model_of_network(network, most=10_000)
    random, (state,) = Random(1), network.initial()
    for _ in range(12):
        assert steps(made.model, state) == steps(network, state)
        state = random.choice(network.successors(state))[1]


@thread
def counting() -> Body:
    number = 0
    while True:
        yield sync(request=A)
        number += 1


def test_a_b_thread_without_end_is_refused_with_its_name() -> None:
    with pytest.raises(Refused, match=r"counting.*20 local states"):
        model_of_network(network_of(Program(counting())), most=20)


@thread
def ask(event: Event) -> Body:
    yield sync(request=event)


def test_a_strategy_in_python_is_refused() -> None:
    program = Program(ask(A), ask(B), strategy=lambda said: [A])
    with pytest.raises(Refused, match="a function in Python"):
        model_of_network(network_of(program), most=20)


def test_events_that_are_shown_alike_are_refused() -> None:
    program = Program(ask(Event("A", 1)), ask(Event("A(1)")))
    with pytest.raises(Refused, match="shown as the same text"):
        model_of_network(network_of(program), most=20)
