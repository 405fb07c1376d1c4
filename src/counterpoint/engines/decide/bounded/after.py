"""Bounded search after another engine that ran out of memory, listed many states, or refused.

A space may be too large long before it fills the memory that is allowed. So another engine lists
some states first; then bounded search has a short turn, in which it finds runs of a few steps and
simple proofs. Then the other engine begins again and gets a part of the memory; then bounded search
has another turn; then the other engine gets all of the memory, and what it leaves is searched
again, to the limit of time if there is one, else for a longer turn, so that a check ends without
one. Where decision diagrams are all that can be tried, whose operations may take for ever, bounded
search has the short turn before them. All turns are measured by work, never by time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ....alarm import stopped_by
from ....errors import CounterpointError
from ....model.property import NoFailedAssertion
from ....stopped import ENOUGH_LISTED, Cause
from ....verdict import Answer, Verdict, Verdicts
from ...base.task import Task


class Check(Protocol):
    """A target that is opened for a check of its properties."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts on the properties, for a check that began at `start`."""


Opened = Callable[[Task], Check]
"""Opens a target for a task."""


class InTurns:
    """A check by one engine, then by bounded search of what that left unknown, by turns.

    What a person or a limit ended is left as it is, but for a limit of memory: a bounded search
    needs little of it. What the first engine held is freed before. With `refused`, what the first
    engine refuses is searched too. With `at_once`, bounded search has a turn before all others.
    """

    def __init__(
        self, first: Opened, then: Opened, task: Task, *, refused: bool, at_once: bool = False
    ) -> None:
        self._first, self._then, self._task = first, then, task
        self._ends = {Cause.MEMORY, Cause.TURN, *([Cause.NOTHING] if refused else [])}
        self._at_once = at_once

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts, each by the engine that decided it."""
        turn = self._turn(name, wanted, start) if self._at_once else None
        if turn is None:
            return self._listed(name, wanted, start)
        left = _left(turn, wanted)
        if not left or turn.stopped:
            return turn
        return _going_on(turn, lambda: self._listed(name, left, start))

    def _turn(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts | None:
        """The verdicts of a short turn of bounded search; None if it refuses all."""
        try:
            return self._then(self._short).verdicts(name, wanted, start)
        except CounterpointError:  # the other engines say what is wrong, if anything is
            return None

    def _listed(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts of the other engine; with a short turn between if that lists many states."""
        least, most = self._least, self._task.tuning.turn_listed
        found = self._first(replace(least, listed=most)).verdicts(name, wanted, start)
        if not _is_cut(found):
            return self._others(found, wanted, start)
        turn = self._searched(found, wanted, start, self._short)
        left = _left(turn, wanted)
        if not left or turn.stopped.ends_everything:
            return turn

        def others() -> Verdicts:
            return self._others(self._first(least).verdicts(name, left, start), left, start)

        return _going_on(turn, others)

    def _others(self, found: Verdicts, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts of the other engine, and of bounded search of what it leaves.

        `found` are those of the other engine with the least memory.
        """
        least = self._least
        if least is self._task or not _is_short(found, least):
            return self._searched(found, wanted, start, self._last)
        task = replace(self._task, work=self._task.tuning.turn_work)
        turn = self._searched(found, wanted, start, task)
        left = _left(turn, wanted)
        if not left or turn.stopped.ends_everything:
            return turn

        def last() -> Verdicts:
            again = self._first(self._task).verdicts(found.target, left, start)
            return self._searched(again, left, start, self._last)

        return _going_on(turn, last)

    @property
    def _least(self) -> Task:
        """The task of the other engine before it gets all of the memory."""
        task, memory = self._task, self._task.tuning.turn_memory
        if task.limits.bytes <= memory:
            return task
        return replace(task, limits=replace(task.limits, memory=memory))

    @property
    def _short(self) -> Task:
        """The task of a short turn of bounded search."""
        return replace(self._task, work=self._task.tuning.turn_at_once)

    @property
    def _last(self) -> Task:
        """The task of the last search."""
        task = self._task
        if task.limits.seconds is not None:
            return task
        return replace(task, work=task.tuning.turn_last)

    def _searched(
        self, found: Verdicts, wanted: Mapping[str, Any], start: float, task: Task
    ) -> Verdicts:
        """The verdicts, with those of a bounded search where it decides more."""
        left = _left(found, wanted) if found.stopped.cause in self._ends else {}
        if not left:
            return found
        try:
            later = self._then(task).verdicts(found.target, left, start)
        except CounterpointError:  # the first answer stays, with its reason
            return found
        except KeyboardInterrupt as error:
            return _ended(found, error)
        ended = later.stopped if later.stopped.ends_everything else found.stopped or later.stopped
        better = tuple(_better(each, later) for each in found)
        return replace(found, properties=better, seconds=later.seconds, stopped=ended)


def _left(found: Verdicts, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The properties that another engine may decide; a check may have added one."""
    every = {str(NoFailedAssertion()): NoFailedAssertion(), **wanted}
    return {each.name: every[each.name] for each in found if _is_open(each)}


def _is_open(verdict: Verdict) -> bool:
    """Whether another engine may be asked: not where an audit found that this one is wrong."""
    passed = verdict.audited is None or verdict.audited.passed
    return verdict.answer is Answer.UNKNOWN and passed


def _is_cut(found: Verdicts) -> bool:
    """Whether something is unknown because only the first states were listed."""
    cut = found.stopped.cause is Cause.TURN
    return any(cut or ENOUGH_LISTED in each.reason for each in found if _is_open(each))


def _is_short(found: Verdicts, task: Task) -> bool:
    """Whether something is unknown for lack of memory."""
    said = str(task.limits.too_much_memory)
    short = found.stopped.cause is Cause.MEMORY or "the limit of memory" in found.stopped
    return any(short or said in each.reason for each in found if _is_open(each))


def _better(verdict: Verdict, later: Verdicts) -> Verdict:
    """The later verdict if it decides; else the first one, with the reasons of both."""
    other = next((each for each in later if each.name == verdict.name), None)
    if not _is_open(verdict) or other is None:
        return verdict
    if other.answer is not Answer.UNKNOWN:
        reason = f"{other.reason}; by bounded search" if other.reason else "by bounded search"
        return replace(other, reason=reason)
    return replace(verdict, reason=f"{verdict.reason}; by bounded search: {other.reason}")


def _going_on(turn: Verdicts, others: Callable[[], Verdicts]) -> Verdicts:
    """The verdicts of a turn, and of others what it left; those of the turn if that is ended."""
    try:
        return _together(turn, others())
    except KeyboardInterrupt as error:
        return _ended(turn, error)


def _ended(found: Verdicts, error: KeyboardInterrupt) -> Verdicts:
    """The verdicts that were found before something ended the check."""
    return replace(found, stopped=stopped_by(error))


def _together(turn: Verdicts, later: Verdicts) -> Verdicts:
    """The verdicts of a turn, and those of a later check of what it left."""
    found = {each.name: each for each in later}
    decided = (found.get(each.name, each) if _is_open(each) else each for each in turn)
    warnings = tuple(dict.fromkeys((*turn.warnings, *later.warnings)))
    return replace(later, properties=tuple(decided), warnings=warnings)
