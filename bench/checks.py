"""Whole checks, each in a process of its own, beside BPpy's: `python bench/checks.py [repeats]`.

Prints a markdown table of medians: wall and CPU seconds and peak memory of the whole process, from
a cold start to the verdict. BPpy runs once a row, for it takes minutes; without it its columns stay
empty. What is compared must agree in its counts, or the run ends with an error.
"""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """One line of the table: `case` as `one_check.py` knows it, and whether BPpy does it too."""

    title: str
    case: str
    states: int
    beside_bppy: bool = False
    fresh_cache: bool = False


ROWS = (
    Row(
        "`counterpoint check tictactoe`, nothing compiled yet", "tictactoe", 5258, fresh_cache=True
    ),
    Row("`counterpoint check tictactoe`", "tictactoe", 5258),
    Row("philosophers as BPjs writes them, n = 10", "philosophers:10", 154450),
    Row("free product of 230 b-threads", "free_product", 305268),
    Row("BPpy's Tic-Tac-Toe", "line_tictactoe", 2654, beside_bppy=True),
    Row("the same, O plays anywhere", "line_tictactoe:free", 6404, beside_bppy=True),
    Row("BPpy's philosophers, n = 4", "round_table:4", 1207, beside_bppy=True),
)


@dataclass(frozen=True)
class Measure:
    """What one process took."""

    wall: float
    cpu: float
    megabytes: float
    found: dict[str, float]


def measure(case: str, side: str, cache: str) -> Measure:
    """One process from start to end; POSIX only."""
    environment = {**os.environ, "COUNTERPOINT_CACHE_DIR": cache}
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "one_check.py", case, side],
        cwd=HERE,
        env=environment,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{case} by {side} failed")
    cpu = used.ru_utime + used.ru_stime
    return Measure(wall, cpu, used.ru_maxrss / 1024, json.loads(output))


def row_text(row: Row, repeats: int, warm: str) -> str:
    runs = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as cold:
            runs.append(measure(row.case, "ours", cold if row.fresh_cache else warm))
    wall = statistics.median(run.wall for run in runs)
    exploring = measure(row.case, "explore", warm).found["seconds"]
    cells = [
        row.title,
        f"{row.states:,}",
        f"{wall:.2f}",
        f"{statistics.median(run.cpu for run in runs):.2f}",
        f"{statistics.median(run.megabytes for run in runs):.0f}",
        f"{exploring * 1000:.0f}",
    ]
    counts = {run.found["states"] for run in runs}
    theirs, ratio = "", ""
    if row.beside_bppy and importlib.util.find_spec("bppy"):
        peer = measure(row.case, "bppys", warm)
        counts.add(peer.found["states"])
        theirs, ratio = f"{peer.wall:.1f}", f"{peer.wall / wall:,.0f}"
    if counts != {row.states}:
        raise SystemExit(f"{row.title}: counts differ: {counts} instead of {row.states}")
    return "| " + " | ".join([*cells, theirs, ratio]) + " |"


def main(repeats: int) -> None:
    print("| check | states | wall s | CPU s | MB | exploring ms | BPpy wall s | times faster |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as warm:
        for case in {row.case for row in ROWS}:
            measure(case, "ours", warm)
        for row in ROWS:
            print(row_text(row, repeats, warm), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
