"""Copies of finished levels at a URI, from which any machine can go on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ....errors import BadCheckpoint
from ...base.arrays import U64
from ...base.cluster import needs_ray
from .journal import JOURNAL, Level
from .runs import bytes_of

MADE = "levels.made"
"""A file: that the place was made for the search, and goes with it."""


class Copies:
    """The journal, and for each level a file with the states of each range of shards.

    They are written by `pyarrow.fs`, so that a folder, or a bucket of a cloud, can hold them. The
    states of a level in a shard do not depend on who found them, so a file that is written twice is
    the same. Raises `BadCheckpoint` where reading or writing is impossible.
    """

    def __init__(self, uri: str) -> None:
        """Raises `BadCheckpoint` if there is no such place, and `Refused` without Arrow."""
        self.uri = uri
        try:
            from pyarrow import fs
        except ImportError as error:
            raise needs_ray(error) from None
        try:
            self._system, self._path = fs.FileSystem.from_uri(uri)
        except (OSError, ValueError) as error:
            said = str(error).partition("\n")[0]
            raise BadCheckpoint(f"{uri} cannot be reached: {said}") from None
        self._selector, self._missing = fs.FileSelector, fs.FileType.NotFound

    def journal(self) -> bytes | None:
        """What the journal is; None if there is none."""
        return self._read(JOURNAL)

    def begin(self) -> None:
        """Raise `BadCheckpoint` if there is no journal, but anything else."""
        with self._reached("read"):
            is_there = self._system.get_file_info(self._path).type != self._missing
            entries = self._entries() if is_there else []
        if not any(info.base_name == JOURNAL for info in entries):
            if {info.base_name for info in entries} - {MADE, f"{MADE}.part", f"{JOURNAL}.part"}:
                raise BadCheckpoint(f"{self.uri} holds other files: name an empty place")
            if not is_there:
                self._write(MADE, b"made for a search")

    def _entries(self) -> list[Any]:
        found: list[Any] = self._system.get_file_info(
            self._selector(self._path, allow_not_found=True)
        )
        return found

    def keep_journal(self, content: bytes) -> None:
        """Write the journal."""
        self._write(JOURNAL, content)

    def keep(self, number: int, shards: range, states: Iterable[U64]) -> None:
        """Write the states of a level in some shards, one shard after the other."""
        content = b"".join(map(bytes_of, states))
        if content:
            self._write(f"{_folder(number)}/{shards.start:05d}-{shards.stop:05d}", content)

    def states(
        self, number: int, level: Level, shards: Sequence[int], size: int
    ) -> Mapping[int, bytes]:
        """The states of a level in some shards, `size` bytes each, as far as they are there."""
        found: dict[int, bytes] = {}
        wanted = [shard for shard in shards if shard in level.parts]
        for name, first, end in self._files(number) if wanted else ():
            if any(first <= shard < end and shard not in found for shard in wanted):
                content = self._read(f"{_folder(number)}/{name}") or b""
                found |= _parts(content, level, range(first, end), size)
        return {shard: found[shard] for shard in wanted if shard in found}

    def _files(self, number: int) -> list[tuple[str, int, int]]:
        """The files of a level, each with its range of shards."""
        with self._reached("read"):
            selector = self._selector(f"{self._path}/{_folder(number)}", allow_not_found=True)
            names = sorted(info.base_name for info in self._system.get_file_info(selector))
        matches = (re.fullmatch(r"(\d+)-(\d+)", name) for name in names)
        return [(each[0], int(each[1]), int(each[2])) for each in matches if each]

    def _read(self, name: str) -> bytes | None:
        path = f"{self._path}/{name}"
        with self._reached("read"):
            if self._system.get_file_info(path).type == self._missing:
                return None
            with self._system.open_input_stream(path) as file:
                content: bytes = file.read()
        return content

    def _write(self, name: str, content: bytes) -> None:
        """Write a file: it is there whole, or not at all."""
        path = f"{self._path}/{name}"
        with self._reached("written"):
            self._system.create_dir(path.rpartition("/")[0], recursive=True)
            with self._system.open_output_stream(f"{path}.part") as file:
                file.write(content)
            self._system.move(f"{path}.part", path)

    @contextmanager
    def _reached(self, how: str) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            said = str(error).partition("\n")[0]
            raise BadCheckpoint(f"{self.uri} cannot be {how}: {said}") from None

    def discard(self) -> None:
        """Remove all that was written, the journal last; and the place, if it was made for it."""
        with self._reached("written"):
            self._discard()

    def _discard(self) -> None:
        entries = self._entries()
        for info in entries:
            if re.fullmatch(r"level-\d{5,}", info.base_name):
                self._discard_level(info.path)
        files = {info.base_name: info for info in entries if info.is_file}
        for name in (f"{MADE}.part", f"{JOURNAL}.part", JOURNAL, MADE):
            if name in files:
                self._system.delete_file(files[name].path)
        if MADE in files and not self._entries():
            self._system.delete_dir(self._path)

    def _discard_level(self, path: str) -> None:
        """Remove the files of a level, and its folder, if nobody put something else there."""
        others = False
        for info in self._system.get_file_info(self._selector(path)):
            if re.fullmatch(r"\d{5,}-\d{5,}(\.part)?", info.base_name):
                self._system.delete_file(info.path)
            else:
                others = True
        if not others:
            self._system.delete_dir(path)


def copies_at(uri: str) -> Copies | None:
    """The copies at a URI; None if that is empty."""
    return Copies(uri) if uri else None


def copied(copies: Copies | None) -> bytes | None:
    """The journal of copies that a search begins with; raises as `Copies.begin`."""
    if copies is None:
        return None
    copies.begin()
    return copies.journal()


def _folder(number: int) -> str:
    return f"level-{number:05d}"


def _parts(content: bytes, level: Level, shards: range, size: int) -> dict[int, bytes]:
    """The states of each shard in a file, if it is whole."""
    parts = {shard: level.parts[shard] for shard in shards if shard in level.parts}
    if len(content) != size * sum(part.rows for part in parts.values()):
        return {}
    found, start = {}, 0
    for shard, part in parts.items():
        found[shard] = content[start : start + size * part.rows]
        start += size * part.rows
    return found
