"""Draws mutants, runs the tests of their rooms on each, and says which were not noticed."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import pytest

from .change import Change, changes
from .covering import DATA, HOUSE, Covering, measure
from .rooms import ROOMS, noticing


@dataclass(frozen=True)
class Mutant:
    """A change of one file of the package."""

    file: str
    change: Change

    def __str__(self) -> str:
        return f"{self.file} {self.change}"


def mutants(count: int, seed: int) -> Iterator[Mutant]:
    """So many different changes, each as likely as any other in the rooms."""
    files = sorted(
        path.relative_to(HOUSE).as_posix()
        for room in ROOMS
        for path in (HOUSE / room).rglob("*.py")
    )
    every = [
        Mutant(file, change) for file in files for change in changes((HOUSE / file).read_text())
    ]
    yield from random.Random(seed).sample(every, min(count, len(every)))


def outcome(mutant: Mutant, copy: Path, covering: Covering, seconds: float) -> str:
    """What the tests say of a mutant: `noticed`, `too slow`, or `missed`.

    At first those of its room that run the line, then all of them, since what is compiled or runs
    in other processes is not seen to run.
    """
    room = noticing(mutant.file)
    place = copy / HOUSE / mutant.file
    text = place.read_text()
    place.write_text(mutant.change.of(text))
    try:
        said = "missed"
        for tests in (covering.tests(mutant.file, mutant.change, room), room):
            if said == "missed" and tests:
                said = _said(tests, copy, seconds)
        return said
    finally:
        place.write_text(text)


def _said(tests: list[str], copy: Path, seconds: float) -> str:
    """What some tests say of a copy of the house."""
    asked = copy / "asked"
    asked.write_text("\n".join(tests))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{asked}"],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": "src", "COUNTERPOINT_CACHE_DIR": str(copy / "cache")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "too slow"
    if done.returncode in {pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise SystemExit(f"pytest cannot run these tests: {', '.join(tests)}")
    return "missed" if done.returncode == 0 else "noticed"


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("count", type=int, help="how many mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--after", type=int, default=0, help="leave out so many, tried before")
    parser.add_argument("--seconds", type=float, default=600.0, help="for the tests of one")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--covering", type=Path, help="where to keep which tests run which line")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(given.covering or folder).resolve()
        kept.mkdir(parents=True, exist_ok=True)
        if not (kept / DATA).exists():
            measure(kept, Path.cwd(), given.workers)
        covering = Covering(kept, Path.cwd())
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(given.workers):
            copies.put(shutil.copytree(".", Path(folder) / str(number), ignore=_unneeded))

        def tried(mutant: Mutant) -> tuple[Mutant, str]:
            copy = copies.get()
            try:
                return mutant, outcome(mutant, copy, covering, given.seconds)
            finally:
                copies.put(copy)

        counts: dict[str, int] = {}
        wanted = islice(mutants(given.count, given.seed), given.after, None)
        with ThreadPoolExecutor(given.workers) as pool:
            for mutant, said in pool.map(tried, wanted):
                counts[said] = counts.get(said, 0) + 1
                print(f"{said:8}  {mutant}", flush=True)
    missed, all_ = counts.get("missed", 0), sum(counts.values())
    print(f"{all_ - missed} of {all_} mutants were noticed, {counts.get('too slow', 0)} by time")
    return 0


_unneeded = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "build", "dist", ".*_cache")

if __name__ == "__main__":
    sys.exit(main())
