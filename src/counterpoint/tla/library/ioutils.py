"""IOUtils and CSV: environment variables, and files, which can be read but not written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from ...errors import NoValue
from ...reading import is_there
from ..values import LazyFunction, field, function, record, shortly, show
from .checks import natural, sequence, string
from .module import LibraryModule, module, refused
from .surroundings import Surroundings

_WRITING = "files are read, never written"
_RUNNING = "no other program is run"
_JAVA = "the file has a form that only Java reads"


def to_number(text: Any) -> int:
    """atoi(text): the number that a string denotes; raises `NoValue` for any other string.

    >>> to_number("-17")
    -17
    """
    try:
        return int(string(text, "atoi"))
    except ValueError:
        raise NoValue(f"atoi: {shortly(text)} is no number") from None


_WIDEST = 1 << 16


def _padded(number: Any, width: Any) -> str:
    count = natural(width, "zeroPadN")
    if count > _WIDEST:
        raise NoValue(f"zeroPadN: {shortly(count)} digits are too many: at most {_WIDEST:,} are")
    return show(natural(number, "zeroPadN")).zfill(count)


def _environment() -> LazyFunction:
    # Lazy, so that error messages do not show the contents of the environment.
    return LazyFunction(frozenset(os.environ), os.environ.__getitem__, "IOEnv")


def _ioutils(around: Surroundings) -> LibraryModule:
    def read(source: Any, options: Any) -> Any:
        if field(options, "format") != "TXT":
            raise NoValue("Deserialize reads plain text only, the format TXT")
        text = around.read(string(source, "Deserialize"), "Deserialize")
        return record(exitValue=0, stdout=text, stderr="")

    operators = {
        "IOEnv": _environment,
        "atoi": to_number,
        "zeroPadN": _padded,
        "Deserialize": read,
        "IODeserialize": refused("IODeserialize", 2, _JAVA),
        "IOSerialize": refused("IOSerialize", 3, _WRITING),
        "Serialize": refused("Serialize", 3, _WRITING),
        "IOExec": refused("IOExec", 1, _RUNNING),
        "IOEnvExec": refused("IOEnvExec", 2, _RUNNING),
        "IOExecTemplate": refused("IOExecTemplate", 2, _RUNNING),
        "IOEnvExecTemplate": refused("IOEnvExecTemplate", 3, _RUNNING),
    }
    return module("IOUtils", operators)


def _csv(around: Surroundings) -> LibraryModule:
    def lines(file: Any, asker: str) -> list[str]:
        if not is_there(around.folder / string(file, asker)):
            return []  # like TLC, which treats a missing file as empty
        return around.read(file, asker).splitlines()

    def read(columns: Any, separator: Any, file: Any) -> tuple[Any, ...]:
        names, between = sequence(columns, "CSVRead"), string(separator, "CSVRead")
        rows = [line.split(between) for line in lines(file, "CSVRead")]
        if any(len(row) != len(names) for row in rows):
            raise NoValue(f"CSVRead: not every line of {file} has {len(names)} columns")
        return tuple(function(dict(zip(names, row, strict=True))) for row in rows)

    def count(file: Any) -> int:
        return len(lines(file, "CSVRecords"))

    operators = {
        "CSVRead": read,
        "CSVRecords": count,
        "CSVWrite": refused("CSVWrite", 3, _WRITING),
        "CSVWriteRecord": refused("CSVWriteRecord", 4, _WRITING),
    }
    return module("CSV", operators)


def modules(around: Surroundings) -> Iterable[LibraryModule]:
    """The modules IOUtils and CSV, for one run."""
    return (_ioutils(around), _csv(around))
