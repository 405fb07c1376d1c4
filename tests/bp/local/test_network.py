from __future__ import annotations

import sys
import types
from typing import Any

import pytest

from counterpoint import Body, Event, Program, check, named, never, sync, thread
from counterpoint.bp.local import network as networks
from counterpoint.bp.local.network import network_of
from counterpoint.errors import OpaqueState
from counterpoint.tuning import Tuning

from .brute_force import A, B, C


@thread
def asking(*events: Any) -> Body:
    for event in events:
        yield sync(request=event)


@thread
def waiting(events: Any) -> Body:
    while True:
        yield sync(wait_for=events)


def test_each_thread_is_an_automaton_over_one_alphabet() -> None:
    network = network_of(Program(asking(A, B), waiting([A, B, C])))
    assert network.alphabet == [A, B]
    assert [automaton.name for automaton in network.automata] == ["asking(A,B)", "waiting([A,B,C])"]
    assert [len(automaton.locals) for automaton in network.automata] == [3, 1]
    assert network.automata[1].locals[0].hears == 0b11


def test_external_and_final_events_are_numbered() -> None:
    network = network_of(Program(asking(A), external=[C], final=named("A")))
    assert network.alphabet == [C, A]
    assert (network.external, network.final_events) == ((0,), 0b10)


def test_the_product_steps_those_that_hear_an_event() -> None:
    network = network_of(Program(asking(A, B), waiting(A)))
    (start,) = network.initial()
    assert [network.alphabet[e] for e in network.choices(start)] == [A]
    assert network.step(start, 0) == (1, 0)


def test_what_only_the_outside_could_send_is_awaited() -> None:
    network = network_of(Program(asking(A), waiting([A, C])))
    assert network.origin.awaited(1, 0) == (C,)
    assert network.origin.awaited(0, 0) == ()


def test_a_thread_that_is_not_done_beforehand_grows_as_it_is_asked() -> None:
    @thread
    def count() -> Body:
        n = 0
        while True:
            n += 1
            yield sync(request=A)

    network = network_of(Program(count()), Tuning(local_states=4))
    (automaton,) = network.automata
    known = len(automaton.locals)
    assert known == 5
    assert automaton.step(known - 1, 0) == known
    said = network.origin.unbounded(0, "a limit")
    assert "b-thread count has more than 5 local states" in said
    assert said.endswith("n takes ever new values. Raise a limit if that is meant")


def test_threads_of_one_rule_are_told_apart_by_their_arguments() -> None:
    network = network_of(Program(asking(A), asking(A), asking(B)))
    assert [automaton.name for automaton in network.automata] == [
        "asking(A)",
        "asking(A)#2",
        "asking(B)",
    ]


def test_a_python_that_hides_the_value_stack_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "frames_can_be_read", lambda: False)
    with pytest.raises(OpaqueState, match="hides the value stack"):
        network_of(Program(asking(A)))


def test_a_strategy_function_selects_by_what_is_said() -> None:
    def last(statements: Any) -> Any:
        return [statements[-1].sync.request[0]] if statements else []

    network = network_of(Program(asking(A), asking(B), strategy=last))
    (start,) = network.initial()
    assert [network.alphabet[e] for e in network.choices(start)] == [B]


def test_checking_a_program_twice_gives_the_same() -> None:
    program = Program(asking(A, B), waiting(named("A")), asking(Event("Move", 1)))
    first, second = check(program, never(C)), check(program, never(C))
    assert (first.states, first.transitions) == (second.states, second.transitions) == (6, 7)


def test_a_module_of_the_user_that_hides_one_of_the_library_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a b-thread does with the library's is known by its name, and so misjudged."""
    hiding = types.ModuleType("antigravity")
    hiding.__file__ = "/home/user/antigravity.py"
    monkeypatch.setitem(sys.modules, "antigravity", hiding)
    with pytest.raises(OpaqueState, match=r"antigravity\.py has the name of a module of Python's"):
        check(Program(asking(A)), never(B))
    hiding.__file__ = "/lib/site-packages/antigravity.py"
    assert check(Program(asking(A)), never(B))
