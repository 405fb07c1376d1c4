"""A network read state by state: choices, steps, rests, explanations."""

from __future__ import annotations

import pytest

from counterpoint import Priority, Program
from counterpoint.model.explanation import Fate
from counterpoint.model.system import REST, System

from ..engines import programs as p

A, B, C, D = p.EVENTS


def test_a_network_is_a_system_whose_runs_never_end() -> None:
    network = Program(p.request(A, times=1)).network()
    assert isinstance(network, System)
    (start,) = network.initial()
    ((event, end),) = network.successors(start)
    assert event is A
    assert network.successors(end) == [(REST, end)]


def test_outside_events_are_choices_only_when_requests_are_done_and_so_is_rest() -> None:
    network = Program(p.request(A, times=1), p.wait_then_block(B, 1), external=[B, C]).network()
    (start,) = network.initial()
    assert [label for label, _ in network.successors(start)] == [A]
    after = network.step(start, network.event_index(A))
    assert [label for label, _ in network.successors(after)] == [B, C, REST]
    blocked = network.step(after, network.event_index(B))
    assert [label for label, _ in network.successors(blocked)] == [C, REST]


def test_a_failed_assertion_has_no_choices() -> None:
    network = Program(p.request(A), p.forbid(A)).network()
    (start,) = network.initial()
    assert network.choices(network.step(start, network.event_index(A))) == ()


def test_an_explanation_gives_each_request_its_fate_and_its_blockers() -> None:
    program = Program(
        p.request(A, priority=2),
        p.request(B, priority=1),
        p.request(C),
        p.wait_then_block(C, 0),
        strategy=Priority(),
    )
    network = program.network()
    explanation = network.explain(network.initial()[0])
    assert explanation.selectable == (A,)
    fates = {request.event: request.fate for request in explanation.requests}
    assert fates == {A: Fate.SELECTABLE, B: Fate.OUTRANKED, C: Fate.BLOCKED}
    blocked = next(r for r in explanation.requests if r.event is C)
    assert [stand.thread for stand in blocked.blocked_by] == ["wait_then_block(C,0)"]
    assert blocked.stand.place is not None
    assert blocked.stand.place.file.endswith("programs.py")


def test_an_explained_step_says_who_asked_who_woke_and_who_was_interrupted() -> None:
    network = Program(p.request(A), p.wait_then_block(A, 1), p.until(A, B)).network()
    step = network.explain_step(network.initial()[0], A)
    assert [request.stand.thread for request in step.requested_by] == ["request(A)"]
    assert [stand.thread for stand in step.woke] == ["request(A)", "wait_then_block(A,1)"]
    assert [stand.thread for stand in step.interrupted] == ["until(A,B)"]


def test_an_event_that_nobody_knows_has_no_index() -> None:
    with pytest.raises(ValueError, match="is not in list"):
        Program(p.request(A)).network().event_index(D)


def test_a_state_is_shown_as_the_places_where_b_threads_stand() -> None:
    network = Program(p.request(A)).network()
    shown = network.show(network.initial()[0])
    assert list(shown) == ["request(A)"]
    assert "programs.py:" in shown["request(A)"]
