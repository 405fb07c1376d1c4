"""Workers of Ray beside threads: `python bench/cluster.py [--folder FOLDER]`, or with `--kills`.

Without `--kills`: eight counters of ten, 10^8 states, by two threads of one process and by two
workers of Ray on this machine, and the bytes that went between workers for each state that crossed.
What Ray takes to start is left out, and said beside it.

With `--kills`: smaller checks of a model, a program and a module in turn, of which a worker is
killed at a random moment, or the process that drives the workers, which then goes on with
`--recover`. All answers and figures must be those of a check in memory, or the run ends with an
error.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from disk import counters

from counterpoint import check
from counterpoint.tuning import Tuning

MODULE = r"""
---- MODULE Grid ----
EXTENDS Naturals
VARIABLES x, y, t
Init == x = 0 /\ y = 0 /\ t = [i \in 1..3 |-> 0]
Up == x' = (x + 1) % 60 /\ UNCHANGED <<y, t>>
Right == y' = (y + x) % 60 /\ UNCHANGED <<x, t>>
Set == \E i \in 1..3 : t' = [t EXCEPT ![i] = (@ + y) % 5] /\ UNCHANGED <<x, y>>
Spec == Init /\ [][Up \/ Right \/ Set]_<<x, y, t>>
THEOREM Spec => [](x < 60 /\ y < 60)
====
"""

TARGETS = {
    "model": ["connect_four"],
    "program": ["philosophers", "assertions", "--set", "n=10"],
    "module": ["Grid.tla"],
}
"""What is checked of each notation."""


def timed(folder: Path, **options: Any) -> tuple[float, Any]:
    """The seconds of a check of 10^8 states, and its verdicts."""
    found = check(counters(1), "AG {many[0] <= 9}", disk=folder / "states", **options)
    assert bool(found), found
    assert found.states == 10**8, f"{found.states:,} states"
    return found.seconds, found


def speed(folder: Path) -> None:
    threads, _ = timed(folder, workers=2, tuning=Tuning(threads=2))
    begun, _ = started()
    workers, found = timed(folder, cluster="local:2")
    alone = workers - begun
    per_state = found.spread.sent / found.spread.crossed
    print("| what | seconds | of the speed of threads |")
    print("| --- | --- | --- |")
    print(f"| two threads | {threads:.1f} | 1 |")
    print(f"| two workers | {alone:.1f} + {begun:.1f} to start | {threads / alone:.2f} |")
    print()
    packed = -(-counters(1).layout.used_bits // 8)
    print(f"Bytes for a state that crosses: {per_state:.2f}; packed it has {packed}.")


def started() -> tuple[float, Any]:
    """The seconds of a check with next to no states."""
    found = check(counters(1), "AG {many[0] <= 9}", cluster="local:2", limit_states=2)
    return found.seconds, found


def kills(folder: Path, workers: int, drivers: int, seed: int) -> None:
    rng = random.Random(seed)
    (folder / "Grid.tla").write_text(MODULE, encoding="utf-8")
    usual = {name: Checked(name, folder) for name in TARGETS}
    for number in range(workers + drivers):
        name = list(TARGETS)[number % len(TARGETS)]
        of, states = usual[name], folder / f"{number}"
        if number < workers:
            of.running(states, kill_worker=rng.uniform(0.0, of.seconds))
        else:
            of.running(states, kill_driver=rng.uniform(0.0, of.seconds + 3))
        print(f"{number + 1}: {name}, {'worker' if number < workers else 'driver'}", flush=True)
    print(f"{workers} workers and {drivers} drivers were killed; all answers were right.")


class Checked:
    """A check in memory, and by workers without any being killed."""

    def __init__(self, name: str, folder: Path) -> None:
        self._command = [sys.executable, "-m", "counterpoint", "check", *TARGETS[name], "--json"]
        self._folder = folder
        known = self._begun([])
        self._figures = figures(known.communicate()[0])
        self.seconds = self.running(folder / name)

    def _begun(self, words: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self._command, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
        )

    def running(
        self, states: Path, kill_worker: float | None = None, kill_driver: float | None = None
    ) -> float:
        """Run the check, and kill a process after some seconds of work; how long the work took."""
        process = self._begun(["--cluster", "local:2", "--disk", str(states)])
        if kill_driver is not None:
            time.sleep(kill_driver)
            process.kill()
            process.communicate()
            begun = any(states.rglob("levels.jsonl"))
            where = "--recover" if begun else "--disk"
            process = self._begun(["--cluster", "local:2", where, str(states)])
        began = time.monotonic()
        if kill_worker is not None:
            while not (found := actors()) and process.poll() is None:
                time.sleep(0.01)
            began = time.monotonic()
            time.sleep(kill_worker)
            for one in (actors() or found)[:1]:
                with suppress(ProcessLookupError):  # it was done
                    os.kill(one, signal.SIGKILL)
        out, _ = process.communicate()
        assert figures(out) == self._figures, (figures(out), self._figures)
        assert not states.exists(), f"{states} was left behind"
        return time.monotonic() - began


def figures(out: bytes) -> tuple[object, ...]:
    """What a check printed: its answer, and how many states and steps there are."""
    data = json.loads(out)
    assert "error" not in data, data
    return data["answer"], data["states"], data["transitions"], data.get("generated")


def actors() -> list[int]:
    """The processes of workers."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::_Actor"):
            found.append(int(folder.name))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--kills", action="store_true")
    parser.add_argument("--workers", type=int, default=20, help="how many workers are killed")
    parser.add_argument("--drivers", type=int, default=10, help="how many drivers are killed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        if given.kills:
            kills(Path(folder), given.workers, given.drivers, given.seed)
        else:
            speed(Path(folder))


if __name__ == "__main__":
    main()
