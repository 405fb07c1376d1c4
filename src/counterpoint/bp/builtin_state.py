"""What is known about the state of CPython's own types: which parts decide how a value goes on."""

from __future__ import annotations

import array
import collections
import ctypes
import datetime
import decimal
import functools
import gc
import itertools
import operator
import random
import re
import types
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .event import Event
from .thread import Rule

ATOMS: set[type] = {
    type(None), bool, int, str, bytes, range, type(...), type(NotImplemented), Event,
}  # fmt: skip
"""Types whose values never change and are told apart by type and equality."""

BY_TEXT: set[type] = {
    decimal.Decimal, datetime.date, datetime.time, datetime.datetime, datetime.timedelta, uuid.UUID,
}  # fmt: skip
"""Types whose values never change and are told apart by type and `repr`."""

VIEWS: set[type] = {type(view) for view in ({}.keys(), {}.values(), {}.items())}

HASHED_ITERATORS: set[type] = {
    type(iter(values))
    for empty in ({}, collections.OrderedDict())
    for values in (empty, empty.values(), empty.items())
} | {type(reversed({})), type(reversed({}.values())), type(reversed({}.items())), type(iter(set()))}
"""Iterators whose `__reduce__` lists what is left but not the container it is left of."""

ITERATORS: set[type] = HASHED_ITERATORS | {
    type(iter(())), type(iter([])), type(reversed([])), type(iter("")), type(iter("\u1234")),
    type(iter(b"")), type(iter(bytearray())), type(iter(range(1))), type(iter(range(1 << 70))),
    type(iter(int, 1)), type(iter(collections.deque())), type(reversed(collections.deque())),
    enumerate, zip, map, filter, reversed,
    itertools.chain, itertools.count, itertools.cycle, itertools.islice, itertools.product,
    itertools.repeat, itertools.accumulate, itertools.takewhile, itertools.dropwhile,
    itertools.starmap, itertools.zip_longest, itertools.compress, itertools.filterfalse,
    itertools.permutations, itertools.combinations, itertools.combinations_with_replacement,
}  # fmt: skip

PARTS: dict[type, Callable[[Any], tuple[object, ...]]] = {
    slice: lambda value: (value.start, value.stop, value.step),
    bytearray: lambda value: (bytes(value),),
    array.array: lambda value: (value.typecode, value.tobytes()),
    collections.deque: lambda value: (value.maxlen, *value),
    collections.OrderedDict: lambda value: tuple(collections.OrderedDict.items(value)),
    collections.defaultdict: lambda value: (value.default_factory, *dict.items(value)),
    functools.partial: lambda value: (value.func, value.args, value.keywords, vars(value)),
    functools.partialmethod: lambda value: (value.func, value.args, value.keywords),
    operator.itemgetter: lambda value: value.__reduce__()[1:],
    operator.attrgetter: lambda value: value.__reduce__()[1:],
    operator.methodcaller: lambda value: value.__reduce__()[1:],
    random.Random: lambda value: value.getstate(),
    types.SimpleNamespace: lambda value: (vars(value),),
    staticmethod: lambda value: (value.__func__,),
    classmethod: lambda value: (value.__func__,),
}
"""Types that may change and whose whole state is these parts."""

_BASES = {list, dict, set, frozenset, tuple, int, str, float, complex, bytes} | {
    bytearray, collections.deque, collections.OrderedDict, collections.defaultdict, random.Random,
}  # fmt: skip


def is_constant(value: object) -> bool:
    """Whether `value` is one of the things that a program names rather than changes."""
    if isinstance(value, types.BuiltinFunctionType):
        return value.__self__ is None or isinstance(value.__self__, types.ModuleType | type)
    return isinstance(
        value,
        type | types.ModuleType | Enum | Rule | re.Pattern | types.MethodDescriptorType
        | types.WrapperDescriptorType | types.GetSetDescriptorType | types.MemberDescriptorType
        | types.GenericAlias | types.UnionType,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layout:
    """Where an instance of a class written in Python keeps its state."""

    base: type | None
    slots: tuple[types.MemberDescriptorType, ...]
    has_dict: bool


@functools.cache
def layout_of(kind: type) -> Layout | None:
    """The layout of instances of `kind`, None when they keep state where it cannot be read."""
    base: type | None = None
    slots: list[types.MemberDescriptorType] = []
    for cls in kind.__mro__:
        if cls in _BASES or (issubclass(cls, BaseException) and _is_made_in_c(cls)):
            base = base or cls
        elif not _is_made_in_c(cls):
            slots += [v for v in vars(cls).values() if isinstance(v, types.MemberDescriptorType)]
        elif cls.__basicsize__ > object.__basicsize__ and base is None:
            return None
    return Layout(base, tuple(slots), kind.__dictoffset__ != 0)


def _is_made_in_c(cls: type) -> bool:
    if "__new__" in vars(cls) and isinstance(vars(cls)["__new__"], types.BuiltinFunctionType):
        return True
    own = (types.MethodDescriptorType, types.WrapperDescriptorType)
    return any(isinstance(v, own) and v.__objclass__ is cls for v in vars(cls).values())


@dataclass(frozen=True, slots=True)
class SetLayout:
    """What decides, beside the elements, in which order a set goes on to list and pop them."""

    mask: int
    finger: int
    gaps: tuple[bool, ...]

    @classmethod
    def of(cls, value: set[object]) -> SetLayout | None:
        """The layout of `value`, None on an interpreter that keeps sets in another way."""
        return cls._read(value) if _sets_can_be_read() else None

    @classmethod
    def _read(cls, value: set[object]) -> SetLayout:
        fill, used, mask, table, _, finger = _set_words(value)
        if fill == used:  # nothing was removed since the table was made: the order is enough
            return cls(mask, finger, ())
        keys = (ctypes.c_size_t * (2 * (mask + 1))).from_address(table)
        return cls(mask, finger, tuple(key != 0 for key in keys[::2]))


def _set_words(value: set[object]) -> tuple[int, ...]:
    """The fields fill, used, mask, table, hash and finger of CPython's PySetObject."""
    words = (ctypes.c_size_t * 6).from_address(id(value) + object.__basicsize__)
    return tuple(words)


@functools.cache
def _sets_can_be_read() -> bool:
    """Whether a set of known history shows the fields that are expected of it."""
    known = set(range(5))
    if _set_words(known)[:3] != (5, 5, 7):
        return False
    known.pop()
    fill, used, mask, _, _, finger = _set_words(known)
    return (fill, used, mask, finger) == (5, 4, 7, 1)


@functools.cache
def frames_can_be_read() -> bool:
    """Whether this interpreter shows the value stack of a suspended generator to `gc`."""

    def loop() -> Any:
        for _ in list("ab"):
            yield

    generator = loop()
    next(generator)
    return any(type(value) is type(iter([])) for value in gc.get_referents(generator))
