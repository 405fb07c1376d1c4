"""A check that goes on on disk with what another one left unknown for lack of memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from ....alarm import stopped_by
from ....errors import CounterpointError
from ....verdict import Answer, Verdict, Verdicts
from ...base.task import Task

if TYPE_CHECKING:
    from .check import LevelsCheck


class Check(Protocol):
    """A target that is opened for a check of its properties."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts on the properties, for a check that began at `start`."""


class PastMemory:
    """A check by another engine, then level by level on disk, of what that has no memory for.

    What the other engine held is freed before.
    """

    def __init__(
        self, first: Callable[[], Check], on_disk: Callable[[], LevelsCheck], task: Task
    ) -> None:
        self._first, self._on_disk, self._task = first, on_disk, task

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts, each by the engine that decided it."""
        found = self._first().verdicts(name, wanted, start)
        if found.stopped.ends_everything:
            return found
        short = {each.name for each in found if self._is_short(each, found) and each.name in wanted}
        if not short:
            return found
        check = self._on_disk()
        left = {prop: wanted[prop] for prop in short if check.decides(prop, wanted[prop])}
        if not left:
            return found
        try:
            return _together(found, check.verdicts(name, left, start))
        except KeyboardInterrupt as error:
            return replace(found, stopped=stopped_by(error))
        except (CounterpointError, OSError):  # the first answer stays, with its reason
            return found

    def _is_short(self, verdict: Verdict, found: Verdicts) -> bool:
        """Whether a property is unknown for lack of memory, and not because an audit failed."""
        passed = verdict.audited is None or verdict.audited.passed
        said = str(self._task.limits.too_much_memory)
        short = said in verdict.reason or said in found.stopped
        return verdict.answer is Answer.UNKNOWN and passed and short


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
