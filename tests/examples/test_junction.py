"""The junction: hot cycles and deadlocks, and the rule that has neither."""

from __future__ import annotations

from counterpoint import check, no_hot_cycle, no_hot_system_cycle
from counterpoint.examples import junction
from counterpoint.examples.junction import ARRIVE, ENTER, LEAVE


def test_every_car_gets_through_when_cars_give_way() -> None:
    verdicts = check(junction.program)
    assert verdicts
    assert not any(verdict.vacuous for verdict in verdicts)
    assert (verdicts.states, verdicts.transitions) == (14, 22)


def test_a_rude_road_passes_for_ever_while_the_other_waits() -> None:
    verdicts = check(junction.rude)
    assert verdicts["traffic flows"]
    verdict = verdicts["every car gets through"]
    assert not verdict
    assert verdict.reason == "cars('north') stays hot around a cycle"
    assert verdict.trace is not None
    assert verdict.trace.events[: verdict.trace.loop] == (ARRIVE("north"),)
    assert set(verdict.trace.events[verdict.trace.loop :]) == {
        ARRIVE("east"),
        ENTER("east"),
        LEAVE("east"),
    }


def test_on_a_rude_junction_either_road_may_be_the_one_that_waits() -> None:
    for road in junction.ROADS:
        assert not check(junction.rude, no_hot_cycle(f"cars({road!r})"))


def test_too_much_politeness_is_a_deadlock() -> None:
    verdicts = check(junction.polite)
    assert verdicts["every car gets through"]
    assert not verdicts["traffic flows"]
    trace = verdicts["traffic flows"].trace
    assert trace is not None
    assert set(trace.events) == {ARRIVE("north"), ARRIVE("east")}


def test_somebody_is_always_waiting_though_nobody_waits_for_ever() -> None:
    verdict = check(junction.program, no_hot_system_cycle())["hot-system-cycle"]
    assert not verdict
    waits = "cars('north'), cars('east') stay hot in turn around a cycle"
    assert verdict.reason == waits
