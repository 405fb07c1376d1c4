"""Keys as Arrow batches, in as few bytes as a packed state has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from ...base.arrays import U8, U64


def bytes_of_key(width: int, last_bits: int) -> int:
    """The bytes of a key of `width` words, if `last_bits` bits of the last one are in use.

    >>> bytes_of_key(1, 33), bytes_of_key(2, 8)
    (5, 9)
    """
    return 8 * (width - 1) + -(-last_bits // 8)


def to_batch(keys: U64, size: int) -> pa.RecordBatch:
    """Keys as a batch of one column, with `size` bytes for each."""
    return pa.record_batch([_column(keys, size)], names=["keys"])


def _column(keys: U64, size: int) -> pa.Array:
    if keys.shape[1] == 1 and size == 4:
        narrow = keys.astype(np.uint32).view(np.uint8)
    else:
        narrow = np.ascontiguousarray(_bytes(keys)[:, :size])
    buffers: Any = [None, pa.py_buffer(narrow)]
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), len(keys), buffers)


def of_batch(batch: pa.RecordBatch, width: int) -> U64:
    """The keys in a batch, which have `width` words each."""
    return _keys(batch.column(0), width)


def to_edges(edges: Mapping[int, U64], size: int, last: int) -> pa.RecordBatch:
    """Edges by shard as a batch: `size` bytes for a key, and `last` for what follows it."""
    rows = np.concatenate(list(edges.values()))
    columns = [_column(rows[:, :-1], size), _column(rows[:, -1:], last)]
    counts = {str(shard): str(len(some)) for shard, some in edges.items()}
    return pa.record_batch(columns, names=["keys", "sources"]).replace_schema_metadata(counts)


def of_edges(batch: pa.RecordBatch, width: int) -> dict[int, U64]:
    """The edges in a batch by shard; their keys have `width` words each."""
    rows = np.hstack([_keys(batch.column(0), width), _keys(batch.column(1), 1)])
    counts = {int(shard): int(count) for shard, count in (batch.schema.metadata or {}).items()}
    parts = np.split(rows, np.cumsum(list(counts.values()))[:-1])
    return dict(zip(counts, map(np.ascontiguousarray, parts), strict=True))


def _keys(column: pa.Array, width: int) -> U64:
    size = column.type.byte_width
    narrow = np.frombuffer(column.buffers()[1], np.uint8, len(column) * size)
    if width == 1 and size == 4:
        return narrow.view(np.uint32).astype(np.uint64).reshape(-1, 1)
    keys: U64 = np.zeros((len(column), width), np.uint64)
    _bytes(keys)[:, :size] = narrow.reshape(-1, size)
    return keys


def _bytes(keys: U64) -> U8:
    found: U8 = np.ascontiguousarray(keys).view(np.uint8).reshape(len(keys), 8 * keys.shape[1])
    return found
