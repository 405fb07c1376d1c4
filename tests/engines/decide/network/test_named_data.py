"""Formulas that ask for some of an event's named data, with all engines, against the whole data."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Body, Event, Program, check, sync, thread, where

MOVES = [Event("Move", row=row, col=col) for row in (0, 1) for col in (1, 2)]


@thread
def one_then_another() -> Body:
    first = yield sync(request=MOVES[:2])
    yield sync(request=[move for move in MOVES if move is not first])


PROGRAM = Program(one_then_another())


@pytest.mark.parametrize("engine", ["explicit", "bounded"])
@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("AF Move(row=1)", "AF (Move(col=1,row=1) | Move(col=2,row=1))"),
        ("EF Move(row=1)", "EF (Move(col=1,row=1) | Move(col=2,row=1))"),
        ("AG !once(Move(col=2))", "AG !(once(Move(col=2,row=0)) | once(Move(col=2,row=1)))"),
        ("G (Move(row=0) -> X F Move(row=1))", "G (once(Move(row=0)) -> X F Move(row=1))"),
        ("EG !Move(col=2, row=1)", "EG !Move(col=2,row=1)"),
    ],
)
def test_a_part_means_each_event_that_has_it(engine: str, part: str, whole: str) -> None:
    depth: dict[str, Any] = {"limit_depth": 4} if engine == "bounded" else {}
    found = check(PROGRAM, part, whole, engine=engine, **depth)
    answers = {verdict.answer for verdict in found}
    assert len(answers) == 1, found


def test_sets_of_states_ask_so_too() -> None:
    for part, whole in [
        ("enabled(Move(col=2))", "enabled(Move(col=2,row=0)) | enabled(Move(col=2,row=1))"),
        ("requested(Move(row=0))", "requested(Move(col=1,row=0)) | requested(Move(col=2,row=0))"),
        ("Move(row=1)", "Move(col=1,row=1) | Move(col=2,row=1)"),
    ]:
        assert where(PROGRAM, part).count > 0
        assert where(PROGRAM, f"({part}) & !({whole}) | !({part}) & ({whole})").count == 0
