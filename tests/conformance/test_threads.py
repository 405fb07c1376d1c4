"""BPjs's tests of b-threads: started late, forked, with data, sharing a name or a store."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Program,
    Runner,
    Thread,
    check,
    events,
    sync,
    thread,
)
from counterpoint.errors import ImpureThread, NothingToCheck

from .common import asks, run_of, runs_of, trace_of

A, B, C, D, X, Y, Z = events("A B C D X Y Z")


# AddingBthreadsTest, DynamicBThreadAdditionTest


KID_A, KID_B, PARENT = events("kidADone kidBDone parentDone")


@thread
def kid(done: Any) -> Body:
    yield sync(request=done, block=PARENT)


@thread
def parent() -> Body:
    for _ in range(2):
        yield sync(request=PARENT, start=[kid(KID_A), kid(KID_B)])


def test_kids_that_are_started_block_their_parent_until_they_are_done() -> None:
    """AddingBthreads.js: bp.registerBThread becomes `start=` of the statement that follows it."""
    kids = {KID_A, KID_B}
    orders = {tuple(run) for run in runs_of(Program(parent()))}
    assert len(orders) == 4
    for run in orders:
        assert set(run[:2]) == kids
        assert run[2] is PARENT
        assert set(run[3:5]) == kids
        assert run[5:] == (PARENT,)


def test_threads_made_in_a_loop_each_have_their_own_number() -> None:
    """dynamicBthreadAddition.js, at start."""
    wanted = [Event(f"e{n}") for n in range(4)]
    assert set(run_of(Program(*map(asks, wanted)))) == set(wanted)


COUNT, BEEP = events("COUNT beep")


@thread
def beeper(number: Any) -> Body:
    while True:
        yield sync(wait_for=COUNT)
        yield sync(request=BEEP(number), block=COUNT)


@thread
def beeper_maker() -> Body:
    number = 0
    started: list[Thread] = []
    while True:
        yield sync(wait_for=COUNT, start=started)
        number += 1
        started = [beeper(number)]


def test_a_thread_that_is_started_by_a_step_does_not_hear_its_event() -> None:
    """dynamicBthreadAddition.js, on resume: the beeper made by the n-th COUNT misses that one."""
    counts = Counter(run_of(Program(asks(*[COUNT] * 4), beeper_maker())))
    assert counts == {COUNT: 4, BEEP(1): 3, BEEP(2): 2, BEEP(3): 1}


def test_every_run_beeps_the_same_number_of_times() -> None:
    for run in set(runs_of(Program(asks(*[COUNT] * 3), beeper_maker()))):
        assert Counter(run) == {COUNT: 3, BEEP(1): 2, BEEP(2): 1}


ARRIVED, ARCHIVED = events("arrived archived")


def test_a_factory_starts_a_thread_for_each_arrival() -> None:
    """The tutorial's dynamicAddition.js: what arrived is an argument of what it starts."""

    @thread
    def archive(name: Any) -> Body:
        yield sync(request=ARCHIVED(name))

    @thread
    def factory() -> Body:
        started: Any = ()
        while True:
            event = yield sync(wait_for=lambda e: e.name == "arrived", start=started)
            started = archive(*event.args)

    arrivals = [ARRIVED(name) for name in "ABC"]
    run = run_of(Program(factory(), asks(*arrivals)))
    assert sorted(map(str, run)) == sorted(map(str, [*arrivals, *(ARCHIVED(n) for n in "ABC")]))


def test_a_parent_hears_what_only_its_kid_requests() -> None:
    @thread
    def kid() -> Body:
        yield sync(request=[B, C])

    @thread
    def parent() -> Body:
        yield sync(request=A)
        yield sync(wait_for=C, start=kid())
        yield sync(request=D)

    program = Program(parent(), external=())
    assert set(runs_of(program)) == {(A, B), (A, C, D)}
    assert check(program).states == 5


# ForkTest


