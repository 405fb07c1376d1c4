from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Priority,
    Program,
    Runner,
    check,
    events,
    named,
    never,
    sync,
    thread,
)
from counterpoint.bp.local.family import Family
from counterpoint.bp.local.network import network_of
from counterpoint.errors import Misuse

from .brute_force import A, B, C


@thread
def asking(*events: Any) -> Body:
    for event in events:
        yield sync(request=event)


@thread
def parent(*children: Any) -> Body:
    yield sync(wait_for=A, start=children)


def family(*threads: Any) -> Any:
    """The first automaton of a program, with all that it can come to."""
    part = network_of(Program(*threads)).automata[0]
    assert isinstance(part, Family)
    return part


def test_a_child_speaks_from_the_moment_it_is_started() -> None:
    part = family(parent(asking(B)))
    assert [voice.stand.thread for voice in part.locals[0].voices] == [
        "parent(asking(B))",
        "asking(B)",
    ]


def test_children_are_checked_as_a_run_has_them() -> None:
    verdicts = check(Program(parent(asking(B, C)), asking(A)), never(C))
    assert verdicts.trace is not None
    assert verdicts.trace.events in [(B, C), (A, B, C), (B, A, C)]
    assert verdicts.states == 6


def test_a_child_may_start_children() -> None:
    @thread
    def starting(depth: Any) -> Body:
        yield sync(request=Event("Depth", depth), start=starting(depth - 1) if depth else ())

    verdicts = check(Program(starting(3)), "assertions")
    assert verdicts
    assert verdicts.states == 16


def test_a_child_that_ends_at_once_leaves_no_trace() -> None:
    @thread
    def nothing() -> Body:
        return
        yield

    assert len(family(parent(nothing()), asking(A)).locals) == 2


REQUEST, DONE = events("REQUEST DONE")


@thread
def handle(number: int) -> Body:
    yield sync(request=Event("DONE", number))


@thread
def serve(number: int = 0) -> Body:
    yield sync(wait_for=REQUEST)
    yield sync(start=[handle(number), serve(1 - number)])


@thread
def ask() -> Body:
    while True:
        yield sync(request=REQUEST)
        yield sync(wait_for=named("DONE"))


def test_a_program_of_b_threads_that_start_one_another_for_ever_is_finite() -> None:
    verdicts = check(
        Program(serve(), ask()), "deadlock", "AG AF (DONE(0) | DONE(1))", "AF ended(ask)"
    )
    assert [verdict.answer.value for verdict in verdicts] == ["holds", "holds", "fails"]
    assert (verdicts.states, verdicts.complete) == (5, True)
    runner = Runner(Program(serve(), ask()), seed=1)
    done = [event.args[0] for event in runner.run(6).events if event is not REQUEST]
    assert done == [0, 1, 0]
    assert [said.name for said in runner.statements] == ["serve(1)", "ask"]


def test_it_ends_only_at_a_statement_that_names_no_event_and_is_not_hot() -> None:
    @thread
    def stays(**said: Any) -> Body:
        yield sync(request=A)
        yield sync(start=asking(B), **said)

    cases: list[tuple[dict[str, Any], bool]] = [
        ({}, False), ({"priority": 1}, False), ({"wait_for": []}, False), ({"hot": True}, True),
        ({"wait_for": C}, True), ({"block": C}, True), ({"interrupt": C}, True),
        ({"wait_for": lambda event: False}, True),
    ]  # fmt: skip
    for said, stays_there in cases:
        program = Program(stays(**said), external=(), strategy=Priority())
        runner = Runner(program)
        runner.run()
        assert (len(runner.statements) == 1) == stays_there, said
        assert runner.ended != stays_there
        found = check(program, "EF ended(stays)")["EF ended(stays)"]
        assert bool(found) != stays_there


def test_finally_clauses_run_when_it_ends_and_may_fail() -> None:
    done: list[str] = []

    @thread
    def cleans_up() -> Body:
        try:
            yield sync(start=asking(A))
        finally:
            done.append("clean")

    Runner(Program(cleans_up())).run()
    assert done == ["clean"]

    @thread
    def fails() -> Body:
        yield sync(request=A)
        try:
            yield sync(start=asking(B))
        finally:
            raise AssertionError("not like this")

    trace = check(Program(fails()), "assertions").trace
    assert trace is not None
    assert trace.events == (A,)
    with pytest.raises(AssertionError, match="not like this"):
        Runner(Program(fails())).run()


