"""A state as a picture: SVG as an image, a board as a table, text, or the values by name."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from ..model.notation import Notation, notation_of
from ..model.system import Label, State
from ..report.markup import writable
from ..report.score.presenter import Presenter
from ..report.score.view import view_data
from .pieces import code, said, short, table
from .sheet import Sheet

MOST_VALUES = 40
"""Rows of a table of values."""

MOST_SQUARES = 400
"""Squares of a board; a larger one is shown as text."""

_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def picture(
    sheet: Sheet,
    target: Any,
    presenter: Presenter,
    states: Sequence[State],
    events: Sequence[Label],
) -> str:
    """The last of `states`, which `events` lead to; where drawing it fails, the reason."""
    try:
        data = view_data(target, presenter, states, events)
        if data["kind"] == "table" and notation_of(target) is Notation.MODULE:
            return _values(data["rows"])  # its text has the values, too
    except Exception as error:  # whatever a user's function raises
        return failed(error)
    return drawn(sheet, data)


def failed(error: Exception) -> str:
    """That there is no picture, and why."""
    why = f"{type(error).__name__}: {error}"
    return f'<p class="fails">This state cannot be drawn: {said(why, 400)}</p>'


def drawn(sheet: Sheet, data: Mapping[str, Any]) -> str:
    """The view of a state, as `view_data` gives it."""
    match data["kind"]:
        case "svg":
            return image(sheet, data["svg"], data["text"], data["last"])
        case "board" if len(data["rows"]) * len(data["rows"][0]) <= MOST_SQUARES:
            beside = f'<p class="dim">{said(data["said"])}</p>' if data["said"] else ""
            return _board(data["rows"], data["last"]) + beside + _values(data["rows_beside"])
        case "board":
            return text(data["text"])
        case _:
            return text(data["text"]) or _values(data["rows"])


def text(of: str) -> str:
    """A picture in characters."""
    return f"<pre>{said(of)}</pre>" if of else ""


def image(sheet: Sheet, svg: str, words: str, last: str = "") -> str:
    """SVG as an image, which runs no script, loads nothing, and has styles and ids of its own.

    As on the page, an element with `data-last` is shown only if that is the `last` event.
    """
    try:
        whole = _document(svg, last)
    except ElementTree.ParseError as error:
        return f'{text(words)}<p class="fails">The picture is no well-formed SVG: {said(error)}</p>'
    held = base64.b64encode(whole.encode()).decode()
    if not sheet.has_room(len(held)):
        return text(words) or '<p class="dim">The picture is left out: the output is large.</p>'
    alt = said(words) or "The state"
    return f'<img alt="{alt}" width="260" src="data:image/svg+xml;base64,{held}">'


def _document(svg: str, last: str) -> str:
    """An SVG text as a document: with its namespaces, which HTML does not ask for."""
    found = writable(svg).strip()
    head, end, rest = found.partition(">")
    named = [(_XMLNS, "xmlns="), *([(_XLINK, "xmlns:xlink=")] if "xlink:" in found else [])]
    named.append(('font-family="sans-serif"', "font-family="))  # as on the page
    more = " ".join(name for name, known in named if known not in head)
    head = head.replace("<svg", f"<svg {more}", 1) if more else head
    if "data-last" in rest and not head.endswith("/"):
        end = f"{end}<style>[data-last]:not([data-last={_quoted(last)}]){{display:none}}</style>"
    whole = f"{head}{end}{rest}"
    ElementTree.fromstring(whole)
    return whole


def _quoted(text: str) -> str:
    """A text as a string in a style, with all but ASCII letters and digits as numbers.

    >>> _quoted('put(1)"]')
    '"put\\\\28 1\\\\29 \\\\22 \\\\5d "'
    """
    written = (c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text)
    return f'"{"".join(written)}"'


def _board(rows: Sequence[Sequence[str]], last: Sequence[int]) -> str:
    width = len(rows[0])
    lines = (
        "".join(_square(mark, n * width + k in last) for k, mark in enumerate(row))
        for n, row in enumerate(rows)
    )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table class="board"><tbody>{body}</tbody></table>'


def _square(mark: str, is_last: bool) -> str:
    return f'<td class="last">{said(mark)}</td>' if is_last else f"<td>{said(mark)}</td>"


def _values(rows: Sequence[Mapping[str, Any]]) -> str:
    """Values by name; of one that changed also the value before."""
    cells = [[short(row["name"]), _value(row)] for row in rows]
    return table(["", "value"], cells, MOST_VALUES, "values")


def _value(row: Mapping[str, Any]) -> str:
    now = code(row["value"], 400)
    if not row["changed"]:
        return now
    return f'<span class="new">{now}</span> <span class="dim">was {code(row["was"], 120)}</span>'
