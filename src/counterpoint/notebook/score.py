"""The score of a run as a table: rows are rules or values, columns are steps.

Each mark is a character that styles replace by a drawing, so it is read where there are no styles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..report.score.difference import difference
from ..report.score.voice import GAME
from .pieces import count, cut, said, short
from .run import Run

MOST_ROWS = 60
"""Rows of a score; of a longer one, those are shown that say something."""

IN_CELL = 14
"""Characters of a value in the score."""

IN_HEAD = 12
"""Characters of a label above a column."""

MARKS = {
    "lead": ("●", "requested, selected"),
    "also": ("•", "requested, too"),
    "can": ("◎", "requested, selectable"),
    "ask": ("○", "requested"),
    "shut": ("\N{MULTIPLICATION SIGN}", "requested, blocked"),
}
"""The characters of the marks of requests, and what they mean."""

_OF_VALUES = {"lead": "taken", "can": "enabled"}
"""What they mean of the actions of a system with values."""


def score(run: Run, group: str) -> str:
    """The table; the head of a column is a label of the radio button `GROUP-AT` of a position."""
    rows: list[_Title | _Line] = [row for of in run.groups for row in _rows(run, of)]
    lines = [row for row in rows if isinstance(row, _Line)]
    missing = 0
    if len(lines) > MOST_ROWS:
        rows = [*[row for row in lines if row.speaks][:MOST_ROWS]]
        missing = len(lines) - len(rows)
    table = _Table(run, group, [row.id for row in rows])
    body = "".join(map(table.row, rows))
    note = f'<p class="dim">and {count(missing, "more row")}</p>' if missing else ""
    return (
        f'<div class="wide staves"><table class="score"><thead><tr>{"".join(table.heads())}</tr>'
        f"</thead><tbody>{body}</tbody></table></div>{note}{_legend(run)}"
    )


@dataclass(frozen=True, slots=True)
class _Title:
    """The row above a group."""

    id: str
    text: str
    voice: str


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of marks or values; it speaks if it has any at the steps that are shown."""

    id: str
    head: str
    kind: str
    voice: str
    speaks: bool


def _rows(run: Run, group: Mapping[str, Any]) -> Iterator[_Title | _Line]:
    voice, kind = group["voice"], group["kind"]
    yield _Title(f"group {group['id']}", group["title"], voice)
    for row in group["rows"]:
        if kind == "values":
            speaks = len({cells.get(row["id"]) for cells in run.cells.values()}) > 1
        else:
            speaks = any(row["id"] in column["marks"] for column in run.columns.values())
        yield _Line(row["id"], _name(row), kind, voice, speaks)


def _name(row: Mapping[str, Any]) -> str:
    """The name of a row as HTML, with how many b-threads there are, and its line."""
    name = short(row["name"] or "a step")
    shown = name if row["on"] else f'<span class="off">{name}</span> <small>off</small>'
    many = f" <small>\N{MULTIPLICATION SIGN}{row['threads']}</small>" if row["threads"] > 1 else ""
    line = f' <small class="line">:{row["line"]}</small>' if row["line"] else ""
    return f"{shown}{many}{line}"


