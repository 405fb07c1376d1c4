"""The rows of a sweep: one for each combination, kept in a file while they come."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..data import dataclass
from ..errors import BadCheckpoint, Refused


@dataclass(frozen=True, slots=True)
class Row:
    """What the check of one combination said.

    `properties` has the answer to each property. `megabytes` is the most memory that its process
    had. If there is no answer at all, `error` says why.
    """

    settings: Mapping[str, str]
    answer: str
    properties: Mapping[str, str]
    states: int
    transitions: int | None
    complete: bool
    seconds: float
    megabytes: float
    error: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


class Kept:
    """The rows that are done, in a file beside the result, from which a sweep goes on."""

    def __init__(self, result: Path, of: Mapping[str, Any]) -> None:
        """`of` is what the sweep was asked; raises `BadCheckpoint` if the file is of another."""
        self.path = result.with_name(f"{result.name}.rows")
        self.rows: list[Row] = []
        if self.path.exists():
            self._read(of)
            return
        try:
            self.path.write_text(f"{json.dumps(of)}\n", encoding="utf-8")
        except OSError as error:
            raise BadCheckpoint(f"{self.path} cannot be written: {error.strerror}") from None

    def _read(self, of: Mapping[str, Any]) -> None:
        lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
        try:
            head = json.loads(lines[0])
            whole = [line for line in lines[1:] if line.endswith("\n")]
            self.rows = [Row(**json.loads(line)) for line in whole]
        except (ValueError, IndexError, TypeError):
            raise BadCheckpoint(f"{self.path} holds no rows of a sweep") from None
        if head != of:
            raise BadCheckpoint(f"{self.path} holds the rows of another sweep: remove it")
        self.path.write_text("".join([lines[0], *whole]), encoding="utf-8")

    def add(self, row: Row) -> None:
        """Keep a row."""
        self.rows.append(row)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(row.data)}\n")

    def discard(self) -> None:
        """Remove the file: the result has all rows."""
        self.path.unlink(missing_ok=True)


def columns(rows: Sequence[Row]) -> tuple[list[str], list[list[Any]]]:
    """The names of columns, and the values of each row in them."""
    settings = list(dict.fromkeys(name for row in rows for name in row.settings))
    properties = list(dict.fromkeys(name for row in rows for name in row.properties))
    names = [
        *settings, "answer", "states", "transitions", "complete", "seconds", "megabytes",
        *properties, "error",
    ]  # fmt: skip
    values = [
        [
            *(row.settings.get(name, "") for name in settings),
            row.answer,
            row.states,
            row.transitions,
            row.complete,
            row.seconds,
            row.megabytes,
            *(row.properties.get(name, "") for name in properties),
            row.error,
        ]
        for row in rows
    ]
    return names, values


def shown(value: object) -> str:
    """A value of a column as text for a reader.

    >>> shown(12345), shown(True), shown(None)
    ('12,345', 'yes', '')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return "" if value is None else str(value)


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as CSV."""
    names, values = columns(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(values)


def write_parquet(path: Path, rows: Iterable[Row]) -> None:
    """Write rows as Parquet; raises `Refused` without Arrow."""
    try:
        import pyarrow as pa  # few sweeps write it
        from pyarrow import parquet
    except ImportError:
        raise Refused(
            'Parquet needs Arrow, which is not installed: pip install "counterpoint[cluster]"'
        ) from None
    names, values = columns(list(rows))
    table = pa.table({name: [row[n] for row in values] for n, name in enumerate(names)})
    parquet.write_table(table, path)
