"""Arguments as native code gets them: numbers, and addresses of arrays and of words of records."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import NativeError
from .record import Record, last_replacement
from .signature import Path, Signature
from .types import SCALAR, Layout

_NO_BYTES = ctypes.c_char * 0


def words_of(signature: Signature, args: Sequence[Any]) -> list[int]:
    """What the function gets for arguments; raises `NativeError` if these are wrong."""
    return [word for word, _ in _pairs(signature, args)]


def words_and_lengths_of(signature: Signature, args: Sequence[Any]) -> list[int]:
    """The same, with the length of each array after its address."""
    return [
        each
        for word, length in _pairs(signature, args)
        for each in ((word,) if length is None else (word, length))
    ]


def _pairs(signature: Signature, args: Sequence[Any]) -> Iterator[tuple[int, int | None]]:
    """What the function gets for each argument, and the length if that is an array."""
    for arg, name, kind in signature.given(args):
        if isinstance(kind, Layout):
            yield _lent(signature, arg, name, kind), None
        elif kind == SCALAR:
            yield signature.number(arg, name), None
        else:
            yield _placed(signature.view(arg, name, kind))


def _lent(signature: Signature, arg: Any, name: str, layout: Layout) -> int:
    """The address of the words of a record, to which those of its arrays and records are written.

    Arrays that are known to be where they were are not looked at again: there are many of them, and
    a search calls native code often.
    """
    record = signature.record(arg, name, layout)
    if not _is_as_it_was(record, layout):
        moment = last_replacement()
        within = _fill(signature, record, name, layout)
        if all(each.record_filled.layouts for each in (record, *within)):
            record.record_whole = layout, moment, within
    return record.record_words.buffer_info()[0]


def _is_as_it_was(record: Record, layout: Layout) -> bool:
    """Whether a record and all within it are filled, and nothing was replaced or resized since."""
    known, moment, within = record.record_whole
    if known is not layout or moment != last_replacement():
        return False
    return record.record_is_as_noted() and all(each.record_is_as_noted() for each in within)


def _fill(signature: Signature, record: Record, path: Path, layout: Layout) -> tuple[Record, ...]:
    """Write the addresses; returns the records within the record."""
    words = record.record_words
    if not record.record_is_filled(layout):
        for place, name, kind in layout.arrays:
            view = signature.view(getattr(record, name), (path, name), kind)
            words[place], words[place + 1] = _placed(view)
        record.record_note_filled(layout)
    within: list[Record] = []
    for place, name, inner in layout.records:
        below = signature.record(getattr(record, name), (path, name), inner)
        words[place] = below.record_words.buffer_info()[0]
        within += (below, *_fill(signature, below, (path, name), inner))
    return tuple(within)


def _placed(view: memoryview) -> tuple[int, int]:
    """The address and the length of an array."""
    address = ctypes.addressof(_NO_BYTES.from_buffer(view))
    if address % view.itemsize:
        found = f"an array of u{8 * view.itemsize} at address {address:#x}"
        raise NativeError(f"{found}; accepted: aligned arrays, such as a copy of this one")
    return address, view.nbytes // view.itemsize
