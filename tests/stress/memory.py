"""How much memory commands take under a limit: at most 1.3 times that, beside what a start takes.

python -m tests.stress.memory [SIZE in MB] [--only TEXT]
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .commands import LARGE, written

ALLOWED = 1.3
"""So many times the limit may be taken."""

STARTS = {"module, one step": "module, runs"}
"""What takes all its memory in its first step starts like another."""

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Peak:
    """The most memory that a process took, in bytes, its exit code, and what it said."""

    bytes: int
    code: int
    said: str


def peak_of(command: str, folder: Path, seconds: float = 300.0) -> Peak:
    """What a command takes at most."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "counterpoint", *shlex.split(command)],
            cwd=folder,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: _limited(seconds),
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return Peak(used.ru_maxrss * 1024, process.returncode, out.read())


def _limited(seconds: float) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))


def main() -> None:
    """Measure each command, and exit with 1 if one takes too much."""
    parser = argparse.ArgumentParser()
    parser.add_argument("size", type=int, nargs="?", default=300)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = written(Path(name))
        for what, command in LARGE.items():
            if given.only not in what:
                continue
            start = peak_of(f"{LARGE[STARTS.get(what, what)]} --limit-states 20", folder)
            peak = peak_of(f"{command} --limit-memory {given.size}MB", folder)
            above = (peak.bytes - start.bytes) / MEGABYTE
            is_wrong = above > ALLOWED * given.size or peak.code not in (0, 1, 3)
            wrong += is_wrong
            said = " ".join(peak.said.split())[:150]
            print(
                f"{what:28} {start.bytes / MEGABYTE:5.0f} MB + {above:5.0f} MB  {peak.code}  "
                f"{'TOO MUCH' if is_wrong else 'ok'}  {said}",
                flush=True,
            )
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
