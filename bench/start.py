"""How long a start takes, beside another version: `python bench/start.py --other FOLDER/src`.

Each row is a whole process, run by both versions in turn; the figures are medians of 20. FOLDER is
another checkout, such as one made by `git worktree add FOLDER COMMIT`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import counterpoint

ROWS = {
    "`import counterpoint`": ("-c", "import counterpoint"),
    "`from counterpoint import check`": ("-c", "from counterpoint import check"),
    "`counterpoint check hot_cold`": ("-m", "counterpoint", "check", "hot_cold"),
    "`counterpoint check mnk`": ("-m", "counterpoint", "check", "mnk"),
}
UNCOUNTED, COUNTED = 3, 20


def seconds(source: Path, command: tuple[str, ...]) -> float:
    """How long one process takes that finds the package in this folder."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd=tempfile.gettempdir(),
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--other", type=Path, required=True, metavar="FOLDER/src")
    other = parser.parse_args().other.resolve()
    ours = Path(counterpoint.__path__[0]).parent
    print("| what | other, ms | this, ms |")
    print("| --- | --- | --- |")
    for name, command in ROWS.items():
        pairs = [
            (seconds(other, command), seconds(ours, command)) for _ in range(UNCOUNTED + COUNTED)
        ][UNCOUNTED:]
        figures = (f"{1000 * statistics.median(each):.1f}" for each in zip(*pairs, strict=True))
        print(f"| {name} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
