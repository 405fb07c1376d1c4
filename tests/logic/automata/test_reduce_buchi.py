"""Automata made small."""

from __future__ import annotations

from counterpoint.logic.automata.budget import Budget
from counterpoint.logic.automata.reduce_buchi import Move, Raw, reduced
from counterpoint.logic.components import components


def test_states_that_lead_nowhere_and_states_that_are_not_reached_are_dropped() -> None:
    raw = Raw(((Move(0, 1, 0, 1), Move(1, 0, 0, 1)), (), (Move(0, 0, 0, 1),)), 1)
    assert reduced(raw, Budget()) == Raw(((Move(0, 1, 0, 0),),), 0)


def test_states_that_go_on_alike_become_one() -> None:
    raw = Raw(((Move(1, 1, 0, 0),), (Move(2, 1, 0, 1),), (Move(1, 1, 0, 1),)), 1)
    assert reduced(raw, Budget()) == Raw(((Move(0, 1, 0, 0),),), 0)


def test_a_move_that_another_one_covers_is_dropped() -> None:
    raw = Raw(((Move(0, 1, 2, 0), Move(0, 1, 0, 1), Move(0, 0, 0, 0)),), 1)
    assert reduced(raw, Budget()) == Raw(((Move(0, 0, 0, 0), Move(0, 1, 0, 1)),), 1)


def test_an_acceptance_set_that_holds_another_is_dropped() -> None:
    raw = Raw(((Move(0, 0, 0, 0), Move(0, 1, 0, 1), Move(0, 2, 0, 3)),), 2)
    assert reduced(raw, Budget()) == Raw(((Move(0, 0, 0, 0), Move(0, 2, 0, 1)),), 1)


def test_a_set_that_cannot_be_met_for_ever_leaves_nothing() -> None:
    raw = Raw(((Move(0, 0, 0, 1), Move(1, 0, 0, 2)), (Move(1, 0, 0, 1),)), 2)
    assert reduced(raw, Budget()).moves == ((),)


def test_components_come_after_those_that_they_lead_to() -> None:
    assert components([[1], [2, 3], [0], [3], [3]]) == [[3], [2, 1, 0], [4]]
    chain = [[n + 1] for n in range(5000)] + [[]]
    assert len(components(chain)) == 5001
