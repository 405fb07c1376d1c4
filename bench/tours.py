"""Tests from rules, each example in a process of its own: `python bench/tours.py [repeats]`.

Prints a markdown table: what there is to cover, the events of the runs, the least number that any
such runs have, and medians of wall and CPU seconds of the whole process, from a cold start to the
file. The aim is at most 1.1 times the least number of events, in less than 10 s.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TARGETS = (
    "alternating_bit", "best_play", "connect_four", "delivery", "elevator", "hot_cold", "junction",
    "krk", "mnk", "nim", "peterson", "philosophers", "tictactoe", "ttt_model", "BehavioralRules",
    "BehavioralTicTacToe", "FreeTicTacToe", "MendedTicTacToe", "StrategicTicTacToe", "breakout",
    "tictactoe.led", "ttt",
)  # fmt: skip
COVERS = ("transitions", "states", "pairs", "rules")
LEFT_OUT = {("krk", "pairs")}
"""What takes more than minutes."""


def measured(target: str, cover: str, folder: str) -> tuple[float, float, dict[str, Any]]:
    """Wall and CPU seconds of one process, and what it wrote."""
    file = Path(folder, "tests.json")
    command = [sys.executable, "-m", "counterpoint", "tests", target, "--cover", cover]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run([*command, "-o", str(file)], capture_output=True, text=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{target}: {done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, json.loads(file.read_text(encoding="utf-8"))


def row(target: str, cover: str, repeats: int) -> str:
    """One line of the table; raises `SystemExit` if something is not covered."""
    with tempfile.TemporaryDirectory() as folder:
        tries = [measured(target, cover, folder) for _ in range(repeats)]
    found = tries[0][2]
    if found["covered"] != found["possible"]:
        raise SystemExit(f"{target}: {found['covered']} of {found['possible']} {cover}")
    wall, cpu = (statistics.median(each[k] for each in tries) for k in (0, 1))
    ratio = found["events"] / max(1, found["bound"])
    figures = f"{found['possible']:,} | {len(found['runs']):,} | {found['events']:,}"
    return f"| `{target}` | {figures} | {found['bound']:,} | {ratio:.2f} | {wall:.1f} | {cpu:.1f} |"


def main(repeats: int, covers: tuple[str, ...]) -> None:
    for cover in covers:
        print(f"| what | {cover} | runs | events | at least | ratio | wall s | CPU s |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for target in TARGETS:
            if (target, cover) not in LEFT_OUT:
                print(row(target, cover, repeats), flush=True)
        print()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, tuple(sys.argv[2:]) or COVERS)
