"""States that tell what has happened on the way to them."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Event, Program, StateSpace, check
from counterpoint.errors import Refused

from .. import programs as p

A, B, C, D = p.EVENTS


def test_an_event_was_just_selected_until_the_next_step() -> None:
    program = Program(p.request(C, times=1), p.wait_then_request(C, 1, B))
    assert check(program, "AG (C -> AX !C)", "AG (B -> AX (!B & AG !B))", "!C", "AF C", "AF B")
    assert check(program, "AG (once(C) -> AG once(C))", "AF AG once(B)", "AG (B -> once(C))")


def test_a_space_grows_by_what_is_asked_and_says_so() -> None:
    space = StateSpace(Program(p.request(C), p.request(B)))
    bare, just = space.where("enabled(C)"), space.where("C")
    assert (len(bare), bare.note) == (1, "")
    assert just.note == "a state also records whether C is true"
    assert just.space.states == 2
    assert list(just) == [((0, 0), frozenset({"C"}))]
    (shown,) = just.shown()
    assert isinstance(shown, dict)
    assert shown["so far"] == "C"
    assert space.where("EX C").space is just.space


@pytest.mark.parametrize(
    ("pair", "known"),
    [
        (((0, 0), frozenset({"C"})), True),
        (((0, 0), frozenset()), False),
        (((0, 0), frozenset({"B"})), False),
        (((1, 0), frozenset({"C"})), False),
        ((0, 0), False),
        ("C", False),
    ],
)
def test_membership_asks_for_the_state_and_its_past(pair: Any, known: bool) -> None:
    assert (pair in StateSpace(Program(p.request(C), p.request(B))).where("C")) is known


def test_no_more_than_64_events_are_watched_together() -> None:
    many = [Event("E", n) for n in range(65)]
    program = Program(p.in_turn(*many))
    most = " & ".join(f"once(E({n}))" for n in range(64))
    assert len(StateSpace(program).where(most)) == 65
    with pytest.raises(Refused, match="65 atoms ask about events: no more than 64"):
        StateSpace(program).where(f"{most} & E(64)")


def test_room_is_made_for_as_many_pairs_as_there_are() -> None:
    many = [Event("E", n) for n in range(12)]
    program = Program(p.request(*many))
    found = StateSpace(program).where(" & ".join(f"once(E({n}))" for n in range(12)))
    assert (len(found), found.space.states, found.space.transitions) == (1, 1 << 12, 12 << 12)
