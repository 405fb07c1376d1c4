from __future__ import annotations

from typing import Any

from counterpoint import (
    Body,
    Ordered,
    Priority,
    Program,
    ThreadPriority,
    events,
    sync,
    thread,
)
from counterpoint.bp.live.runner import Runner
from counterpoint.model.explanation import Fate

A, B, C = events("A B C")


@thread
def ask(*wanted: Any, priority: Any = None) -> Body:
    yield sync(request=wanted, priority=priority)


@thread
def forbid(event: Any) -> Body:
    yield sync(block=event, wait_for=C)


@thread
def leave(event: Any) -> Body:
    yield sync(request=A, interrupt=event, wait_for=event)


def fates(program: Any) -> Any:
    return [
        (r.stand.thread, r.event, r.fate.value, r.priority)
        for r in Runner(program).explain().requests
    ]


def test_says_what_became_of_each_request_and_who_blocked_it() -> None:
    explanation = Runner(Program(ask(A), ask(B), forbid(B), forbid(B))).explain()
    first, second = explanation.requests
    assert (first.stand.thread, first.fate, first.blocked_by) == ("ask(A)", Fate.SELECTABLE, ())
    assert second.fate is Fate.BLOCKED
    assert [stand.thread for stand in second.blocked_by] == ["forbid(B)", "forbid(B)#2"]
    assert explanation.selectable == (A,)


def test_gives_file_line_and_text_of_each_yield() -> None:
    explanation = Runner(Program(ask(B), forbid(B))).explain()
    request = explanation.requests[0]
    assert request.stand.rule == "ask"
    assert request.stand.place is not None
    assert request.stand.place.file == __file__
    assert request.stand.place.text == "yield sync(request=wanted, priority=priority)"
    blocker = request.blocked_by[0].place
    assert blocker is not None
    assert blocker.text == "yield sync(block=event, wait_for=C)"


def test_a_request_can_be_outranked_by_priority() -> None:
    program = Program(ask(A, priority=1), ask(B, priority=2), ask(A), strategy=Priority())
    assert fates(program) == [
        ("ask(A,priority=1)", A, "outranked", 1),
        ("ask(B,priority=2)", B, "selectable", 2),
        ("ask(A)", A, "outranked", None),
    ]


def test_a_request_can_be_outranked_by_the_one_before_it() -> None:
    assert fates(Program(ask(A, B), strategy=Ordered())) == [
        ("ask(A,B)", A, "selectable", None),
        ("ask(A,B)", B, "outranked", None),
    ]


def test_the_numbers_of_b_threads_count_as_priority() -> None:
    program = Program(ask(A), forbid(C), ask(B), strategy=ThreadPriority({"ask(B)": 7}))
    assert fates(program) == [("ask(A)", A, "outranked", None), ("ask(B)", B, "selectable", 7)]


def test_a_step_says_who_wakes_and_who_is_interrupted() -> None:
    runner = Runner(Program(ask(A, C), leave(C), forbid(B)))
    step = runner.explain_step(C)
    assert [stand.thread for stand in step.woke] == ["ask(A,C)", "forbid(B)"]
    assert [stand.thread for stand in step.interrupted] == ["leave(C)"]
    assert [request.stand.thread for request in step.requested_by] == ["ask(A,C)"]
    assert step.before == runner.explain()
