"""The state of Python's own types: which parts of a value determine its future behavior."""

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

from ....data import dataclass
from ....identity import Identity, identity
from ...event import Event
from ...thread import Rule, is_plain
from .hidden import DEQUE_ITERATORS, DICT_ITERATORS, SET_ITERATOR

Parts: TypeAlias = Callable[[Any], tuple[object, ...]]

Slot: TypeAlias = types.MemberDescriptorType | types.GetSetDescriptorType

ATOMS: set[type] = {
    type(None), bool, int, str, bytes, type(...), type(NotImplemented), Event,
    type(getattr(typing, "NoDefault", None)),
}  # fmt: skip
"""Types of immutable values that type and equality distinguish."""

BY_TEXT: set[type] = {
    decimal.Decimal, datetime.date, datetime.timedelta, datetime.timezone,
}  # fmt: skip
"""Types of immutable values that type and `repr` distinguish."""

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
"""Types of values that these parts distinguish. The identity of the object does not matter."""

PLACED_ITERATORS: set[type] = DICT_ITERATORS | DEQUE_ITERATORS | {SET_ITERATOR}
"""Iterators with a position that must be read from memory."""

_ordered: collections.OrderedDict[object, object] = collections.OrderedDict()

ORDERED_ITERATORS: set[type] = {
    type(turn(view))
    for turn in (iter, reversed)
    for view in (_ordered, _ordered.values(), _ordered.items())
}
"""Iterators for which `__reduce__` lists the remaining items, but not the container."""

ITERATORS: set[type] = ORDERED_ITERATORS | {
    type(iter(())), type(iter([])), type(reversed([])), type(iter("")), type(iter("\u1234")),
    type(iter(b"")), type(iter(bytearray())), type(iter(range(1))), type(iter(range(1 << 70))),
    type(iter(int, 1)), enumerate, zip, map, filter, reversed,
    itertools.chain, itertools.count, itertools.cycle, itertools.islice, itertools.product,
    itertools.repeat, itertools.accumulate, itertools.takewhile, itertools.dropwhile,
    itertools.starmap, itertools.zip_longest, itertools.compress, itertools.filterfalse,
    itertools.permutations, itertools.combinations, itertools.combinations_with_replacement,
}  # fmt: skip
"""Iterators with a state that `__reduce__` gives, for `ORDERED_ITERATORS` with the container."""


class _Numbers:
    """A sequence that defines only `__getitem__`, so that Python's own iterator is used for it."""

    def __getitem__(self, index: int) -> int:
        return range(1)[index]


GROUPER: type = type(next(itertools.groupby("a"))[1])
"""The type of a group of `itertools.groupby`. Requesting the next group ends it."""

HELD_ITERATORS: set[type] = {itertools.pairwise, itertools.groupby, GROUPER}
"""Iterators with a state that is the objects they refer to. Their number gives the role of each."""

ITERATORS |= HELD_ITERATORS | {
    type(iter(array.array("b"))), type(iter(_Numbers())), type(itertools.tee("")[0]),
    itertools._tee_dataobject,  # type: ignore[attr-defined]
}  # fmt: skip

_OF_RULES = {
    "function", "place", "_signature", "__wrapped__", "__module__", "__qualname__", "__doc__",
    "__annotations__", "__type_params__",
}  # fmt: skip


def _set_later(rule: Rule[Any]) -> dict[str, object]:
    """The attributes of a rule, without those that its function determines."""
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
    Rule: lambda value: (value.function, _set_later(value)),  # it may be in copied arguments
    staticmethod: lambda value: (value.__func__, vars(value)),
    classmethod: lambda value: (value.__func__, vars(value)),
}
"""Types of objects that may be mutable, with the parts that are their whole state."""

_OF_TYPING = ("TypeVar", "ParamSpec", "TypeVarTuple", "TypeAliasType")


