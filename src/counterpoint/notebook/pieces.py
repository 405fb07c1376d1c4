"""Pieces of HTML that several displays use: events, answers, sentences, tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..report.markup import escaped

LONGEST = 28
"""Characters of a name in a sentence or a table."""

LONGEST_TEXT = 2000
"""Characters of a text of any kind."""


def cut(name: str, most: int = LONGEST) -> str:
    """A name that is not too long: of a longer one its beginning and its end.

    >>> cut("a_rather_long_name", 9)
    'a_ra…name'
    """
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end]}…{name[len(name) - end :]}"


def said(text: object, most: int = LONGEST_TEXT) -> str:
    """A text as HTML; it ends with an ellipsis if it is too long."""
    whole = str(text)
    return escaped(whole if len(whole) <= most else f"{whole[: most - 1]}…")


def short(name: object, most: int = LONGEST) -> str:
    """A name as HTML, with the whole of it under the pointer if that is longer."""
    whole = str(name)
    shown = cut(whole, most)
    return escaped(shown) if shown == whole else f'<span title="{said(whole)}">{said(shown)}</span>'


def code(text: object, most: int = LONGEST_TEXT) -> str:
    return f"<code>{said(text, most)}</code>"


def chip(event: Mapping[str, Any]) -> str:
    """An event as a chip in the colour of its player."""
    name = event["ev"] or "a step"
    return f'<span class="ev {event["voice"]} {event.get("state", "")}">{short(name)}</span>'


def chips(events: Mapping[str, Any]) -> str:
    """The listed events, and how many more there are."""
    more = f' <span class="dim">+{events["more"]:,}</span>' if events["more"] else ""
    return " ".join(map(chip, events["listed"])) + more


def sentence(parts: Iterable[Any]) -> str:
    """A sentence out of texts, events, rules and warnings."""
    return "".join(map(_part, parts))


def _part(part: Any) -> str:
    if isinstance(part, str):
        return said(part)
    if "ev" in part:
        return chip(part)
    if "warn" in part:
        return f'<span class="fails">{said(part["warn"])}</span>'
    return f'<b class="rule {part["voice"]}">{short(part["rule"])}</b>'


_SIGNS = {"holds": "✓", "fails": "✗", "unknown": "?", "vacuous": "○"}


def pill(answer: str) -> str:
    """An answer: sign, word and shape, never colour alone."""
    sign = _SIGNS[answer]
    return f'<span class="pill {answer}"><span aria-hidden="true">{sign}</span> {answer}</span>'


def heading(name: object, figures: str) -> str:
    """The name of what is displayed, and what it is in a few words."""
    return (
        f'<div class="top"><b>{short(name, 60)}</b> <span class="dim">{said(figures)}</span></div>'
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], most: int, kind: str = "") -> str:
    """A table of cells that are HTML; of very many rows the first ones. Empty without rows."""
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(map(_row, rows[:most]))
    more = len(rows) - most
    note = f'<p class="dim">and {more:,} more</p>' if more > 0 else ""
    table_ = (
        f'<table class="list {kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    )
    return f'<div class="wide">{table_}</div>{note}'


def beside(*tables: str) -> str:
    """Tables beside each other where there is room, without those that are empty."""
    shown = "".join(tables)
    return f'<div class="tables">{shown}</div>' if shown else ""


def _row(cells: Sequence[str]) -> str:
    first, *others = cells
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{each}</td>" for each in others)}</tr>'


def count(number: int, one: str, many: str = "") -> str:
    """A number of things in words.

    >>> count(1, "rule"), count(0, "rule"), count(2000, "reply", "replies")
    ('1 rule', '0 rules', '2,000 replies')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(names: Sequence[object], most: int, longest: int = LONGEST) -> str:
    """Names on one line, and how many more there are, as HTML."""
    shown = ", ".join(short(name, longest) for name in names[:most])
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown


def details(summary: str, inside: str, *, is_open: bool = False) -> str:
    """What a reader may open; empty if there is nothing inside."""
    opened = " open" if is_open else ""
    return f"<details{opened}><summary>{summary}</summary>{inside}</details>" if inside else ""
