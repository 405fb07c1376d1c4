"""What a check left unknown for lack of memory, decided on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ....errors import BadCheckpoint, Refused
from ....verdict import Answer, Verdict, Verdicts
from ...base.task import Task, with_what_is_left
from .check import LevelsCheck

Timed = Callable[[Callable[[], LevelsCheck], Mapping[str, Any]], Verdicts]
"""Lets a check decide some properties within the limits of time."""


def going_on(
    found: Verdicts,
    wanted: Mapping[str, Any],
    task: Task,
    on_disk: Callable[[Task], LevelsCheck],
    timed: Timed,
) -> Verdicts:
    """The verdicts of a check, with those of one on disk of what it had no memory for.

    What the first one held must be free.
    """
    short = {each.name for each in found if _is_short(each, found, task) and each.name in wanted}
    if not short:
        return found
    try:
        check = on_disk(with_what_is_left(task))
        left = {name: wanted[name] for name in short if check.decides(name, wanted[name])}
        return _together(found, timed(lambda: check, left)) if left else found
    except (Refused, BadCheckpoint, OSError) as error:
        said = error.strerror or str(error) if isinstance(error, OSError) else error.message
        return _with_reason(found, short, said)


def _is_short(verdict: Verdict, found: Verdicts, task: Task) -> bool:
    """Whether a property is unknown for lack of memory, and not because an audit failed."""
    passed = verdict.audited is None or verdict.audited.passed
    said = str(task.limits.too_much_memory)
    short = said in verdict.reason or said in found.stopped
    return verdict.answer is Answer.UNKNOWN and passed and short


def _with_reason(found: Verdicts, names: set[str], reason: str) -> Verdicts:
    """The verdicts, with what a search on disk says of some of them."""

    def of(verdict: Verdict) -> Verdict:
        if verdict.name not in names:
            return verdict
        return replace(verdict, reason=f"{verdict.reason}; on disk: {reason}")

    return replace(found, properties=tuple(map(of, found)))


def _together(found: Verdicts, later: Verdicts) -> Verdicts:
    """The verdicts of a check, with those of one on disk of what it left; the figures of that."""
    better = {each.name: each for each in later}

    def of(verdict: Verdict) -> Verdict:
        other = better.get(verdict.name, verdict)
        if other is verdict or other.answer is not Answer.UNKNOWN:
            return other
        return replace(verdict, reason=f"{verdict.reason}; on disk: {other.reason}")

    warnings = tuple(dict.fromkeys((*found.warnings, *later.warnings)))
    return replace(later, properties=tuple(map(of, found)), warnings=warnings)
