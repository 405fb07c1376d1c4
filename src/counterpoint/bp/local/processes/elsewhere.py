"""Starting a program afresh in other processes, for live runs or to compare its automata.

A search runs the b-threads of a program many times, and state that it cannot see may be different
afterwards. In another process, sets of strings have another order, and objects other addresses.
"""

from __future__ import annotations

import math
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from ....alarm import require_going_on
from ....errors import CounterpointError, Refused
from ....tuning import USUAL, Tuning
from ...ruleset import RuleSet
from .lockstep import Beat, perform
from .tables import Table, tables_of
from .transport import pack, unpack

_START = "import sys; sys.path[:] = {path!r}; from {module} import serve; serve()"

_LATE = "another process did not answer within {}"

_GAVE_UP = 3
"""The exit code of a process that has reached its limit of work."""

LISTENS_EVERY = 0.05
"""Seconds between two checks whether the work must end."""

Answer: TypeAlias = "tuple[bool, Any]"
"""Whether the job could be done, and its result or the reason why it could not."""


class Elsewhere:
    """A copy of a program as it is now, to be started afresh in other processes.

    `missing` is the reason why it cannot be started there, else empty.
    """

    def __init__(self, program: RuleSet, tuning: Tuning = USUAL) -> None:
        self._tuning = tuning
        self.missing = ""
        try:
            self._program = pack(program)
        except Refused as error:
            self.missing = error.message

    def performs(self, runs: Iterable[Sequence[Iterable[Beat]]]) -> str:
        """The reason why a live run does not do what it must, or cannot; empty if all runs do.

        The runs of one item of `runs` are made in one process, those of each item in another.
        """
        for some in runs:
            try:
                reason = self.perform(some)
            except Refused as error:
                return error.message
            if reason:
                return reason
        return ""

    def perform(self, runs: Sequence[Iterable[Beat]]) -> str:
        """The reason why a live run in a fresh process does not do what it must; empty if all do.

        All `runs` are made in one process. Raises `Refused` if the process gives no answer.
        """
        ((_, reason),) = self._ask("perform", pack([list(beats) for beats in runs]), [0])
        return str(reason)

    def tables(self, limits: Sequence[int]) -> list[list[Table]]:
        """For each of several hash seeds, the automata of the b-threads.

        `limits` are the numbers of local states to explore, one per b-thread. The hash seed decides
        the order of two strings in a set: with more seeds it is more likely that both occur.

        Raises `Refused` if a process gives no answer.
        """
        seeds = range(1, 1 + self._tuning.hash_seeds)
        answers = self._ask("tables", pickle.dumps(list(limits)), seeds)
        return [tables for _, tables in answers]

    def _ask(self, what: str, argument: bytes, seeds: Sequence[int]) -> list[Answer]:
        if self.missing:
            raise Refused(self.missing)
        children: list[subprocess.Popen[bytes]] = []
        try:
            children += map(_started, seeds)
            for seed, child in zip(seeds, children, strict=True):
                job = (seed, what, self._program, argument)
                _send_job(child, pickle.dumps((self._tuning.elsewhere_work, job)))
            return [self._answer_of(child) for child in children]
        finally:
            for child in children:
                child.kill()
                child.communicate()

    def _answer_of(self, child: subprocess.Popen[bytes]) -> Answer:
        patience = self._tuning.elsewhere_seconds
        until = time.monotonic() + patience
        while True:
            require_going_on()
            try:
                said, _ = child.communicate(timeout=min(LISTENS_EVERY, patience))
                break
            except subprocess.TimeoutExpired:
                if time.monotonic() > until:
                    raise Refused(_LATE.format(f"{patience:g} s")) from None
        if child.returncode == _GAVE_UP:
            raise Refused(_LATE.format(f"{self._tuning.elsewhere_work:g} s of processor time"))
        if child.returncode or not said:
            raise Refused(
                f"another process ended with code {child.returncode} and without an answer"
            )
        done, answer = pickle.loads(said)
        if not done:
            raise Refused(str(answer))
        return done, answer


def _started(seed: int) -> subprocess.Popen[bytes]:
    """Start a process with this hash seed. It waits for its job; raises `Refused` without it."""
    start = _START.format(path=sys.path, module=__name__)
    flags = ["-O"] * sys.flags.optimize + [f"-X{name}" for name in sys._xoptions if name == "utf8"]
    try:
        return subprocess.Popen(
            [sys.executable, *flags, "-c", start],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise Refused(f"no other process could be started: {error.strerror}") from None


def _send_job(child: subprocess.Popen[bytes], job: bytes) -> None:
    """Send a process its job and close its input. It reads to the end before it answers."""
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(job)
    child.stdin = None


# In the other process


def serve() -> None:
    """Do one job, which is read from standard input, and write the answer to standard output.

    Ctrl-C is ignored, as it is meant for the process that asks. This process ends when the process
    that asks is gone, and when it has used up its processor time.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work, job = pickle.loads(sys.stdin.buffer.read())
    worked = _Worked(work)
    threading.Thread(target=_end_with, args=(os.getppid(), worked), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as answer:
        _hide_output()
        answer.write(pickle.dumps(_done(worked, *job)))
    os._exit(0)  # without waiting for threads that the program has started


class _Worked:
    """The processor time of this process since the program was loaded."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._from = math.inf

    def begin(self) -> None:
        """Start counting: the program is loaded."""
        self._from = time.process_time()

    @property
    def is_enough(self) -> bool:
        return time.process_time() - self._from > self._most


def _end_with(parent: int, worked: _Worked) -> None:
    while os.getppid() == parent and not worked.is_enough:
        time.sleep(LISTENS_EVERY)
    os._exit(_GAVE_UP)


def _hide_output() -> None:
    """Discard what the b-threads print, as the process that asks prints it already."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)


def _done(worked: _Worked, seed: int, what: str, program: bytes, argument: bytes) -> Answer:
    kept = _scattered(random.Random(seed))
    try:
        loaded = unpack(program)
        worked.begin()
        if what == "perform":
            return True, _performed(loaded, unpack(argument))
        return True, tables_of(loaded, pickle.loads(argument))
    except CounterpointError as error:
        return False, f"in another process it is refused: {error.message}"
    except Exception as error:
        return False, f"in another process it raises {error!r}"
    finally:
        kept.clear()


def _performed(program: RuleSet, runs: Iterable[Iterable[Beat]]) -> str:
    try:
        for beats in runs:
            perform(program, beats)
    except CounterpointError as error:
        return error.message
    return ""


def _scattered(chance: random.Random) -> list[bytes]:
    """Allocate objects with gaps between them, so that later objects get addresses in new order."""
    kept = [bytes(size) for size in range(1, 480, 16) for _ in range(300)]
    chance.shuffle(kept)
    del kept[::2]
    return kept
