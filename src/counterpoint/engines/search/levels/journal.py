"""The journal of a search on disk: a line for each finished level."""

from __future__ import annotations

import io
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from ....data import dataclass
from ....errors import BadCheckpoint
from ...base.lock import FolderLock
from ...base.storage import other_search

FORMAT = 2
JOURNAL = "levels.jsonl"
BESIDE = "levels.jsonl.new"
LOCK = "lock"
NOTHING_MORE: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Part:
    """The states of a level in the file of a shard: `rows` of them, from number `start` on."""

    start: int
    rows: int
    check: int
    """The CRC-32 of their bytes."""


@dataclass(frozen=True, slots=True)
class Level:
    """A finished level: its parts by shard, and what the search noted with it."""

    parts: Mapping[int, Part] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def states(self) -> int:
        """The number of its states."""
        return sum(part.rows for part in self.parts.values())


class Journal:
    """The journal of one search in a folder, which is locked while it is open."""

    def __init__(
        self,
        folder: Path,
        head: Mapping[str, Any],
        form: Mapping[str, Any] = NOTHING_MORE,
        uri: str = "",
    ) -> None:
        """`head` is the same for searches that can go on with each other's levels only.

        `form` is noted beside it. With a `uri`, what counts is there, and the folder has copies of
        this machine.
        """
        self.folder, self._head, self._form = folder, {"format": FORMAT, **head}, form
        self._uri, self._named = uri, uri or str(folder)
        self.is_made = False
        """Whether the folder was made for this search."""
        self._ends: list[tuple[int, int]] = []
        """Where each line ends, and its checksum."""
        self._file: Any = None
        self._lock: FolderLock | None = None

    def open(self, copied: bytes | None = None) -> list[Level]:
        """Begin a search, or go on with it; its finished levels.

        `copied` is what the journal at the URI is, if there are both.

        Raises `BadCheckpoint` if the folder holds anything else, or is in use, and `OSError` if it
        cannot be written.
        """
        names = _names(self.folder) if self.folder.exists() else {LOCK}
        is_made, path = names == {LOCK}, self.folder / JOURNAL
        if not self._uri and not path.exists() and names - {LOCK, BESIDE}:
            raise BadCheckpoint(f"{self.folder} holds other files: name an empty folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(self.folder, LOCK)
        if self._uri:
            self._bring(path, copied)
        if not path.exists():
            beside = self.folder / BESIDE
            first = {**self._head, "made": is_made, "form": self._form}
            beside.write_text(line_of(first), encoding="utf-8")
            beside.replace(path)
        levels = self._read(path)
        self._file = path.open("ab", buffering=0)
        return levels

    def _bring(self, path: Path, copied: bytes | None) -> None:
        """Make the journal here the one that is at the URI, and forget what is here of another."""
        if copied is not None:
            self._require_the_same([data for data, *_ in _lines_in(io.BytesIO(copied))])
        here = path.read_bytes() if path.exists() else b""
        if copied is None or here.partition(b"\n")[0] != copied.partition(b"\n")[0]:
            for each in self.folder.iterdir():
                if each.is_file() and each.name != LOCK:
                    each.unlink()
        if copied is not None:
            path.write_bytes(copied)

    def _read(self, path: Path) -> list[Level]:
        """The finished levels; a line that was not written to its end is cut off."""
        found: list[Any] = []
        self._ends = []
        for data, *end in _lines(path):
            found.append(data)
            self._ends.append((end[0], end[1]))
        self._require_the_same(found)
        self.is_made = bool(self._uri) or found[0].get("made", False)
        if "done" in found[-1]:  # it was ended while it removed its files
            found, self._ends = found[:1], self._ends[:1]
        os.truncate(path, self._ends[-1][0])
        return [
            Level({int(shard): Part(*part) for shard, part in data["parts"].items()}, data["notes"])
            for data in found[1:]
        ]

    def _require_the_same(self, found: Sequence[Mapping[str, Any]]) -> None:
        """Raise `BadCheckpoint` if these are not lines of a search that this one goes on with."""
        if not found:
            raise BadCheckpoint(f"the journal in {self._named} cannot be read: name another place")
        if found[0].get("format") != FORMAT:
            raise BadCheckpoint(f"{self._named} was written by another version of Counterpoint")
        if {n: of for n, of in found[0].items() if n not in ("made", "form")} != self._head:
            raise other_search(self._named)

    def cut(self, levels: int) -> None:
        """Forget all levels but the first ones."""
        self._ends = self._ends[: levels + 1]
        self._file.truncate(self._ends[-1][0])

    def write(self, level: Level) -> None:
        """Note that a level is finished."""
        parts = {str(n): [p.start, p.rows, p.check] for n, p in level.parts.items()}
        self._append({"parts": parts, "notes": level.notes})

    def end(self) -> None:
        """Note that the search is done, and its files are removed next."""
        self._append({"done": True})

    def _append(self, data: Mapping[str, Any]) -> None:
        end, check = self._ends[-1]
        line = line_of(data, check).encode()
        self._file.write(line)
        self._ends.append((end + len(line), zlib.crc32(line)))

    @property
    def content(self) -> bytes:
        """All lines."""
        return (self.folder / JOURNAL).read_bytes()

    def sync(self) -> None:
        """Force the journal to the disk."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close it; the folder is free for others."""
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()

    def discard(self) -> None:
        """Remove it, and the folder, if it was made for this search and nothing else is in it."""
        self.close()
        for name in (BESIDE, JOURNAL, LOCK):
            (self.folder / name).unlink(missing_ok=True)
        if self.is_made:
            with suppress(OSError):  # somebody put something else there
                self.folder.rmdir()


def noted(folder: Path, of: str) -> list[Mapping[str, Any]]:
    """What was noted in a folder: first the form of the search, then the notes of each level.

    Empty if there is no search. Raises `BadCheckpoint` if it is not one `of` this text, with more.
    """
    path = folder / JOURNAL
    found = [data for data, *_ in _lines(path)] if path.exists() else []
    if not found or found[0].get("format") != FORMAT or "done" in found[-1]:
        return []
    if not str(found[0].get("of")).startswith(f"{of} "):
        raise other_search(folder)
    return [found[0].get("form", {}), *(data["notes"] for data in found[1:])]


def ends_of(levels: Iterable[Level]) -> dict[int, int]:
    """How many states of these levels are in the file of each shard."""
    ends: dict[int, int] = {}
    for level in levels:
        for shard, part in level.parts.items():
            ends[shard] = part.start + part.rows
    return ends


def is_begun(folder: Path) -> bool:
    """Whether a search was begun in a folder, or in one of those in it."""
    return any(each.is_file() for each in (folder / JOURNAL, *folder.glob(f"*/{JOURNAL}")))


def _names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def _lines(path: Path) -> Iterator[tuple[dict[str, Any], int, int]]:
    """The data in the lines of a journal, up to one that is not whole; where it ends, its checksum.

    A line is not whole either if the one before it is another than when it was written.
    """
    with path.open("rb") as file:
        yield from _lines_in(file)


def _lines_in(file: Iterable[bytes]) -> Iterator[tuple[dict[str, Any], int, int]]:
    end = check = 0
    for line in file:
        if (data := data_in(line, check)) is None:
            return
        end, check = end + len(line), zlib.crc32(line)
        yield data, end, check


def line_of(data: Mapping[str, Any], before: int = 0) -> str:
    """A line of a journal, with a checksum that goes on from that of the line before."""
    text = json.dumps(data, separators=(",", ":"))
    return f"{zlib.crc32(text.encode(), before):08x} {text}\n"


def data_in(line: bytes, before: int = 0) -> Any:
    """The data in a line of a journal; None if it is not whole."""
    check, _, text = line.partition(b" ")
    if not line.endswith(b"\n") or check != b"%08x" % zlib.crc32(text[:-1], before):
        return None
    return json.loads(text)
