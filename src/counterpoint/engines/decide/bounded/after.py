"""A bounded search after another engine that ran out of memory, or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ....errors import CounterpointError
from ....stopped import Cause
from ....verdict import Answer, Verdict, Verdicts


class Check(Protocol):
    """A target that is opened for a check of its properties."""

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts on the properties, for a check that began at `start`."""


class ThenBounded:
    """A check by one engine, then by bounded search of what that left unknown.

    What a person or a limit ended is left as it is, but for a limit of memory: a bounded search
    needs little of it. What the first engine held is freed before.
    """

    def __init__(self, first: Callable[[], Check], then: Callable[[], Check]) -> None:
        self._first, self._then = first, then

    def verdicts(self, name: str, wanted: Mapping[str, Any], start: float) -> Verdicts:
        """The verdicts, each by the engine that decided it."""
        found = self._first().verdicts(name, wanted, start)
        if found.stopped.cause not in (Cause.NOTHING, Cause.MEMORY):
            return found
        left = {
            each.name: wanted[each.name] for each in found if _is_open(each) and each.name in wanted
        }
        if not left:
            return found
        try:
            later = self._then().verdicts(name, left, start)
        except CounterpointError:  # the first answer stays, with its reason
            return found
        return replace(
            found,
            properties=tuple(_better(each, later) for each in found),
            seconds=later.seconds,
            stopped=found.stopped or later.stopped,
        )


def _is_open(verdict: Verdict) -> bool:
    """Whether another engine may be asked: not where an audit found that this one is wrong."""
    passed = verdict.audited is None or verdict.audited.passed
    return verdict.answer is Answer.UNKNOWN and passed


def _better(verdict: Verdict, later: Verdicts) -> Verdict:
    """The later verdict if it decides; else the first one, with the reasons of both."""
    other = next((each for each in later if each.name == verdict.name), None)
    if not _is_open(verdict) or other is None:
        return verdict
    if other.answer is not Answer.UNKNOWN:
        reason = f"{other.reason}; by bounded search" if other.reason else "by bounded search"
        return replace(other, reason=reason)
    return replace(verdict, reason=f"{verdict.reason}; by bounded search: {other.reason}")
