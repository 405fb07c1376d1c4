"""What only the outside could send is asked for by name: it must be declared."""

from __future__ import annotations

import pytest

from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    check,
    named,
    never,
    sync,
    thread,
)
from counterpoint.bp.eventset import SetLike

A, X = Event("A"), Event("X")


@thread
def asks() -> Body:
    yield sync(request=A)


@thread
def waits(events: SetLike) -> Body:
    yield sync(wait_for=events)


def never_a(event: Event) -> bool:
    return False


BY_NAME = [X, [X, A], X | named("Q"), [X, never_a], X & ~A, (X | named("Q")) - A]


@pytest.mark.parametrize("awaited", BY_NAME, ids=range(len(BY_NAME)))
def test_an_event_that_is_awaited_by_name_may_come_until_that_is_declared(awaited: SetLike) -> None:
    (verdict,) = check(Program(asks(), waits(awaited)), never(X))
    assert verdict.answer is Answer.UNKNOWN
    assert "waits for X, which no b-thread requests" in verdict.reason
    assert check(Program(asks(), waits(awaited), external=()), never(X))


@pytest.mark.parametrize("awaited", [named("X"), ~A, never_a], ids=["name", "others", "none"])
def test_a_predicate_alone_asks_for_nothing_by_name(awaited: SetLike) -> None:
    assert check(Program(asks(), waits(awaited)), never(X))
