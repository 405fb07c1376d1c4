"""What is known about the state of Python's own types: which parts decide how a value goes on."""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import functools
import gc
import inspect
import itertools
import operator
import random
import re
import struct
import sys
import time
import types
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, TypeAlias

from ...data import dataclass
from ...identity import Identity, identity
from ..event import Event
from ..thread import Rule, is_plain
from .hidden import DEQUE_ITERATORS, DICT_ITERATORS, SET_ITERATOR

Parts: TypeAlias = Callable[[Any], tuple[object, ...]]

Slot: TypeAlias = types.MemberDescriptorType | types.GetSetDescriptorType

ATOMS: set[type] = {
    type(None), bool, int, str, bytes, type(...), type(NotImplemented), Event,
    type(getattr(typing, "NoDefault", None)),
}  # fmt: skip
"""Types whose values never change and are told apart by type and equality."""

BY_TEXT: set[type] = {
    decimal.Decimal, datetime.date, datetime.timedelta, datetime.timezone,
}  # fmt: skip
"""Types whose values never change and are told apart by type and `repr`."""

VALUES: dict[type, Parts] = {
    range: lambda value: (value.start, value.stop, value.step),
    slice: lambda value: (value.start, value.stop, value.step),
    datetime.time: lambda value: (repr(value.replace(tzinfo=None)), value.tzinfo),
    datetime.datetime: lambda value: (repr(value.replace(tzinfo=None)), value.tzinfo),
    re.Pattern: lambda value: (value.pattern, value.flags),
    type(sys.version_info): tuple,
    type(sys.flags): tuple,
    time.struct_time: tuple,
    re.Match: lambda value: (value.re, value.string, value.pos, value.endpos, value.regs),
    types.GenericAlias: lambda value: (value.__origin__, value.__args__, value.__unpacked__),
    type(Callable[[], None]): lambda value: (value.__origin__, value.__args__),
    types.UnionType: lambda value: (value.__args__,),
    type({}.keys()): lambda value: tuple(gc.get_referents(value)),
    type({}.values()): lambda value: tuple(gc.get_referents(value)),
    type({}.items()): lambda value: tuple(gc.get_referents(value)),
}
"""Types whose values are told apart by these parts; which object it is does not matter."""

PLACED_ITERATORS: set[type] = DICT_ITERATORS | DEQUE_ITERATORS | {SET_ITERATOR}
"""Iterators whose place has to be read from memory."""

_ordered: collections.OrderedDict[object, object] = collections.OrderedDict()

ORDERED_ITERATORS: set[type] = {
    type(turn(view))
    for turn in (iter, reversed)
    for view in (_ordered, _ordered.values(), _ordered.items())
}
"""Iterators whose `__reduce__` lists what is left but not the container it is left of."""

ITERATORS: set[type] = ORDERED_ITERATORS | {
    type(iter(())), type(iter([])), type(reversed([])), type(iter("")), type(iter("\u1234")),
    type(iter(b"")), type(iter(bytearray())), type(iter(range(1))), type(iter(range(1 << 70))),
    type(iter(int, 1)), enumerate, zip, map, filter, reversed,
    itertools.chain, itertools.count, itertools.cycle, itertools.islice, itertools.product,
    itertools.repeat, itertools.accumulate, itertools.takewhile, itertools.dropwhile,
    itertools.starmap, itertools.zip_longest, itertools.compress, itertools.filterfalse,
    itertools.permutations, itertools.combinations, itertools.combinations_with_replacement,
}  # fmt: skip
"""Iterators whose whole state is told by `__reduce__`."""


class _Numbers:
    """A sequence that knows no more than its elements: its iterators are Python's own."""

    def __getitem__(self, index: int) -> int:
        return range(1)[index]


GROUPER: type = type(next(itertools.groupby("a"))[1])
"""A group that `itertools.groupby` gives: it goes on only while no later one was asked for."""

HELD_ITERATORS: set[type] = {itertools.pairwise, itertools.groupby, GROUPER}
"""Iterators whose state is all that they hold; how much that is tells what each of it is."""

ITERATORS |= HELD_ITERATORS | {
    type(iter(array.array("b"))), type(iter(_Numbers())), type(itertools.tee("")[0]),
    itertools._tee_dataobject,  # type: ignore[attr-defined]
}  # fmt: skip

_OF_RULES = {
    "function", "place", "_signature", "__wrapped__", "__module__", "__qualname__", "__doc__",
    "__annotations__", "__type_params__",
}  # fmt: skip


def _set_later(rule: Rule[Any]) -> dict[str, object]:
    """The attributes of a rule that it was not made with."""
    return {name: value for name, value in vars(rule).items() if name not in _OF_RULES}


