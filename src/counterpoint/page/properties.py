"""Checked properties as plain data: answers with reasons, and the progress of the search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..engines.base.task import Progress
from ..verdict import Answer, Verdict, Verdicts
from .loaded import Wanted

_FOLDERS = re.compile(r"(?<![\w.])/(?:[^/\s()]+/)+(?=[^/\s()]+:\d+)")
"""The folders before a file name with a line number: the page shows only the file."""


def checking_data(wanted: Sequence[Wanted], so_far: Progress | None) -> dict[str, Any]:
    """The message about properties while they are being decided."""
    rate = 0.0 if so_far is None or not so_far.seconds else so_far.states / so_far.seconds
    return {
        "type": "properties",
        "done": False,
        "states": 0 if so_far is None else so_far.states,
        "rate": round(rate),
        "workers": 0 if so_far is None else so_far.workers,
        "rows": [
            {"name": one.name, "text": _unless(one.name, one.text), "answer": "checking"}
            for one in wanted
        ],
    }


def properties_data(
    found: Verdicts, wanted: Sequence[Wanted], was: Mapping[str, str]
) -> dict[str, Any]:
    """The answers, each with its previous answer if a change of rules or files changed it."""
    known = {one.name: one for one in wanted}
    return {
        "type": "properties",
        "done": True,
        "states": found.states,
        "complete": found.complete,
        "stopped": found.stopped,
        "seconds": round(found.seconds, 3),
        "warnings": list(found.warnings),
        "rows": [_row(each, known.get(each.name, Wanted(each.name, "")), was) for each in found],
    }


def _unless(name: str, text: str) -> str:
    """The text of a property; empty if it is the name, but for brackets and blanks."""
    return "" if _bare(text) == _bare(name) else text


def _bare(text: str) -> str:
    return re.sub(r"[\s(){}]", "", text)


def _row(verdict: Verdict, wanted: Wanted, was: Mapping[str, str]) -> dict[str, Any]:
    vacuous = verdict.answer is Answer.HOLDS and verdict.vacuous
    answer = "vacuous" if vacuous else verdict.answer.value
    before = was.get(verdict.name, answer)
    return {
        "name": verdict.name,
        "text": _unless(verdict.name, wanted.text),
        "answer": answer,
        "reason": _FOLDERS.sub("", verdict.reason),
        "is_number": wanted.is_number,
        "was": before if before != answer else "",
        "steps": None if verdict.trace is None else len(verdict.trace.steps),
        "loop": None if verdict.trace is None else verdict.trace.loop,
        "witness": verdict.answer is Answer.HOLDS,
    }
