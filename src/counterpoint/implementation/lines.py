"""The entries of a log: its records, each as its mapping says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import field

from ..data import dataclass
from ..errors import BadLog, Place
from ..tuning import USUAL
from .entry import Entry, entry_of
from .mapping import Fields, MapRecord
from .reading import QUOTED, READERS, Record, record_in


@dataclass
class Lines:
    """A log as entries with the numbers of their lines: iterating reads it once.

    `lines` are those of the file, as bytes. An error has the place of the line. `records` counts
    those that were read, also if the mapping leaves them out.
    """

    lines: Iterable[bytes]
    file: str = "-"
    format: str = "jsonl"
    mapping: MapRecord | None = None
    by_end: bool = False
    remembered: int = USUAL.log_lines
    records: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[tuple[int, Entry]]:
        each = self._of_lines() if self.format == "jsonl" else self._of_records()
        return ((number, entry) for number, entry in each if entry is not None)

    def _of_records(self) -> Iterator[tuple[int, Entry | None]]:
        options = {"by_end": True} if self.by_end and self.format == "otel" else {}
        for number, record in READERS[self.format](self.lines, self.file, **options):
            self.records += 1
            yield number, self._entry(number, record)

    def _of_lines(self) -> Iterator[tuple[int, Entry | None]]:
        """The entries of lines of JSON; one that came before is not read again.

        A mapping that is a function of the user is called for each line, as it may count them.
        """
        known: dict[bytes, Entry | None] = {}
        most = self.remembered if self.mapping is None or isinstance(self.mapping, Fields) else 0
        for number, line in enumerate(self.lines, start=1):
            if line in known:
                self.records += 1
                yield number, known[line]
                continue
            record = record_in(line, self.file, number)
            if record is None:
                continue
            self.records += 1
            entry = self._entry(number, record)
            yield number, entry
            if len(known) >= most:
                known.clear()
            if most:
                known[line] = entry

    def _entry(self, number: int, record: Record) -> Entry | None:
        try:
            found = record if self.mapping is None else self.mapping(record)
            return None if found is None else entry_of(found)
        except BadLog as error:
            text = json.dumps(record, default=str)
            error.place = error.place or Place(self.file, number, text[:QUOTED])
            raise
