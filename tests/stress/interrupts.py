"""Ctrl-C at random moments: an answer at once, a report of what was seen, and no process left.

python -m tests.stress.interrupts [TIMES] [--seed N] [--only TEXT]
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .commands import LONG, written

SOON = {"diagrams": 1.0}
"""Seconds until the answer, where it may take longer than half a second."""

LONGEST = 4.0
"""Seconds after which Ctrl-C comes at the latest."""

STARTED = 0.15
"""Seconds in which Python itself is loaded, before there is anybody to hear of Ctrl-C."""


@dataclass(frozen=True)
class Pressed:
    """What came of one Ctrl-C, `after` some seconds: how long the answer took, what it was."""

    name: str
    after: float
    took: float
    code: int | None
    out: str
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        said = " ".join(self.out.split())[:110]
        how = "; ".join(self.wrong) or "ok"
        return f"{self.name:30} {self.after:5.2f} s  {self.took:5.2f} s  {self.code}  {how}  {said}"


def heed_signals() -> None:
    """A shell starts what runs in the background deaf to Ctrl-C, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def pressed(
    name: str, after: float, folder: Path, number: int, slower: float = 1.0
) -> Pressed | None:
    """What comes of a signal; None where the command was done before it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "counterpoint", *shlex.split(LONG[name])],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=heed_signals,
    )
    with suppress(subprocess.TimeoutExpired):
        process.wait(after)
        return None
    began = time.monotonic()
    process.send_signal(number)
    try:
        out, _ = process.communicate(timeout=20 * slower)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
    took = time.monotonic() - began
    wrong = tuple(_wrong(name, took / slower, process.returncode, out, _left(process.pid)))
    return Pressed(name, after, took, process.returncode, out, wrong)


def _wrong(name: str, took: float, code: int | None, out: str, left: list[int]) -> list[str]:
    soon = next((seconds for text, seconds in SOON.items() if name.startswith(text)), 0.5)
    found = []
    if took > soon:
        found.append(f"took {took:.2f} s")
    if code not in ({0, 3} if name == "play" else {3}):
        found.append(f"exit code {code}")
    if "Traceback" in out:
        found.append("a traceback")
    if not any(word in out for word in ("interrupted", "unknown")):
        found.append("no report")
    if left:
        found.append(f"{len(left)} processes left")
    return found


def _left(session: int) -> list[int]:
    """The processes of a session that are still there."""
    left = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                left.append(int(entry.name))
    return left


def main() -> None:
    """Press Ctrl-C some times, and say what came of it; exit with 1 if something was wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("times", type=int, nargs="?", default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--slower", type=float, default=1.0)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    names = [name for name in LONG if given.only in name]
    results: list[Pressed] = []
    with tempfile.TemporaryDirectory() as folder:
        written(Path(folder))
        for turn in range(given.times):
            name = names[turn % len(names)]
            number = rng.choice([signal.SIGINT, signal.SIGINT, signal.SIGTERM])
            after = rng.uniform(STARTED * given.slower, LONGEST)
            found = pressed(name, after, Path(folder), number, given.slower)
            if found is not None:
                results.append(found)
                print(found, flush=True)
    wrong = [found for found in results if found.wrong]
    slowest = max((found.took for found in results), default=0.0)
    print(f"{len(results)} times, {len(wrong)} wrong, at most {slowest:.2f} s")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
