"""Read logs: records from lines of JSON, rows of CSV, or spans of OpenTelemetry."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import BadLog, Place

Record: TypeAlias = Mapping[str, Any]
Numbered: TypeAlias = Iterator[tuple[int, Record]]
"""Records, each with the number of its line, counted from 1."""

QUOTED = 200
"""The longest part of a line that an error quotes, in characters."""


def record_in(line: bytes, file: str, number: int) -> Record | None:
    """The object in a line of JSON; None for a blank line. Raises `BadLog`, naming the line.

    >>> record_in(b'{"event": "X"}', "log.jsonl", 1)
    {'event': 'X'}
    """
    text = _text(line, file, number)
    if not text.strip():
        return None
    try:
        found = json.loads(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        place = Place(file, number, _shown(text), min(error.colno, QUOTED))
        raise BadLog(f"this is no JSON: {error.msg}{_hint(text)}", place) from None
    except (RecursionError, ValueError) as error:
        raise BadLog(f"this JSON cannot be read: {error}", Place(file, number)) from None
    if not isinstance(found, dict):
        says = "a line of a log is an object, such as {"
        raise BadLog(f'{says}"event": "X"}}', Place(file, number, _shown(text)))
    return found


def _hint(text: str) -> str:
    whole = text.strip() in ("{", "[")
    return "; spans of OpenTelemetry in one object are read with --format otel" if whole else ""


def _text(line: bytes, file: str, number: int) -> str:
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        says = f"this line is no text in UTF-8: the byte {line[error.start]:02x} cannot stand here"
        raise BadLog(says, Place(file, number)) from None


def _shown(text: str) -> str:
    return text if len(text) <= QUOTED else f"{text[:QUOTED]} ..."


def read_csv(lines: Iterable[bytes], file: str) -> Numbered:
    """The rows of a CSV text, by the names in its first row; the separator is , ; or a tab."""
    texts = (_text(line, file, number) + "\n" for number, line in enumerate(lines, start=1))
    head = next(texts, "").lstrip("\ufeff")
    separator = max(",;\t", key=head.count)
    try:
        names = next(csv.reader([head], delimiter=separator), [])
    except csv.Error as error:
        raise BadLog(f"this is no row of CSV: {error}", Place(file, 1)) from None
    if len({*names}) < len(names):
        raise BadLog("two columns of this log have one name", Place(file, 1))
    if not any(names):
        raise BadLog("the first line of a CSV log has the names of its columns", Place(file, 1))
    rows = csv.reader(texts, delimiter=separator, strict=True)
    while True:
        begins = rows.line_num + 2
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise BadLog(f"this is no row of CSV: {error}", Place(file, begins)) from None
        if row is None:
            return
        if row:
            yield begins, _row(names, row, Place(file, begins))


def _row(names: list[str], row: list[str], place: Place) -> Record:
    """The cells of a row by name; an empty cell says nothing."""
    if len(row) > len(names):
        raise BadLog(f"this row has {len(row)} cells, and there are {len(names)} columns", place)
    given = {name: cell for name, cell in zip(names, row, strict=False) if name and cell != ""}
    state = {name[6:]: given.pop(name) for name in [*given] if name.startswith("state.")}
    data = given.pop("args", "").strip()
    return {
        **given,
        **({"state": state} if state else {}),
        **({"args": _cells(data, place)} if data else {}),
    }


def _cells(text: str, place: Place) -> Any:
    """The data in a cell: as JSON if it is a list or an object, else parts between blanks."""
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise BadLog(f"args begin like JSON, and are none: {error}", place) from None
    return text.split()


def read_otel(lines: Iterable[bytes], file: str, *, by_end: bool = False) -> Numbered:
    """The spans of an OpenTelemetry log in the order in which they began, or ended.

    The log has objects as the protocol writes them, with `resourceSpans`, or as the console
    exporter of Python does, one a span. A record has the fields of a span, with its attributes
    as `attributes`. The number of a span is its place in this order.
    """
    text = "".join(_text(line, file, n) + "\n" for n, line in enumerate(lines, start=1))
    spans = [span for number, found in _objects(text, file) for span in _spans(found, number, file)]
    spans.sort(key=lambda span: (span[0]["end" if by_end else "start"], span[0]["start"]))
    for place, (record, _) in enumerate(spans, start=1):
        yield place, record


def _objects(text: str, file: str) -> Iterator[tuple[int, Any]]:
    """The JSON values that follow one another in a text, each with its line."""
    decode, at = json.JSONDecoder().raw_decode, 0
    text = text.lstrip("\ufeff")
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
            continue
        number = text.count("\n", 0, at) + 1
        try:
            found, at = decode(text, at)
        except json.JSONDecodeError as error:
            quoted = text.split("\n")[error.lineno - 1]
            place = Place(file, error.lineno, _shown(quoted))
            raise BadLog(f"this is no JSON: {error.msg}", place) from None
        except (RecursionError, ValueError) as error:
            raise BadLog(f"this JSON cannot be read: {error}", Place(file, number)) from None
        yield from ((number, each) for each in (found if isinstance(found, list) else [found]))


def _spans(found: Any, number: int, file: str) -> Iterator[tuple[Record, int]]:
    try:
        if "resourceSpans" in found or "resource_spans" in found:
            for resource in found.get("resourceSpans") or found.get("resource_spans") or ():
                for scope in resource.get("scopeSpans") or resource.get("scope_spans") or ():
                    yield from ((_span(span), number) for span in scope.get("spans") or ())
        else:
            yield _span(found), number
    except (AttributeError, KeyError, TypeError, ValueError):
        says = "this is no span of OpenTelemetry: a name and the times when it began and ended"
        raise BadLog(f"{says} are needed", Place(file, number)) from None


def _span(span: dict[str, Any]) -> Record:
    begun, over = (_time(span, name) for name in ("start", "end"))
    given = span.get("attributes") or {}
    pairs = given.items() if isinstance(given, dict) else ((a["key"], _value(a)) for a in given)
    return {**span, "event": str(span["name"]), "attributes": dict(pairs), "start": begun,
            "end": over}  # fmt: skip


def _time(span: dict[str, Any], which: str) -> int:
    """A time in nanoseconds, which may be a text as ISO 8601 has it; UTC without a zone."""
    found = span.get(f"{which}TimeUnixNano", span.get(f"{which}_time_unix_nano"))
    if found is not None:
        return int(found)
    text = str(span[f"{which}_time"])
    moment = datetime.fromisoformat(_FRACTION.sub("", text))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    part = _FRACTION.search(text)
    digits = part[1] if part else ""
    return int(moment.timestamp()) * 10**9 + int(digits[:9].ljust(9, "0"))


_FRACTION = re.compile(r"(?<=\d)[.,](\d+)")
"""The part of a time after the seconds."""


def _value(attribute: dict[str, Any]) -> Any:
    """The value of an attribute as the protocol writes it: an object that names its type."""
    return _typed(attribute.get("value") or {})


def _typed(value: dict[str, Any]) -> Any:
    match value:
        case {"intValue": held}:
            return int(held)
        case {"arrayValue": {"values": list(parts)}}:
            return [_typed(each) for each in parts]
        case {"kvlistValue": {"values": list(parts)}}:
            return {each["key"]: _value(each) for each in parts}
    return next(iter(value.values()), None)


READERS: Mapping[str, Callable[..., Numbered]] = {
    "csv": read_csv,
    "otel": read_otel,
}
"""The formats of logs that are read as a whole, with the function that reads each."""

FORMATS = ("jsonl", *READERS)
"""The formats of logs: a line of JSON for each step, and those of `READERS`."""


def format_of(path: str) -> str:
    """The format that the name of a file suggests.

    >>> format_of("log.csv"), format_of("-")
    ('csv', 'jsonl')
    """
    return "csv" if Path(path).suffix.lower() in (".csv", ".tsv") else "jsonl"
