"""Arguments that a function does not take are an error that says what to write, and where."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction

import pytest

import counterpoint
from counterpoint import (
    AsyncRunner,
    Body,
    CounterpointError,
    Event,
    Model,
    Program,
    Runner,
    Session,
    StateSpace,
    check,
    never,
    no_deadlock,
    solve,
    step,
    sync,
    thread,
    where,
)
from counterpoint.arguments import says_what_it_takes
from counterpoint.errors import Misuse

HOT = Event("HOT")


@thread
def pour() -> Body:
    yield sync(request=HOT)


program = Program(pour())
model = Model()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (
            lambda: Runner(program, 7),  # type: ignore[call-arg]
            "Runner(): 7 has no name: write seed=7 (after program: seed=",
        ),
        (
            lambda: AsyncRunner(program, 7),  # type: ignore[call-arg]
            "AsyncRunner(): 7 has no name: write seed=7",
        ),
        (
            lambda: Session(program, 7),  # type: ignore[call-arg]
            "Session(): 7 has no name: write seed=7",
        ),
        (
            lambda: Session.replay(program, [], 7),  # type: ignore[call-arg]
            "Session.replay(): 7 has no name: write seed=7",
        ),
        (
            lambda: Runner(program).run(1, True),  # type: ignore[call-arg]
            "Runner.run(): True has no name: write wait=True",
        ),
        (
            lambda: Runner(program, sed=7),  # type: ignore[call-arg]
            "Runner(): there is no sed=: write seed=; it takes progr",
        ),
        (
            lambda: Runner(),  # type: ignore[call-arg]
            "Runner(): program is missing; it takes program, seed=",
        ),
        (
            lambda: Program(threads=[]),  # type: ignore[call-arg]
            "Program(): threads is given by position, without threads=",
        ),
        (
            lambda: Program(listeners=[]),  # type: ignore[call-arg]
            "there is no listeners=; it takes *threads, strategy=",
        ),
        (
            lambda: check(),  # type: ignore[call-arg]
            "check(): target is missing; it takes target, *properties, name=",
        ),
        (
            lambda: check(program, seed=3),  # type: ignore[call-arg]
            "check(): there is no seed=; it takes target",
        ),
        (
            lambda: where(program),  # type: ignore[call-arg]
            "where(): formula is missing; it takes target, formula, over=",
        ),
        (lambda: where(program, "HOT", ovr="all"), "there is no ovr=: write over="),  # type: ignore[call-arg]
        (
            lambda: where(program, "HOT", formula="HOT"),  # type: ignore[misc]
            "where(): formula is given twice",
        ),
        (
            lambda: StateSpace(program, "all"),  # type: ignore[call-arg]
            "StateSpace(): 'all' has no name: write over='all'",
        ),
        (
            lambda: solve(program),  # type: ignore[call-arg]
            "solve(): player and goal are missing; it takes target, player=",
        ),
        (
            lambda: never(HOT, HOT),  # type: ignore[call-arg]
            "never(): HOT is one too many; it takes events",
        ),
        (
            lambda: no_deadlock("x"),  # type: ignore[call-arg]
            "no_deadlock(): 'x' is one too many; it takes nothing",
        ),
        (
            lambda: step(True),  # type: ignore[call-arg]
            "step(): True has no name: write when=True (it takes: when=, set=)",
        ),
        (
            lambda: model.var("n", bool, True),  # type: ignore[call-arg]
            "Model.var(): True has no name: write init=True",
        ),
        (
            lambda: model.array("n", bool),  # type: ignore[arg-type, call-arg]
            "Model.array(): sort is missing",
        ),
        (
            lambda: model.action("add", 1),  # type: ignore[call-overload]
            "Model.action(): 1 has no name: write owner=1",
        ),
    ],
)
def test_what_does_not_fit_says_what_to_write_and_where(
    wrong: Callable[[], object], why: str
) -> None:
    with pytest.raises(Misuse) as raised:
        wrong()
    assert why in raised.value.message
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


FUNCTIONS = [name for name in counterpoint.__all__ if isfunction(getattr(counterpoint, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_public_function_refuses_an_option_that_it_does_not_have(name: str) -> None:
    with pytest.raises(CounterpointError, match=r"no_such=|takes nothing but") as raised:
        getattr(counterpoint, name)(no_such=1)
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


def test_a_type_error_from_inside_passes_through_whole() -> None:
    @says_what_it_takes
    def play(program: object) -> None:
        len(program)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len"):
        play(3)
