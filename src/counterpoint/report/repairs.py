"""Repairs, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..figure import counted
from ..repairs.results import ForbiddenStep, Lost, Outcome, Repair, Repairs
from .json import verdicts_data
from .plain import stopped_data
from .wrap import hanging, terminal_width


def repairs_text(found: Repairs) -> Iterator[str]:
    """Lines with the outcome, and each addition with what it forbids."""
    yield f"{found.target}: {found.property}"
    yield ""
    match found.outcome:
        case Outcome.REPAIRED:
            yield from _heading(found)
            for number, repair in enumerate(found, start=1):
                yield ""
                yield from _repair_text(number, repair)
            if found.reason:
                yield ""
                yield from _line("  ", f"there may be more: {found.reason}")
                yield from _extent_text(found)
        case Outcome.HOLDS:
            yield f"  nothing to repair: {found.reason}"
        case Outcome.IMPOSSIBLE:
            yield f"  no repair: {found.reason}"
            yield from _may_text(found)
            yield from _additions_text(found)
            if found.lost is not None:
                yield from _lost_text(found.lost)
        case Outcome.UNKNOWN:
            yield from _line("  ", f"unknown: {found.reason}")
            yield from _may_text(found)
            yield from _additions_text(found)
            yield from _extent_text(found)


def _heading(found: Repairs) -> Iterator[str]:
    count = len(found)
    noun = "addition makes" if count == 1 else "additions make"
    yield f"  {count} {noun} it hold ({found.tried:,} tried, {found.seconds:.1f} s)"
    yield from _may_text(found)
    if found.kept:
        yield from _line("  ", f"holds as before: {', '.join(found.kept)}")


def _may_text(found: Repairs) -> Iterator[str]:
    if found.may:
        yield from _line("  ", f"may be restrained: {found.may}")


def _additions_text(found: Repairs) -> Iterator[str]:
    """What could have been added, for a property that needs something else."""
    if found.additions:
        yield from _line("  ", f"additions are {found.additions}")


def _extent_text(found: Repairs) -> Iterator[str]:
    """How far the search came: which sizes it searched to their end, and which it did not."""
    if not found.size:
        yield f"  searched: none of the sizes up to {found.most}"
        return
    parts = []
    if found.complete:
        parts.append(f"{_sizes(1, found.complete)} completely")
    if found.size > found.complete:
        parts.append(f"{_sizes(found.size, found.size)} in part")
    if found.most > found.size:
        parts.append(f"{_sizes(found.size + 1, found.most)} not")
    yield from _line("  ", f"searched: {', '.join(parts)} ({found.tried:,} tried)")
    if found.undecided:
        were = "1 check was" if found.undecided == 1 else f"{found.undecided:,} checks were"
        yield f"  {were} not finished, of additions that may help"


def _sizes(first: int, last: int) -> str:
    if first == last:
        return f"size {first}"
    return f"sizes {first} {'and' if last == first + 1 else 'to'} {last}"


def _repair_text(number: int, repair: Repair) -> Iterator[str]:
    yield f"{number}. size {repair.size}, {counted(repair.states, 'state')}, {repair.place}"
    yield ""
    yield from (f"    {line}".rstrip() for line in repair.source.splitlines())
    yield ""
    left = repair.forbidden - len(repair.forbids)
    yield f"  forbids {counted(repair.forbidden, 'step')}" + (":" if repair.forbids else "")
    for step in repair.forbids:
        yield from _line("    ", f"{step}")
    if left:
        yield f"    ... and {left:,} more"
    if repair.switches_off:
        yield from _line("  ", f"switches off for ever: {', '.join(repair.switches_off)}")
    if repair.ends:
        yield from _line("  ", f"may happen, but not always again: {', '.join(repair.ends)}")


def _line(indent: str, text: str) -> list[str]:
    return hanging(text, terminal_width(), indent, f"{indent}    ")


def _lost_text(lost: Lost) -> Iterator[str]:
    yield f"  {lost.states:,} of {lost.explored:,} states that were looked at are lost"
    play = ", ".join(lost.play) or "no event: the start breaks it"
    yield from _line("  ", f"a run through lost states: {play}")


def repairs_data(found: Repairs) -> dict[str, Any]:
    """The outcome as plain data."""
    return {
        "target": found.target,
        "property": found.property,
        "outcome": found.outcome.value,
        "reason": found.reason,
        "may": found.may,
        "additions": found.additions,
        "kept": list(found.kept),
        "repairs": [_repair_data(repair) for repair in found],
        "lost": None if found.lost is None else _lost_data(found.lost),
        "most": found.most,
        "size": found.size,
        "complete": found.complete,
        "tried": found.tried,
        "undecided": found.undecided,
        **stopped_data(found.stopped),
        "seconds": round(found.seconds, 4),
    }


def _repair_data(repair: Repair) -> dict[str, Any]:
    return {
        "source": repair.source,
        "place": repair.place,
        "size": repair.size,
        "states": repair.states,
        "forbidden": repair.forbidden,
        "forbids": [_step_data(step) for step in repair.forbids],
        "switches_off": list(repair.switches_off),
        "ends": list(repair.ends),
        "check": verdicts_data(repair.verdicts, repair.target),
    }


def _step_data(step: ForbiddenStep) -> dict[str, Any]:
    return {"after": list(step.after), "step": step.step, "state": step.state}


def _lost_data(lost: Lost) -> dict[str, Any]:
    return {"states": lost.states, "explored": lost.explored, "play": list(lost.play)}
