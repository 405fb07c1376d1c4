"""`counterpoint sweep`: rows as they come, files, what goes on, and bad input."""

from __future__ import annotations

import csv
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from counterpoint.sweeps.rows import Kept, Row
from counterpoint.sweeps.running import row_of
from tests.command_line import Run

PHILOSOPHERS = ("sweep", "philosophers", "deadlock", "--set", "n=2..4")


@pytest.fixture
def run(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return run


def test_each_combination_is_a_row(run: Run) -> None:
    said = run(*PHILOSOPHERS, "--json")
    data = json.loads(said.out)
    assert said.code == 1
    assert [(row["settings"], row["states"]) for row in data["rows"]] == [
        ({"n": "2"}, 10),
        ({"n": "3"}, 35),
        ({"n": "4"}, 118),
    ]
    assert {row["answer"] for row in data["rows"]} == {"fails"}
    assert "is multiplied by 3.4" in data["growth"][0]["said"]


def test_rows_are_shown_as_they_come_and_as_a_table(run: Run) -> None:
    said = run(*PHILOSOPHERS)
    assert said.out.splitlines()[0].split() == [
        "n", "answer", "states", "transitions", "complete", "seconds", "megabytes", "deadlock",
        "error",
    ]  # fmt: skip
    assert "n = 3: fails (35 states" in said.err


def test_a_result_is_written_and_what_is_done_is_not_done_again(run: Run, tmp_path: Path) -> None:
    kept = Kept(tmp_path / "out.csv", _asked())
    kept.add(Row({"n": "3"}, "fails", {"deadlock": "fails"}, 777, 9, True, 0.1, 50.0))
    with kept.path.open("a", encoding="utf-8") as file:
        file.write('{"settings": {"n"')  # the process was killed while it wrote this
    run(*PHILOSOPHERS, "-o", "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["n"], row["states"]) for row in rows] == [("2", "10"), ("3", "777"), ("4", "118")]
    assert not kept.path.exists()


def _asked() -> dict[str, Any]:
    given = ["deadlock", "--engine", "auto", "--audit", "sample", "--workers", "1"]
    return {"target": "philosophers", "given": given, "content": ""}


def test_rows_of_a_file_that_was_changed_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("n = 1")
    asked = {**_asked(), "target": "mine.py", "content": "another"}
    Kept(tmp_path / "out.csv", asked)
    found = run("sweep", "mine.py", "deadlock", "--set", "n=2..4", "-o", "out.csv")
    assert (found.code, "the rows of another sweep" in found.err) == (2, True)


def test_a_page_has_the_table_and_a_picture(run: Run, tmp_path: Path) -> None:
    run(*PHILOSOPHERS, "-o", "out.html")
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "<svg" in text
    assert text.count("<circle") == 3
    assert "<td>118</td>" in text
    assert "The number of states is multiplied by 3.4" in text


def test_parquet_has_the_columns(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra cluster is not installed")
    run(*PHILOSOPHERS, "-o", "out.parquet")
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.column("states").to_pylist() == [10, 35, 118]


def test_a_limit_is_that_of_each_check(run: Run) -> None:
    said = run(*PHILOSOPHERS, "--limit-states", "20", "--json")
    rows = json.loads(said.out)["rows"]
    assert [row["complete"] for row in rows] == [True, False, False]
    assert rows[1]["error"] == "the limit of 20 states was reached"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sweep", "philosophers"], "Missing option '--set'"),
        (["sweep", "philosophers", "--set", "n"], "sets nothing"),
        (["sweep", "philosophers", "--set", "n=2", "-o", "out.txt"], "ends in none of"),
    ],
)
def test_bad_input_is_an_error_before_work_begins(run: Run, words: list[str], said: str) -> None:
    found = run(*words)
    assert (found.code, said in found.err) == (2, True)


def test_what_is_wrong_with_a_target_is_said_in_each_row(run: Run) -> None:
    found = run("sweep", "nowhere.py", "--set", "n=1,2", "--json")
    rows = json.loads(found.out)["rows"]
    assert found.code == 3
    assert all(row["error"].startswith("[CP206]") for row in rows)


def test_the_rows_of_another_sweep_are_refused(run: Run, tmp_path: Path) -> None:
    Kept(tmp_path / "out.csv", {"target": "other", "given": []})
    found = run(*PHILOSOPHERS, "-o", "out.csv")
    assert (found.code, "the rows of another sweep" in found.err) == (2, True)


def test_a_process_that_died_is_a_row_without_an_answer() -> None:
    row = row_of({"n": "2"}, "half a", 1.0, 70.0)
    assert (row.answer, row.error) == ("unknown", "the process died")


def test_checks_run_on_a_cluster(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    (tmp_path / "mine.py").write_text(
        "from counterpoint.examples.philosophers import program as of\n"
        "def program(n: int = 2):\n    return of(n=n)\n"
    )
    said = run("sweep", "mine.py", "deadlock", "--set", "n=2..4", "--cluster", "local:2", "--json")
    rows = json.loads(said.out)["rows"]
    assert [(row["settings"], row["states"], row["error"]) for row in rows] == [
        ({"n": "2"}, 10, ""),
        ({"n": "3"}, 35, ""),
        ({"n": "4"}, 118, ""),
    ]


def test_a_worker_says_why_it_has_no_answer(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    from counterpoint.sweeps import on_cluster

    ours = version("counterpoint")
    why, *_ = on_cluster._checked(["check", "philosophers"], str(tmp_path), "0.0")
    assert why == f"its worker has Counterpoint {ours}, and this is 0.0"
    why, *_ = on_cluster._checked(["check", "philosophers"], str(tmp_path / "none"), ours)
    assert "its worker has no folder" in why


def test_an_address_that_is_no_cluster_is_an_error(run: Run) -> None:
    found = run(*PHILOSOPHERS, "--cluster", "there")
    assert (found.code, "is no cluster" in found.err) == (2, True)
