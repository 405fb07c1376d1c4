"""Variables of a b-thread that hold a set of which no code can ever see the order.

Toggling four numbers in a set gives thousands of layouts of its table, and sixteen sets. They are
the same if nothing sees the order: the set is made where it comes into the variable, nobody else
gets hold of it, and all that is asked is what is in it, how many there are, and whether any are.
"""

from __future__ import annotations

import functools
import sys
import types
from typing import Any

from ...identity import Identity, identity
from ..event import Event
from .made import names_of
from .stack import COMPREHENSION, Stack

_METHODS = ("add", "discard", "remove", "clear")
_ALIKE = (int, str, bytes, Event)
"""Types of which equal values are the same; their hashes are Python's own, or Counterpoint's."""

_BY_NAME = {"locals", "vars", "eval", "exec", "dir", "globals", "__import__", "breakpoint"}
"""What may get at a variable that it does not name."""


def blind_variables(code: types.CodeType, known: dict[str, Any]) -> frozenset[str]:
    """The variables of a piece of code that hold such sets, if they hold sets at all.

    >>> def toggle(numbers):
    ...     odd, shown = {1}, set()
    ...     on = set()
    ...     for number in numbers:
    ...         on.discard(number) if number in on else on.add(number)
    ...         shown.add(number)
    ...     yield list(shown)
    >>> sorted(blind_variables(toggle.__code__, globals()))
    ['on']
    """
    return _blind_variables(identity(code), identity(known))


@functools.lru_cache(512)
def _blind_variables(code: Identity, known: Identity) -> frozenset[str]:
    uses = _SetUses(code(), known())
    return uses.blind() if not _BY_NAME & set(uses.code.co_names) else frozenset()


def is_told_by_elements(items: set[object]) -> bool:
    """Whether a set is no more than its elements, whatever it is asked that shows no order.

    Where two had the same hash, the order would say which of them is compared first.
    """
    kinds = set(map(type, items))
    if len(kinds) > 1 or not all(any(kind is each for each in _ALIKE) for kind in kinds):
        return False
    return len(set(map(hash, items))) == len(items)


class _SetUses(Stack):
    """How a piece of code uses its variables, as far as these may hold sets."""

    def blind(self) -> frozenset[str]:
        code = self.code
        arguments = code.co_argcount + code.co_kwonlyargcount
        flags = (code.co_flags >> 2 & 1) + (code.co_flags >> 3 & 1)  # *args, **kwargs
        own = set(code.co_varnames[arguments + flags :]) - {*code.co_cellvars, *code.co_freevars}
        for index, step in enumerate(self.steps):
            names = own & set(names_of(step))
            if names and not self._is_blind(index):
                own -= names
        return frozenset(own)

    def _is_blind(self, index: int) -> bool:
        """Whether an instruction makes a set for the variable, or asks for nothing of its order."""
        step = self.steps[index]
        if step.opname == "DELETE_FAST":
            return True
        if step.opname == "STORE_FAST":
            return index > 0 and not step.is_jump_target and self._makes_a_set(index - 1)
        if step.opname not in ("LOAD_FAST", "LOAD_FAST_CHECK") or index + 1 == len(self.steps):
            return False
        name = self.steps[index + 1].opname
        if name in ("CONTAINS_OP", "UNARY_NOT", "TO_BOOL", "POP_TOP"):
            return True
        if name.startswith("POP_JUMP"):
            return True
        if name == "CALL":
            return self.called(index + 1) is len
        return self._calls_a_method(index + 1)

    def _makes_a_set(self, index: int) -> bool:
        step = self.steps[index]
        if step.opname == "CALL":
            return self.called(index) is set
        # a display; with more elements than one it is updated, and lies on top afterwards
        return step.opname in ("BUILD_SET", "SET_UPDATE") or (
            step.opname == COMPREHENSION and step.argval == "BUILD_SET"
        )

    def _calls_a_method(self, index: int) -> bool:
        """Whether a method of the variable is called at once, and not kept."""
        step = self.steps[index]
        at_once = step.opname == "LOAD_METHOD" or (
            step.opname == "LOAD_ATTR" and self._is_method_flag(step.arg)
        )
        return at_once and step.argval in _METHODS

    @staticmethod
    def _is_method_flag(argument: int | None) -> bool:
        return _ATTRIBUTES_TELL_METHODS and bool(argument is not None and argument & 1)


_ATTRIBUTES_TELL_METHODS = sys.version_info >= (3, 12)
"""Whether CPython, from 3.12 on, says in the argument of LOAD_ATTR that a method is called."""