def test_b_threads_that_end_as_they_start_themselves_without_an_event_are_refused() -> None:
    @thread
    def again() -> Body:
        yield sync(start=again())

    with pytest.raises(Misuse, match="without end"):
        check(Program(again()))
    with pytest.raises(Misuse, match="without end"):
        Runner(Program(again())).run()


def test_what_it_starts_may_depend_on_what_it_has_seen() -> None:
    @thread
    def count(number: int) -> Body:
        event = yield sync(request=[Event("UP", 1), Event("UP", 2)])
        yield sync(start=count((number + event.args[0]) % 5))

    verdicts = check(Program(count(0)), "deadlock")
    assert (verdicts.states, verdicts.complete) == (6, True)


def test_a_child_that_fails_at_once_fails_the_check() -> None:
    @thread
    def failing() -> Body:
        raise AssertionError("at once")
        yield

    @thread
    def starting() -> Body:
        yield sync(request=A)
        yield sync(start=failing())

    trace = check(Program(starting()), "assertions").trace
    assert trace is not None
    assert trace.events == (A,)


def test_a_child_that_raises_without_truth_value_is_not_overlooked() -> None:
    class Falsy(Exception):
        def __bool__(self) -> Any:
            return False

    @thread
    def failing() -> Body:
        raise Falsy
        yield

    with pytest.raises(Falsy):
        check(Program(parent(failing())))


def test_threads_that_start_themselves_without_end_are_told() -> None:
    @thread
    def endless(n: Any = 0) -> Body:
        yield sync(request=A, start=endless(n + 1))

    @thread
    def twins() -> Body:
        yield sync(request=A, start=[twins()])

    for made in (endless(), twins()):
        with pytest.raises(Misuse, match="without end"):
            check(Program(made))


def test_endless_starting_that_is_not_reached_fails_nothing() -> None:
    @thread
    def endless() -> Body:
        yield sync(start=endless())

    @thread
    def starting() -> Body:
        yield sync(wait_for=B)
        yield sync(start=endless())

    @thread
    def blocking() -> Body:
        yield sync(block=B)

    assert check(Program(starting(), blocking(), asking(A), asking(B)), "assertions")


@pytest.mark.slow
def test_starting_without_bound_is_unknown() -> None:
    @thread
    def waiting() -> Body:
        yield sync(wait_for=B)

    @thread
    def starting() -> Body:
        while True:
            yield sync(request=A, start=waiting())

    verdicts = check(Program(starting(), external=()), limit_states=600)
    assert not verdicts.complete
    assert "the number of b-threads that it starts" in verdicts.properties[0].reason


def test_a_child_gets_its_arguments_as_they_were_when_it_was_started() -> None:
    @thread
    def starting() -> Body:
        events = [A]
        yield sync(request=C, start=asking_all(events))
        events.append(B)
        yield sync(request=C, start=asking_all(events))
        events.clear()
        yield sync(request=C)

    @thread
    def asking_all(events: Any) -> Body:
        for event in events:
            yield sync(request=event)

    network = network_of(Program(starting()))
    state = network.initial()[0]
    told = []
    for event in (A, C, A, B, C):
        told.append({network.alphabet[e] for e in network.choices(state)})
        state = network.step(state, network.event_index(event))
    assert told == [{A, C}, {C}, {A, C}, {B, C}, {C}]
    assert check(Program(starting()), "assertions")


def test_children_with_the_same_data_share_an_automaton() -> None:
    @thread
    def starting() -> Body:
        for _ in range(3):
            yield sync(request=A, start=child([1, 2]))

    @thread
    def child(data: Any) -> Body:
        yield sync(wait_for=A)

    assert len(family(starting())._kin) == 2


def test_children_given_different_objects_from_outside_do_not_share_one() -> None:
    @thread
    def starting() -> Body:
        yield sync(request=A, start=[child(LEFT), child(RIGHT)])

    @thread
    def child(which: Any) -> Body:
        yield sync(request=B if which is LEFT else C)

    part = family(starting())
    assert len(part._kin) == 3
    assert {voice.request for voice in part.locals[0].voices[1:]} == {(1,), (2,)}


class Single:
    """An object of which there is one only."""

    def __deepcopy__(self, memo: Any) -> Any:
        return self


LEFT, RIGHT = Single(), Single()


def test_a_parent_hears_an_event_that_its_child_brought_along() -> None:
    @thread
    def child() -> Body:
        yield sync(request=[B, C])

    @thread
    def starting() -> Body:
        yield sync(request=A)
        yield sync(wait_for=C, start=child())
        yield sync(request=Event("Done"))

    verdicts = check(Program(starting(), external=()), never(Event("Done")))
    assert verdicts.trace is not None
    assert verdicts.trace.events == (A, C, Event("Done"))
