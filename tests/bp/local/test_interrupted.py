"""What an interruption leaves behind must not show in later answers of the same program."""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    CounterpointWarning,
    Event,
    Program,
    check,
    named,
    never,
    sync,
    thread,
)
from counterpoint.alarm import interrupt
from counterpoint.bp.local import exploring, twins
from counterpoint.bp.local.alphabet import Alphabet
from counterpoint.bp.local.automaton import LocalAutomaton
from counterpoint.bp.local.family import Family
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.bp.local.twins import Replayer
from counterpoint.errors import ImpureThread
from counterpoint.tuning import Tuning
from tests.share import share
from tests.tunings import UNHURRIED

from .brute_force import A, B


class Shared:
    def __init__(self, most: Any) -> None:
        self.most = most


@thread
def number(most: Any) -> Body:
    for n in range(most.most):
        yield sync(request=[Event("Number", n), A])


@thread
def listen() -> Body:
    heard: set[Event] = set()
    while len(heard) < 2:
        heard.add((yield sync(wait_for=lambda event: event.name == "Number", block=B)))
    yield sync(request=B, start=[last()])


@thread
def last() -> Body:
    yield sync(request=Event("Last"), wait_for=named("Number"))


def program() -> Any:
    return Program(number(Shared(3)), listen())


AS_ASKED = Tuning(local_states=1, local_replays=1)
"""Local states are found while the whole is searched, by an automaton that is kept."""


def answer(of: Any) -> Any:
    found = check(of, never(B), "assertions", "AG EF {B}", tuning=AS_ASKED)
    answers = [(v.name, v.answer, v.reason, v.trace and v.trace.events) for v in found]
    return found.states, found.transitions, answers


CALLED_OFTEN = [
    (Alphabet, "number"),
    (Family, "_discover"),
    (Family, "_enter"),
    (Family, "_local"),
    (LocalAutomaton, "_cover"),
    (LocalAutomaton, "_hear_of"),
    (LocalAutomaton, "_leave"),
    (LocalAutomaton, "_local"),
    (Replayer, "_check_surroundings"),
    (Replayer, "_read"),
    (Surroundings, "_open"),
    (exploring, "_unknown"),
]
"""Functions that change what a program keeps of its b-threads, or that run between changes."""


def interrupted_at(last: Any, of: Any, monkeypatch: Any) -> Any:
    """The calls that a check made before one of them interrupted it, or all, and its answers."""
    made, answers = 0, {}

    def counted(function: Any) -> Any:
        def count(*given: Any) -> Any:
            nonlocal made
            made += 1
            if made == last:
                raise KeyboardInterrupt
            return function(*given)

        return count

    with monkeypatch.context() as patch:
        for owner, name in CALLED_OFTEN:
            patch.setattr(owner, name, counted(getattr(owner, name)))
        with suppress(KeyboardInterrupt):
            found = check(of, never(B), "assertions", tuning=AS_ASKED)
            answers = {verdict.name: verdict.answer for verdict in found}
    return made, answers


def test_a_check_after_an_interruption_answers_as_a_fresh_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = answer(program())
    calls, answers = interrupted_at(0, program(), monkeypatch)
    assert calls > 300
    for call in range(1, calls, max(1, calls // share(120))):
        disturbed = program()
        _, seen = interrupted_at(call, disturbed, monkeypatch)
        assert all(found in (answers[name], Answer.UNKNOWN) for name, found in seen.items()), call
        assert answer(disturbed) == expected, call


def test_where_a_b_thread_was_running_is_said_when_it_is_interrupted() -> None:
    def wait_for_ever() -> None:
        raise KeyboardInterrupt

    @thread
    def stuck(before: Any) -> Body:
        if before:
            yield sync(request=A)
        wait_for_ever()
        yield sync(request=B)

    said = r"^interrupted while b-thread stuck\((True|False)\) was running, at .*:\d+ \(wait_for"
    for before in (True, False):
        with pytest.warns(CounterpointWarning, match=said):
            check(Program(stuck(before)))
    with pytest.raises(KeyboardInterrupt):  # as warnings are errors here
        Program(stuck(True)).network()


def test_a_b_thread_is_not_blamed_where_its_state_is_read(
    monkeypatch: pytest.MonkeyPatch, recwarn: Any
) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt
        yield  # a generator, as b-threads are

    monkeypatch.setattr(twins, "read_state", lambda *_: next(interrupted()))
    (verdict,) = check(Program(last()), never(B))
    assert verdict.reason == "interrupted"
    assert not recwarn.list


def test_a_lock_between_processes_is_refused_rather_than_waited_for() -> None:
    lock = multiprocessing.Lock()

    @thread
    def locking() -> Body:
        with lock:
            yield sync(request=A)

    with pytest.raises(ImpureThread, match=r"it uses lock\._semlock, a lock: b-threads that wait"):
        Program(locking()).network()


@thread
def swallows(press: Any) -> Body:
    """Ctrl-C while it runs makes it go another way."""
    n = 0
    while n < 3:
        try:
            press()
            n += 1
        except BaseException:
            n = 7
        yield sync(request=Event("Number", n))


def test_a_b_thread_that_swallows_ctrl_c_does_not_mislead() -> None:
    pressed: list[int] = []

    def press() -> None:
        if len(pressed) < 3:
            pressed.append(1)
            interrupt()

    verdicts = check(Program(swallows(press)), never(Event("Number", 7)), tuning=UNHURRIED)
    assert (verdicts.stopped, verdicts.answer) == ("interrupted", Answer.UNKNOWN)