PARTS: dict[type, Parts] = {
    bytearray: lambda value: (bytes(value),),
    array.array: lambda value: (value.typecode, value.tobytes()),
    collections.deque: lambda value: (value.maxlen, *collections.deque.__iter__(value)),
    collections.OrderedDict: lambda value: (
        vars(value),
        *collections.OrderedDict.items(value),
        *dict.__iter__(value),
    ),
    collections.defaultdict: lambda value: (value.default_factory, *dict.items(value)),
    functools.partial: lambda value: (value.func, value.args, value.keywords, vars(value)),
    operator.itemgetter: lambda value: value.__reduce__(),
    operator.attrgetter: lambda value: value.__reduce__(),
    operator.methodcaller: lambda value: value.__reduce__(),
    random.Random: lambda value: (random.Random.getstate(value), vars(value)),
    types.SimpleNamespace: lambda value: (vars(value),),
    Rule: lambda value: (value.function, _set_later(value)),  # copied with the arguments
    staticmethod: lambda value: (value.__func__, vars(value)),
    classmethod: lambda value: (value.__func__, vars(value)),
}
"""Types that may change and whose whole state is these parts."""

_OF_TYPING = ("TypeVar", "ParamSpec", "TypeVarTuple", "TypeAliasType")


def _parts_of_variable(variable: Any) -> tuple[object, ...]:
    """What a type variable made in C holds: it may have attributes, and tells no dictionary.

    Whether these are in a dictionary or beside the object is up to Python, at any time.
    """
    held = gc.get_referents(variable)
    within = (part for each in held for part in (each.values() if type(each) is dict else (each,)))
    return (repr(variable), *within)


PARTS |= {
    kind: _parts_of_variable
    for name in _OF_TYPING
    if (kind := getattr(typing, name, None)) is not None and "__dict__" not in vars(kind)
}

BASES: dict[type, Parts] = {
    list: lambda value: tuple(list.__iter__(value)),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    int: lambda value: (int.__index__(value),),
    str: lambda value: (str.__str__(value),),
    float: lambda value: (float.__pos__(value),),
    complex: lambda value: (complex.__pos__(value),),
    bytes: lambda value: (bytes.__getitem__(value, slice(None)),),
} | {
    kind: PARTS[kind]
    for kind in (
        bytearray, collections.deque, collections.OrderedDict, collections.defaultdict,
        random.Random,
    )
}  # fmt: skip
"""Types that classes may inherit from; an own `__iter__` must not be asked."""

_READ_ELSEWHERE: set[type] = {dict, set, frozenset}


EXCEPTION_FIELDS = ("args", "__cause__", "__context__", "__suppress_context__")
"""What any exception keeps beside the way by which it came."""


def is_constant(value: object) -> bool:
    """Whether `value` is one of the things that a program names rather than changes."""
    return isinstance(
        value,
        type | types.ModuleType | Enum | types.MethodDescriptorType
        | types.WrapperDescriptorType | types.GetSetDescriptorType | types.MemberDescriptorType
        | types.ClassMethodDescriptorType,
    )  # fmt: skip


