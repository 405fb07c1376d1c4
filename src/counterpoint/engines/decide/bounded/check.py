"""Check a model or a program by bounded search: runs by SAT, and proofs that there are none."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Protocol

from ....alarm import stopped_by
from ....errors import Refused
from ....model.property import Property
from ....stopped import AT_A_FAILURE, Stopped
from ....verdict import Answer, Verdict, Verdicts
from ...base.ending import Ending
from ...base.engine import BOUNDED
from ...base.task import Progress, Task
from .found import Note, so_far


class Questions(Protocol):
    """A target that is asked for one property after the other."""

    def wanted(self, properties: Mapping[str, Property]) -> Mapping[str, Property]:
        """The properties to decide; some may be added."""

    def verdict(self, name: str, wanted: Property, note: Note) -> Verdict:
        """The audited verdict on a property; raises `Refused` if it is not decided."""

    def warnings(self) -> tuple[str, ...]:
        """Warnings about the target."""


class BoundedCheck:
    """The check of one target; each property is a search of its own."""

    def __init__(self, questions: Questions, task: Task) -> None:
        self._questions = questions
        self._task = task
        self._ending = Ending(task.tuning)
        self._began = time.perf_counter()
        self._depth = 0
        self._reached = -1

    def verdicts(self, name: str, wanted: Mapping[str, Property], start: float) -> Verdicts:
        """The verdicts; `depth` is the greatest number of steps of a run that was searched."""
        wanted = self._questions.wanted(wanted)
        verdicts = tuple(self._verdict(label, wanted[label]) for label in wanted)
        return Verdicts(
            name,
            0,
            None,
            all(verdict.answer is not Answer.UNKNOWN for verdict in verdicts),
            BOUNDED,
            time.perf_counter() - start,
            verdicts,
            self._questions.warnings(),
            self._ending.stopped,
            depth=self._depth,
        )

    def _verdict(self, name: str, wanted: Property) -> Verdict:
        verdict = self._ending.verdict(name, lambda: self._asked(name, wanted))
        if verdict.answer is Answer.FAILS and self._task.stop is not None:
            self._ending.end(AT_A_FAILURE)
        return verdict

    def _asked(self, name: str, wanted: Property) -> Verdict:
        self._reached = -1
        try:
            found = self._questions.verdict(name, wanted, self._note)
        except Refused as error:
            return Verdict(name, Answer.UNKNOWN, error.message)
        except KeyboardInterrupt as error:
            self._ending.hurry(stopped_by(error))
            return Verdict(name, Answer.UNKNOWN, so_far(self._reached, self._ending.stopped))
        if found.trace is not None:
            self._depth = max(self._depth, len(found.trace.steps))
        return found

    def _note(self, depth: int) -> Stopped:
        """Report the depth that was reached; why the search must end, if it must."""
        self._reached = max(self._reached, depth)
        self._depth = max(self._depth, depth)
        if self._task.watch is not None:
            seconds = time.perf_counter() - self._began
            self._task.watch(Progress(0, 0, seconds, max(depth, 0)))
        return self._task.exceeds(0)
