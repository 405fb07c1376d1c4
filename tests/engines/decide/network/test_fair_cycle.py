"""Hot cycles of programs with declared fairness, against every set of hot states of small ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import (
    Body,
    Program,
    check,
    no_hot_cycle,
    no_hot_system_cycle,
    sync,
    thread,
)
from counterpoint.audit.properties import is_hot
from counterpoint.model.system import REST
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer, Trace
from tests.engines.programs import EVENTS
from tests.share import share
from tests.tunings import TUNINGS

A, B, C = EVENTS[:3]
SMALL = 9


@st.composite
def fair_programs(draw: Any) -> Program:
    """Endless b-threads, often hot, with promises of fairness."""
    statement = st.fixed_dictionaries(
        {
            "request": st.lists(st.sampled_from(EVENTS[:3]), max_size=2, unique=True),
            "wait_for": st.lists(st.sampled_from(EVENTS[:3]), max_size=2, unique=True),
            "block": st.lists(st.sampled_from(EVENTS[:3]), max_size=1),
            "hot": st.sampled_from([True, True, False]),
        }
    )
    threads = draw(st.lists(st.lists(statement, min_size=1, max_size=3), min_size=1, max_size=3))
    condition = st.lists(st.sampled_from([A, B, C, [A, B]]), min_size=1, max_size=2)
    return Program(
        *(goes_round(tuple(tuple(said.items()) for said in table)) for table in threads),
        external=draw(st.sampled_from([(), (C,)])),
        weak=draw(condition),
        strong=draw(condition),
    )


@thread
def goes_round(table: Any) -> Any:
    at = 0
    while True:
        said = dict(table[at])
        event = yield sync(**said)
        at = (at + 1 + (event == B)) % len(table)
        del event, said


def hot_sets(network: Any, states: list[Any], names: Any) -> Iterator[tuple[Any, ...]]:
    hot = [state for state in states if is_hot(network, state, names)]
    for size in range(1, len(hot) + 1):
        yield from combinations(hot, size)


def reached(network: Any) -> list[Any]:
    found = list(network.initial())
    for state in found:
        found += [there for _, there in network.successors(state) if there not in found]
        if len(found) > SMALL:
            return []
    return found


def goes_fairly_round(network: Any, inside: tuple[Any, ...]) -> bool:
    """Whether a run can pass all of these states for ever, leave none of them, and be fair."""
    steps = {
        state: [step for step in network.successors(state) if step[0] is not REST]
        for state in inside
    }
    kept = {state: [s for s in steps[state] if s[1] in inside] for state in inside}
    met, todo = set(), [inside[0]]
    while todo:
        for _, there in kept[todo.pop()]:
            if there not in met:
                met.add(there)
                todo.append(there)
    back = all(_leads(kept, state, inside[0]) for state in inside)
    if met != set(inside) or not back:
        return False
    taken = {label for some in kept.values() for label, _ in some}
    offered = [{label for label, _ in steps[state]} for state in inside]

    def is_in(condition: Any, labels: set[Any]) -> bool:
        return any(label in condition for label in labels)

    return all(
        is_in(condition, taken) or not all(is_in(condition, labels) for labels in offered)
        for condition in network.weak
    ) and all(
        is_in(condition, taken) or not any(is_in(condition, labels) for labels in offered)
        for condition in network.strong
    )


def _leads(steps: dict[Any, Any], here: Any, to: Any) -> bool:
    met, todo = set(), [here]
    while todo:
        for _, there in steps[todo.pop()]:
            if there == to:
                return True
            if there not in met:
                met.add(there)
                todo.append(there)
    return False


def require_fair_and_hot(network: Any, trace: Trace, names: Any) -> None:
    trace.replay(network)
    assert trace.loop is not None
    around = tuple(dict.fromkeys(trace.states[trace.loop :]))
    assert all(isinstance(state, tuple) and is_hot(network, state, names) for state in around)
    taken = {label for label, _ in trace.steps[trace.loop :]}
    offered = [{label for label, _ in network.successors(state)} for state in around]
    for condition in (*network.weak, *network.strong):
        sometimes = [any(label in condition for label in labels) for labels in offered]
        owed = any(sometimes) if condition in network.strong else all(sometimes)
        assert not owed or any(label in condition for label in taken)


@pytest.mark.parametrize("each", [True, False])
@pytest.mark.parametrize("tuning", [USUAL, TUNINGS["tiny"]], ids=["usual", "tiny"])
def test_a_hot_cycle_is_found_where_a_fair_one_is_and_only_there(
    each: bool, tuning: Tuning
) -> None:
    wanted = no_hot_cycle() if each else no_hot_system_cycle()

    @settings(max_examples=share(60))
    @given(program=fair_programs())
    def compare(program: Program) -> None:
        network: Any = program.network(tuning)
        states = reached(network)
        if not states or not any(network.voices(state) for state in states):
            return
        every = dict.fromkeys(v.stand.thread for s in states for v in network.voices(s))
        groups = [[name] for name in every] if each else [list(every)]
        fails = any(
            goes_fairly_round(network, inside)
            for group in groups
            for inside in hot_sets(network, states, group)
        )
        (verdict,) = check(program, wanted, audit="all", tuning=tuning)
        assert verdict.answer is (Answer.FAILS if fails else Answer.HOLDS), verdict.reason
        if verdict.trace is not None:
            group = [verdict.reason.partition(" stays ")[0]] if each else list(every)
            require_fair_and_hot(network, verdict.trace, group)

    compare()


@thread
def waits_hot() -> Any:
    while True:
        yield sync(wait_for=C, hot=True)


@thread
def requests(event: Any) -> Any:
    while True:
        yield sync(request=event)


def test_the_loop_takes_all_that_is_declared_to_be_fair() -> None:
    program = Program(waits_hot(), requests(A), requests(B), external=(), strong=[A, B])
    (verdict,) = check(program, no_hot_cycle())
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == {A, B}


def test_a_hot_cycle_that_always_neglects_something_is_none() -> None:
    program = Program(waits_hot(), requests(A), requests(C), external=(), weak=[C])
    (verdict,) = check(program, no_hot_cycle("waits_hot"), audit="all")
    assert verdict.answer is Answer.FAILS  # hot again after each C

    @thread
    def waits_once() -> Body:
        yield sync(wait_for=C, hot=True)

    program = Program(waits_once(), requests(A), requests(C), external=(), weak=[C])
    (verdict,) = check(program, no_hot_cycle("waits_once"), audit="all")
    assert verdict.answer is Answer.HOLDS
    assert verdict.audited is not None
    assert verdict.audited.passed
