"""Which values may have another order in another process, some of them even when sorted."""

from __future__ import annotations

import types


def may_tie(cls: type) -> bool:
    """Whether user code compares objects of a class, so that unequal objects may tie in a sort."""
    for base in cls.__mro__:
        by = [vars(base)[name] for name in ("__lt__", "__gt__") if name in vars(base)]
        if any(isinstance(part, types.FunctionType) for part in by):
            order = vars(base).get("__dataclass_params__")
            return not (order and order.order and _is_generated(vars(base).get("__eq__")))
    return False


def holds_ties(value: object) -> bool:
    """Whether a value, or an item of a tuple, may tie with an unequal one in a sort, as sets do."""
    if isinstance(value, tuple):
        return any(map(holds_ties, tuple.__iter__(value)))
    return isinstance(value, set | frozenset) or may_tie(type(value))


def _is_generated(method: object) -> bool:
    """Whether `dataclass` generated a method, so that it uses the same fields as the others."""
    return isinstance(method, types.FunctionType) and method.__code__.co_filename == "<string>"


def comes_in_any_order(value: object) -> bool:
    """Whether a set, or a set in a tuple, may have another order in another process."""
    if isinstance(value, tuple):
        return any(map(comes_in_any_order, tuple.__iter__(value)))
    if isinstance(value, set | frozenset):
        return len(value) > 1 and not all(map(_has_steady_hash, value))
    return False


def may_come_in_any_order(value: object) -> bool:
    """The same, if elements may be added to a set later."""
    return isinstance(value, set) or comes_in_any_order(value)


def _has_steady_hash(value: object) -> bool:
    if type(value) is tuple or type(value) is frozenset:
        return all(map(_has_steady_hash, value))
    return type(value) in (int, bool, float)
