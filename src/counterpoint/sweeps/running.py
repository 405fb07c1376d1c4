"""Runs the checks of a sweep, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from ..alarm import require_going_on
from .rows import Row

LOOK = 0.1
"""Seconds between two moments at which it is seen whether a sweep must end."""


class Runner:
    """Runs checks of one target, up to `workers` at once."""

    def __init__(self, target: str, given: Sequence[str], workers: int) -> None:
        """`given` are further words of the command `check`: properties and options."""
        self._target, self._given, self._workers = target, given, workers
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._ends = False

    def rows(self, combinations: Sequence[Mapping[str, str]]) -> Iterator[Row]:
        """The row of each combination, as they are done; if this is ended, so are the checks."""
        todo = iter(combinations)
        with ThreadPoolExecutor(self._workers) as pool:
            running: set[Future[Row]] = set()
            try:
                while True:
                    for settings in todo:
                        running.add(pool.submit(self._row, settings))
                        if len(running) >= self._workers:
                            break
                    if not running:
                        return
                    done, running = wait(running, LOOK, FIRST_COMPLETED)
                    require_going_on()
                    for one in done:
                        yield one.result()
            finally:
                self._end()

    def _end(self) -> None:
        with self._lock:
            self._ends = True
            for process in self._running:
                process.terminate()

    def _row(self, settings: Mapping[str, str]) -> Row:
        began = time.perf_counter()
        with self._lock:
            if self._ends:
                return failed(settings, "ended")
            process = begun(words_of(self._target, self._given, settings))
            self._running.add(process)
        try:
            out, megabytes = finished(process)
        finally:
            with self._lock:
                self._running.discard(process)
        return row_of(settings, out, time.perf_counter() - began, megabytes)


def words_of(target: str, given: Sequence[str], settings: Mapping[str, str]) -> list[str]:
    """The words of the command `check` for one combination.

    >>> words_of("mnk", ["deadlock"], {"n": "4"})
    ['check', 'mnk', 'deadlock', '--set', 'n=4', '--json']
    """
    sets = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    return ["check", target, *given, *sets, "--json"]


def begun(words: Sequence[str], folder: str | None = None) -> subprocess.Popen[str]:
    """A process that runs a command of Counterpoint in a folder; raises `OSError`."""
    return subprocess.Popen(
        [sys.executable, "-m", "counterpoint", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
    )


def finished(process: subprocess.Popen[str]) -> tuple[str, float]:
    """What a process printed, and the most memory that it had, in MB."""
    assert process.stdout is not None
    with process.stdout:
        out = process.stdout.read()
    if sys.platform == "win32":  # which does not say how much memory it was
        process.wait()
        return out, 0.0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    per_megabyte = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return out, usage.ru_maxrss / per_megabyte


def row_of(settings: Mapping[str, str], out: str, seconds: float, megabytes: float) -> Row:
    """The row of a check that printed this."""
    try:
        data: dict[str, Any] = json.loads(out)
    except ValueError:
        return failed(settings, "the process died", seconds, megabytes)
    if "error" in data:
        said = f"[{data['error'].get('code')}] {data['error'].get('message')}"
        return failed(settings, said, seconds, megabytes)
    return Row(
        dict(settings),
        data["answer"],
        {each["name"]: each["answer"] for each in data["properties"]},
        data["states"],
        data["transitions"],
        data["complete"],
        round(data["seconds"], 3),
        round(megabytes, 1),
        data["stopped"],
    )


def failed(
    settings: Mapping[str, str], why: str, seconds: float = 0.0, megabytes: float = 0.0
) -> Row:
    """The row of a check without an answer."""
    figures = round(seconds, 3), round(megabytes, 1)
    return Row(dict(settings), "unknown", {}, 0, None, False, *figures, why)
