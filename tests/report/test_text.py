"""Checks as text: answers first, then each counterexample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from counterpoint import Event, Program, check, never, no_hot_cycle
from counterpoint.report.text import plan_text, verdicts_text
from counterpoint.verdict import Plan, Position
from tests.logic.semantics import Kripke, Move

from ..engines import programs as p
from ..engines.kripkes import Listed

A, B = p.A, p.B


def text_of(program: Program, *properties: object) -> list[str]:
    verdicts = check(program, *properties, name="tap")  # type: ignore[arg-type]
    return verdicts_text(verdicts, program).splitlines()


def glasses(so_far: Sequence[Event]) -> str:
    return "\n".join(["|  |"] * 2 + [f"|{len(so_far):2}|"])


def test_a_counterexample_lists_events_with_those_who_asked() -> None:
    lines = text_of(Program(p.request(A), p.request(A), p.wait_then_request(A, 1, B)), never(B))
    assert lines[2] == "  FAILS    never B (B can be selected)"
    assert lines[4] == "never B: fails after 2 events"
    assert lines[6].startswith("    1  A  requested by request(A) and 1 more at ")
    assert lines[7].startswith("    2  B  requested by wait_then_request(A,1,B) at ")


def test_an_event_from_outside_is_said_to_be() -> None:
    lines = text_of(Program(p.wait_then_request(A, 1, B), external=[A]), never(B))
    assert lines[6] == "    1  A  from outside"


def test_pictures_stand_side_by_side_under_their_events() -> None:
    program = Program(p.request(A, times=2), p.wait_then_request(A, 2, B), show=glasses)
    lines = text_of(program, never(B))
    assert lines[6:10] == [
        "  start   1 A    2 A    3 B",
        "  |  |    |  |   |  |   |  |",
        "  |  |    |  |   |  |   |  |",
        "  | 0|    | 1|   | 2|   | 3|",
    ]


def test_many_pictures_are_broken_into_rows() -> None:
    program = Program(p.request(A, times=30), p.wait_then_request(A, 30, B), show=glasses)
    rows = [line for line in text_of(program, never(B)) if "|  |" in line]
    assert len(rows) > 4
    assert max(map(len, rows)) <= 102


def test_the_loop_of_an_endless_counterexample_is_marked() -> None:
    program = Program(p.request(A, times=1), p.in_turn(B), p.hot_from(A, B))
    lines = text_of(program, no_hot_cycle())
    assert lines[2].startswith("  FAILS    no hot cycle (hot_from(A,B) stays hot around a cycle)")
    assert "       (the loop starts here)" in lines
    assert lines[-1] == "       (back to the start of the loop)"


def test_what_holds_vacuously_says_why() -> None:
    lines = text_of(Program(p.request(A)), never(B))
    assert lines[2] == "  holds    never B (vacuously: no b-thread ever requests it)"


def plan(*moves: str | None, **more: object) -> Plan:
    positions = tuple(Position(n, move) for n, move in enumerate(moves))
    return replace(Plan("<<me>> F won", ("me",), positions), **more)  # type: ignore[arg-type]


def test_a_plan_is_a_line_that_says_whose_it_is_and_where_it_can_be_read() -> None:
    head = "  at the start: <<me>> F won, "
    listed = "(--json lists it)"
    assert plan_text(plan("go", None)) == f"{head}by a strategy of me for 1 position {listed}"
    assert plan_text(plan("go", "stop", at=2)) == (
        f"  after 2: <<me>> F won, by a strategy of me for 2 positions {listed}"
    )
    assert plan_text(plan("go", goal="F won")) == (
        f"{head}by a strategy of me for 1 position (--json lists it; "
        'as rules: solve --player "me" --goal "F won" --strategy)'
    )
    assert plan_text(plan(None)) == f"{head}whatever is done {listed}"
    assert plan_text(plan(missing="it is long")) == (
        f"{head}by a strategy of me (not listed: it is long)"
    )
    chance = "what is nobody's choice for 1 position"
    assert plan_text(plan("go", chance=True, goal="F won")) == (
        f"{head}by a strategy of me together with {chance} {listed}"
    )
    assert (
        plan_text(plan("go", chance=True, team=())) == f"{head}by a strategy of {chance} {listed}"
    )


def test_a_plan_without_a_run_stands_under_its_property() -> None:
    kripke = Kripke(
        ((Move("a", 0, "one"),), (Move("a", 0, "one"), Move("b", 1, "one"))), {"p": frozenset({0})}
    )
    system = Listed(kripke, (0, 1))
    lines = verdicts_text(check(system, "<<one>> F p"), system).splitlines()
    assert lines[2] == "  holds    <<one>> F p (in all 2 states)"
    assert lines[3:6] == ["", "<<one>> F p: holds", ""]
    assert lines[6].startswith("  at the start: <<one>> F p, by a strategy of one for 1 position")
    assert len(lines) == 7
    alone = Listed(kripke, (0,))
    assert len(verdicts_text(check(alone, "<<one>> F p"), alone).splitlines()) == 3
