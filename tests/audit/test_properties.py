"""The auditor reads the properties of b-programs off states as checks do, and finds what breaks."""

from __future__ import annotations

from hypothesis import given, settings

from counterpoint import Program, check, never
from counterpoint.audit.auditor import audit
from counterpoint.audit.live import Live
from counterpoint.audit.properties import Holding
from counterpoint.audit.reference import Reference
from counterpoint.certificate import Audited
from counterpoint.engines.network.cover import ExplorationCover
from counterpoint.engines.network.explore import explore
from counterpoint.engines.task import EVERYTHING
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
