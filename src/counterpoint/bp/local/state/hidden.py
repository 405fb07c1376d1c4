"""State that CPython hides: what determines the order of a set, and the position of an iterator.

`__reduce__` does not give enough, so the fields of the objects are read from memory. Each function
is first tested on objects with a known history. On an interpreter with another memory layout it
returns None.
"""

from __future__ import annotations

import collections
import ctypes
import functools
import gc
from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

Shown: TypeAlias = tuple[Hashable, ...]

_WORD = ctypes.sizeof(ctypes.c_size_t)
_HEAD = object.__basicsize__
_EMPTY, _TAKEN, _REMOVED = 0, 1, 2
_OF_REMOVED = ctypes.c_size_t(-1).value
"""The hash in the place of an element that was removed."""
_SPLIT = 2
"""The kind of a key table that the instances of a class share. Such a table has no holes."""


def set_layout(value: set[object] | frozenset[object]) -> Shown | None:
    """What determines, besides the elements, the order in which a set lists and pops them."""
    return _set_layout(value) if _sets_can_be_read() else None


def stored_hashes(value: object) -> Shown | None:
    """The hashes of elements stored in a dictionary or set, computed when these were added.

    A frozen set also stores its own hash once it was computed. Empty for a dictionary with keys
    that are all strings.
    """
    if isinstance(value, dict):
        return _hashes_in_dict(id(value)) if _iterators_can_be_read() else None
    return _hashes_in_set(value) if _sets_can_be_read() else None


def iterator_place(value: object) -> Shown | None:
    """The position of an iterator over a dictionary, a set or a deque."""
    kind = type(value)
    if not _iterators_can_be_read():
        return None
    if kind in DICT_ITERATORS:
        return _dict_iterator(value)
    return _set_iterator(value) if kind is SET_ITERATOR else _deque_iterator(value)


SET_ITERATOR: type = type(iter(set()))

_dict: dict[object, object] = {}

DICT_ITERATORS: set[type] = {
    type(turn(view)) for turn in (iter, reversed) for view in (_dict, _dict.values(), _dict.items())
}

DEQUE_ITERATORS: set[type] = {type(turn(collections.deque())) for turn in (iter, reversed)}


def _words(address: int, count: int) -> Any:
    return (ctypes.c_size_t * count).from_address(address)


def _set_layout(value: set[object] | frozenset[object]) -> Shown:
    """The mask of the table (its size - 1), where `pop` looks next, and which places are in use."""
    _, _, mask, table, _, finger = _words(id(value) + _HEAD, 6)
    cells = _words(table, 2 * (mask + 1))
    places = bytes(
        _EMPTY if key == 0 else _REMOVED if hashed == _OF_REMOVED else _TAKEN
        for key, hashed in zip(cells[::2], cells[1::2], strict=True)
    )
    return mask, finger, places


def _hashes_in_set(value: object) -> Shown:
    _, _, mask, table, own, _ = _words(id(value) + _HEAD, 6)
    cells = _words(table, 2 * (mask + 1))
    found = (kept for key, kept in zip(cells[::2], cells[1::2], strict=True) if key)
    return (*(kept for kept in found if kept != _OF_REMOVED), own)


def _hashes_in_dict(address: int) -> Shown:
    _, _, keys, values = _words(address + _HEAD, 4)
    _, sizes, _, entries = _words(keys, 4)
    if values or sizes >> 16 & 0xFF:  # all keys are strings
        return ()
    cells = _words(keys + 4 * _WORD + (1 << (sizes >> 8 & 0xFF)), 3 * entries)
    return tuple(kept for kept, held in zip(cells[::3], cells[2::3], strict=True) if held)


def _dict_iterator(value: object) -> Shown:
    table, used, position, _, left = _words(id(value) + _HEAD, 5)
    if not table:
        return ("ended",)
    return used, position, left, *_dict_layout(table)


def _dict_layout(address: int) -> Shown:
    """The size and kind of a dictionary's table, the room left, and which entries are used."""
    _, _, keys, values = _words(address + _HEAD, 4)
    _, sizes, usable, entries = _words(keys, 4)
    log_size, log_index_bytes, kind = (sizes >> shift & 0xFF for shift in (0, 8, 16))
    if values or kind == _SPLIT:
        return ("split",)
    width = 2 if kind else 3  # words of an entry; the last is the value
    cells = _words(keys + 4 * _WORD + (1 << log_index_bytes), width * entries)
    return log_size, kind, usable, bytes(map(bool, cells[width - 1 :: width]))


def _set_iterator(value: object) -> Shown:
    table, used, position, left = _words(id(value) + _HEAD, 4)
    return (used, position, left) if table else ("ended",)


def _deque_iterator(value: object) -> Shown:
    """How many elements are left, and whether the deque is unchanged. Else the iterator raises."""
    _, _, deque, state, left = _words(id(value) + _HEAD, 5)
    *_, now = _words(deque + _HEAD + _WORD, 5)  # a deque has its size in the word after its head
    return left, state == now


@functools.cache
def _sets_can_be_read() -> bool:
    known: set[object] = set(range(4))
    if _words(id(known) + _HEAD, 6)[:3] != [4, 4, 7]:
        return False
    known.pop()
    if _hashes_in_set(known) != (1, 2, 3, _OF_REMOVED):
        return False
    return _set_layout(known) == (7, 1, bytes([_REMOVED, 1, 1, 1, 0, 0, 0, 0]))


@functools.cache
def _iterators_can_be_read() -> bool:
    known = {1: "one", 2: "two", (): "nothing", 3: "three"}
    del known[2]
    if _hashes_in_dict(id(known)) != (1, hash(()) % (_OF_REMOVED + 1), 3):
        return False
    return all(_is_as_expected(make, change, shown) for make, change, shown in _SAMPLES)


_Sample: TypeAlias = tuple[Callable[[], Any], Callable[[Any], object], Shown]

_SAMPLES: list[_Sample] = [
    (lambda: dict.fromkeys("abc"), lambda d: d.pop("a"), (3, 1, 2, 3, 1, 2, b"\0\1\1")),
    (lambda: dict.fromkeys(range(3)), lambda d: d.pop(0), (3, 1, 2, 3, 0, 2, b"\0\1\1")),
    (lambda: set(range(3)), lambda s: s.add(5), (3, 1, 2)),
    (lambda: collections.deque("abc"), lambda d: None, (2, True)),
    (lambda: collections.deque("abc"), lambda d: d.rotate(), (2, False)),
]


def _is_as_expected(
    make: Callable[[], Any], change: Callable[[Any], object], expected: Shown
) -> bool:
    values = make()
    iterator = iter(values)
    next(iterator)
    if values not in gc.get_referents(iterator):
        return False
    change(values)
    kind = type(iterator)
    if kind in DICT_ITERATORS:
        return _dict_iterator(iterator) == expected
    return (_set_iterator if kind is SET_ITERATOR else _deque_iterator)(iterator) == expected