def _parts_of_variable(variable: Any) -> tuple[object, ...]:
    """The objects that a type variable made in C refers to.

    It may have attributes but shows no dictionary. Python may at any time move the attributes from
    the object to a dictionary or back.
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
"""Types that classes may inherit from, with their parts. No overridden `__iter__` is called."""

_READ_ELSEWHERE: set[type] = {dict, set, frozenset}


EXCEPTION_FIELDS = ("args", "__cause__", "__context__", "__suppress_context__")
"""The fields of every exception, except its traceback."""


def is_constant(value: object) -> bool:
    """Whether programs name `value` rather than change it: a class, a module, an enum member.

    Descriptors made in C count as well.
    """
    return isinstance(
        value,
        type | types.ModuleType | Enum | types.MethodDescriptorType
        | types.WrapperDescriptorType | types.GetSetDescriptorType | types.MemberDescriptorType
        | types.ClassMethodDescriptorType,
    )  # fmt: skip


def has_own_hash(value: object) -> bool:
    """Whether user code computes the hash of a value, or of an item of a tuple or frozenset."""
    if isinstance(value, tuple | frozenset):
        return any(map(has_own_hash, value))
    kind = type(value)
    if kind in ATOMS or isinstance(value, Enum):
        return False
    return isinstance(inspect.getattr_static(kind, "__hash__"), types.FunctionType)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where an instance of a class written in Python stores its state.

    `base` is the built-in type that the class extends. The fields that an exception type stores in
    C are among the slots.
    """

    base: type | None
    slots: tuple[Slot, ...]
    has_dict: bool


def layout_of(kind: type) -> Layout | None:
    """The layout of instances of `kind`, None if they store state where it cannot be read."""
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
    """The fields that an exception type made in C adds to those of all exceptions."""
    if cls is BaseException:
        return []
    kinds = (types.MemberDescriptorType, types.GetSetDescriptorType)
    return [value for value in vars(cls).values() if isinstance(value, kinds)]


def _hides_something(cls: type) -> bool:
    """Whether instances of a class made by `class` have room for fields that it does not show."""
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
    """The fields of an exception and its traceback. They change when it is raised again."""
    fields = (vars(BaseException)[name] for name in (*EXCEPTION_FIELDS, "__traceback__"))
    return tuple(field.__get__(error) for field in fields)


def functions_of(member: object) -> tuple[object, ...]:
    """The functions that a member of a class wraps, else the member itself."""
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
    """The names of the attributes that a `cached_property` computes and caches."""
    return {
        name
        for base in cls.__mro__
        for name, member in vars(base).items()
        if isinstance(member, functools.cached_property)
    }


def is_frozen(cls: Any) -> bool:
    """Whether `cls` is a frozen data class."""
    said = getattr(cls, "__dataclass_params__", None)
    return said is not None and bool(said.frozen)


def remembered(cache: Any) -> dict[Identity, object]:
    """The arguments and results in a `functools.cache` that could change, by their identity."""
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
    """Those of the values, and of the items of tuples, that can change."""
    for value in values:
        if type(value) is tuple:
            yield from _changing(value)
        elif not (_is_plainly_itself(value) or is_constant(value) or _only_marks(value)):
            yield value


def _is_plainly_itself(value: object) -> bool:
    """Whether a plain value can be replaced by any equal one, which a NaN cannot."""
    return is_plain(value) and value == value


_MARK = next(p for p in gc.get_referents(functools.cache(lambda: None)) if type(p) is object)
"""The object between arguments and keywords in the keys of a cache."""


def _only_marks(value: object) -> bool:
    """Whether it is an internal object of a cache, or a frozen object of unchangeable fields."""
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
    """Whether a name in a class is Python's own, such as `__doc__` or a cache of an enumeration."""
    return (name.startswith("__") and name.endswith("__")) or name in _OF_ENUMERATIONS


@functools.cache
def frames_can_be_read() -> bool:
    """Whether `gc` can read the value stack of a suspended generator in this interpreter."""

    def loop() -> Any:
        for _ in list("ab"):
            yield

    generator = loop()
    next(generator)
    return any(type(value) is type(iter([])) for value in gc.get_referents(generator))
