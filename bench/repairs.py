"""Repairs, each in a process of its own: `python bench/repairs.py [repeats]`.

Prints a markdown table: medians of wall and CPU seconds of the whole process, from a cold start to
the answer, and the bar for the wall time. The size and the states of the first addition must be the
expected ones, or the run ends with an error. No peer proposes additions.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table: a command, the size and states of its first addition, and the bar."""

    title: str
    words: tuple[str, ...]
    size: int
    states: int
    bar: float | None = None


ROWS = (
    Row(
        "Tic-Tac-Toe without one diagonal b-thread",
        ("tictactoe:one_diagonal", "X never wins"), 2, 5322, 30.0,
    ),
    Row(
        "Tic-Tac-Toe `--without prevent_diagonal_fork`",
        ("tictactoe", "X never wins", "--without", "prevent_diagonal_fork"), 2, 5322, 30.0,
    ),
    Row(
        "Tic-Tac-Toe `--without prevent_fork`",
        ("tictactoe", "X never wins", "--without", "prevent_fork"), 4, 1795, 30.0,
    ),
    Row("`BehavioralTicTacToe`, AlwaysDraw", ("BehavioralTicTacToe", "AlwaysDraw"), 1, 62),
    Row("philosophers, n = 5", ("philosophers", "deadlock"), 3, 226),
    Row("`peterson:careless`, never both", ("peterson:careless", "never both"), 1, 24),
)  # fmt: skip


def measured(row: Row) -> tuple[float, float]:
    """Wall and CPU seconds of one process; raises `SystemExit` if it found anything else."""
    command = [sys.executable, "-m", "counterpoint", "repair", *row.words, "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run([*command, "--count", "1"], capture_output=True, text=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(done.stdout)["repairs"]
    if [(each["size"], each["states"]) for each in found] != [(row.size, row.states)]:
        raise SystemExit(f"{row.title}: {done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu


def main(repeats: int) -> None:
    print("| what | size | states | wall | CPU | bar |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in ROWS:
        times = [measured(row) for _ in range(repeats)]
        wall, cpu = (statistics.median(column) for column in zip(*times, strict=True))
        bar = "" if row.bar is None else f"{row.bar:g} s"
        print(
            f"| {row.title} | {row.size} | {row.states:,} | {wall:.1f} s | {cpu:.1f} s | {bar} |",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
