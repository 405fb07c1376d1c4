"""Checks that are killed at random moments and go on: `python -m tests.soak.killed 30 --seed 1`.

Each check writes a checkpoint every fraction of a second. After a kill the file must be whole, and
that of the last write that was told, or a later one; what is answered in the end must be what an
undisturbed check answers.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from counterpoint import check
from counterpoint.engines.search.spec.checkpoint import Checkpoint
from counterpoint.tla.file import load_module
from counterpoint.tuning import Tuning

MODULE = """
---- MODULE Killed ----
EXTENDS Integers, FiniteSets
VARIABLES a, b, c
Init == a = 0 /\\ b = 0 /\\ c = {}
Step == \\E n \\in 0..10 : /\\ c' = (c \\cup {n}) \\ {(n * a + b) % 11}
                        /\\ a' = (a + n) % 7
                        /\\ b' = (b + 1) % 5
Next == Step
Inv == Cardinality(c) < 11
Never == ~(a = 3 /\\ b = 2 /\\ c = {1, 4, 9})
Spec == Init /\\ [][Next]_<<a, b, c>>
THEOREM Spec => []Inv
THEOREM Spec => []Never
====
"""
EVERY = 0.3


class Told(Checkpoint):
    """A checkpoint that tells each write, by the sum of the file."""

    def look(self, kind: str, keep: Callable[[], Any], *, ended: bool = False) -> None:
        """Write, perhaps, and tell."""
        before = self._last
        super().look(kind, keep, ended=ended)
        if self._last != before and self.path is not None:
            print("wrote", sum_of(self.path), flush=True)


def sum_of(file: Path) -> str:
    """What tells a file from others."""
    return sha256(file.read_bytes()).hexdigest()


def work(module: Path, file: Path, engine: str) -> None:
    """One check, which goes on from the file if there is one."""
    target = load_module(module)
    keeper = Told(file, target.signature, go_on=file.exists(), every=EVERY)
    if file.exists():
        print("read", sum_of(file), flush=True)
    tuning = Tuning(look_seconds=0.05, walk_work=200 if engine == "tabled" else 1 << 60)
    verdicts = check(target, keeper=keeper, tuning=tuning, audit="none")
    answers = [(one.name, one.answer.value, one.reason) for one in verdicts]
    print("done", verdicts.states, answers, verdicts.trace and len(verdicts.trace.steps))


class Child:
    """A check in a process of its own."""

    def __init__(self, module: Path, file: Path, engine: str) -> None:
        command = [sys.executable, "-m", "tests.soak.killed", "--work", str(module), str(file)]
        self._process = subprocess.Popen(
            [*command, "--engine", engine], stdout=subprocess.PIPE, text=True
        )

    def killed_after(self, seconds: float | None) -> list[list[str]]:
        """What it told before it was killed, or all, word by word."""
        if seconds is not None:
            time.sleep(seconds)
            self._process.kill()
        told, _ = self._process.communicate()
        return [line.split(" ", 1) for line in told.splitlines()]


def disturbed(
    module: Path, engine: str, kills: int, rng: random.Random, longest: float
) -> tuple[str, int]:
    """The answer of a check that is killed that often, or until it is done; and how often."""
    file = module.with_name(f"{engine}.checkpoint")
    file.unlink(missing_ok=True)
    known: str | None = None
    for number in range(kills + 1):
        last = number == kills
        told = Child(module, file, engine).killed_after(None if last else rng.uniform(0, longest))
        read = [what for kind, what in told if kind == "read"]
        if known is not None and not (read or not told):
            raise AssertionError(f"kill {number}: a checkpoint was written, and is gone")
        done = [what for kind, what in told if kind == "done"]
        if done:
            return done[0], number
        wrote = [what for kind, what in told if kind == "wrote"]
        if file.exists():
            # It may have been killed between a write and the word of it: whole it is in any case.
            Checkpoint(file, load_module(module).signature, go_on=True)
        if wrote and not file.exists():
            raise AssertionError(f"kill {number}: the last checkpoint is gone")
        known = wrote[-1] if wrote else known
    raise AssertionError("a check that nobody killed did not end")


def main() -> int:
    """Whether all went on as they should: 0, else an error."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.killed", description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", nargs=2, type=Path)
    parser.add_argument("--engine", default="explicit")
    given = parser.parse_args()
    if given.work:
        module, file = given.work
        work(module, file, given.engine)
        return 0
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder, "Killed.tla")
        module.write_text(MODULE, encoding="utf-8")
        for engine in ("explicit", "tabled"):
            began = time.perf_counter()
            whole = Child(module, module.with_name("whole"), engine).killed_after(None)[-1][1]
            longest = (time.perf_counter() - began) / 2
            left = given.kills
            while left > 0:
                found, number = disturbed(module, engine, left, rng, longest)
                left -= max(1, number)
                if found != whole:
                    raise AssertionError(f"{engine}: {found}\nand not {whole}")
            print(f"{engine}: {given.kills} kills, and each time {whole}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
