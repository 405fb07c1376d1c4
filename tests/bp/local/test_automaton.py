from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Event, Program, check, never, sync, thread
from counterpoint.bp.local.alphabet import Alphabet
from counterpoint.bp.local.automaton import LocalAutomaton
from counterpoint.bp.local.exploring import explore_locally
from counterpoint.bp.local.network import network_of
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.bp.strategy import Priority, Uniform
from counterpoint.errors import BadSync, BadYield, ImpureThread, Misuse

from .brute_force import A, B, C, local_states


@thread
def asking(*events: Any) -> Body:
    for event in events:
        yield sync(request=event)


@thread
def always(*events: Any) -> Body:
    while True:
        yield sync(request=events)


def automaton(made: Any, *events: Any, strategy: Any = None) -> Any:
    alphabet = Alphabet()
    for event in events:
        alphabet.number(event)
    around = Surroundings(made.rule.function)
    return LocalAutomaton(made, made.name, alphabet, strategy or Uniform(), around)


def verdict(*threads: Any) -> Any:
    return check(Program(*threads, external=()), "assertions")


# Failed assertions


@thread
def claiming(event: Any) -> Body:
    heard = yield sync(wait_for=[A, B])
    if heard is not event:
        raise AssertionError(f"heard {heard}")


def test_a_failed_assertion_has_its_thread_line_and_message() -> None:
    program = Program(claiming(A), asking(B))
    found = check(program, "assertions")
    assert not found
    assert found.trace is not None
    assert found.trace.events == (B,)
    (failure,) = (s.failure for s in program.network().automata[0].locals if s.failure)
    assert failure.thread == "claiming(A)"
    assert failure.place is not None
    assert failure.place.text == 'raise AssertionError(f"heard {heard}")'
    assert failure.message == "heard B"


def test_an_assertion_whose_text_differs_from_run_to_run_is_a_failed_assertion() -> None:
    @thread
    def claim() -> Body:
        yield sync(request=A)
        raise AssertionError(object())

    assert not verdict(claim())


def test_an_assertion_in_a_handler_fails_the_check() -> None:
    def handle(event: Any) -> None:
        assert event is not B, "B came"

    @thread
    def working() -> Body:
        yield sync(request=C, interrupt=[A, B], on_interrupt=handle)

    assert verdict(working(), asking(A))
    found = verdict(working(), asking(B))
    assert not found
    assert found.trace.events == (B,)


def test_an_assertion_in_a_finally_fails_the_check_when_the_thread_is_interrupted() -> None:
    @thread
    def working() -> Body:
        done = False
        try:
            yield sync(wait_for=C, interrupt=A)
            done = True
        finally:
            assert done

    found = verdict(working(), asking(A, C), never_waits())
    assert found.trace.events == (A,)


@thread
def never_waits() -> Body:
    yield sync(request=C)


def test_an_interrupted_thread_is_gone_even_if_it_requested_the_event() -> None:
    @thread
    def working() -> Body:
        yield sync(request=A, interrupt=A)
        raise AssertionError

    assert verdict(working())


def test_a_handler_that_answers_with_a_statement_is_told_off_where_it_is_reached() -> None:
    @thread
    def working() -> Body:
        yield sync(wait_for=B, interrupt=A, on_interrupt=lambda event: sync(request=B))

    with pytest.raises(BadSync, match="interrupted"):
        verdict(working(), asking(A, B))


def test_a_handler_that_changes_what_is_outside_is_impure() -> None:
    seen: list[Event] = []

    @thread
    def working() -> Body:
        yield sync(wait_for=B, interrupt=A, on_interrupt=seen.append)

    with pytest.raises(ImpureThread, match="it changed"):
        network_of(Program(working(), asking(A)))


# Exceptions


@thread
def raising(error: Any, event: Any = A) -> Body:
    heard = yield sync(wait_for=[A, B])
    if heard is event:
        raise error


class Falsy(Exception):
    def __len__(self) -> Any:
        return 0

    def __eq__(self, other: Any) -> Any:
        return True

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("error", [KeyError("x"), StopIteration(1), Falsy()], ids=repr)
def test_an_exception_that_is_reached_is_raised_whole_with_its_history(error: Any) -> None:
    kind = RuntimeError if isinstance(error, StopIteration) else type(error)
    with pytest.raises(kind) as caught:
        verdict(raising(error), asking(A))
    notes = "\n".join(caught.value.__notes__)
    assert "in b-thread raising" in notes
    assert "yield sync(wait_for=[A, B])" in notes
    assert "after the events: A" in notes


