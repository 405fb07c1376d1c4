"""The elevator: served by keeping the direction, starved by going to the nearest call."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import check
from counterpoint.examples import elevator


@pytest.mark.parametrize(("floors", "states"), [(2, 32), (3, 108), (4, 308), (5, 804)])
def test_whoever_calls_is_served(floors: Any, states: Any) -> None:
    verdicts = check(elevator.model(floors=floors))
    assert verdicts.states == states
    assert [v.name for v in verdicts if not v] == ["it comes to rest in the end"]
    assert not any(verdict.vacuous for verdict in verdicts)


def test_it_need_not_come_to_rest_because_people_go_on_calling() -> None:
    trace = check(elevator.model())["it comes to rest in the end"].trace
    assert trace is not None
    again = trace.events[trace.loop :]
    assert any(str(event).startswith("call") for event in again)
    assert "open_door" in again


def test_somebody_waits_for_ever_where_it_goes_to_the_nearest_call() -> None:
    verdict = check(elevator.nearest())["who calls is served"]
    assert not verdict
    game = elevator.nearest()
    assert verdict.trace is not None
    states: Any = verdict.trace.states[verdict.trace.loop :]
    around = [game.values(state) for state in states]
    starved = [f for f in range(4) if all(values["called"][f] for values in around)]
    assert starved
    assert not any(values["open"] and values["at"] in starved for values in around)


def test_two_floors_are_too_few_to_starve_anybody() -> None:
    assert check(elevator.nearest(floors=2))["who calls is served"]


def test_the_nearest_call_is_the_lower_one_of_two_that_are_equally_near() -> None:
    lift = elevator.nearest(floors=5)

    def moves(at: int, calls: list[int]) -> set[str]:
        called = [floor in calls for floor in range(5)]
        state = lift.state(at=at, open=False, up=True, moved=False, called=called)
        labels = [str(label) for label, _ in lift.successors(state)]
        return {label for label in labels if not label.startswith("call")}

    assert moves(2, [1, 3]) == {"move_down"}
    assert moves(2, [0, 3]) == {"move_up"}
    assert moves(1, [0, 3]) == {"move_down"}
    assert moves(0, [4]) == {"move_up"}
    assert moves(2, [2, 3]) == {"move_up"}
    assert moves(2, [2]) == {"open_door"}
    assert moves(2, []) == set()


def test_the_shaft_is_drawn_from_the_top_floor_down() -> None:
    lift = elevator.model(floors=3)
    state = lift.state(at=1, open=True, up=True, moved=True, called=[True, False, False])
    assert lift.picture(state) == "2\n1 [ ]\n0     call"
