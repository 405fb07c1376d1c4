"""Inserts answers into the tries of the heap, in restricted Python; see `interpreter` for these.

A batch is an array of numbers: for each answer the slot of its factor, the number of reads, the
place of the leaf, and then for each read the cell and the value found in it.

Glossary: i place in a batch, j index.
"""

from __future__ import annotations

from ....native import Ptr, u32, u64
from .interpreter import HEAD, WIDE

NARROW_AT_MOST = 1
"""The references up to which a node is an array of them. Bound by `build`."""

DENSE_AT_MOST = 1
"""The same if one in SPARSEST is in use; any other node is hashed. Bound by `build`."""

SPARSEST = 1
"""Bound by `build`."""

# Slots of the status block.
USED = 0
PLACE = 1
WRONG = 2
STATUS_SLOTS = 3

FIRST_LOOK = 3
"""Numbers of an answer before its reads."""

FIRST_SIZE = 1
"""The number of references of a new node. Bound by `build`."""


def place_of(node: u64, value: u64, heap: Ptr[u32]) -> u64:
    """The place of the pair for a value in a wide node, or of the free pair where it would be."""
    mask = (heap[node + 1] ^ WIDE) - 1
    slot = value * 0x9E3779B1 & mask
    place = node + HEAD + 2 * slot
    while heap[place] != 0 and heap[place] != value + 1:
        slot = (slot + 1) & mask
        place = node + HEAD + 2 * slot
    return place


def copied(node: u64, size: u64, used: u64, heap: Ptr[u32]) -> u64:
    """Copy a node with more room, `size`, to the unused place `used`.

    Returns how many numbers the copy takes.
    """
    heap[used] = heap[node]
    heap[used + 1] = size
    heap[used + 2] = 0
    width = size if size < WIDE else 2 * (size ^ WIDE)
    for j in range(width):
        heap[used + HEAD + j] = 0
    old = heap[node + 1]
    if old < WIDE:
        for value in range(old):
            ref = heap[node + HEAD + value]
            if ref != 0 and size < WIDE:
                heap[used + HEAD + value] = ref
            elif ref != 0:
                place = place_of(used, value, heap)
                heap[place] = value + 1
                heap[place + 1] = ref
                heap[used + 2] += 1
    else:
        for j in range(old ^ WIDE):
            key = heap[node + HEAD + 2 * j]
            if key != 0:
                place = place_of(used, key - 1, heap)
                heap[place] = key
                heap[place + 1] = heap[node + HEAD + 1 + 2 * j]
                heap[used + 2] += 1
    return HEAD + width


def in_use(node: u64, heap: Ptr[u32]) -> u64:
    """How many references of a narrow node are in use."""
    count = 0
    for value in range(heap[node + 1]):
        count += heap[node + HEAD + value] != 0
    return count


def wanted(node: u64, value: u64, heap: Ptr[u32]) -> u64:
    """The size that a node needs to hold a value; its present size if there is room."""
    size = heap[node + 1]
    count = heap[node + 2]
    if size < WIDE:
        if value < size:
            return size
        larger = size
        while larger <= value:
            larger *= 2
        count = in_use(node, heap)
        is_dense = larger <= DENSE_AT_MOST and SPARSEST * (count + 1) >= larger
        if larger <= NARROW_AT_MOST or is_dense:
            return larger
    elif 2 * (count + 1) <= size ^ WIDE:
        return size
    slots = 8
    while slots < 4 * count + 4:
        slots *= 2
    return WIDE | slots


def made(slot: u64, cell: u64, heap: Ptr[u32], room: u64, status: Ptr[u64]) -> u64:
    """Make a node for a cell, to which `slot` then refers; its place, or 0 if there is no room."""
    node = 0 + status[USED]
    if node + HEAD + FIRST_SIZE > room:
        return 0
    heap[node] = cell
    heap[node + 1] = FIRST_SIZE
    for j in range(1 + FIRST_SIZE):
        heap[node + 2 + j] = 0
    heap[slot] = node << 1
    status[USED] = node + HEAD + FIRST_SIZE
    return node


def widened(slot: u64, value: u64, heap: Ptr[u32], room: u64, status: Ptr[u64]) -> u64:
    """The node that `slot` refers to, enlarged if a value needs that; 0 if the heap has no room."""
    node = heap[slot] >> 1
    if heap[node + 1] >= WIDE and heap[place_of(node, value, heap)] != 0:
        return node
    size = wanted(node, value, heap)
    if size == heap[node + 1]:
        return node
    used = 0 + status[USED]
    width = size if size < WIDE else 2 * (size ^ WIDE)
    if used + HEAD + width > room:
        return 0
    status[USED] = used + copied(node, size, used, heap)
    heap[slot] = used << 1
    return used


def below(slot: u64, cell: u64, value: u64, heap: Ptr[u32], room: u64, status: Ptr[u64]) -> u64:
    """The place of the reference that follows a read of a cell with a value.

    0 if the heap has no room, or (with WRONG set) if an earlier answer contradicts the read.
    """
    if heap[slot] & 1:
        status[WRONG] = 1
        return 0
    node = heap[slot] >> 1
    if node == 0:
        node = made(slot, cell, heap, room, status)
        if node == 0:
            return 0
    if heap[node] != cell:
        status[WRONG] = 1
        return 0
    node = widened(slot, value, heap, room, status)
    if node == 0:
        return 0
    if heap[node + 1] < WIDE:
        return node + HEAD + value
    place = place_of(node, value, heap)
    if heap[place] == 0:
        heap[place] = value + 1
        heap[node + 2] += 1
    return place + 1


def enter(batch: Ptr[u32], length: u64, heap: Ptr[u32], room: u64, status: Ptr[u64]) -> u64:
    """1 if the whole batch is inserted; 0 if WRONG is set, or the heap is too small.

    WRONG is set if an answer contradicts an earlier one. If the heap is too small, a later call
    with a larger heap continues at the answer at PLACE.
    """
    i = 0 + status[PLACE]
    while i < length:
        status[PLACE] = i
        slot = 0 + batch[i]
        count = batch[i + 1]
        for j in range(count):
            place = i + FIRST_LOOK + 2 * j
            slot = below(slot, batch[place], batch[place + 1], heap, room, status)
            if slot == 0:
                return 0
        if heap[slot] != 0 and heap[slot] & 1 == 0:
            status[WRONG] = 1
            return 0
        heap[slot] = batch[i + 2] << 1 | 1
        i += FIRST_LOOK + 2 * count
    return 1
