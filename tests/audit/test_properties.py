"""The auditor reads the properties of b-programs off states as checks do, and finds what breaks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from counterpoint import Body, Event, Program, Thread, check, never, sync, thread
from counterpoint.audit.auditor import audit
from counterpoint.audit.live import Live
from counterpoint.audit.properties import Holding
from counterpoint.audit.reference import Reference
from counterpoint.certificate import Audited
from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.decide import decide
from counterpoint.engines.decide.network import check as network_check
from counterpoint.engines.decide.network.judge import Judgement
from counterpoint.engines.search.network.cover import ExplorationCover
from counterpoint.engines.search.network.explore import explore
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.model.property import (
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Plain,
)
from counterpoint.verdict import Answer
from tests.engines import programs
from tests.engines.programs import EVENTS
from tests.tunings import UNHURRIED

PROPERTIES: tuple[Plain, ...] = (
    NoDeadlock(),
    NoFailedAssertion(),
    NoHotTermination(),
    NoHotCycle(),
    NoHotCycle(each=False),
    *(never(event) for event in EVENTS[:2]),
)


def said_to_hold(program: Program, wanted: Plain) -> Audited:
    """What the audit finds where a property is said to hold, whether it does or not."""
    network = program.network()
    reference = Reference(network)
    cover = ExplorationCover(explore(network, EVERYTHING))
    return audit(reference, cover, beside=(Holding(wanted, network, reference), Live(network, 2)))


@settings(max_examples=13)
@given(program=programs.a_program())
def test_a_property_passes_where_it_holds_and_only_there(program: Program) -> None:
    for wanted in PROPERTIES:
        verdict = check(program, wanted, audit="none")[str(wanted)]
        if verdict.answer is not Answer.UNKNOWN:
            assert said_to_hold(program, wanted).passed == bool(verdict), wanted


@settings(max_examples=10)
@given(program=programs.a_program())
def test_verdicts_on_random_programs_pass_whole(program: Program) -> None:
    for verdict in check(program, *PROPERTIES, audit="all"):
        if verdict.answer is not Answer.UNKNOWN:
            assert verdict.audited is not None
            assert (verdict.audited.fault, verdict.audited.unchecked) == ("", ()), verdict.name
        assert "audit of this answer" not in verdict.reason


A, B = EVENTS[:2]


@thread
def requests(*events: Event) -> Body:
    for event in events:
        yield sync(request=event, hot=True)


@thread
def forbids(event: Event) -> Body:
    yield sync(block=event)


@thread
def waits(*events: Event) -> Body:
    for event in events:
        yield sync(wait_for=event)
    yield sync(request=A)


@pytest.mark.parametrize("extent", ["sample", "all"])
@pytest.mark.parametrize(
    ("threads", "wanted"),
    [
        ([requests(B)], NoHotTermination()),
        ([requests(B)], NoDeadlock()),
        ([requests(B)], never(B)),
        ([requests(B, B), waits(B, B, B)], never(A)),
    ],
)
def test_a_property_that_is_wrongly_said_to_be_vacuous_is_found(
    threads: list[Thread], wanted: Plain, extent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hollow = Judgement(Answer.HOLDS, "nobody", vacuous=True, stay=len(threads) > 1)
    monkeypatch.setattr(network_check, "judge", lambda *given: hollow)
    (verdict,) = check(Program(*threads), wanted, audit=extent, tuning=UNHURRIED)
    assert verdict.answer is Answer.UNKNOWN
    if wanted != never(B):  # which does not hold either
        assert "is said to be vacuous" in verdict.reason


def test_a_property_that_is_vacuous_passes_where_those_who_could_break_it_stay() -> None:
    for threads in ([requests(B), waits(A)], [requests(B)]):
        (verdict,) = check(Program(*threads, external=()), never(A), audit="all")
        assert verdict.vacuous
        assert verdict.audited is not None
        assert verdict.audited.passed


def test_an_outside_event_that_has_a_turn_is_wrongly_said_never_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hollow = Judgement(Answer.HOLDS, "nobody", vacuous=True)
    monkeypatch.setattr(network_check, "judge", lambda *given: hollow)
    blocked = forbids(A)
    (verdict,) = check(Program(requests(B), blocked, external=[A]), never(A), audit="all")
    assert verdict.answer is Answer.UNKNOWN
    assert "is said to be vacuous, and the outside has a turn" in verdict.reason


def test_a_part_that_is_wrongly_said_never_to_matter_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = to_core(parse("AG !once(B)"))
    monkeypatch.setattr(decide, "_vacuous", lambda *given: {"it holds whatever B is": goal})
    (verdict,) = check(Program(requests(B)), "AG (once(B) -> once(B))")
    assert verdict.answer is Answer.UNKNOWN
    assert "AG !(once(B)) is said to hold" in verdict.reason
