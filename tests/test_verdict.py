"""Answers as truth values, and traces replayed on systems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from counterpoint import Program, Session, check, never
from counterpoint.errors import BadTrace, Undecided, UnknownName
from counterpoint.model.system import REST
from counterpoint.tuning import USUAL
from counterpoint.verdict import Answer, Trace, Verdict, Verdicts
from tests.renumbered import A, B, C, D, asks_for_more, remembers
from tests.tunings import TINY


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


def made_anew() -> Program:
    return Program(asks_for_more(), remembers())


def number_of_remembers(trace: Trace) -> list[Any]:
    return [state[-1] for state in trace.states]  # type: ignore[index]


@pytest.mark.parametrize("wanted", [never(D), "AG !D", "G F !D"])
def test_the_tuning_of_a_check_does_not_matter_to_a_replay(wanted: Any) -> None:
    found = [check(made_anew(), wanted, tuning=tuning).trace for tuning in (USUAL, TINY)]
    numbers = set()
    for trace in found:
        assert trace is not None
        numbers.add(tuple(number_of_remembers(trace)))
        trace.replay(made_anew())
        assert Session.replay(made_anew(), trace).labels == tuple(map(str, trace.events))
    assert len(numbers) == 2  # else it would not be tried


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"start": (0, 0, 0)}, "no run starts in"),
        ({"start": (0, 1)}, "no run starts in"),
        ({"events": [C, C, A, D]}, "D cannot be selected after C, C, A"),
        ({"events": [D]}, "D cannot be selected after no event"),
        ({"numbers": [0, 1, 0, 2, 2]}, "B does not lead .* to"),
        ({"numbers": [0, 1, 2, 3, 4]}, "D does not lead .* to"),
        ({"loop": 2}, "does not come back to its state number 2"),
    ],
)
def test_a_run_that_a_program_does_not_take_is_refused_whatever_its_numbers(
    changed: dict[str, Any], message: str
) -> None:
    events = changed.get("events", [C, B, A, D])
    numbers = changed.get("numbers", [0, 8, 9, 7, 7])
    start, *states = zip((0, 1, 2, 3, 3), numbers, strict=True)
    trace = Trace(
        changed.get("start", start),
        tuple(zip(events, states, strict=False)),
        changed.get("loop"),
    )
    with pytest.raises(BadTrace, match=message):
        trace.replay(made_anew())


def test_a_loop_is_replayed_whatever_its_numbers() -> None:
    start, *states = zip((0, 1, 2, 3, 3), (0, 8, 9, 7, 7), strict=True)
    Trace(start, tuple(zip([C, B, A, D], states, strict=True)), 3).replay(made_anew())
