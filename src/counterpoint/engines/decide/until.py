"""Decide a check until something ends it; what is not decided then is unknown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ...alarm import Alarm
from ...errors import LimitReached
from ...stopped import INTERRUPTED, Cause, Stopped
from ...verdict import Answer, Verdict, Verdicts
from ..base.ending import Noting
from ..base.task import Task


class Check(Protocol):
    """A target that is opened for a check of its properties."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts on the properties, for a check that began at `start`."""


def until_stopped(
    opened: Callable[[], Check], name: str, wanted: Mapping[str, Any], task: Task
) -> Verdicts:
    """The verdicts of a check; all are unknown if it was ended before it returned any."""
    start, alarm = time.perf_counter(), Alarm(task.limits.seconds, exhausted=task.exhausted)
    try:
        verdicts = alarm.run(lambda: opened().verdicts(name, wanted, start))
    except KeyboardInterrupt:
        verdicts = _all_unknown(name, wanted, start, alarm.stopped or INTERRUPTED)
    except LimitReached as reached:
        verdicts = _all_unknown(name, wanted, start, Stopped(reached.message, Cause.UNBOUNDED))
    verdicts = replace(verdicts, workers=task.workers.used)
    if verdicts.states or not (verdicts.stopped.ends_everything and task.watch):
        return verdicts
    assert isinstance(task.watch, Noting)
    return replace(verdicts, states=task.watch.states, transitions=None)


def _all_unknown(name: str, wanted: Iterable[str], start: float, stopped: Stopped) -> Verdicts:
    unknown = tuple(Verdict(prop, Answer.UNKNOWN, str(stopped)) for prop in wanted)
    seconds = time.perf_counter() - start
    return Verdicts(name, 0, None, False, "none", seconds, unknown, stopped=stopped)
