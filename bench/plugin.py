"""What the plugin for pytest costs: `python bench/plugin.py`.

The first row is what a run of pytest that checks nothing spends on importing the plugin; medians of
20 processes. The second is what a run that collects 100 properties of one program takes longer than
one that collects 100 empty tests, both with all their imports; medians of 7, in turn.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import counterpoint

IMPORTED = """
import importlib, sys, time
import pytest
began = time.perf_counter()
for name in ("counterpoint.plugin", "counterpoint.plugin.notebook",
             "counterpoint.engines.base.observer"):
    importlib.import_module(name)
print(1000 * (time.perf_counter() - began))
"""
"""A run of pytest without checks imports these, as a test of the plugin makes sure."""

PROGRAM = """
from counterpoint import Event, Program, never, sync, thread

EVENTS = [Event(f"E{number}") for number in range(100)]


@thread
def ask():
    while True:
        yield sync(request=EVENTS[:50])


program = Program(ask(), requirements={f"never {event}": never(event) for event in EVENTS})
"""

TESTS = "\n\n".join(f"def test_{number}():\n    pass" for number in range(100))


def process(*words: str, folder: str) -> tuple[float, str]:
    """How many seconds a process takes in a folder, and what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(Path(counterpoint.__path__[0]).parent)}
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *words],
        env=environment,
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - began, done.stdout


def importing(folder: str) -> float:
    """Milliseconds for importing what a run without checks imports."""
    found = [float(process("-c", IMPORTED, folder=folder)[1]) for _ in range(22)]
    return statistics.median(found[2:])


def collecting(folder: str) -> tuple[float, float]:
    """Seconds for a run that collects 100 empty tests, and for one that collects 100 properties."""
    Path(folder, "hundred.py").write_text(PROGRAM)
    Path(folder, "test_hundred.py").write_text(TESTS)
    pytest = ("-m", "pytest", "-p", "counterpoint.plugin", "--collect-only", "-q")
    properties = (*pytest, "--counterpoint", "hundred.py", "--ignore", "test_hundred.py")
    pairs = []
    for _ in range(8):
        empty, said = process(*pytest, "test_hundred.py", folder=folder)
        assert "100 tests collected" in said, said
        ours, said = process(*properties, folder=folder)
        assert "101 tests collected" in said, said  # failed assertions are asked for too
        pairs.append((empty, ours))
    empties, all_ours = zip(*pairs[1:], strict=True)
    return statistics.median(empties), statistics.median(all_ours)


def main() -> None:
    print("| what | bar | measured |")
    print("| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        print(
            f"| importing the plugin in a run without checks | 5 ms | {importing(folder):.1f} ms |"
        )
        empty, ours = collecting(folder)
    row = f"{ours - empty:.2f} s ({ours:.2f} s instead of {empty:.2f} s)"
    print(f"| collecting 100 properties instead of 100 empty tests | 1 s | {row} |")


if __name__ == "__main__":
    main()
