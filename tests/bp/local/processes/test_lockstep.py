from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Program, sync, thread
from counterpoint.bp.local.network import network_of
from counterpoint.bp.local.processes.lockstep import Lockstep
from counterpoint.errors import ImpureThread

from ..brute_force import A, B, C


@thread
def asking(*events: Any) -> Body:
    for event in events:
        yield sync(request=event)


@thread
def listening(event: Any) -> Body:
    while True:
        yield sync(wait_for=event)


@thread
def claiming() -> Body:
    yield sync(wait_for=A)
    raise AssertionError


@thread
def raising(kind: type[Exception], event: Any = A) -> Body:
    yield sync(wait_for=event)
    raise kind("as it was asked to")


@thread
def starting(*others: Any) -> Body:
    yield sync(wait_for=A, start=others)


def pair(*threads: Any, **options: Any) -> Any:
    program = Program(*threads, **options)
    return Lockstep(program, network_of(program))


def differing(mine: Any, theirs: Any) -> Any:
    """A live program beside the network of another."""
    return Lockstep(Program(*mine), network_of(Program(*theirs)))


def test_a_program_and_its_own_network_agree() -> None:
    lockstep = pair(asking(A, B), asking(C), listening(A), external=[A])
    lockstep.wander()
    lockstep.follow([A, C, B, A])


def test_a_failed_assertion_comes_up_in_both() -> None:
    lockstep = pair(asking(A), claiming())
    lockstep.follow([A])
    lockstep.wander()


def test_a_planted_difference_is_refused() -> None:
    lockstep = differing([asking(A, B)], [asking(A, C)])
    with pytest.raises(ImpureThread, match=r"the automata offer \['C'\] and the live run \['B'\]"):
        lockstep.wander()
    with pytest.raises(ImpureThread):
        lockstep.follow([A, C])


def test_an_event_too_many_or_too_few_is_refused() -> None:
    with pytest.raises(ImpureThread):
        differing([asking(A)], [asking(A), asking(B)]).wander()
    with pytest.raises(ImpureThread):
        differing([asking(A), asking(B)], [asking(A)]).wander()


def test_an_assertion_that_only_the_automata_fail_is_refused() -> None:
    with pytest.raises(ImpureThread, match="an assertion should have failed"):
        differing([asking(A)], [asking(A), claiming()]).follow([A])


def test_an_assertion_that_only_the_live_run_fails_is_refused() -> None:
    with pytest.raises(
        ImpureThread, match=r"raises AssertionError\(\) after \(A,\), which the automata"
    ):
        differing([asking(A), claiming()], [asking(A)]).follow([A])


def test_an_exception_is_raised_or_must_come_up_in_both() -> None:
    lockstep = pair(asking(A), raising(KeyError))
    with pytest.raises(KeyError):
        lockstep.wander()
    lockstep.wander(crashes=True)


def test_what_comes_first_ends_a_run() -> None:
    pair(asking(A), raising(KeyError), claiming()).wander(crashes=True)
    pair(asking(A), claiming(), raising(KeyError)).wander(crashes=True)
    pair(asking(A), claiming(), raising(KeyError)).wander()
    for kinds in ((KeyError, ValueError), (ValueError, KeyError)):
        pair(asking(A), *map(raising, kinds)).wander(crashes=True)
    pair(starting(claiming(), raising(KeyError)), asking(A, A)).wander(crashes=True)
    pair(starting(raising(KeyError), claiming()), asking(A, A)).wander(crashes=True)


def test_an_exception_that_only_one_of_both_raises_is_refused() -> None:
    for mine, raised in (
        ([asking(A)], "no KeyError is raised"),
        ([asking(A), raising(ValueError)], "raises ValueError"),
        ([asking(A), claiming()], "raises AssertionError"),
    ):
        with pytest.raises(ImpureThread, match=raised):
            differing(mine, [asking(A), raising(KeyError)]).wander(crashes=True)
    with pytest.raises(ImpureThread, match="raises KeyError"):
        differing([asking(A), raising(KeyError)], [asking(A)]).wander(crashes=True)


def test_what_may_not_be_raised_again_is_never_compared() -> None:
    for kind in (MemoryError, RecursionError):
        with pytest.raises(kind):
            pair(asking(A), raising(kind)).wander(crashes=True)


def test_wandering_is_the_same_each_time() -> None:
    lockstep = differing([asking(A, B, C)], [asking(A, B, A)])
    messages = []
    for _ in range(2):
        with pytest.raises(ImpureThread) as caught:
            lockstep.wander()
        messages.append(caught.value.message)
    assert messages[0] == messages[1]
