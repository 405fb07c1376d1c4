"""B-threads that are asked directly, beside the same that are found in the index."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import (
    ALL,
    Body,
    Event,
    EventSet,
    Ordered,
    Priority,
    Program,
    Strategy,
    ThreadPriority,
    Uniform,
    event_set,
    events,
    named,
    sync,
    thread,
)
from counterpoint.bp.live.runner import Runner
from counterpoint.errors import BadSync
from counterpoint.tuning import Tuning
from tests.share import share

pytestmark = pytest.mark.filterwarnings("ignore::counterpoint.bp.lint.CounterpointWarning")

A, B, C, D = events("A B C D")
NEVER = 1 << 40


@thread
def ask(*wanted: Any) -> Body:
    for event in wanted:
        yield sync(request=event)


@thread
def stand(parts: Any) -> Body:
    """Say one statement for ever, which is made anew each time."""
    while True:
        yield sync(**parts)


ANEW = [A(number) for number in range(20)]
"""Events that make each step one that no run has learned."""


def loose(runner: Any) -> Any:
    """The rules of the loose b-threads."""
    return [thread.thread.rule.name for thread in runner._cast.index.loose._threads]


# Who is loose


@pytest.mark.parametrize(("stays", "left"), [(2, ["ask"]), (NEVER, ["stand", "ask"])])
def test_a_b_thread_that_stays_is_entered(stays: Any, left: Any) -> None:
    waits = stand({"wait_for": Event("nobody requests", stays)})
    runner = Runner(Program(waits, ask(*ANEW)), tuning=Tuning(stays_from=stays))
    runner.run(2)
    assert loose(runner) == ["stand", "ask"]
    runner.run(2)
    assert loose(runner) == left


def test_a_b_thread_with_a_predicate_stays_loose() -> None:
    waits = stand({"wait_for": lambda event: event is B})
    runner = Runner(Program(waits, ask(*ANEW)), tuning=Tuning(stays_from=1))
    runner.run(8)
    assert loose(runner) == ["stand", "ask"]


@pytest.mark.parametrize(
    "form", [lambda p: p, lambda p: [B, p], lambda p: event_set(p) & A, event_set]
)
def test_what_has_a_predicate_is_asked_each_time_that_it_is_said(form: Any) -> None:
    blocked: list[Event] = []
    kept = sync(request=A, block=form(lambda event: event in blocked))

    @thread
    def repeat() -> Body:
        while True:
            yield kept

    runner = Runner(Program(repeat()), tuning=Tuning(stays_from=1))
    assert runner.run(5).count == 5
    assert loose(runner) == ["repeat"]
    blocked.append(A)
    assert runner.run(5).count == 0


def test_a_rank_is_asked_once_for_each_statement_that_is_another() -> None:
    ranked = []

    class Told(Strategy):
        def rank(self, thread: Any, sync: Any) -> Any:
            ranked.append(repr(sync))
            return 0

    kept = sync(request=A)

    @thread
    def twice() -> Body:
        yield kept
        yield kept
        yield sync(request=B)
        yield kept

    Runner(Program(twice(), strategy=Told())).run()
    assert ranked == ["sync(request=[A])", "sync(request=[B])", "sync(request=[A])"]


def test_a_statement_that_was_entered_before_is_entered_at_once() -> None:
    never_asked_elsewhere = [Event("asked here", n) for n in range(10)]
    waits = stand({"wait_for": never_asked_elsewhere[8], "block": Event("entered before")})
    asks = ask(*never_asked_elsewhere)
    runner = Runner(Program(waits, asks), tuning=Tuning(stays_from=2))
    runner.run(8)
    assert loose(runner) == ["ask"]
    runner.run(1)
    assert loose(runner) == ["ask"]
    again = Runner(Program(waits))
    again.start()
    assert loose(again) == []


# The order of what is asked


def asked_of(*blocked: Any, wanted: Any = A) -> Any:
    """Which predicates are asked whether they block an event, each by what it answers."""
    asked = []

    def answering(answer: Any) -> Any:
        def predicate(event: Any) -> Any:
            asked.append(answer)
            return answer

        return predicate

    @thread
    def forbid(parts: Any) -> Body:
        yield sync(block=[answering(part) if isinstance(part, bool) else part for part in parts])

    @thread
    def forbid_plainly(answer: Any) -> Body:
        yield sync(block=answering(answer))

    threads = [forbid_plainly(part) if isinstance(part, bool) else forbid(part) for part in blocked]
    runner = Runner(Program(ask(wanted), *threads))
    assert runner.run().count == 0
    return asked


def test_predicates_are_asked_in_order_until_one_blocks() -> None:
    assert asked_of(False, True, False) == [False, True] * 2
    assert asked_of([False], True, [False]) == [False, True] * 2
    assert asked_of([False, True, True], False) == [False, True] * 2


@pytest.mark.parametrize("blocked", [A, named("A"), (B, A), ALL - B])
def test_no_predicate_is_asked_about_what_a_set_blocks(blocked: Any) -> None:
    assert asked_of(True, [blocked]) == []
    assert asked_of([True, blocked]) == ([True] * 2 if blocked not in (A, (B, A)) else [])


def test_a_predicate_is_asked_about_what_its_b_thread_requests_or_lists() -> None:
    asked = []

    def predicate(event: Any) -> None:
        asked.append(event)

    for waited in (predicate, [A, predicate]):
        program = Program(stand({"request": A, "wait_for": waited}))
        assert Runner(program).run(1).events == (A,)
    assert asked == [A, A]


def test_one_of_many_requests_wakes() -> None:
    runner = Runner(Program(stand({"request": ANEW, "interrupt": B}), ask(B)), seed=2)
    assert set(runner.run().events) <= {*ANEW, B}
    assert runner.events[-1] is B


# Errors


@pytest.mark.parametrize("part", ["wait_for", "block", "interrupt"])
@pytest.mark.parametrize("form", [lambda p: p, lambda p: [B, p], lambda p: ~event_set(p)])
def test_a_predicate_without_a_parameter_is_refused(part: Any, form: Any) -> None:
    def nothing() -> bool:
        return True

    program = Program(stand({part: form(nothing)}), ask(A))
    with pytest.raises(BadSync, match=r"nothing cannot be asked about the event A: ") as caught:
        Runner(program).run()
    assert isinstance(caught.value.__cause__, TypeError)
    (note,) = caught.value.__notes__
    assert re.match(r"in b-thread stand.*, whose ~?\{e: .*nothing\(e\)\} was asked for A at ", note)


class Odd(EventSet):
    never_changes = True

    def holds(self, event: Any) -> NoReturn:
        raise LookupError("mine")


@pytest.mark.parametrize("stays", [1, NEVER])
def test_an_error_of_a_set_of_the_users_names_its_b_thread(stays: Any) -> None:
    program = Program(stand({"wait_for": B, "block": Odd()}), ask(A))
    with pytest.raises(LookupError, match="mine") as caught:
        Runner(program, tuning=Tuning(stays_from=stays)).run()
    assert caught.value.__notes__[0].startswith("in b-thread stand")


# The same, whoever is loose


class Told:
    """All that a run does: what it selects and tells, and what it asks of whom."""

    def __init__(self) -> None:
        self.all: list[Any] = []

    def event_selected(self, runner: Any, event: Any) -> None:
        self.all.append(event)

    def thread_added(self, runner: Any, name: Any) -> None:
        self.all.append(("added", name))

    def thread_ended(self, runner: Any, name: Any) -> None:
        self.all.append(("ended", name))

    def thread_removed(self, runner: Any, name: Any) -> None:
        self.all.append(("removed", name))

    def assertion_failed(self, runner: Any, name: Any, place: Any, error: Any) -> None:
        self.all.append(("failed", name, place))


class Ranked(Strategy):
    """A rank that tells that it was asked."""

    def rank(self, thread: Any, sync: Any) -> Any:
        LOG[-1].all.append(("rank", thread.name, repr(sync)))
        return len(sync.request)


LOG: list[Told] = []
"""Where predicates write that they were asked."""


def predicate_of(name: Any, moody: Any) -> Any:
    """A predicate that tells that it was asked. If it is `moody`, it answers by how much it did."""

    def predicate(event: Any) -> Any:
        told = LOG[-1].all
        told.append(("asked", name, event))
        if moody == "fails" and len(told) % 41 == 0:
            assert event.args, "without data"
            raise LookupError(name)
        return len(told) % 3 == 0 if moody else event.name in name

    return predicate


def part_of(form: Any, count: Any) -> Any:
    """A part of a statement by its form; a number in an event is that of the statement."""
    match form:
        case ("predicate", name, moody):
            return predicate_of(name, moody)
        case ("not", name, moody):
            return ~event_set(predicate_of(name, moody))
        case ("object", name, moody):
            return event_set(predicate_of(name, moody).__call__)
        case ("listed", *parts):
            return [part_of(part, count) for part in parts]
        case ("anew", name):
            return Event(name, count % 7)
        case _:
            return form


@thread
def improvise(name: Any, script: Any, loops: Any) -> Body:
    count = 0
    while count < len(script) or loops:
        parts = script[count % len(script)]
        count += 1
        kept = {part: part_of(form, count) for part, form in parts.items()}
        for _ in range(1 + 3 * (count % 3 == 0)):  # the same statement several times
            yield sync(**kept)


EVENTS = st.sampled_from([A, B, C, D, ("anew", "A"), ("anew", "B"), ("anew", "C")])
PREDICATES = st.tuples(
    st.sampled_from(["predicate", "predicate", "not", "object"]),
    st.sampled_from(["A", "AB", "C", "BD"]),
    st.sampled_from(["", "", "moody", "fails"]),
)
SETS = st.one_of(
    EVENTS,
    PREDICATES,
    st.sampled_from([named("A"), ~named("C"), (A, B)]),
    st.tuples(st.just("listed"), EVENTS, PREDICATES),
    st.tuples(st.just("listed"), PREDICATES, EVENTS, PREDICATES),
)
RARELY = st.one_of(st.just(()), st.just(()), SETS)


def statement(start: Any) -> Any:
    return st.fixed_dictionaries(
        {
            "request": st.one_of(EVENTS, st.just(()), st.tuples(st.just("listed"), EVENTS, EVENTS)),
            "wait_for": st.one_of(st.just(()), SETS),
            "block": RARELY,
            "interrupt": RARELY,
            "priority": st.sampled_from([None, None, 1, 2]),
            "start": start,
        }
    )


def recipes(start: Any) -> Any:
    script = st.lists(statement(start), min_size=1, max_size=4).map(tuple)
    return st.builds(improvise, st.sampled_from("pqrst"), script, st.booleans())


PROGRAMS = st.builds(
    lambda threads, strategy: Program(*threads, strategy=strategy),
    st.lists(
        recipes(st.lists(recipes(st.just(())), max_size=1).map(tuple)), min_size=1, max_size=6
    ),
    st.sampled_from([Uniform(), Ordered(), Priority(), ThreadPriority({"improvise": 1}), Ranked()]),
)


def all_told(program: Any, seed: Any, outside: Any, tuning: Any) -> Any:
    """All that a run of at most 60 steps tells, with its statements, and the error that ends it."""
    told = Told()
    LOG.append(told)
    runner = Runner(program, seed=seed, listeners=[told], tuning=tuning)
    for event in outside:
        runner.put(event)
    try:
        runner.run(60)
    except Exception as error:
        told.all.append((type(error), str(error), error.__notes__))
    LOG.pop()
    return told.all, [(said.name, repr(said.sync)) for said in runner._cast.statements]


@pytest.mark.slow
@settings(max_examples=share(200))
@given(PROGRAMS, st.integers(0, 3), st.lists(st.sampled_from([A, B, C]), max_size=3))
def test_a_run_does_and_asks_the_same_whoever_is_loose(
    program: Any, seed: Any, outside: Any
) -> None:
    runs = [
        all_told(program, seed, outside, Tuning(stays_from=stays, memory_room=room))
        for stays in (1, 4, NEVER)
        for room in (0, 1 << 13)
    ]
    for other in runs[1:]:
        assert other == runs[0]