def test_a_fork_is_a_thread_that_starts_the_other_half_of_itself() -> None:
    """bp-fork.js: Python cannot copy a generator, so the child's half is a b-thread of its own."""
    childs, parents, base = events("childPrint parentPrint base")

    @thread
    def child(number: Any, text: Any) -> Body:
        yield sync(request=childs)
        yield sync(request=base(f"{text}/child/{number + 2}"))

    @thread
    def source() -> Body:
        number, text = 0, "base"
        yield sync(request=parents, start=child(number, text))
        yield sync(request=base(f"{text}/parent/{number + 1}"))

    expected = {parents, childs, base("base/child/2"), base("base/parent/1")}
    assert set(run_of(Program(source()))) == expected


# SameNameTest


def test_threads_of_the_same_name_live_side_by_side() -> None:
    """bthreads-with-same-name.js: the second gets #2, and both keep their own order."""

    @thread
    def same(*wanted: Any) -> Body:
        for event in wanted:
            yield sync(request=event)

    program = Program(same(A), same(A))
    assert program.names == ("same(A)", "same(A)#2")
    assert run_of(program) == (A,)


def test_two_threads_of_three_steps_interleave_in_twenty_ways() -> None:
    """bthreads-with-same-name.js: 6 choose 3."""
    program = Program(asks(A, B, C), asks(X, Y, Z))
    runs = set(runs_of(program))
    assert len(runs) == comb(6, 3) == 20
    for run in runs:
        assert [e for e in run if e in (A, B, C)] == [A, B, C]
        assert [e for e in run if e in (X, Y, Z)] == [X, Y, Z]
    assert check(program).states == 4 * 4


# BThreadData: names, data


def test_a_thread_is_given_its_data_as_arguments() -> None:
    """bthreadData_analysis.js: bp.thread.data becomes the arguments of the b-thread."""
    plans = [[A, B, C, D], [X, Y, Z]]

    @thread
    def run_plan(plan: Any) -> Body:
        for event in plan:
            yield sync(request=event)

    program = Program(*map(run_plan, plans))
    assert len(set(runs_of(program))) == comb(7, 3)


def test_a_thread_may_change_its_data_and_each_start_gets_them_fresh() -> None:
    """bthreadData_dataObj.js: arguments are copied for every start."""
    notes: list[str] = []

    @thread
    def writes(notes: Any) -> Body:
        for number in range(3):
            yield sync(request=A)
            notes.append(str(number))
        yield sync(request=Event(",".join(notes)))

    program = Program(writes(notes))
    assert run_of(program) == run_of(program) == (A, A, A, Event("0,1,2"))
    assert notes == []


def test_a_thread_knows_its_own_arguments_rather_than_its_name() -> None:
    """bthreadData_name.js."""

    @thread
    def says_its_name(name: Any) -> Body:
        yield sync(request=Event(name))

    names = ["hello", "world", "b-thread", "names"]
    run = run_of(Program(*map(says_its_name, names)))
    assert sorted(map(str, run)) == sorted(names)


def test_inner_functions_see_the_variables_that_python_shows_them() -> None:
    """scoping.js: one thread, local scopes inside of it, in a run and in a check."""
    outer = A

    @thread
    def scopes() -> Body:
        yield sync(request=outer)
        local = B

        def inner(local: Any) -> Any:
            return sync(request=local)

        yield inner(C)
        yield sync(request=local)

    program = Program(scopes())
    assert run_of(program) == (A, C, B)
    assert set(runs_of(program)) == {(A, C, B)}


def test_statements_can_be_made_by_functions_and_by_generators() -> None:
    """bp-sync.js: helpers that sync are called with `yield from`."""
    hello, world = events("hello world")

    def wait(event: Any) -> Any:
        return (yield sync(wait_for=event))

    def ask(event: Any) -> Any:
        return (yield sync(request=event))

    @thread
    def greets() -> Body:
        yield from ask(hello)

    @thread
    def answers() -> Body:
        yield from wait(hello)
        yield from ask(world)

    assert run_of(Program(greets(), answers())) == (hello, world)


# NoBSyncTest


def test_a_thread_without_a_statement_ends_at_once() -> None:
    @thread
    def silent() -> Body:
        if False:
            yield sync()

    outcome = Runner(Program(silent()), seed=0).run()
    assert (outcome.events, outcome.how) == ((), "ended")


