"""Cases in turn: counted, told by their seeds, and ended in time."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from .rounds import Plan, _cases, soak


def test_no_two_processes_run_the_same_case() -> None:
    plan = Plan(7, 1.0, ("game", "led"), Path("nowhere"))
    runs = [[str(case) for case in islice(_cases(plan, *at), 6)] for at in ((0, 0), (1, 0), (0, 1))]
    assert len({case for run in runs for case in run}) == 18
    assert {case.partition(":")[0] for case in runs[0]} == {"game", "led"}


@pytest.mark.slow
def test_cases_are_run_by_a_process_of_their_own(tmp_path: Path) -> None:
    summary = soak(Plan(7, 10.0, ("game",), tmp_path, workers=1, most_cases=3))
    assert summary.cases == {"game": 3}
    assert summary.counts["game", "region"] > 3
    assert not summary.differences
    assert not list(tmp_path.iterdir())
