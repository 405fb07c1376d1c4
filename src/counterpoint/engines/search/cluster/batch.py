"""Keys as Arrow batches, in as few bytes as a packed state has."""

from __future__ import annotations

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
    if keys.shape[1] == 1 and size == 4:
        narrow = keys.astype(np.uint32).view(np.uint8)
    else:
        narrow = np.ascontiguousarray(_bytes(keys)[:, :size])
    buffers: Any = [None, pa.py_buffer(narrow)]
    column = pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), len(keys), buffers)
    return pa.record_batch([column], names=["keys"])


def of_batch(batch: pa.RecordBatch, width: int) -> U64:
    """The keys in a batch, which have `width` words each."""
    column = batch.column(0)
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