def test_an_exception_of_a_handler_is_raised_where_it_is_reached() -> None:
    @thread
    def working() -> Body:
        yield sync(wait_for=B, interrupt=A, on_interrupt=lambda event: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        verdict(working(), asking(A))
    assert verdict(working(), asking(B))


def test_an_exception_that_only_unreachable_histories_raise_fails_nothing() -> None:
    @thread
    def brittle() -> Body:
        table: dict[Event, Any] = {A: 1}
        yield sync(request=table[(yield sync(wait_for=[A, B]))] and C)

    @thread
    def both() -> Body:
        yield sync(block=B, request=A)
        yield sync(block=B, wait_for=C)

    assert verdict(brittle(), both(), asking(A))


def test_misuse_that_only_unreachable_histories_commit_fails_nothing() -> None:
    @thread
    def brittle() -> Body:
        heard = yield sync(wait_for=[A, B])
        yield sync(request=C) if heard is A else "nonsense"  # type: ignore[misc]

    @thread
    def blocking() -> Body:
        yield sync(block=B)

    assert verdict(brittle(), blocking(), asking(A), asking(B))
    with pytest.raises(BadYield):
        verdict(brittle(), asking(B))


def test_a_predicate_that_raises_passes_through_with_the_event() -> None:
    def is_great(event: Any) -> Any:
        return event.args[0] > 3

    @thread
    def listen() -> Body:
        yield sync(wait_for=is_great)

    with pytest.raises(IndexError) as caught:
        verdict(listen(), asking(A))
    assert any("was asked about the event A" in note for note in caught.value.__notes__)


# Alphabets


def test_events_that_are_requested_with_data_received_are_found() -> None:
    @thread
    def ask() -> Body:
        yield sync(request=[Event("Number", n) for n in range(3)])

    @thread
    def square() -> Body:
        number: Any = (yield sync(wait_for=lambda event: event.name == "Number")).args[0]
        yield sync(request=Event("Square", number * number))

    @thread
    def listen() -> Body:
        heard: Any = yield sync(wait_for=lambda event: event.name == "Square")
        assert heard.args[0] < 4

    found = verdict(listen(), square(), ask())
    assert found.trace.events == (Event("Number", 2), Event("Square", 4))


def test_masks_are_brought_up_to_an_alphabet_that_grows() -> None:
    @thread
    def blocking() -> Body:
        allowed = {A: 0}
        while True:
            heard = yield sync(
                wait_for=lambda event: event in allowed, block=lambda event: event not in allowed
            )
            allowed[B if heard is A else C] = 0

    one = automaton(blocking(), A)
    assert explore_locally(one, 100, 2000)
    assert (one.locals[0].hears, one.locals[0].voices[0].block) == (0b1, 0)
    for event in (B, C):
        one.alphabet.number(event)
    one.refresh()
    assert (one.locals[0].hears, one.locals[0].voices[0].block) == (0b1, 0b110)
    assert explore_locally(one, 20, 2000)
    assert {local.voices[0].block for local in one.locals} == {0b110, 0b100, 0b000}


def test_a_limit_ends_the_exploration_and_the_growing_variable_is_named() -> None:
    @thread
    def count() -> Body:
        steady: list[Any]
        n, steady = 0, [1]
        while True:
            n += 1
            yield sync(request=A, wait_for=steady and A)

    one = automaton(count())
    assert not explore_locally(one, 50, 2000)
    assert len(one.locals) == 51
    place = one.locals[-1].voices[0].stand.place
    assert place.text == "yield sync(request=A, wait_for=steady and A)"
    assert one.growth() == f" at {place} ({place.text}): n takes ever new values"


def test_a_state_is_described_where_it_stands() -> None:
    @thread
    def outer() -> Body:
        yield from inner()

    def inner() -> Any:
        yield sync(request=A, priority=2, hot=True)

    one = automaton(outer(), strategy=Priority())
    (voice,) = one.locals[0].voices
    assert voice.stand.place.text == "yield sync(request=A, priority=2, hot=True)"
    assert (voice.priority, voice.hot, voice.request) == (2, True, (0,))
    (voice,) = automaton(outer()).locals[0].voices
    assert voice.priority is None, "the strategy has no say in it"
    assert [said.sync.hot for said in one.statements(0)] == [True]
    assert one.history(one.step(0, 0)) == [A]
    assert list(one.statements(1)) == []


def test_arguments_are_copied_so_that_states_do_not_mix() -> None:
    given = [A, B]

    @thread
    def using(events: Any) -> Body:
        while events:
            yield sync(request=events.pop(0))

    assert local_states(using(given)) == 3
    assert given == [A, B]


def test_an_argument_that_cannot_be_copied_is_told() -> None:
    @thread
    def using(thing: Any) -> Body:
        yield sync(request=A)

    with pytest.raises(Misuse, match="arguments are copied"):
        network_of(Program(using(n for n in "a")))


# Unbounded b-threads


@thread
def counting(event: Any) -> Body:
    n = 0
    while True:
        n += 1
        yield sync(wait_for=event)


@pytest.mark.slow
def test_a_thread_without_bound_is_unknown_with_its_growing_variable() -> None:
    found = check(Program(counting(A), always(A)), limit_states=600)
    assert not found.complete
    reason = found.properties[0].reason
    assert "b-thread counting(A) has more than 600 local states at " in reason
    assert "(yield sync(wait_for=event)): n takes ever new values" in reason


def test_a_thread_without_bound_of_its_own_is_decided_where_the_product_has_one() -> None:
    found = check(Program(counting(A), asking(A, A, A)), never(B))
    assert found
    assert found.states == 4


@pytest.mark.slow
def test_an_alphabet_without_bound_is_unknown() -> None:
    @thread
    def tell() -> Body:
        n = 0
        while True:
            n += 1
            yield sync(request=Event("Number", n))

    found = check(Program(tell()), limit_states=600)
    assert not found.complete
    assert "n takes ever new values" in found.properties[0].reason
