"""Answers about logs, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..figure import figure
from ..implementation.answer import Conformed, Possibility, Standing, Why
from ..implementation.values import said
from .wrap import WIDTH, hanging, terminal_width

LISTED = 12
"""Allowed steps, and possible states, that the text lists; the data has more."""


def conformed_text(found: Conformed, log: str) -> str:
    """Whether a log conforms; if not, which line has no explanation, and what was possible."""
    width = terminal_width()
    lines = hanging(_answer(found, log), width)
    if found.answer is not Standing.CONFORMS:
        lines += [line for text in _before(found) for line in hanging(text, width, rest="      ")]
    return "\n".join([*lines, *_coverage(found)])


def _answer(found: Conformed, log: str) -> str:
    said = f": {found.said}" if found.said else ""
    if found.answer is Standing.CONFORMS:
        count = f"{found.lines:,} step{'' if found.lines == 1 else 's'}"
        return f"{log}: conforms ({count}; {_states(found)} at the end)"
    where = "at the start" if found.line is None else f"at line {found.line:,}"
    if found.answer is Standing.DIVERGES:
        return f"{log}: DIVERGES {where}{said}"
    return f"{log}: unknown from line {found.line or 1:,} on{said} ({found.reason})"


def _states(found: Conformed) -> str:
    count = found.states
    return f"{figure(count)} possible state{'' if count == 1 else 's'}"


def _before(found: Conformed) -> Iterator[str]:
    """The lines about what was possible before the line that has no explanation."""
    yield ""
    if found.hint:
        yield f"  {found.hint}"
    explained = f"{found.lines:,} step{'' if found.lines == 1 else 's'} explained"
    yield f"  {explained}; {_states(found)} then, {_who(found)} {_some(found.allowed)}"
    for one in found.possible[:LISTED]:
        yield from _state(one)
    more = found.states - len(found.possible[:LISTED])
    if more:
        yield f"  ... and {figure(more)} more state{'' if more == 1 else 's'}"


def _who(found: Conformed) -> str:
    """Which of the possible states allow steps: where it is unknown, only some were asked."""
    asked = len(found.possible)
    if found.answer is not Standing.UNKNOWN or asked == found.states:
        return f"which allow{'s' if found.states == 1 else ''}"
    return f"the first {asked:,} of which allow"


def _some(allowed: tuple[str, ...]) -> str:
    more = f" and {len(allowed) - LISTED:,} more" if len(allowed) > LISTED else ""
    return f"{', '.join(allowed[:LISTED]) or 'no step'}{more}"


def _state(one: Possibility) -> Iterator[str]:
    values = [f"{name} = {said(value)}" for name, value in one.values.items()]
    together = ", ".join(values) or "(no values)"
    yield ""
    yield from [f"  {together}"] if len(together) < WIDTH else (f"  {value}" for value in values)
    yield f"    allows {_some(one.allowed)}"
    for why in one.why:
        yield f"    {why.says}{_where(why)}"


def _where(why: Why) -> str:
    return f" ({why.place})" if why.place else ""


def _coverage(found: Conformed) -> Iterator[str]:
    """How many lines each rule or action may explain."""
    if found.coverage:
        yield ""
        yield "lines that a step of it may explain"
        width = max(map(len, found.coverage))
        for name, count in found.coverage.items():
            yield f"  {name:<{width}}  {f'{count:,}' if count else 'never':>9}"


def conformed_data(found: Conformed, target: str, log: str) -> dict[str, Any]:
    """The same as plain data: target, log, answer, line, said, reason, lines, allowed, states.

    Each of the `states` has its `values` by name, the steps that it `allowed`, and `why` the step
    in the log is none of them. `possible` counts all states, of which the first are listed.
    """
    data: dict[str, Any] = {
        "target": target,
        "log": log,
        "answer": found.answer.value,
        "line": found.line,
        "said": found.said,
        "reason": found.reason,
        "hint": found.hint,
        "lines": found.lines,
        "possible": found.states,
        "allowed": list(found.allowed),
        "states": [
            {
                "values": dict(one.values),
                "allowed": list(one.allowed),
                "why": [_why_data(why) for why in one.why],
            }
            for one in found.possible
        ],
    }
    return data if found.coverage is None else data | {"coverage": dict(found.coverage)}


def _why_data(why: Why) -> dict[str, Any]:
    return {
        "says": why.says,
        "rule": why.by,
        "place": None if why.place is None else str(why.place),
    }
