"""Arguments that a function does not take are an error that says what to write, and where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from counterpoint import (
    AsyncRunner,
    Body,
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
        (lambda: Runner(program, 7), "Runner(): 7 has no name: write seed=7 (after program: seed="),
        (lambda: AsyncRunner(program, 7), "AsyncRunner(): 7 has no name: write seed=7"),
        (lambda: Session(program, 7), "Session(): 7 has no name: write seed=7"),
        (lambda: Session.replay(program, [], 7), "Session.replay(): 7 has no name: write seed=7"),
        (lambda: Runner(program).run(1, True), "Runner.run(): True has no name: write wait=True"),
        (lambda: Runner(program, sed=7), "Runner(): there is no sed=: write seed=; it takes progr"),
        (lambda: Runner(), "Runner(): program is missing; it takes program, seed="),
        (lambda: Program(threads=[]), "Program(): threads is given by position, without threads="),
        (lambda: Program(listeners=[]), "there is no listeners=; it takes *threads, strategy="),
        (lambda: check(), "check(): target is missing; it takes target, *properties, name="),
        (lambda: check(program, seed=3), "check(): there is no seed=; it takes target"),
        (lambda: where(program), "where(): formula is missing; it takes target, formula, **opt"),
        (lambda: where(program, "HOT", ovr="all"), "there is no ovr=: write over="),
        (lambda: where(program, "HOT", formula="HOT"), "where(): formula is given twice"),
        (lambda: StateSpace(program, "all"), "StateSpace(): 'all' has no name: write over='all'"),
        (lambda: solve(program), "solve(): player and goal are missing; it takes target, player="),
        (lambda: never(HOT, HOT), "never(): HOT is one too many; it takes events"),
        (lambda: no_deadlock("x"), "no_deadlock(): 'x' is one too many; it takes nothing"),
        (lambda: step(True), "step(): True has no name: write when=True (it takes: when=, set=)"),
        (lambda: model.var("n", bool, True), "Model.var(): True has no name: write init=True"),
        (lambda: model.array("n", bool), "Model.array(): sort is missing"),
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


def test_a_type_error_from_inside_passes_through_whole() -> None:
    @says_what_it_takes
    def play(program: object) -> None:
        len(program)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len"):
        play(3)
