"""Variants of a program as a table: a line for each rule, a column for each property."""

from __future__ import annotations

from collections.abc import Sequence

from ..engines.variations import Variation
from ..verdict import Answer, Verdict
from .text import in_words


def rules_text(rows: Sequence[Variation]) -> str:
    """What becomes of each property without each rule."""
    return _table("without", rows, whole="(nothing: the whole program)")


def stages_text(rows: Sequence[Variation]) -> str:
    """What becomes of each property as the rules are added."""
    return _table("up to", rows, whole="")


def _table(head: str, rows: Sequence[Variation], whole: str) -> str:
    names = list(dict.fromkeys(verdict.name for row in rows for verdict in row.verdicts))
    cells = [[head, "states", *map(in_words, names)]]
    for row in rows:
        answers = {verdict.name: _cell(verdict) for verdict in row.verdicts}
        states = f"{row.verdicts.states:,}{'' if row.verdicts.complete else '+'}"
        cells.append([row.rule or whole, states, *(answers.get(name, "") for name in names)])
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return "\n".join(_line(line, widths) for line in cells)


def _line(line: list[str], widths: list[int]) -> str:
    first, states, *answers = line
    padded = [a.ljust(width) for a, width in zip(answers, widths[2:], strict=True)]
    return "  ".join([first.ljust(widths[0]), states.rjust(widths[1]), *padded]).rstrip()


def _cell(verdict: Verdict) -> str:
    if verdict.answer is Answer.FAILS and verdict.trace is not None:
        return f"FAILS after {len(verdict.trace.events)}"
    return verdict.answer.value + (" vacuously" if verdict.vacuous else "")
