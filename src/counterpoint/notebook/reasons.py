"""Why a step was taken: the sections below the sentence, as lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..report.score.difference import difference
from .pieces import chips, code, said, short

MOST_ROWS = 12
"""Rows of a section."""

Row = Mapping[str, Any]


def reasons(why: Mapping[str, Any]) -> str:
    """The sections of the reasons for a step; empty if there are none."""
    return "".join(map(_section, why["sections"]))


def _section(part: Row) -> str:
    rows = part["rows"][:MOST_ROWS]
    more = len(part["rows"]) - len(rows) + part.get("more", 0)
    note = f' <span class="dim">{said(part["note"])}</span>' if part["note"] else ""
    lines = "".join(f"<li>{_ROWS[part['kind']](row)}</li>" for row in rows)
    rest = f'<li class="dim">and {more:,} more</li>' if more else ""
    return f"<h5>{said(part['title'])}{note}</h5><ul>{lines}{rest}</ul>"


def _who(row: Row) -> str:
    threads = (
        f" <small>\N{MULTIPLICATION SIGN}{row['threads']}</small>"
        if row.get("threads", 1) > 1
        else ""
    )
    line = f' <small class="line">:{row["line"]}</small>' if row.get("line") else ""
    return f'<b class="rule {row["voice"]}">{short(row["rule"])}</b>{threads}{line}'


def _asked(row: Row) -> str:
    at = "" if row["priority"] is None else f" <small>at {said(row['priority'])}</small>"
    return f'{_who(row)}{at} <span class="dim">{row["fate"]}</span> {chips(row["events"])}'


def _vain(row: Row) -> str:
    rules = ", ".join(map(_who, row["rows"][:MOST_ROWS]))
    return f'{rules} <span class="dim">blocked by {said(row["by"], 200)}</span>'


def _woke(row: Row) -> str:
    return _who(row) + (
        f' <span class="dim">{said(row["said"], 200)}</span>' if row.get("said") else ""
    )


def _changed(row: Row) -> str:
    was = f' <span class="dim">was {code(row["was"], 120)}</span>' if row["was"] else ""
    now = code(difference(row["was"], row["now"]), 300)
    return f'{short(row["name"])} = <span class="new">{now}</span>{was}'


def _enabled(row: Row) -> str:
    return f"{short(row['name'])} {chips(row['events'])}" if row["name"] else chips(row["events"])


def _guard(row: Row) -> str:
    sign, word = ("holds", "true") if row["holds"] else ("fails", "false")
    return f'<span class="{sign}">{word}</span> {code(row["text"], 300)}'


_ROWS: Mapping[str, Callable[[Row], str]] = {
    "asked": _asked,
    "vain": _vain,
    "forbade": lambda row: f"{_who(row)} {chips(row['events'])}",
    "woke": _woke,
    "needs": lambda row: (
        f'{chips(row["events"])} <span class="dim">{said(row["said"], 300)}</span>'
    ),
    "changed": _changed,
    "enabled": _enabled,
    "guards": _guard,
    "tree": lambda row: code(row["text"], 300),
}
