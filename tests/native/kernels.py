"""Kernels that several tests share; also an example of how a kernel module is written."""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeVar

from counterpoint import native
from counterpoint.native import M64, Ptr, at, cas, define, prefetch, u64

Cell = TypeVar("Cell", bound=int)

MULTIPLIER = 0xD6E8FEB86659FD93


def source(text: str, name: str = "f", **names: Any) -> FunctionType:
    """The function `name` of a text that may use every name of the room."""
    room = {public: getattr(native, public) for public in native.__all__}
    return define(text, name, **(room | {"Cell": Cell} | names))


def mix(x: u64) -> u64:
    """A number that looks random, made from `x`."""
    x ^= x >> 32
    x = x * MULTIPLIER & M64
    x ^= x >> 32
    return x


def fill(p: Ptr[Cell], n: u64, value: u64) -> u64:
    """Set the first n elements."""
    for i in range(n):
        p[i] = value
    return n


def successors(state: u64, out: Ptr[u64]) -> u64:
    """Write the states after `state` to `out`; here those of a counter with two ways on."""
    out[0] = (state * 2 + 1) % 1009
    out[1] = (state + 7) % 1009
    return 2


def insert(table: Ptr[u64], mask: u64, key: u64) -> u64:
    """1 if `key` is new in the table, whose empty places are 0; else 0."""
    h = mix(key) & mask
    while True:
        found = cas(table, h, 0, key)
        if found == 0:
            return 1
        if found == key:
            return 0
        h = (h + 1) & mask


def search(table: Ptr[u64], mask: u64, queue: Ptr[u64], buffer: Ptr[u64], first: u64) -> u64:
    """The number of states reachable from `first`, which the queue then lists."""
    queue[0] = first
    insert(table, mask, first + 1)
    head = 0
    tail = 1
    while head < tail:
        stop = head + 4 if head + 4 < tail else tail
        n = 0
        while head < stop:
            n += successors(queue[head], at(buffer, n))
            head += 1
        for i in range(n):
            prefetch(table, mix(buffer[i] + 1) & mask)
        for i in range(n):
            if insert(table, mask, buffer[i] + 1):
                queue[tail] = buffer[i]
                tail += 1
    return tail
