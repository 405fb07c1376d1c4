"""Variants of a target as a table: a row for each rule, a column for each property."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ..data import dataclass
from ..engines.variations import Variation
from ..verdict import Answer, Verdict
from .text import in_words
from .wrap import WIDTH, hanging, terminal_width

GAP = "  "


def rules_text(rows: Sequence[Variation], *, width: int | None = None) -> str:
    """The table of the answer to each property without each rule."""
    of_module = any(row.verdicts.depth is not None for row in rows)
    whole = f"(nothing: the whole {'specification' if of_module else 'program'})"
    return _table("without", rows, whole, width)


def stages_text(rows: Sequence[Variation], *, width: int | None = None) -> str:
    """The table of the answer to each property as the rules are added."""
    return _table("up to", rows, "", width)


@dataclass(frozen=True, slots=True)
class _Column:
    """The cells of a column, the head first."""

    cells: tuple[str, ...]
    right: bool = False

    @property
    def width(self) -> int:
        return max(map(len, self.cells))

    def cell(self, line: int) -> str:
        text = self.cells[line]
        return text.rjust(self.width) if self.right else text.ljust(self.width)


def _table(head: str, rows: Sequence[Variation], whole: str, width: int | None) -> str:
    """A table that fits a width: with numbers in place of names, or split, if needed."""
    room = width or terminal_width() or WIDTH
    rules = _Column((head, *(row.rule or whole for row in rows)))
    counts = (f"{row.verdicts.states:,}{'' if row.verdicts.complete else '+'}" for row in rows)
    fixed = [rules, _Column(("states", *counts), right=True)]
    names = list(dict.fromkeys(verdict.name for row in rows for verdict in row.verdicts))
    columns = [_column(in_words(name), name, rows) for name in names]
    last = [_unasked(rows)] if any(row.verdicts.unasked for row in rows) else []
    said = list(_said(head, rows, room))
    if _width([*fixed, *columns, *last]) <= room:
        return "\n".join(chain(_lines([*fixed, *columns, *last]), said))
    numbered = [_column(f"({n})", name, rows) for n, name in enumerate(names, start=1)]
    groups = _fitting(numbered, room - _width([*fixed, *last]))
    tables = (_lines([*fixed, *group, *last]) for group in groups)
    legend = (
        hanging(in_words(name), room, f"({n}) ".rjust(len(f"({len(names)}) ")))
        for n, name in enumerate(names, start=1)
    )
    return "\n".join(chain(*(chain(table, [""]) for table in tables), *legend, said))


def _said(head: str, rows: Sequence[Variation], room: int) -> Iterator[str]:
    """Remarks on the answers: why some are missing, and the warnings about variants of a module."""
    if rows and (stopped := rows[-1].verdicts.stopped).ends_everything:
        yield ""
        yield from hanging(f"not all variants were checked: {stopped}", room, "  ")
    warnings = [(row.rule, warning) for row in rows for warning in row.verdicts.warnings]
    if warnings and any(row.verdicts.depth is not None for row in rows):
        yield ""
        for rule, warning in warnings:
            yield from hanging(f"{head} {rule}: {warning}" if rule else warning, room, "  ")


def _column(head: str, name: str, rows: Sequence[Variation]) -> _Column:
    answers = [{verdict.name: _cell(verdict) for verdict in row.verdicts} for row in rows]
    return _Column((head, *(answer.get(name, "") for answer in answers)))


def _unasked(rows: Sequence[Variation]) -> _Column:
    """The properties that fail, and that nobody asked about."""
    found = ([f"{of.name} {_cell(of)}" for of in row.verdicts.unasked] for row in rows)
    return _Column(("not asked", *map(", ".join, found)))


def _width(columns: Sequence[_Column]) -> int:
    return sum(column.width + len(GAP) for column in columns) - len(GAP)


def _fitting(columns: Sequence[_Column], room: int) -> Iterator[list[_Column]]:
    """The columns in groups that fit a width, each of at least one column."""
    group: list[_Column] = []
    for column in columns:
        if group and _width([*group, column]) + len(GAP) > room:
            yield group
            group = []
        group.append(column)
    if group:
        yield group


def _lines(columns: Sequence[_Column]) -> Iterator[str]:
    for line in range(len(columns[0].cells)):
        yield GAP.join(column.cell(line) for column in columns).rstrip()


def _cell(verdict: Verdict) -> str:
    if verdict.answer is Answer.FAILS and verdict.trace is not None:
        return f"FAILS after {len(verdict.trace.events)}"
    return verdict.answer.value + (" vacuously" if verdict.vacuous else "")
