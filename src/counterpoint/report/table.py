"""Variants of a target as a table: a row for each rule, a column for each property."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from ..data import dataclass
from ..engines.variations import Variation
from ..verdict import Answer, Verdict
from .text import WORDS, in_words
from .wrap import WIDTH, hanging, terminal_width

GAP = "  "

NOTHING = "(nothing)"
"""The row of the whole target, where its name must be short."""


def rules_text(rows: Sequence[Variation], *, width: int | None = None) -> str:
    """The table of the answer to each property without each rule."""
    of_module = any(row.verdicts.depth is not None for row in rows)
    whole = f"(nothing: the whole {'specification' if of_module else 'program'})"
    lines = [_table("without", rows, whole, width)]
    if unneeded := unneeded_rules(rows):
        room = width or terminal_width() or WIDTH
        said = f"the answers are the same without: {', '.join(unneeded)}"
        lines += ["", *hanging(said, room, "  ")]
    return "\n".join(lines)


def unneeded_rules(rows: Sequence[Variation]) -> list[str]:
    """The rules without which every answer is that of the whole; empty if some are not known."""
    answers = [
        {verdict.name: (verdict.answer, verdict.vacuous) for verdict in row.verdicts}
        for row in rows
    ]
    known = all(answer is not Answer.UNKNOWN for row in answers for answer, _ in row.values())
    if not known or any(row.verdicts.stopped for row in rows):
        return []
    unasked = [{verdict.name for verdict in row.verdicts.unasked} for row in rows]
    return [
        row.rule
        for row, found, fails in zip(rows, answers, unasked, strict=True)
        if row.rule and found and found == answers[0] and fails <= unasked[0] and not _is_odd(row)
    ]


def _is_odd(row: Variation) -> bool:
    """Whether there are warnings about a variant of a module: it says little then."""
    return row.verdicts.depth is not None and bool(row.verdicts.warnings)


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
    """A table that fits a width: with numbers for names, then in short words, then split."""
    room = width or terminal_width() or WIDTH
    names = list(dict.fromkeys(verdict.name for row in rows for verdict in row.verdicts))
    heads = [in_words(name) for name in names]
    numbers = [f"({n})" for n in range(1, len(names) + 1)]
    said = list(_said(head, rows, room))
    fixed, last = _fixed(head, rows, whole), _unasked(rows, _cell)
    columns = _columns(heads, names, rows, _cell)
    if _width([*fixed, *columns, *last]) <= room:
        return "\n".join(chain(_lines([*fixed, *columns, *last]), said))
    columns = _columns(numbers, names, rows, _cell)
    if _width([*fixed, *columns, *last]) > room:
        fixed, last = _fixed(head, rows, whole and NOTHING), _unasked(rows, _word)
        columns = _columns(numbers, names, rows, _word)
    groups = _fitting(columns, room - _width([*fixed, *last]))
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
    yield from _unknown(head, rows, room)
    warnings = [(row.rule, warning) for row in rows for warning in row.verdicts.warnings]
    if warnings and any(row.verdicts.depth is not None for row in rows):
        yield ""
        for rule, warning in warnings:
            yield from hanging(f"{head} {rule}: {warning}" if rule else warning, room, "  ")


def _unknown(head: str, rows: Sequence[Variation], room: int) -> Iterator[str]:
    """Why answers are unknown, each reason once for a row; not why a whole search ended."""
    said: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for verdict in row.verdicts:
            if verdict.answer is Answer.UNKNOWN and verdict.reason != str(row.verdicts.stopped):
                said.setdefault((row.rule, verdict.reason), []).append(verdict.name)
    if said:
        yield ""
    for (rule, reason), names in said.items():
        of = f"{head} {rule}: " if rule and not reason.startswith(f"without {rule}, ") else ""
        words = ", ".join(map(in_words, names))
        yield from hanging(f"unknown: {words}: {of}{reason}", room, "  ")


def _fixed(head: str, rows: Sequence[Variation], whole: str) -> list[_Column]:
    """The columns that each table begins with: the rules, and the numbers of states."""
    rules = _Column((head, *(row.rule or whole for row in rows)))
    counts = (f"{row.verdicts.states:,}{'' if row.verdicts.complete else '+'}" for row in rows)
    return [rules, _Column(("states", *counts), right=True)]


def _columns(
    heads: Sequence[str],
    names: Sequence[str],
    rows: Sequence[Variation],
    cell: Callable[[Verdict], str],
) -> list[_Column]:
    """A column for each property, with its answers as `cell` writes them."""
    answers = [{verdict.name: cell(verdict) for verdict in row.verdicts} for row in rows]
    return [
        _Column((head, *(answer.get(name, "") for answer in answers)))
        for head, name in zip(heads, names, strict=True)
    ]


def _unasked(rows: Sequence[Variation], cell: Callable[[Verdict], str]) -> list[_Column]:
    """The column of the properties that fail, and that nobody asked about; none without any."""
    if not any(row.verdicts.unasked for row in rows):
        return []
    found = ([f"{of.name} {cell(of)}" for of in row.verdicts.unasked] for row in rows)
    return [_Column(("not asked", *map(", ".join, found)))]


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


def _word(verdict: Verdict) -> str:
    """An answer in one word, for tables of many columns."""
    return "vacuous" if verdict.vacuous else WORDS[verdict.answer]
