"""Cases in turn, in several processes, until the time is over; and what they gave."""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from .choices import Choices
from .compare import Difference, Tally
from .kinds import Case, file_of, kinds


@dataclass(frozen=True)
class Plan:
    """What to run: kinds by name, from which seed, and where to write what differs."""

    seed: int
    minutes: float
    kinds: tuple[str, ...]
    folder: Path
    workers: int = 1
    files_each: int = 3
    shrink_seconds: float = 60.0
    stuck_seconds: float = 240.0
    most_memory: int = 3 << 30
    most_cases: int = sys.maxsize


@dataclass
class Summary:
    """All that was compared, by kind and by who was compared."""

    cases: Counter[str] = field(default_factory=Counter)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    passed: Counter[tuple[str, str]] = field(default_factory=Counter)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    differences: Counter[tuple[str, str]] = field(default_factory=Counter)
    files: list[Path] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, case: Case, tally: Tally) -> None:
        self.cases[case.kind] += 1
        for what, count in tally.counts.items():
            self.counts[case.kind, what] += count
        for (what, why), count in tally.passed.items():
            self.passed[case.kind, what] += count
            self.reasons[case.kind, f"{what}: {why}"] += count
        for what in {each.what for each in tally.differences}:
            self.differences[case.kind, what] += 1

    def __str__(self) -> str:
        head = ("kind", "compared", "comparisons", "no answer", "cases differ")
        rows = ["{:10} {:44} {:>12} {:>10} {:>12}".format(*head)]
        for kind, what in sorted({*self.counts, *self.passed, *self.differences}):
            counts = [of[kind, what] for of in (self.counts, self.passed, self.differences)]
            rows.append(f"{kind:10} {what:44} {counts[0]:12,} {counts[1]:10,} {counts[2]:12,}")
        total = self.counts.total()
        pace = total / self.seconds if self.seconds else 0
        each = ", ".join(f"{count:,} of {kind}" for kind, count in sorted(self.cases.items()))
        rows.append(f"{total:,} comparisons in {self.seconds:,.0f} s ({pace:,.0f} a second)")
        rows.append(f"{self.cases.total():,} cases: {each}")
        found = self.differences.total()
        rows.append(f"{found:,} differences" if found else "no difference")
        return "\n".join([*rows, *(f"see {path}" for path in self.files)])

    @property
    def refusals(self) -> str:
        """Why questions were left without an answer, the most frequent reasons first."""
        return "\n".join(
            f"{count:8,} {kind}: {why}" for (kind, why), count in self.reasons.most_common(60)
        )


def soak(plan: Plan) -> Summary:
    """Run cases until the time is over, or enough were run, or Ctrl-C."""
    summary, start = Summary(), time.monotonic()
    team = [_Worker(plan, number) for number in range(plan.workers)]
    try:
        while (
            time.monotonic() - start < plan.minutes * 60 and summary.cases.total() < plan.most_cases
        ):
            for ready in wait([each.connection for each in team], timeout=1.0):
                worker = next(each for each in team if each.connection is ready)
                worker.hear(summary)
            for worker in team:
                worker.look(summary)
    except KeyboardInterrupt:
        pass
    finally:
        for worker in team:
            worker.end()
    summary.seconds = time.monotonic() - start
    return summary


class _Worker:
    """A process that runs each so many-th case; a new one goes on where one died."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan, self.number = plan, number
        self.starts = 0
        self.case: Case | None = None
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(
            target=_work, args=(self.plan, self.number, self.starts, other), daemon=True
        )
        self.process.start()
        other.close()
        self.starts += 1
        self.heard = time.monotonic()

    def hear(self, summary: Summary) -> None:
        """Take what the process says: a case that it begins, or what one gave."""
        try:
            said: Any = self.connection.recv()
        except EOFError:
            self._died(summary, "the process died")
            return
        self.heard = time.monotonic()
        match said:
            case Case():
                self.case = said
            case Tally(), shown:
                assert self.case is not None
                summary.add(self.case, said[0])
                if shown is not None:
                    self._write(summary, shown)
                self.case = None

    def look(self, summary: Summary) -> None:
        """End a process that says nothing for too long."""
        if time.monotonic() - self.heard > self.plan.stuck_seconds:
            self.process.kill()
            self._died(summary, f"no answer in {self.plan.stuck_seconds:.0f} s")

    def _died(self, summary: Summary, why: str) -> None:
        self.process.join()
        if self.case is not None:  # else it was tired: see `_work`
            tally = Tally(differences=[Difference("died", str(self.case), why, "an answer")])
            summary.add(self.case, tally)
            self._write(summary, file_of(self.case, tally.differences, ""))
            self.case = None
        self._start()

    def _write(self, summary: Summary, text: str) -> None:
        assert self.case is not None
        self.plan.folder.mkdir(parents=True, exist_ok=True)
        path = self.plan.folder / f"{self.case.kind}-{self.case.seed}.txt"
        path.write_text(text, encoding="utf-8")
        summary.files.append(path)

    def end(self) -> None:
        self.process.kill()
        self.process.join()


def _work(plan: Plan, number: int, starts: int, connection: Connection) -> None:
    """Run cases and tell what they give; end when too much memory is taken, to be started anew."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable()
    turns = Turns(plan.kinds, f"{plan.seed}.{number}.{starts}")
    written: Counter[tuple[str, str]] = Counter()
    with suppress(BrokenPipeError):
        while _memory() < plan.most_memory:
            case = turns.next()
            connection.send(case)
            begun, choices = time.monotonic(), case.choices
            tally = kinds()[case.kind].compared(choices)
            turns.spent[case.kind] += time.monotonic() - begun
            connection.send((tally, _told(plan, case, choices, tally, written)))
    connection.close()


def _told(
    plan: Plan, case: Case, choices: Choices, tally: Tally, written: Counter[tuple[str, str]]
) -> str | None:
    """The file about a case, shrunk, if it differs as few before it did."""
    fresh = [each for each in tally.differences if written[case.kind, each.what] < plan.files_each]
    if not fresh:
        return None
    kind, what = kinds()[case.kind], fresh[0].what
    written[case.kind, what] += 1
    again = Choices("", kind.shrunk(choices, what, plan.shrink_seconds))
    left = [each for each in kind.compared(again, what).differences if each.what == what]
    return file_of(case, left[:5] or fresh[:5], kind.show(again))


class Turns:
    """Cases of all kinds, each with its share of the time that is spent on comparing."""

    def __init__(self, names: Sequence[str], seed: str) -> None:
        self._seed = seed
        self._counts = dict.fromkeys(names, 0)
        self.spent = dict.fromkeys(names, 0.0)

    def next(self) -> Case:
        """A case of the kind that has had the least of its share."""
        every = kinds()
        kind = min(self.spent, key=lambda name: self.spent[name] / every[name].share)
        case = Case(kind, f"{self._seed}.{self._counts[kind]}")
        self._counts[kind] += 1
        self.spent[kind] += 1e-6  # where nothing takes time, all have their turn
        return case


def _memory() -> int:
    """The bytes that this process has taken at most."""
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return taken if os.uname().sysname == "Darwin" else taken * 1024
