"""Verdicts as text for a terminal: the answers first, then each counterexample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..model.explanation import Explanation, Fate, Request
from ..model.system import REST
from ..verdict import Answer, Branch, Trace, Verdict, Verdicts
from .story import Scene, story_of

WORDS = {Answer.HOLDS: "holds", Answer.FAILS: "FAILS", Answer.UNKNOWN: "unknown"}
WIDTH = 100

_IN_WORDS = {
    "assertions": "no failed assertion",
    "deadlock": "no deadlock",
    "hot-termination": "no hot termination",
    "hot-cycle": "no hot cycle",
    "hot-system-cycle": "no hot system cycle",
}


def verdicts_text(verdicts: Verdicts, target: Any) -> str:
    """A whole check: a line of figures, a line a property, then the runs that show the answers."""
    lines = [_figures(verdicts), ""]
    lines += map(_answer, verdicts)
    for verdict in verdicts:
        if verdict.trace is not None:
            lines += ["", *_run(verdict, verdict.trace, target)]
    lines += [f"warning: {warning}" for warning in verdicts.warnings]
    return "\n".join(lines)


def _figures(verdicts: Verdicts) -> str:
    complete = "all of them" if verdicts.complete else "not all of them"
    steps = "" if verdicts.transitions is None else f"{verdicts.transitions:,} transitions, "
    return (
        f"{verdicts.target}: {verdicts.states:,} states ({complete}), "
        f"{steps}{verdicts.seconds:.2f} s"
    )


def _answer(verdict: Verdict) -> str:
    reason = f"vacuously: {verdict.reason}" if verdict.vacuous else verdict.reason
    more = f" ({reason})" if reason else ""
    return f"  {WORDS[verdict.answer]:7}  {in_words(verdict.name)}{more}"


def in_words(name: str) -> str:
    """The name of a property as a claim: what holds if it holds.

    >>> in_words("hot-cycle:pour(HOT)"), in_words("X never wins")
    ('no hot cycle of pour(HOT)', 'X never wins')
    """
    kind, _, threads = name.partition(":")
    known = _IN_WORDS.get(kind)
    if known is None:
        return name
    return f"{known} of {threads.replace('+', ', ')}" if threads else known


def _run(verdict: Verdict, trace: Trace, target: Any) -> Iterator[str]:
    """The run that shows an answer, then what else there is to see on the way."""
    word = "fails" if verdict.answer is Answer.FAILS else "holds, as shown"
    count = len(trace.events)
    events = f"{count} event{'' if count == 1 else 's'}"
    where = f"after {events}" if trace.steps else "at once"
    yield f"{in_words(verdict.name)}: {word} {where}"
    yield ""
    yield from _scenes(trace, target)
    for branch in verdict.branches:
        yield from _branch(branch, trace, target)


def _scenes(trace: Trace, target: Any) -> Iterator[str]:
    scenes = story_of(trace, target)
    drawn = any(scene.picture for scene in scenes)
    yield from _pictures(scenes, trace.loop) if drawn else _steps(scenes, trace.loop)


def _branch(branch: Branch, trace: Trace, target: Any) -> Iterator[str]:
    where = "at the start" if branch.at == 0 else f"after {branch.at}"
    if branch.trace is None:
        yield f"  {where}: {branch.claim}"
        return
    yield f"  {where} also: {branch.claim}"
    yield ""
    yield from _scenes(branch.trace, target)


def _steps(scenes: list[Scene], loop: int | None) -> Iterator[str]:
    if loop == 0:
        yield "       (the loop starts here)"
    width = max((len(scene.event or "") for scene in scenes), default=0)
    for number, scene in enumerate(scenes[1:], start=1):
        yield f"  {number:3}  {scene.event:<{width}}  {_asked(scene)}".rstrip()
        if number == loop:
            yield "       (the loop starts here)"
    if loop is not None:
        yield "       (back to the start of the loop)"


def _asked(scene: Scene) -> str:
    if not scene.asked_by:
        return "" if scene.event == str(REST) else "from outside"
    first, *others = scene.asked_by
    more = f" and {len(others)} more" if others else ""
    return f"requested by {first.thread}{more} at {first.place}"


def _pictures(scenes: list[Scene], loop: int | None) -> Iterator[str]:
    """The pictures side by side, as many as fit, each under the event that led to it."""
    blocks = [_block(number, scene, loop) for number, scene in enumerate(scenes)]
    row: list[list[str]] = []
    for block in [*blocks, None]:
        used = sum(len(other[0]) + 3 for other in row)
        if block is None or (row and used + len(block[0]) > WIDTH):
            yield from _side_by_side(row)
            row = []
        if block is not None:
            row.append(block)


def _block(number: int, scene: Scene, loop: int | None) -> list[str]:
    head = "start" if number == 0 else f"{number} {scene.event}"
    if number == loop:
        head += " (loop)"
    lines = [head, *(scene.picture or "").splitlines()]
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def _side_by_side(row: list[list[str]]) -> Iterator[str]:
    height = max((len(block) for block in row), default=0)
    for level in range(height):
        parts = (block[level] if level < len(block) else " " * len(block[0]) for block in row)
        yield ("  " + "   ".join(parts)).rstrip()
    yield ""


def explanation_text(explanation: Explanation) -> Iterator[str]:
    """What was asked in a state and what became of it, a line for each request.

    Requests of one b-thread with the same fate share a line.
    """
    for requests in _by_statement(explanation.requests):
        first = requests[0]
        events = ", ".join(str(request.event) for request in requests)
        rank = "" if first.priority is None else f" at priority {first.priority:g}"
        yield f"      {first.stand.thread} asks for {events}{rank}: {_fate(first)}"


def _fate(request: Request) -> str:
    if request.fate is not Fate.BLOCKED:
        return str(request.fate.value)
    who = list(dict.fromkeys(stand.thread for stand in request.blocked_by))
    more = f" and {len(who) - 3} more" if len(who) > 3 else ""
    return f"blocked by {', '.join(who[:3])}{more}"


def _by_statement(requests: Iterable[Request]) -> list[list[Request]]:
    groups: dict[object, list[Request]] = {}
    for request in requests:
        key = (request.stand, request.fate, request.blocked_by)
        groups.setdefault(key, []).append(request)
    return list(groups.values())
