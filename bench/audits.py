"""How much of a check its audits take: `python bench/audits.py [--examples FOLDER] [--repeats N]`.

Prints a markdown table: CPU seconds of the whole process, from a cold start, and of the audits in
it, by default samples; medians. FOLDER is `specifications/` of the public TLA+ examples; without it
there is no row for a module of theirs.
"""

from __future__ import annotations

import argparse
import atexit
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BOARD = ["--set", "rows=4", "--set", "columns=4", "--set", "k=4"]
ROWS = {
    "`counterpoint check tictactoe`": ["check", "tictactoe"],
    "`counterpoint solve mnk`, 4x4, k = 4, player1": [
        *("solve", "mnk", *BOARD, "--player", "player1", "--goal", "F p1_wins"),
    ],
}
LAMPORT = "lamport_mutex/MCLamportMutex"


def inside(command: list[str]) -> None:
    """Run a command in this process; at its end the seconds go to standard error."""
    from counterpoint import cli
    from counterpoint.audit import auditor, theories

    spent = [0.0]

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                spent[0] += time.process_time() - began

        return run

    for module, name in (
        (auditor, "audit"),
        (auditor, "audit_run"),
        (theories, "audit_claims"),
        (theories, "audit_breakdown"),
    ):
        setattr(module, name, timed(getattr(module, name)))

    @atexit.register
    def tell() -> None:
        print(json.dumps([time.process_time(), spent[0]]), file=sys.stderr)

    cli.main(command)


def seconds(command: list[str]) -> tuple[float, float]:
    """The CPU seconds of a command, and of its audits."""
    ran = [sys.executable, __file__, "--inside", *command]
    done = subprocess.run(ran, capture_output=True, text=True, check=False)
    whole, audits = json.loads(done.stderr.splitlines()[-1])
    if not audits:
        raise SystemExit(f"nothing was audited by {' '.join(command)}: {done.stderr}")
    return whole, audits


def main() -> None:
    if sys.argv[1:2] == ["--inside"]:
        inside(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    rows = dict(ROWS)
    if given.examples is not None:
        module = given.examples / LAMPORT
        files = [f"{module}.tla", "--config", f"{module}.cfg"]
        rows["`counterpoint check` of MCLamportMutex"] = ["check", *files]
    print("| what | CPU s | audits, CPU s | share |\n| --- | --- | --- | --- |")
    for title, command in rows.items():
        measured = [seconds(command) for _ in range(given.repeats)]
        whole, audits = (statistics.median(each) for each in zip(*measured, strict=True))
        print(f"| {title} | {whole:.2f} | {audits:.3f} | {audits / whole:.1%} |", flush=True)


if __name__ == "__main__":
    main()
