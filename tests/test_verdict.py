"""Answers as truth values, and traces replayed on systems."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from counterpoint.errors import BadTrace, Undecided, UnknownName
from counterpoint.model.system import REST
from counterpoint.verdict import Answer, Trace, Verdict, Verdicts


class Clock:
    """A system that counts 0, 1, 2, 0..."""

    def initial(self) -> Iterable[int]:
        return (0,)

    def successors(self, state: int) -> Iterable[tuple[object, int]]:
        return (("tick", (state + 1) % 3), (REST, state))

    def show(self, state: int) -> str:
        return str(state)


HOLDS, FAILS, UNKNOWN = (Verdict(answer.value, answer, "a reason") for answer in Answer)


def verdicts(*found: Verdict) -> Verdicts:
    return Verdicts("clock", 3, 3, True, "native", 0.0, found)


def test_a_run_of_the_system_is_replayed() -> None:
    Trace(0, (("tick", 1), (REST, 1), ("tick", 2))).replay(Clock())
    Trace(0, (("tick", 1), ("tick", 2), ("tick", 0)), loop=0).replay(Clock())


@pytest.mark.parametrize(
    ("trace", "message"),
    [
        (Trace(1), "no run starts in 1"),
        (Trace(0, (("tick", 2),)), "'tick' does not lead from 0 to 2"),
        (Trace(0, (("tock", 1),)), "'tock' does not lead from 0 to 1"),
        (Trace(0, (("tick", 1),), loop=0), "does not come back to its state number 0"),
    ],
)
def test_what_is_not_a_run_is_refused(trace: Trace, message: str) -> None:
    with pytest.raises(BadTrace, match=message):
        trace.replay(Clock())


def test_rests_are_steps_but_not_events() -> None:
    trace = Trace(0, ((REST, 0), ("tick", 1)))
    assert trace.events == ("tick",)
    assert trace.states == (0, 0, 1)


def test_holds_is_true_fails_is_false_unknown_raises() -> None:
    assert bool(HOLDS)
    assert not bool(FAILS)
    with pytest.raises(Undecided, match="unknown: a reason"):
        bool(UNKNOWN)


def test_one_failure_outweighs_what_is_unknown_and_that_what_holds() -> None:
    assert verdicts(HOLDS, HOLDS)
    assert not verdicts(HOLDS, UNKNOWN, FAILS)
    with pytest.raises(Undecided):
        bool(verdicts(HOLDS, UNKNOWN))


def test_no_property_at_all_is_never_a_pass() -> None:
    assert verdicts().answer is Answer.UNKNOWN
    with pytest.raises(Undecided):
        bool(verdicts())


def test_verdicts_are_found_by_name() -> None:
    assert verdicts(HOLDS, FAILS)["fails"] is FAILS
    with pytest.raises(UnknownName, match="no property 'nope' was checked; there are holds"):
        verdicts(HOLDS)["nope"]


def test_verdicts_show_what_fails_and_how() -> None:
    trace = Trace(0, (("tick", 1), ("tick", 2)))
    failed = Verdict("never 2", Answer.FAILS, "2 was reached", trace)
    assert repr(verdicts(HOLDS, failed, UNKNOWN)) == (
        "<clock: holds holds; never 2 fails after tick, tick; unknown unknown (a reason)>"
    )
