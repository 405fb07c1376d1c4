"""Check a target by several engines at once: the first certain answer counts."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, TypeAlias

from ...alarm import stopped_by
from ...errors import Refused
from ...stopped import AT_A_FAILURE, NOT_STOPPED, Stopped
from ...verdict import Answer, Verdict, Verdicts
from ..base.engine import BOUNDED
from ..base.processes import may_fork, streamed
from ..base.task import Progress, Task


class Check(Protocol):
    """A target that is opened for a check of its properties."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts on the properties, for a check that began at `start`."""


Opened: TypeAlias = Callable[[Task], Check]
"""Opens a target for a task."""

Heard: TypeAlias = Verdicts | Progress | str
"""What a process says: verdicts, perhaps some of them; its progress; or why it has none."""

Say: TypeAlias = Callable[[Heard], None]

NO_ANSWER = ""
"""Said by a process that raised an error, or has an answer that cannot be sent."""

NOT_DONE = "it gave no answer"

NOTHING = Verdicts("", 0, None, False, "none", 0.0, ())
"""The figures if no engine gave any."""


class _Decided(Exception):
    """Every property has a certain answer, or one fails and that is enough."""


class Portfolio:
    """A check by several engines, each in a process with its share of memory and threads.

    When every property has a certain answer, the processes that are not done are ended. An engine
    that could not answer from its process is asked in this one, if something is still open.
    """

    def __init__(self, ways: Mapping[str, Opened], task: Task) -> None:
        self._ways = ways
        self._task = task
        self._found: dict[str, tuple[str, Verdict]] = {}
        """For each property that is decided: the engine that did it, and the verdict."""
        self._said: dict[str, Verdicts] = {}
        """The latest verdicts of each engine."""
        self._refused: dict[str, str] = {}
        self._silent: list[str] = []
        self._name, self._start = "", 0.0
        self._wanted: Mapping[str, Any] = {}

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts, each by the engine that was the first to decide it."""
        self._name, self._wanted, self._start = name, wanted, start
        stopped = NOT_STOPPED
        try:
            self._race()
        except _Decided:
            pass
        except KeyboardInterrupt as error:
            stopped = stopped_by(error)
        return self._together(stopped)

    def _race(self) -> None:
        """Let all engines say what they find, until they are done; raises `_Decided` before."""
        engines = list(self._ways)
        if not may_fork():
            self._ask_here(engines)
            return
        self._task.workers.note(len(engines))
        tasks = [partial(self._ask_apart, engine) for engine in engines]
        streamed(tasks, len(tasks), lambda number, heard: self._hear(engines[number], heard))
        self._ask_here(self._silent)

    def _ask_here(self, engines: Sequence[str]) -> None:
        """Ask engines in this process, which is where an error of the target is raised."""
        for engine in engines:
            self._ask(engine, partial(self._hear, engine))

    def _ask_apart(self, engine: str, say: Say) -> None:
        """Ask an engine in a process of its own."""
        try:
            self._ask(engine, lambda heard: say(_sendable(heard)))
        except (Exception, SystemExit):
            say(NO_ANSWER)

    def _ask(self, engine: str, say: Say) -> None:
        """Say the verdicts of an engine, or that it refuses."""
        try:
            for task, wanted in self._rounds(engine, say):
                say(self._ways[engine](task).verdicts(self._name, wanted, self._start))
        except Refused as error:
            say(error.message)

    def _share(self, say: Say) -> Task:
        """The task of one of the processes."""
        task, count = self._task, len(self._ways)
        limits = replace(task.limits, memory=max(1, task.limits.bytes // count))
        tuning = replace(task.tuning, threads=max(1, task.tuning.workers // count))
        return replace(task, limits=limits, tuning=tuning, watch=say if task.watch else None)

    def _rounds(self, engine: str, say: Say) -> Iterator[tuple[Task, Mapping[str, Any]]]:
        """The tasks of an engine: bounded search begins with two short turns for all properties.

        Then each property has as long as it takes: one that is never decided must not keep others
        waiting which soon are.
        """
        task, tuning, wanted = self._share(say), self._task.tuning, self._wanted
        if engine != BOUNDED or task.work is not None:
            yield task, wanted
            return
        for work in (tuning.turn_at_once, tuning.turn_work):
            yield replace(task, work=work), wanted
        for name, prop in wanted.items():
            yield task, {name: prop}

    def _hear(self, engine: str, heard: Heard) -> None:
        """Note what an engine says; raises `_Decided` if no more is needed."""
        if isinstance(heard, Progress):
            if engine == next(iter(self._ways)) and self._task.watch is not None:
                self._task.watch(heard)
        elif isinstance(heard, Verdicts):
            self._note(engine, heard)
        elif heard:
            self._refused[engine] = heard
        else:
            self._silent.append(engine)

    def _note(self, engine: str, heard: Verdicts) -> None:
        before = self._said.get(engine)
        self._said[engine] = heard if before is None else _later(before, heard)
        for verdict in heard:
            if verdict.answer is not Answer.UNKNOWN:
                self._found.setdefault(verdict.name, (engine, verdict))
        if self._has_failed or all(name in self._found for name in self._names):
            raise _Decided

    @property
    def _has_failed(self) -> bool:
        """Whether a property failed, and no more is asked for."""
        failed = (verdict.answer is Answer.FAILS for _, verdict in self._found.values())
        return self._task.stop is not None and any(failed)

    @property
    def _names(self) -> list[str]:
        """The names of the properties, with those that an engine added."""
        added = (verdict.name for said in self._said.values() for verdict in said)
        return list(dict.fromkeys((*added, *self._wanted)))

    def _together(self, stopped: Stopped) -> Verdicts:
        """All verdicts, with the figures of an engine that decided something if there is one."""
        engines = dict.fromkeys((*(engine for engine, _ in self._found.values()), *self._said))
        said = [self._said[engine] for engine in engines]
        figures = next((each for each in said if each.states), said[0] if said else NOTHING)
        left = len(self._found) < len(self._names)
        ended = AT_A_FAILURE if self._has_failed else figures.stopped
        warnings = dict.fromkeys(warning for each in said for warning in each.warnings)
        return replace(
            figures,
            target=self._name,
            seconds=time.perf_counter() - self._start,
            properties=tuple(map(self._verdict, self._names)),
            warnings=tuple(warnings),
            stopped=stopped or (ended if left else NOT_STOPPED),
        )

    def _verdict(self, name: str) -> Verdict:
        """The verdict of the engine that decided a property; else why none did."""
        if name in self._found:
            engine, verdict = self._found[name]
            reason = "; ".join(filter(None, (verdict.reason, f"by the {engine} engine")))
            return replace(verdict, reason=reason)
        reasons = (f"{engine}: {self._why_not(engine, name)}" for engine in self._ways)
        return Verdict(name, Answer.UNKNOWN, "; ".join(reasons))

    def _why_not(self, engine: str, name: str) -> str:
        """Why an engine does not decide a property."""
        if engine in self._refused:
            return self._refused[engine]
        said = {verdict.name: verdict for verdict in self._said.get(engine, ())}
        return said[name].reason if name in said else NOT_DONE


def _later(before: Verdicts, heard: Verdicts) -> Verdicts:
    """What an engine says after another turn, with what it only said before."""
    found = {verdict.name: verdict for verdict in before}
    found |= {verdict.name: verdict for verdict in heard}
    depth = max((each.depth for each in (before, heard) if each.depth is not None), default=None)
    return replace(heard, properties=tuple(found.values()), depth=depth)


def _sendable(heard: Heard) -> Heard:
    """What is heard, if another process can read it; raises an exception if not."""
    pickle.loads(pickle.dumps(heard))
    return heard
