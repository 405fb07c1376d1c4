"""`--workers`: the answers of commands do not depend on it, and JSON says how many there were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from counterpoint import check, where
from counterpoint.engines.base.workers import Workers
from counterpoint.examples.mnk import model as board
from counterpoint.page import loaded
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Verdicts

from .command_line import Run

SMALL = {
    "block_from": 1, "held_from": 1, "held_few": 0, "chunk_states": 2, "threads_from": 1,
    "walk_work": 0,
}  # fmt: skip


@pytest.fixture
def shared() -> Iterator[None]:
    """Threads share the work on small searches too."""
    usual = {name: getattr(USUAL, name) for name in SMALL}
    for name, value in SMALL.items():
        object.__setattr__(USUAL, name, value)
    yield
    for name, value in usual.items():
        object.__setattr__(USUAL, name, value)


def answer(run: Run, command: str, workers: int) -> tuple[Any, int]:
    """What a command answers, without what depends on time, and how many workers it says.

    How much of an answer is audited depends on the time that this takes.
    """
    said = run(*command.split(), "--json", "--workers", str(workers))
    found = json.loads(said.out, object_hook=_without_times)
    rows = found if isinstance(found, list) else [found]
    return found, max(row.pop("workers") for row in rows)


def _without_times(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in {"seconds", "audited"}}


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("check peterson", 2),
        ("check philosophers deadlock --set n=3", 2),
        ("check StrategicTicTacToe --invariant OHasNotWon --no-deadlock", 2),
        ("where peterson EF(critical0)", 2),
        ("solve mnk --player player1 --goal p1_wins --set columns=3 --set rows=2 --set k=2", 2),
        ("advise mnk --set columns=3 --set rows=2 --set k=2", 2),
        ("rules philosophers deadlock --set n=2", 2),
        ("compare peterson peterson", 2),
        ("differ peterson peterson:careless", 2),
        ("repair peterson:careless deadlock --count 1", 2),
        ("where peterson EF(critical0) --engine symbolic", 1),
    ],
)
def test_answers_are_those_of_one_worker(run: Run, command: str, expected: int) -> None:
    alone, one = answer(run, command, 1)
    found, several = answer(run, command, 2)
    assert found == alone
    assert (one, several) == (1, expected)


@pytest.mark.usefixtures("shared")
def test_a_report_is_that_of_one_worker(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def checked(*given: Any, **options: Any) -> Verdicts:
        verdicts.append(check(*given, **options))
        return verdicts[-1]

    verdicts: list[Verdicts] = []
    monkeypatch.setattr(loaded, "check", checked)
    for workers in ("1", "2"):
        run("report", "peterson", "-o", str(tmp_path / "report.html"), "--workers", workers)
    assert [each.workers for each in verdicts] == [1, 2]
    assert verdicts[0].states == verdicts[1].states


def test_a_small_search_uses_one_thread(run: Run) -> None:
    assert answer(run, "check peterson", 2)[1] == 1


@pytest.mark.parametrize("given", ["0", "-1", "1.5", "many", ""])
def test_other_numbers_of_workers_are_wrong_input(run: Run, given: str) -> None:
    said = run("check", "peterson", "--workers", given)
    assert said.code == 2
    assert f"{given!r} is no number from 1 up, and not auto" in said.err


def test_python_is_told_too() -> None:
    tuning = Tuning(block_from=1, chunk_states=2, threads_from=1)
    assert [
        check(board(columns=3, rows=2, k=2), "EF p1_wins", workers=workers, tuning=tuning).workers
        for workers in (1, 3)
    ] == [1, 3]
    workers = Workers(2)
    assert len(where(board(columns=3, rows=2, k=2), "p1_wins", workers=workers, tuning=tuning)) > 0
    assert workers.used == 2
