"""Verdicts in a file, to compare later checks with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from typing import Any, NoReturn

from ..data import dataclass
from ..errors import BadBaseline
from ..model.notation import notation_of
from ..reading import text_in
from ..verdict import Answer, Verdict, Verdicts
from .clean import clean
from .digests import file_digests, rule_digests
from .plain import to_text
from .source_root import SourceRoot

FORMAT = 1
"""The number of the format: another one is not read."""

LARGEST = 256 << 20
"""The most bytes of a file that are read."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The saved answer to one property; `events` are the labels of its counterexample, if any."""

    name: str
    answer: str
    vacuous: bool = False
    reason: str = ""
    events: tuple[str, ...] | None = None
    loop: int | None = None


@dataclass(frozen=True, slots=True)
class Baseline:
    """The verdicts of a check, with digests of what its target was made of.

    `target` is its name from the root of the repository, `version` that of Counterpoint. A number
    too large to be written is None.
    """

    target: str
    version: str
    notation: str
    states: int | None
    transitions: int | None
    complete: bool
    properties: tuple[Answered, ...]
    rules: Mapping[str, str]
    files: Mapping[str, str]


def baseline_of(
    verdicts: Verdicts, target: Any, file: str | None, root: SourceRoot, name: str
) -> Baseline:
    """The baseline of a check: `file` is that of its target, and `name` what it is called there."""
    return Baseline(
        name,
        version("counterpoint"),
        notation_of(target).value,
        verdicts.states,
        verdicts.transitions,
        verdicts.complete,
        tuple(_answered(verdict) for verdict in verdicts),
        {clean(rule): of for rule, of in rule_digests(target).items()},
        {clean(each): of for each, of in file_digests(target, file, root).items()},
    )


def _answered(verdict: Verdict) -> Answered:
    name, reason = clean(verdict.name), clean(verdict.reason)
    if verdict.answer is not Answer.FAILS or verdict.trace is None:
        return Answered(name, verdict.answer.value, verdict.vacuous, reason)
    events = tuple(clean(str(label)) for label, _ in verdict.trace.steps)
    loop = verdict.trace.loop
    return Answered(name, verdict.answer.value, verdict.vacuous, reason, events, loop)


def baseline_text(baseline: Baseline) -> str:
    """A baseline as the text of its file.

    >>> empty = Baseline("tap.py", "0.1.0", "model", 7, 6, True, (), {}, {})
    >>> read(baseline_text(empty), "main.json") == empty
    True
    """
    return to_text({"format": FORMAT, **asdict(baseline)}) + "\n"


def baseline_in(path: str, target: str) -> Baseline:
    """The baseline in a file; raises `BadBaseline` if it is none, or of another target."""
    found = read(text_in(path, BadBaseline, largest=LARGEST), path)
    if found.target != target:
        raise BadBaseline(
            f"{path} was saved for {found.target}, and {target} is checked: a baseline is compared "
            "with the same target"
        )
    return found


def read(text: str, path: str) -> Baseline:
    """The baseline in a text that was read from a file; raises `BadBaseline` if it is none."""
    return _Reader(path).baseline(text)


class _Reader:
    """Reads a baseline, and names what is wrong with it."""

    def __init__(self, path: str) -> None:
        self._path = path

    def baseline(self, text: str) -> Baseline:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            self._refuse(f"it is not JSON: {error}")
        if not isinstance(data, dict) or "format" not in data:
            self._refuse('it has no "format"')
        if data["format"] != FORMAT or isinstance(data["format"], bool):
            self._refuse(f"its format is {data['format']!r}, and this version reads {FORMAT}")
        return Baseline(
            self._of(data, "target", str),
            self._of(data, "version", str),
            self._of(data, "notation", str),
            self._count(data, "states"),
            self._count(data, "transitions"),
            self._of(data, "complete", bool),
            self._properties(self._of(data, "properties", list)),
            self._digests(data, "rules"),
            self._digests(data, "files"),
        )

    def _properties(self, given: list[Any]) -> tuple[Answered, ...]:
        found = tuple(map(self._answered, given))
        if len({each.name for each in found}) < len(found):
            self._refuse("two of its properties have one name")
        return found

    def _answered(self, given: Any) -> Answered:
        if not isinstance(given, dict):
            self._refuse("one of its properties is no object")
        answer = self._of(given, "answer", str)
        if answer not in {each.value for each in Answer}:
            self._refuse(f"{answer!r} is no answer")
        events = given.get("events")
        if events is not None:
            events = tuple(self._text(event) for event in self._of(given, "events", list))
        loop = self._count(given, "loop")
        if loop is not None and (events is None or loop > len(events)):
            self._refuse(f"a run of it goes back to {loop}, and has {len(events or ())} events")
        return Answered(
            self._of(given, "name", str),
            answer,
            self._of(given, "vacuous", bool),
            self._of(given, "reason", str),
            events,
            loop,
        )

    def _digests(self, data: dict[str, Any], name: str) -> dict[str, str]:
        given = self._of(data, name, dict)
        return {key: self._text(of) for key, of in given.items()}

    def _text(self, given: Any) -> str:
        if not isinstance(given, str):
            self._refuse(f"{given!r} stands where a text is needed")
        return given

    def _count(self, data: dict[str, Any], name: str) -> int | None:
        if data.get(name) is None:
            return None
        found = self._of(data, name, int)
        if isinstance(found, bool) or found < 0:
            self._refuse(f'its "{name}" is {found!r}, and a number from 0 up is needed')
        return int(found)

    def _of(self, data: dict[str, Any], name: str, kind: type) -> Any:
        if not isinstance(data.get(name), kind):
            self._refuse(f'its "{name}" is missing, or is not what it was saved as')
        return data[name]

    def _refuse(self, why: str) -> NoReturn:
        raise BadBaseline(f"{self._path} holds no saved verdicts: {why}")
