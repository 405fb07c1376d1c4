"""BPjs's tests of events with data and of event sets, and of what b-threads do with them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from counterpoint import (
    ALL,
    NONE,
    Body,
    Event,
    EventSet,
    Program,
    Runner,
    check,
    event_set,
    events,
    named,
    sync,
    thread,
)
from counterpoint.errors import BadEvent, BadSync

from .common import asks, run_of

A, B, C, D = events("A B C D")


# BEventTest, BEventsJsTest


def test_events_are_equal_by_name_and_data() -> None:
    assert Event("A") is A
    assert A != B
    assert Event("e", x=1, y=2) == Event("e", y=2, x=1)
    assert Event("e", 1) != Event("e", 2)
    assert Event("e", 1) != Event("f", 1)


def test_an_event_with_data_is_not_the_event_without() -> None:
    assert A(1) != A
    assert A not in event_set(A(1))


def test_data_are_compared_with_their_types() -> None:
    assert len({Event("e", 1), Event("e", "1"), Event("e", 1.0), Event("e", True)}) == 4


def test_data_may_be_nested_when_they_are_tuples() -> None:
    assert Event("e", a=(1, (2, "three"))) == Event("e", a=(1, (2, "three")))


def test_data_that_could_change_are_refused() -> None:
    """BPjs compares objects by their contents; ours must be hashable, and says so."""
    with pytest.raises(BadEvent, match=r"hashable.*give a tuple"):
        Event("e", [1, 2])


# EventSetsTest, ComposableEventSetTest, BEventSetsJsTest


def test_an_event_is_the_set_that_holds_it_alone() -> None:
    assert A in event_set(A)
    assert B not in event_set(A)


def test_the_set_of_all_events_and_the_empty_set() -> None:
    for event in (A, B, A(1), Event("e", x=1)):
        assert event in ALL
        assert event not in NONE


def test_not_turns_a_set_around() -> None:
    assert A not in ~A
    assert B in ~A
    assert ~~A == A


def test_any_of_is_the_union() -> None:
    either = A | B
    assert (A in either, B in either, C in either) == (True, True, False)
    assert event_set([A, B, A]) == A | B


def test_all_of_is_the_intersection() -> None:
    has_a = event_set(lambda e: "A" in e.name)
    has_c = event_set(lambda e: "C" in e.name)
    both = has_a & has_c
    assert Event("AC") in both
    assert A not in both
    assert C not in both


def test_except_is_the_difference() -> None:
    rest = (A | B | C | D) - B
    assert [event in rest for event in (A, B, C, D, Event("hello"))] == [1, 0, 1, 1, 0]


def test_a_predicate_reads_name_and_data() -> None:
    visible = event_set(lambda e: e.fields.get("kind") == "visible")
    assert Event("e", kind="visible") in visible
    assert Event("e", kind="hidden") not in visible
    assert Event("e") not in visible
    assert Event("e", 1) in named("e")


# JsEventSetTest, EventArrays, EventsWithData, jsEventSetComposition


def test_a_thread_waits_for_a_predicate() -> None:
    """JsEventSet.js."""
    first, second = Event("1stEvent"), Event("2ndEvent")

    @thread
    def follows() -> Body:
        yield sync(wait_for=lambda e: e.name.startswith("1st"))
        yield sync(request=second)

    assert run_of(Program(asks(first), follows())) == (first, second)


def test_an_array_may_mix_events_and_predicates() -> None:
    """EventArrays.js: the blocker lets e11 pass, and is then gone."""
    e11, e12, e21, e22 = events("e11 e12 e21 e22")

    def visible(event: Any) -> Any:
        return event.fields.get("kind") == "visible"

    @thread
    def blocker() -> Body:
        yield sync(wait_for=[e11, e12, visible], block=[e21, e22, visible])

    assert run_of(Program(asks(e11), asks(e21), blocker())) == (e11, e21)


def test_the_event_that_resumed_a_thread_tells_it_what_to_do_next() -> None:
    """EventsWithData.js."""

    def kind(wanted: Any) -> Any:
        return lambda event: event.fields.get("kind") == wanted

    @thread
    def wait_for_visible() -> Body:
        event: Any = yield sync(wait_for=kind("visible"))
        yield sync(request=Event(event.then, kind="hidden"))

    @thread
    def wait_for_hidden() -> Body:
        seen = yield sync(wait_for=kind("visible"))
        hidden = yield sync(wait_for=kind("hidden"))
        yield sync(request=Event(seen.name + hidden.name))

    e1 = Event("e1", kind="visible", then="e2")
    run = run_of(Program(asks(e1), wait_for_visible(), wait_for_hidden()))
    assert [event.name for event in run] == ["e1", "e2", "e1e2"]


def test_composed_sets_select_what_they_say() -> None:
    """jsEventSetComposition.js: two of A B C meet each pair, one meets the odd set."""
    flow = [A, B, C]
    both, either, conjunction, odd = events("both either AC odd")

    @thread
    def answers(wanted: Any, answer: Any) -> Body:
        while True:
            yield sync(wait_for=wanted)
            yield sync(request=answer, block=flow)

    def having(letter: str) -> EventSet:
        return event_set(lambda event: letter in event.name)

    has = {letter: having(letter) for letter in "AC"}
    program = Program(
        asks(A, B, C),
        answers(A | C, both),
        answers(C | B, either),
        answers((has["A"] & has["C"]) - conjunction, conjunction),
        answers(~(C | B) & [A, B, C], odd),
    )
    assert Counter(run_of(program)) == {A: 1, B: 1, C: 1, both: 2, either: 2, odd: 1}


def test_a_set_may_be_kept_in_a_variable() -> None:
    """`let any = bp.EventSet(...)` inside of a b-thread."""

    @thread
    def hears() -> Body:
        anything = named("A", "B") | (lambda event: event is C)
        while True:
            yield sync(wait_for=anything)

    verdicts = check(Program(asks(A, B, C), hears()))
    assert verdicts
    assert verdicts.states == 4


@pytest.mark.parametrize("nothing", [(), [], None, NONE, [NONE]])
def test_there_are_many_ways_to_wait_for_nothing(nothing: Any) -> None:
    """EventSetSpecialCases.js."""
    assert sync(wait_for=nothing).wait_for == NONE


def test_the_order_of_a_union_of_predicates_does_not_matter_to_who_is_heard() -> None:
    """EventSetSpecialCases.js: BPjs calls both unions equal; ours hold the same events."""
    one, two = (lambda e: e is A), (lambda e: e is B)
    first, second = event_set([one, two]), event_set([two, one])
    assert (
        [e in first for e in (A, B, C)] == [e in second for e in (A, B, C)] == [True, True, False]
    )


# Refusals: JsEventSetTest, nullEventSetTest, broken/requestNonEvents.js


def test_a_set_that_is_no_set_is_refused_at_its_line() -> None:
    """nullEventSetTest.js: an array with nulls in it."""
    with pytest.raises(BadSync, match=r"wait_for.*None is not an event set"):
        sync(wait_for=[None, None, A])  # type: ignore[list-item]


def test_only_events_can_be_requested() -> None:
    """broken/requestNonEvents.js."""
    with pytest.raises(BadSync, match="request"):
        sync(request="not an event")  # type: ignore[arg-type]
    with pytest.raises(BadSync, match="a predicate can be waited for or blocked"):
        sync(request=lambda event: True)  # type: ignore[arg-type]


def test_a_predicate_may_answer_anything_that_is_true_or_false() -> None:
    """BPjs demands a boolean; ours takes Python's truth, so None means no."""

    @thread
    def hears(answer: Any) -> Body:
        yield sync(wait_for=lambda event: answer)
        yield sync(request=B)

    assert run_of(Program(asks(A), hears(1))) == (A, B)
    assert run_of(Program(asks(A), hears(None))) == (A,)


def test_a_predicate_that_crashes_says_which_thread_asked_about_which_event() -> None:
    """JsEventSetTest.testPredicateCrash, in a run and in a check."""

    def is_large(event: Any) -> Any:
        return event.size > 3

    @thread
    def hears() -> Body:
        yield sync(wait_for=is_large)

    program = Program(asks(A), hears())
    with pytest.raises(AttributeError, match="size") as ran:
        Runner(program, seed=0).run()
    with pytest.raises(AttributeError, match="size") as checked:
        check(program)
    for error in (ran.value, checked.value):
        assert any("hears" in note for note in error.__notes__)
