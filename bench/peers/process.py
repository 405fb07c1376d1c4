"""Processes measured from start to end; POSIX only."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """What one process took, what it printed, and its exit code."""

    wall: float
    cpu: float
    megabytes: float
    output: str
    code: int


def run(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    may_fail: bool = False,
) -> Run:
    """What the command took, its error output read as well; raises `SystemExit` if it fails."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode and not may_fail:
        raise SystemExit(f"{' '.join(command)} failed:\n{output}")
    return Run(
        wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, output, process.returncode
    )
