"""Initial values: the meaning of `init=` as a condition on the first state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from ..arguments import why_not_called
from ..errors import BadModel, OutOfSort
from ..terms.apply import any_true, apply
from ..terms.array import Array
from ..terms.lift import lift
from ..terms.sort import Bool, is_member, plain, text_of_sort, text_of_value
from ..terms.term import Op, Term, Variable

ONE_BY_ONE = 1 << 10
"""Numbers in an interval beyond which its condition compares only with the ends."""

MOST = 1 << 16
"""Maximum number of values that may be listed one by one."""

ANY: Final = object()
"""The `init` of a variable that may have any of its values at first."""


def begins(variable: Variable, init: object) -> Term | None:
    """The condition that a variable starts as `init` says; None if it may have any value."""
    if init is ANY:
        return None
    if isinstance(init, range) and init.step == 1 and len(init) > ONE_BY_ONE:
        return _between(variable, init)
    values = _allowed(variable, init)
    return any_true(apply(Op.EQ, variable, lift(value, variable.sort)) for value in values)


def _between(variable: Variable, init: range) -> Term:
    """The condition that a number starts in a large interval."""
    for end in (init[0], init[-1]):
        _allowed(variable, end)
    low, high = (lift(end, variable.sort) for end in (init[0], init[-1]))
    return apply(Op.AND, apply(Op.LE, low, variable), apply(Op.LE, variable, high))


def array_begins(array: Array, init: object) -> list[Term]:
    """The conditions that the elements of an array start as `init` says."""
    by_index = _by_index(array, init)
    terms = [begins(variable, by_index(index)) for index, variable in array.variables.items()]
    return [term for term in terms if term is not None]


def _by_index(array: Array, init: object) -> Callable[[Any], object]:
    if isinstance(init, Mapping):
        if set(init) != set(array.indices):
            raise BadModel(
                f"init of {array.name}: it is given for {text_of_value(tuple(init))}, and the "
                f"indices are {array.shown_indices()}"
            )
        return init.__getitem__
    if callable(init):
        _require_of_index(array, init)
        return partial(_asked, array, init)
    if isinstance(init, (list, tuple, range)) and not all(
        is_member(variable.sort, init) for variable in array.variables.values()
    ):
        raise BadModel(
            f"init of {array.name}: {init!r} could mean a value for each index, or the values that "
            "each element may have; give a mapping or a function by index, or a set of values"
        )
    return lambda index: init


def _asked(array: Array, init: Callable[..., object], index: object) -> object:
    """The result of `init` for an index.

    An error from inside a function written in Python is raised as it is, since its traceback shows
    where. If `init` is built in, there is no such place: raises `BadModel` with array and index.
    """
    try:
        return init(index)
    except Exception as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
            raise  # the traceback shows where in the function it was raised
        says = f"init of {array.name}: {init!r} cannot be called with {index!r}: {error}"
        raise BadModel(says) from None


def _require_of_index(array: Array, init: Callable[..., object]) -> None:
    if why := why_not_called(init, array.indices[0]):
        raise BadModel(f"init of {array.name} is called with an index: {why}")


def _allowed(variable: Variable, init: Any) -> list[Any]:
    """The allowed initial values: a single value, or those of a collection."""
    if is_member(variable.sort, plain(init)):
        return [plain(init)]
    collection = isinstance(init, (list, tuple, set, frozenset, range))
    if isinstance(init, range) and len(init) > MOST:
        raise BadModel(
            f"init of {variable.name} allows {len(init):,} values, too many to be given one by "
            "one: leave init out, and state what they have in common by start(...)"
        )
    values = [plain(value) for value in init] if collection else [init]
    for value in values:
        if not is_member(variable.sort, value):
            truth = isinstance(variable.sort, Bool)
            raise OutOfSort(
                f"init of {variable.name}: {text_of_value(value)} is not in "
                f"{text_of_sort(variable.sort)}{': give True or False' if truth else ''}"
            )
    if not values:
        raise BadModel(f"init of {variable.name} allows no value at all")
    return values