class _Table:
    """The heads and the rows of the table; `ids` are those of its rows, in their order."""

    def __init__(self, run: Run, group: str, ids: Sequence[str]) -> None:
        self.run = run
        self.group = group
        self._place = {row: number for number, row in enumerate(ids)}
        self._lowest = {at: self._heard(column) for at, column in run.columns.items()}

    # Columns --------------------------------------------------------------------------------------

    def _places(self) -> Iterator[int | None]:
        """The positions with a column, the end after them; None for steps that are left out."""
        before = 0
        for at in self.run.positions:
            if at > before + 1:
                yield None
            if at or self.run.cells:  # of a program, nothing is shown before the first step
                yield at
            before = at
        if self.run.has_end:
            yield self.run.length + 1

    def heads(self) -> Iterator[str]:
        """The heads of the columns."""
        start = '<th class="corner"></th>' if self.run.cells else ""
        yield start or f'<th scope="col" class="corner k0">{self._label(0, "<b>start</b>")}</th>'
        for at in self._places():
            if at is None:
                yield '<th class="gap" aria-label="steps that are left out">…</th>'
            elif at > self.run.length:
                yield '<th scope="col" class="end"><b>end</b></th>'
            else:
                shown = self._shown(at) if at else "<i>&nbsp;</i> <b>start</b>"
                yield f'<th scope="col" class="k{at}">{self._label(at, shown)}</th>'

    def _label(self, at: int, inside: str) -> str:
        title = f"Step {at}: {self.run.title(at)}" if at else "The start"
        return f'<label for="{self.group}-{at}" title="{said(title, 200)}">{inside}</label>'

    def _shown(self, at: int) -> str:
        loop = self.run.trace.loop
        again = ' <span title="the loop begins here">↻</span>' if at - 1 == loop else ""
        name = cut(self.run.title(at), IN_HEAD)
        return f'<i>{at}{again}</i> <b class="{self.run.columns[at]["voice"]}">{said(name)}</b>'

    # Rows -----------------------------------------------------------------------------------------

    def row(self, row: _Title | _Line) -> str:
        """A row with its cells."""
        if isinstance(row, _Title):
            head = f'<th scope="rowgroup" class="{row.voice}">{said(row.text, 60)}</th>'
            return f'<tr class="group">{head}{self._cells(row)}</tr>'
        return (
            f'<tr><th scope="row" class="name {row.voice}">{row.head}</th>{self._cells(row)}</tr>'
        )

    def _cells(self, row: _Title | _Line) -> str:
        return "".join(
            '<td class="gap"></td>' if at is None else self._cell(row, at) for at in self._places()
        )

    def _cell(self, row: _Title | _Line, at: int) -> str:
        column = self.run.columns.get(at, {})
        inside = "" if self.run.cells else self._chord(row.id, at)
        if isinstance(row, _Title):
            return f'<td class="k{at}">{inside}</td>'
        if row.kind == "values":
            return f'<td class="k{at} val {row.voice}">{self._value(row.id, at)}</td>'
        marks = column.get("marks", {}).get(row.id, {})
        inside += _mark(marks, row.kind) + _bands(marks)
        return f'<td class="k{at} {row.voice}">{inside}</td>'

    def _chord(self, row: str, at: int) -> str:
        """The line of a step, where it passes a row or ends at it."""
        lowest = self._lowest.get(at, -1)
        if self._place[row] > lowest:
            return ""
        ends = " ends" if self._place[row] == lowest else ""
        return f'<i class="chord {self.run.columns[at]["voice"]}{ends}"></i>'

    def _value(self, row: str, at: int) -> str:
        """A value after a step; where it changed it is tinted, and what is different is written."""
        now = self.run.cells[at].get(row, "")
        was = self.run.cells[at - 1].get(row, "") if at else now
        shown = said(cut(difference(was, now), IN_CELL))
        kind = "" if was == now else ' class="new"'
        return f'<span{kind} title="{said(now, 300)}">{shown}</span>'

    def _heard(self, column: Mapping[str, Any]) -> int:
        """The place of the last row that heard a step: there its line ends."""
        if column["label"] is None:
            return -1
        heard = (
            self._place.get(row, -1)
            for row, marks in column["marks"].items()
            if marks.get("woke") or marks.get("ask") in ("lead", "also")
        )
        return max(heard, default=-1)


def _mark(marks: Mapping[str, Any], kind: str) -> str:
    if ask := marks.get("ask"):
        sign, words = MARKS[ask]
        words = words if kind == "rules" else _OF_VALUES.get(ask, words)
        return f'<i class="mark {ask}" title="{words}">{sign}</i>'
    return '<i class="mark woke" title="resumed">·</i>' if marks.get("woke") else ""


def _bands(marks: Mapping[str, Any]) -> str:
    """A band for the blocked events of each player: the more events, the thicker."""
    blocked = marks.get("blk", {})
    most = 6 if len(blocked) == 1 else 4
    bands = "".join(
        f'<i class="{voice}" style="height:{min(most, 3 + (number - 1) / 2):g}px"></i>'
        for voice, number in blocked.items()
    )
    words = f"blocks {count(sum(blocked.values()), 'event')}"
    return f'<i class="band" title="{words}"><span>▂</span>{bands}</i>' if bands else ""


# Legend -------------------------------------------------------------------------------------------


def _legend(run: Run) -> str:
    """What the marks mean that occur."""
    kind = "actions" if run.cells else "rules"
    marks = [each for column in run.columns.values() for each in column["marks"].values()]
    asked = {each.get("ask") for each in marks}
    entries = [
        f"{_mark({'ask': ask}, kind)} {_OF_VALUES.get(ask, words) if run.cells else words}"
        for ask, (_, words) in MARKS.items()
        if ask in asked
    ]
    if any(each.get("blk") for each in marks):
        entries.append(f"{_bands({'blk': {GAME: 1}})} blocks events")
    if any(each.get("woke") for each in marks):
        entries.append(f"{_mark({'woke': 1}, kind)} resumed")
    if any(column.get("changes") for column in run.columns.values()):
        entries.append('<span class="new x">value</span> changed')
    spans = " ".join(f"<span>{entry}</span>" for entry in entries)
    return f'<p class="legend">{spans}</p>' if entries else ""
