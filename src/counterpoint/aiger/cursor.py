"""A position in an AIGER file: lines of numbers one by one, and errors that name a place."""

from __future__ import annotations

import re

from ..errors import BadCircuit, Place

_NUMBERS = re.compile(rb"(?:0|[1-9][0-9]*)(?: (?:0|[1-9][0-9]*))*\Z")

_MOST_DIGITS = 18
"""Longer numbers are refused before they are read."""


class Cursor:
    """Reads a file from its beginning; `number` is the number of the line that was read last."""

    def __init__(self, data: bytes, file: str) -> None:
        self.data, self.file = data, file
        self.at = self.number = 0
        self._begin = 0

    @property
    def left(self) -> int:
        """The number of bytes that were not read yet."""
        return len(self.data) - self.at

    def line(self, wanted: str) -> bytes:
        """The next line, without its end; raises `BadCircuit` if the file is over."""
        found = self.more()
        if found is None:
            says = f"the file ends here, and {wanted} is missing"
            raise BadCircuit(says, Place(self.file, self.number + 1))
        return found

    def more(self) -> bytes | None:
        """The next line, without its end; None if the file is over."""
        if not self.left:
            return None
        self._begin = self.at
        end = self.data.find(b"\n", self.at)
        end = len(self.data) if end < 0 else end
        found = self.data[self.at : end]
        self.at = min(end + 1, len(self.data))
        self.number += 1
        return found[:-1] if found.endswith(b"\r") else found

    def numbers(self, wanted: str, least: int, most: int) -> list[int]:
        """The numbers of the next line: from `least` to `most` of them, with a blank in between."""
        line = self.line(wanted)
        if not _NUMBERS.match(line):
            raise self.wrong(f"{wanted} is needed here: numbers with one blank between them")
        parts = line.split(b" ")
        if not least <= len(parts) <= most:
            count = str(least) if least == most else f"{least} to {most}"
            raise self.wrong(f"{wanted} is needed here: {_counted(count)}, not {len(parts)}")
        if max(map(len, parts)) > _MOST_DIGITS:
            raise self.wrong("this number is too large for any circuit")
        return list(map(int, parts))

    def byte(self, wanted: str) -> int:
        """The next byte; raises `BadCircuit` if the file is over."""
        if not self.left:
            says = f"the file ends at byte {self.at:,}, within {wanted}"
            raise BadCircuit(says, Place(self.file, self.number))
        self.at += 1
        return self.data[self.at - 1]

    def wrong(self, says: str, number: int | None = None) -> BadCircuit:
        """The error with the place of the line that was read last, or of line `number`."""
        if number is None:
            return BadCircuit(says, _place(self.file, self.number, self.data, self._begin))
        begin = 0
        for _ in range(number - 1):
            begin = self.data.find(b"\n", begin) + 1
        return BadCircuit(says, _place(self.file, number, self.data, begin))

    def wrong_byte(self, says: str, at: int) -> BadCircuit:
        """The error with the offset of a byte, counted from 0."""
        return BadCircuit(f"at byte {at:,}: {says}", Place(self.file, self.number))


def _counted(count: str) -> str:
    return f"{count} number{'' if count == '1' else 's'}"


def _place(file: str, number: int, data: bytes, begin: int) -> Place:
    end = data.find(b"\n", begin)
    line = data[begin : end if end >= 0 else len(data)].decode("utf-8", "replace").rstrip("\r")
    return Place(file, number, line, 1, max(1, len(line)))
