"""Cases in turn: counted, told by their seeds, and ended in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from .rounds import Plan, Turns, soak


def test_every_kind_has_its_turn() -> None:
    turns = Turns(("game", "led"), "7.0.0")
    cases = [turns.next() for _ in range(4)]
    assert [str(case) for case in cases] == [
        "game:7.0.0.0", "led:7.0.0.0", "game:7.0.0.1", "led:7.0.0.1",
    ]  # fmt: skip
    turns.spent["led"] += 1.0
    assert turns.next().kind == turns.next().kind == "game"


@pytest.mark.slow
def test_cases_are_run_by_a_process_of_their_own(tmp_path: Path) -> None:
    summary = soak(Plan(7, 10.0, ("game",), tmp_path, workers=1, most_cases=3))
    assert summary.cases == {"game": 3}
    assert summary.counts["game", "region"] > 3
    assert not summary.differences
    assert not list(tmp_path.iterdir())
