"""Peterson's algorithm: safe, fair to who waits, and nobody has to begin."""

from __future__ import annotations

from typing import Any

from counterpoint import StateSpace, check
from counterpoint.examples import peterson


def test_all_holds_but_that_somebody_begins() -> None:
    verdicts = check(peterson.model())
    assert verdicts.states == 34
    assert [v.name for v in verdicts if not v] == ["process 0 gets in again and again"]
    assert not any(verdict.vacuous for verdict in verdicts)


def test_in_the_run_that_fails_process_0_stays_idle() -> None:
    trace = check(peterson.model())["process 0 gets in again and again"].trace
    assert trace is not None
    assert trace.loop is not None
    assert all("(1)" in str(event) for event in trace.events)


def test_without_giving_way_both_get_in() -> None:
    verdicts = check(peterson.careless())
    verdict = verdicts["never both"]
    assert not verdict
    assert verdict.trace is not None
    last: Any = verdict.trace.states[-1]
    assert last[:2] == ("critical", "critical")
    assert verdicts["either can get in"]


def test_without_fairness_who_waits_may_wait_for_ever() -> None:
    waits = "G (waiting0 -> F critical0)"
    assert check(peterson.model(), waits)
    strict = "G ((F G enabled(enter(0)) -> G F enter(0)) -> F critical0)"
    assert not check(peterson.model(), strict)


def test_both_may_wait_at_once() -> None:
    both = StateSpace(peterson.model()).where("waiting0 & waiting1")
    assert len(both) == 6
