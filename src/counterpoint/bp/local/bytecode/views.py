"""Where views of dictionaries go: combining two of them, or one and a set, makes a set.

Most views are used where they are made: `for name in d.keys()`. A view that goes to a function or
into a container may be combined in other code, where it cannot be recognised as a view.
"""

from __future__ import annotations

import collections.abc
import operator
from collections.abc import Iterator
from typing import Any

from .made import Made, names_of
from .stack import ATTRIBUTES, CALLS, is_any

VIEWS = ("keys", "items")
COMBINE: tuple[Any, ...] = (
    operator.or_, operator.and_, operator.sub, operator.xor,
    operator.ior, operator.iand, operator.isub, operator.ixor,
)  # fmt: skip
COMBINE_SIGNS = {"|", "&", "-", "^"}

_GO_THROUGH: tuple[Any, ...] = (
    list, tuple, set, frozenset, dict, sorted, len, min, max, sum, any, all, iter, next, enumerate,
    zip, map, filter, reversed, isinstance,
)  # fmt: skip
_LOOK_INTO = {
    "GET_ITER", "GET_YIELD_FROM_ITER", "CONTAINS_OP", "COMPARE_OP", "IS_OP", "BINARY_OP", "TO_BOOL",
    "UNARY_NOT", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE", "UNPACK_SEQUENCE", "UNPACK_EX",
    "CALL_FUNCTION_EX", "POP_TOP",
}  # fmt: skip
"""Functions and instructions that do not pass a view on to other code."""

_ABSTRACT = (collections.abc.KeysView, collections.abc.ItemsView)


class Views(Made):
    """How a code object, without nested code, uses views of dictionaries."""

    def hands_on_a_view(self) -> bool:
        """Whether a view may go to code where it cannot be recognised as a view."""
        return any(self._hands_on(index) for index in range(len(self.steps)))

    def lines_that_combine(self) -> Iterator[int]:
        """The lines that combine what may be views to a set with an order that may be shown."""
        for index in range(len(self.steps)):
            if self._combines(index) or is_any(self.function(index), COMBINE):
                yield self.line(index)

    def _combines(self, index: int) -> bool:
        step = self.steps[index]
        by_sign = step.opname == "BINARY_OP" and step.argrepr.rstrip("=") in COMBINE_SIGNS
        return by_sign and not self._has_a_number(index) and self._is_order_seen(index)

    def _is_order_seen(self, index: int) -> bool:
        """Whether the order of a set that `index` puts on the stack may be shown."""
        raise NotImplementedError

    def _hands_on(self, index: int) -> bool:
        name, value = self.steps[index].opname, self.steps[index].argval
        if is_any(self.function(index), _ABSTRACT):
            return True
        if name == "LOAD_CONST":
            return value in VIEWS
        if name not in ATTRIBUTES or value not in VIEWS:
            return False
        call = self.call_of(index)
        return call is None or self._goes_on(call, frozenset())

    def _goes_on(self, index: int, before: frozenset[str]) -> bool:
        """Whether what `index` puts on the stack goes to code where it is not followed."""
        taker = self.taker(index)
        if taker is None:
            return True
        name, value = self.steps[taker].opname, self.steps[taker].argval
        if name in _LOOK_INTO or name.startswith("POP_JUMP") or name in ATTRIBUTES:
            return False
        if name == "STORE_FAST":
            return value not in before and any(
                self._goes_on(load, before | {value})
                for load, step in enumerate(self.steps)
                if step.opname.startswith("LOAD_FAST") and value in names_of(step)
            )
        return name not in CALLS or not is_any(self.called(taker), _GO_THROUGH)

    def _has_a_number(self, index: int) -> bool:
        """Whether one of the operands is a constant number."""
        return any(
            step.opname == "LOAD_CONST"
            and isinstance(step.argval, int | float)
            and self.taker(at) == index
            for at, step in enumerate(self.steps[max(0, index - 16) : index], max(0, index - 16))
        )
