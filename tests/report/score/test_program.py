"""The score of a program against what its network explains, step by step, in another way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from counterpoint import Session
from counterpoint.examples import delivery, hot_cold, junction, philosophers, tictactoe
from counterpoint.model.explanation import Fate
from counterpoint.report.score.program import ProgramPresenter
from counterpoint.target import find_target

PROGRAMS = [
    tictactoe.program,
    tictactoe.clicked,
    tictactoe.one_diagonal,
    hot_cold.stuck,
    find_target("philosophers", {"n": 3}),
]


def walks(program: Any, seed: int, steps: int = 8) -> Any:
    """The states of a random walk, each with the event that is selected there."""
    session, chance = Session(program, seed=0), random.Random(seed)
    for _ in range(steps):
        if not session.choices:
            break
        here, name = session.state, chance.choice(session.names)
        session.step(name)
        yield here, session.trace.events[-1], session.state


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("seed", range(4))
def test_marks_agree_with_the_explanation_of_the_step(program: Any, seed: int) -> None:
    network, presenter = program.network(), ProgramPresenter(program, program)
    for here, event, there in walks(program, seed):
        step = network.explain_step(here, event)
        column = presenter.column(here, event, there)
        marks = column["marks"]
        asked = {request.stand.rule for request in step.requested_by}
        assert {rule for rule, m in marks.items() if m.get("ask") in ("lead", "also")} == asked
        every = {request.stand.rule for request in step.before.requests}
        assert {rule for rule, mark in marks.items() if "ask" in mark} == every
        woke = [stand.rule for stand in (*step.woke, *step.interrupted)]
        assert {rule: m["woke"] for rule, m in marks.items() if "woke" in m} == {
            rule: woke.count(rule) for rule in woke
        }
        assert column["woke"] == len(woke)
        assert column["legal"]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("seed", range(4))
def test_a_rule_is_marked_shut_where_all_that_it_asks_for_is_blocked(
    program: Any, seed: int
) -> None:
    network, presenter = program.network(), ProgramPresenter(program, program)
    for here, _, _ in walks(program, seed):
        fates: dict[str, set[Fate]] = {}
        for request in network.explain(here).requests:
            fates.setdefault(request.stand.rule, set()).add(request.fate)
        marks = presenter.column(here, None)["marks"]
        shut = {rule for rule, mark in marks.items() if mark.get("ask") == "shut"}
        assert shut == {rule for rule, found in fates.items() if found == {Fate.BLOCKED}}
        can = {rule for rule, mark in marks.items() if mark.get("ask") == "can"}
        assert can <= {rule for rule, found in fates.items() if Fate.SELECTABLE in found}


def test_rules_stand_in_the_sections_of_their_file_with_the_voice_of_their_player() -> None:
    groups = ProgramPresenter(tictactoe.program, tictactoe.program).groups
    assert [(group["title"], group["voice"], len(group["rows"])) for group in groups] == [
        ("The rules of the game", "game", 6),
        ("O's tactics", "o", 7),
        ("The player X", "x", 1),
    ]


def test_rules_that_are_off_keep_their_rows() -> None:
    program = tictactoe.program.without("center")
    rows = [row for g in ProgramPresenter(program, tictactoe.program).groups for row in g["rows"]]
    assert [row["name"] for row in rows if not row["on"]] == ["center"]
    assert len(rows) == 14


def test_rules_that_others_start_have_rows_without_a_switch_once_they_run() -> None:
    program = delivery.program
    presenter = ProgramPresenter(program, program)
    session = Session(program, seed=0)
    assert not any("passing" in group for group in presenter.groups)
    state: Any = session.state
    first = presenter.column(state, session.choices[0][0])
    assert first["runs"] == {}
    session.step("Order(parcel=1)")
    state = session.state
    assert presenter.column(state, None)["runs"] == {"delivery": 1, "refund": 1}
    *_, started = presenter.groups
    assert (started["switch"], started["passing"]) == (False, True)
    assert {row["name"]: row["line"] for row in started["rows"]} == {
        "delivery": delivery.delivery.place.line,
        "refund": delivery.refund.place.line,
    }


def test_a_band_counts_the_events_of_each_player_that_are_blocked() -> None:
    presenter = ProgramPresenter(tictactoe.program, tictactoe.program)
    start = tictactoe.program.network().initial()[0]
    assert presenter.column(start, None)["marks"]["enforce_turns"] == {"blk": {"o": 9}}


def test_a_broken_requirement_and_a_failed_assertion_are_told() -> None:
    scalding = ProgramPresenter(hot_cold.scalding, hot_cold.program)
    session = Session.replay(hot_cold.scalding, "HOT HOT")
    states: tuple[Any, ...] = session.trace.states
    *_, here, there = states
    assert "hot water twice in a row" in scalding.column(here, hot_cold.HOT, there)["bad"]


def why_of(program: Any, steps: str, event: Any = None) -> Any:
    state: Any = Session.replay(program, steps).state
    return ProgramPresenter(program, program).why(state, event)


def text_of(parts: Any) -> str:
    return "".join(
        part if isinstance(part, str) else part.get("ev") or part.get("rule") or part["warn"]
        for part in parts
    )


@pytest.mark.parametrize(
    ("program", "steps", "event", "said"),
    [
        (
            tictactoe.program,
            "X(0,0)",
            tictactoe.O(1, 1),
            "O(1,1) was requested by center at priority 35. Nothing else could be selected.",
        ),
        (
            tictactoe.program,
            "X(0,0)",
            tictactoe.O(0, 1),
            (
                "O(0,1) was requested by sides at priority 10. "
                "Under the rules as they are now it could not happen."
            ),
        ),
        (
            tictactoe.program,
            "",
            None,
            "x_moves requests 9 events, any of which can happen.",
        ),
        (
            tictactoe.clicked,
            "",
            None,
            "From outside there may come 9 events, any of which can happen.",
        ),
        (
            hot_cold.stuck,
            "COLD HOT COLD",
            None,
            "Nothing can be selected: alternate and save_hot_water block all that is requested.",
        ),
        (hot_cold.program, "COLD HOT COLD HOT COLD HOT", None, "Nothing is requested."),
        (
            hot_cold.scalding,
            "HOT HOT",
            None,
            ("The run ended here: an assertion of stays_mild failed: hot water twice in a row."),
        ),
    ],
)
def test_the_reason_begins_with_one_sentence(
    program: Any, steps: str, event: Any, said: str
) -> None:
    assert text_of(why_of(program, steps, event)["lead"]) == said


def test_who_asks_in_vain_is_listed_by_who_blocks() -> None:
    sections = {part["kind"]: part for part in why_of(tictactoe.program, "X(0,0)")["sections"]}
    assert [row["by"] for row in sections["vain"]["rows"]] == ["enforce_turns"]
    assert sections["forbade"]["note"] == "10 events"


def test_each_line_tells_how_many_stand_there_and_what_they_do() -> None:
    stands = why_of(tictactoe.program, "X(0,0)")["stands"]
    told = {stand["line"]: (stand["rule"], stand["threads"], stand["does"]) for stand in stands}
    assert ("center", 1, "ask") in told.values()
    assert ("detect_o_win", 48, "wait") in told.values()


@pytest.mark.parametrize("program", [*PROGRAMS, junction.program, philosophers.program()])
def test_reasons_are_plain_data(program: Any) -> None:
    import json

    for here, event, there in walks(program, 1):
        presenter = ProgramPresenter(program, program)
        assert json.dumps(presenter.why(here, event, there), allow_nan=False)
        assert json.dumps(presenter.column(here, event, there), allow_nan=False)