def test_a_program_without_threads_runs_to_its_end_and_has_nothing_to_check() -> None:
    """noBSyncs.js; BPjs verifies it, we say that there was nothing to verify."""
    assert run_of(Program()) == ()
    with pytest.raises(NothingToCheck):
        check(Program())


# BProgramStoreTest: what threads share in bp.store, they tell each other by events here


VALUE, READ, STOP, POINT, ADVANCE_X, ADVANCE_Y = events("value read stop point x y")


def test_a_value_of_one_thread_is_a_local_variable() -> None:
    """bpStore_single.js."""

    @thread
    def simple() -> Body:
        value = 0
        while value < 4:
            yield sync(request=VALUE(value))
            value += 1

    assert run_of(Program(simple())) == tuple(VALUE(n) for n in range(4))


def test_a_reader_learns_a_value_from_the_event_that_carries_it() -> None:
    """bpStore_multi_simple.js: the last read says 4/5."""

    @thread
    def writer() -> Body:
        for i in range(5):
            yield sync(request=READ(i, i + 1))

    @thread
    def summary() -> Body:
        for _ in range(5):
            last = yield sync(wait_for=lambda e: e.name == "read")
        yield sync(request=VALUE(*last.args))

    program = Program(writer(), summary())
    assert {run[-1] for run in runs_of(program)} == {VALUE(4, 5)}


@pytest.mark.slow
def test_a_value_that_two_threads_change_is_kept_by_a_third() -> None:
    """bpStore_multi.js: five steps in x and five in y end at (5,5) in every run."""

    @thread
    def advance(event: Any) -> Body:
        for _ in range(5):
            yield sync(request=event, block=STOP)

    @thread
    def keeper() -> Body:
        x = y = 0
        while (event := (yield sync(wait_for=[ADVANCE_X, ADVANCE_Y, STOP]))) is not STOP:
            x += event is ADVANCE_X
            y += event is ADVANCE_Y
        yield sync(request=POINT(x, y))

    program = Program(advance(ADVANCE_X), advance(ADVANCE_Y), keeper(), asks(STOP))
    assert {run[-1] for run in runs_of(program)} == {POINT(5, 5)}


def test_threads_that_write_one_value_are_refused_by_a_check() -> None:
    """bpStore_conflict.js: BPjs finds the conflict; here nothing may be shared at all."""
    store = {}

    @thread
    def writes(value: Any) -> Body:
        store["c"] = value
        yield sync(request=A)

    with pytest.raises(ImpureThread, match="store"):
        check(Program(writes(1), writes(2)))


def test_a_value_set_before_the_run_is_a_constant() -> None:
    """bpStore_pre_run.js."""
    store = {"name": "Posh"}
    store.update(name="Josh", person="Agenta Falskog", question="Whaa?")
    del store["question"]

    @thread
    def reads() -> Body:
        yield sync(request=Event(store["name"]))
        yield sync(request=Event(store["person"]))

    assert len(store) == 2
    assert [str(event) for event in run_of(Program(reads()))] == ["Josh", "Agenta Falskog"]
    assert check(Program(reads())).states == 3


def test_the_last_words_of_a_thread_are_an_event_as_well() -> None:
    """bpStore_lastLegChanges.js: what a thread stores before it ends, it says instead."""

    @thread
    def first() -> Body:
        yield sync(request=A)
        yield sync(request=VALUE("C"))

    @thread
    def second() -> Body:
        yield sync(wait_for=A)
        yield sync(request=B, block=VALUE("C"))
        told: Any = yield sync(wait_for=VALUE("C"))
        yield sync(request=Event(*told.args))

    assert set(runs_of(Program(first(), second()))) == {(A, B, VALUE("C"), C)}


def test_a_monitor_of_two_threads_of_one_name_finds_what_either_does() -> None:
    @thread
    def monitor() -> Body:
        yield sync(wait_for=X)
        raise AssertionError("X happened")

    assert trace_of(Program(asks(A), asks(A), asks(X), monitor()), "assertions") == (X,)
