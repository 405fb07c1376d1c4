"""Walks: steps stay when rules are switched, and it is known which are impossible then."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint import Session, Trace
from counterpoint.examples import hot_cold, nim, tictactoe
from counterpoint.page.walk import Walk, replayed
from counterpoint.target import find_target
from counterpoint.tla.module import TlaModule

TARGETS = [tictactoe.program, tictactoe.clicked, hot_cold.program, nim.model()]


@given(st.sampled_from(TARGETS), st.lists(st.integers(0, 99), max_size=8), st.integers(0, 9))
def test_a_walk_goes_where_a_session_goes(target: Any, choices: list[int], at: int) -> None:
    walk, session = Walk(target), Session(target, seed=0)
    for number in choices:
        assert [step.name for step in walk.choices] == list(session.names)
        if not walk.choices:
            break
        name = walk.choices[number % len(walk.choices)].name
        walk.take(name)
        session.step(name)
    assert walk.trace == session.trace
    walk.jump(at)
    session.jump(min(at, len(walk.steps)))
    assert walk.state == session.state


def test_steps_that_rules_no_longer_allow_are_known_and_the_rest_is_not() -> None:
    walk = Walk(tictactoe.program)
    assert replayed(walk, ["X(0,0)", "O(1,1)", "X(2,2)"]) == ""
    other = walk.under(tictactoe.program.without("center"))
    assert [step.legal for step in other.steps] == [True, False, True]
    again = other.under(tictactoe.program)
    assert again.legal
    assert again.trace == walk.trace


def test_an_event_that_nobody_can_ask_for_any_more_leads_nowhere() -> None:
    walk = Walk(hot_cold.program)
    walk.take("COLD")
    other = walk.under(hot_cold.program.without("pour"))
    assert not other.legal
    assert other.states[0] == other.states[1]


def test_steps_of_a_module_keep_their_states_under_other_rules() -> None:
    module = find_target("MendedTicTacToe")
    assert isinstance(module, TlaModule)
    walk = Walk(module)
    walk.take(walk.choices[0].name)
    fewer = walk.under(module.without("MarkCenterIfAvailable"))
    assert fewer.states == walk.states
    assert fewer.legal


def test_a_run_is_walked_along_from_its_start() -> None:
    trace = Trace((3, 4, 5, 1), (("take(0,0)", (0, 4, 5, 2)),))
    walk = Walk.along(trace, nim.model())
    assert (walk.at, len(walk.steps), walk.steps[0].legal) == (0, 1, True)


def test_names_are_replayed_as_far_as_they_go() -> None:
    walk = Walk(tictactoe.program)
    assert replayed(walk, ["X(0,0)", "X(0,1)"]) == "step 2, X(0,1), is not possible"
    assert walk.at == 1


@pytest.mark.parametrize("target", TARGETS)
def test_every_state_has_a_column_and_the_last_has_no_step(target: Any) -> None:
    walk = Walk(target)
    walk.take(walk.choices[0].name)
    assert [column["label"] for column in walk.columns] == [str(walk.labels[0]), None]