def has_own_hash(value: object) -> bool:
    """Whether code of the user's tells the hash of a value, or of one that it is made of."""
    if isinstance(value, tuple | frozenset):
        return any(map(has_own_hash, value))
    kind = type(value)
    if kind in ATOMS or isinstance(value, Enum):
        return False
    return isinstance(inspect.getattr_static(kind, "__hash__"), types.FunctionType)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where an instance of a class written in Python keeps its state.

    `base` is the class of Python's own that it extends; what an exception keeps in C is among the
    slots.
    """

    base: type | None
    slots: tuple[Slot, ...]
    has_dict: bool


def layout_of(kind: type) -> Layout | None:
    """The layout of instances of `kind`, None when they keep state where it cannot be read."""
    return _layout_of(identity(kind))


@functools.cache
def _layout_of(named: Identity) -> Layout | None:
    kind: Any = named()
    if issubclass(kind, random.SystemRandom):
        return None
    base: type | None = None
    slots: list[Slot] = []
    for cls in kind.__mro__:
        if cls in BASES or cls in _READ_ELSEWHERE:
            base = base or cls
        elif issubclass(cls, BaseException) and _is_made_in_c(cls):
            base = base or cls
            slots += _fields(cls)
        elif _is_made_in_c(cls):
            if cls.__basicsize__ > object.__basicsize__ and base is None:
                return None
        elif _hides_something(cls):
            return None
        else:
            slots += _slots(cls)
    return Layout(base, tuple(slots), kind.__dictoffset__ != 0)


def _slots(cls: type) -> list[Slot]:
    members = (v for v in vars(cls).values() if isinstance(v, types.MemberDescriptorType))
    return [member for member in members if member.__objclass__ is cls]


def _fields(cls: type) -> list[Slot]:
    """What an exception made in C keeps beside what all exceptions have."""
    if cls is BaseException:
        return []
    kinds = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return [value for value in vars(cls).values() if isinstance(value, kinds)]


def _hides_something(cls: type) -> bool:
    """Whether instances of a class made by `class` have room for more than it shows."""
    own = vars(cls)
    if not isinstance(own.get("__dict__"), types.GetSetDescriptorType | None):
        return True
    assert cls.__base__ is not None
    words = (cls.__basicsize__ - cls.__base__.__basicsize__) // struct.calcsize("P")
    spare = ("__weakref__" in own and cls.__weakrefoffset__ > 0) + (
        "__dict__" in own and cls.__itemsize__ > 0
    )
    return words > len(_slots(cls)) + spare


def _is_made_in_c(cls: type) -> bool:
    if "__new__" in vars(cls) and isinstance(vars(cls)["__new__"], types.BuiltinFunctionType):
        return True
    own = (types.MethodDescriptorType, types.WrapperDescriptorType)
    return any(isinstance(v, own) and v.__objclass__ is cls for v in vars(cls).values())


def parts_of_exception(error: BaseException) -> tuple[object, ...]:
    """What any exception keeps: it changes where it is raised again."""
    fields = (vars(BaseException)[name] for name in (*EXCEPTION_FIELDS, "__traceback__"))
    return tuple(field.__get__(error) for field in fields)


def functions_of(member: object) -> tuple[object, ...]:
    """The functions that a member of a class wraps, or else the member itself."""
    match member:
        case property():
            return member.fget, member.fset, member.fdel
        case staticmethod() | classmethod():
            return (member.__func__,)
        case functools.cached_property():
            return (member.func,)
        case functools.singledispatchmethod():
            return member.dispatcher, member.func
    return (member,)


def kept_ready(cls: type) -> set[str]:
    """The attributes that are worked out when first asked for."""
    return {
        name
        for base in cls.__mro__
        for name, member in vars(base).items()
        if isinstance(member, functools.cached_property)
    }


def is_frozen(cls: Any) -> bool:
    """Whether it is a data class whose objects can be given no other attributes."""
    said = getattr(cls, "__dataclass_params__", None)
    return said is not None and bool(said.frozen)


def remembered(cache: Any) -> dict[Identity, object]:
    """The arguments and results that a `functools.cache` keeps and that could be changed."""
    kept = {identity(part): part for part in _remembered(cache)}
    for known in (cache.__wrapped__, cache.__dict__):
        kept.pop(identity(known), None)
    return kept


def _remembered(cache: object) -> Iterator[object]:
    for part in gc.get_referents(cache):
        if type(part) is dict:
            yield from _changing((*dict.keys(part), *dict.values(part)))
        else:
            yield from _changing((part,))


def _changing(values: tuple[object, ...]) -> Iterator[object]:
    """Those of the values, and of the parts of tuples, that can change."""
    for value in values:
        if type(value) is tuple:
            yield from _changing(value)
        elif not (_is_plainly_itself(value) or is_constant(value) or _only_marks(value)):
            yield value


def _is_plainly_itself(value: object) -> bool:
    """Whether a plain value is as good as any that is equal; what is no number is not."""
    return is_plain(value) and value == value


_MARK = next(p for p in gc.get_referents(functools.cache(lambda: None)) if type(p) is object)
"""What stands in the keys of a cache between arguments and keywords."""


def _only_marks(value: object) -> bool:
    """Whether it is what a cache keeps beside, or an object whose fields all cannot change."""
    kind: Any = type(value)
    if value is _MARK or kind.__name__ == "_lru_list_elem":
        return True
    if not is_frozen(kind) or not kind.__dataclass_params__.eq:
        return False
    attributes = getattr(value, "__dict__", {}).values()
    layout = layout_of(kind)
    slots = [getattr(value, slot.__name__, None) for slot in layout.slots] if layout else [value]
    return not any(True for _ in _changing((*attributes, *slots)))


_OF_ENUMERATIONS = {
    "_member_names_", "_member_map_", "_value2member_map_", "_unhashable_values_",
    "_hashable_values_", "_unhashable_values_map_", "_member_type_", "_value_repr_",
    "_use_args_", "_new_member_", "_flag_mask_", "_singles_mask_", "_all_bits_",
    "_inverted_", "_boundary_", "_sort_order_", "_generate_next_value_", "_missing_",
    "_iter_member_", "_iter_member_by_def_", "_iter_member_by_value_", "_numeric_repr_",
    "_order_", "_ignore_", "_add_alias_", "_add_value_alias_",
}  # fmt: skip


def is_special(name: str) -> bool:
    """Whether a name of a class is Python's own, such as `__doc__` or an enumeration's caches."""
    return (name.startswith("__") and name.endswith("__")) or name in _OF_ENUMERATIONS


@functools.cache
def frames_can_be_read() -> bool:
    """Whether this interpreter shows the value stack of a suspended generator to `gc`."""

    def loop() -> Any:
        for _ in list("ab"):
            yield

    generator = loop()
    next(generator)
    return any(type(value) is type(iter([])) for value in gc.get_referents(generator))
