"""Where code may show the order of a set, makes texts of objects, or computes names.

A set of strings has another order in each process. Most code does not depend on it: it tests
membership, sorts the set, or gives it to `sync`. So the code is followed in a straight line from
each place where a set appears to the instruction that takes it from the stack. An instruction that
is not understood counts as showing the order.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

from ...eventset import event_set
from ...sync import sync
from .made import (
    FORMATS,
    KEYED,
    TEXT_METHODS,
    TEXT_METHODS_BY_NAME,
    TEXTS,
    names_of,
)
from .mentions import root_of
from .orders import comes_in_any_order
from .stack import ATTRIBUTES, CALLS, COMPREHENSION, VARIABLES, is_any
from .views import COMBINE, COMBINE_SIGNS, VIEWS, Views

_LOOK_AT_NO_ORDER = {
    "CONTAINS_OP", "COMPARE_OP", "IS_OP", "UNARY_NOT", "TO_BOOL", "SET_UPDATE", "BINARY_SUBSCR",
    "POP_TOP",
}  # fmt: skip
_METHODS_TEXT = """
    add discard remove clear update isdisjoint issubset issuperset difference_update
    intersection_update symmetric_difference_update
    """
_METHODS = frozenset(_METHODS_TEXT.split())
"""Methods of a set that do not depend on its order."""

_BLIND: tuple[Any, ...] = (*KEYED, sync, event_set, len, bool, isinstance)
_MAKE_TEXTS = {"pprint", "reprlib", "string"}
"""Modules of the standard library that make texts of their arguments."""

_MAKERS: tuple[Any, ...] = (set, frozenset)
ADDRESSES: tuple[Any, ...] = (hash, id)
_BY_NAME: tuple[Any, ...] = (getattr, setattr, delattr)
_GIVE_SETS_TEXT = """
    union intersection difference symmetric_difference __or__ __and__ __sub__ __xor__ __ror__
    __rand__ __rsub__ __rxor__
    """
_GIVE_SETS = frozenset(_GIVE_SETS_TEXT.split())
"""Methods that return a new set, some of them also for a view of a dictionary."""

_HASH_METHOD = "__hash__"
_LOSSLESS = {"^", "+", "-", "*"}
_COMPARISONS = {"==", "!=", "bool(==)", "bool(!=)"}
"""Operators that combine hashes without losing information, and operators that compare them."""


_SETS_OF_LIBRARIES = {"bjunk", "bpopular"}
"""Attributes of library objects that are sets."""


class Uses(Views):
    """How a code object, without nested code, uses what it puts on its stack."""

    _texts_differ = False
    _elements_tie = False

    def lines_that_look(
        self, *, texts_differ: bool = False, elements_tie: bool = False
    ) -> Iterator[int]:
        """The lines that make a set with an order that may be shown, or that use an address.

        With `texts_differ`, elements have different texts, so sorting by text shows no order. With
        `elements_tie`, elements may tie that are not equal, so sorting them shows the order.
        """
        self._texts_differ, self._elements_tie = texts_differ, elements_tie
        for index in range(len(self.steps)):
            if self._is_doubtful(index):
                yield self.line(index)
        yield from self.lines_that_place()

    def lines_that_hash(self) -> Iterator[int]:
        """The lines that use a hash or an address for more than making objects comparable."""
        for index in range(len(self.steps)):
            if self._is_hash(index) and self._is_hash_seen(index):
                yield self.line(index)

    def lines_that_make_texts(self) -> Iterator[int]:
        """The lines that may make a text of an object, which may show its address."""
        for index in range(len(self.steps)):
            if self._is_text(index):
                yield self.line(index)

    def looks_at(self, name: str, *, elements_tie: bool = False) -> bool:
        """Whether the code may show the order of a set in variable `name`."""
        self._elements_tie = elements_tie
        return any(
            self._is_seen(index, frozenset())
            for index, instruction in enumerate(self.steps)
            if instruction.opname.startswith(VARIABLES) and name in names_of(instruction)
        )

    def works_out_names(self) -> bool:
        """Whether the code reads or sets an attribute by a name that is not a constant in it."""
        return any(
            (is_any(self.function(index), _BY_NAME) and self.name_given(index) is None)
            or self.function(index) is vars
            or (instruction.opname in ATTRIBUTES and instruction.argval == "__dict__")
            for index, instruction in enumerate(self.steps)
        )

    def lines_that_ask_for_locals(self) -> Iterator[int]:
        """The lines that use the dictionary of local variables, except to test membership."""
        for index in range(len(self.steps)):
            function = self.function(index)
            if function is not locals and function is not vars:
                continue
            call = self.call_of(index)
            if call is not None and function is vars and self.steps[call].arg:
                continue
            taker = None if call is None else self.taker(call)
            if taker is None or self.steps[taker].opname != "CONTAINS_OP":
                yield self.line(index)

    # Where texts and sets appear

    def _is_text(self, index: int) -> bool:
        name, value = self.steps[index].opname, self.steps[index].argval
        if name in ATTRIBUTES and value in TEXT_METHODS:
            return True
        if name == "LOAD_CONST" and value in TEXT_METHODS_BY_NAME:
            return True
        if name in ("LOAD_CONST", "LOAD_GLOBAL", "LOAD_NAME"):
            text = value if name == "LOAD_CONST" else self.function(index)
            taker = self.taker(index) if isinstance(text, str) else None
            if taker is not None and self.steps[taker].argrepr.startswith("%"):
                return True
        function = self.function(index)
        if is_any(function, TEXTS):
            return not self._is_asked_of(index)
        home = root_of(getattr(function, "__module__", None)) if function is not None else ""
        return name.startswith(FORMATS) or home in _MAKE_TEXTS

    def _is_doubtful(self, index: int) -> bool:
        name, value = self.steps[index].opname, self.steps[index].argval
        if name == COMPREHENSION:
            return value == "BUILD_SET" and self._is_seen(index, frozenset())
        if name == "BUILD_SET":
            in_comprehension = self.code.co_name == "<setcomp>" and value == 0
            return not in_comprehension and self._is_seen(index, frozenset())
        if name == "LOAD_CONST" and isinstance(value, frozenset):
            return comes_in_any_order(value) and self._is_seen(index, frozenset())
        if name == "LOAD_CONST" and isinstance(value, types.CodeType):
            return value.co_name == "<setcomp>" and self._is_comprehension_seen(index)
        function = self.function(index)
        if self._is_hash(index):
            return self._is_hash_seen(index)
        if is_any(function, _MAKERS) or (name in ATTRIBUTES and value in _GIVE_SETS):
            call = self.call_of(index)  # None: it is passed on, not called
            return self._is_seen(index if call is None else call, frozenset())
        is_class = function is type or (name in ATTRIBUTES and value == "__class__")
        if is_class and self._is_class_of_a_set_called(index, by_name=function is None):
            return True
        if name in ATTRIBUTES and self._is_a_set_of_another(index):
            return self._is_seen(index, frozenset())
        return name in ATTRIBUTES and value in VIEWS and self._is_combined_view(index)

    def _is_hash(self, index: int) -> bool:
        return is_any(self.function(index), ADDRESSES) or self._asks_for_a_hash(index)

    def _is_hash_seen(self, index: int) -> bool:
        """Whether a hash is used for more than to compare objects or to compute another hash."""
        call = self.call_of(index)
        if call is None or self.code.co_name not in (_HASH_METHOD, "__eq__"):
            return True
        return self._is_number_seen(call)

    def _is_number_seen(self, index: int) -> bool:
        """The same for a number that is a hash or is computed from one."""
        taker = self.taker(index)
        if taker is None:
            return self.steps[index + 1].opname != "RETURN_VALUE"
        name, sign = self.steps[taker].opname, self.steps[taker].argrepr
        if self.code.co_name == "__eq__":
            return not (name == "COMPARE_OP" and sign in _COMPARISONS)
        mixes = name in CALLS and self.called(taker) is hash
        if mixes or name == "BUILD_TUPLE" or (name == "BINARY_OP" and sign in _LOSSLESS):
            return self._is_number_seen(taker)
        return True

    def _asks_for_a_hash(self, index: int) -> bool:
        """Whether an instruction accesses or names `__hash__`, or imports `hash` or `id`."""
        name, value = self.steps[index].opname, self.steps[index].argval
        if name == "IMPORT_FROM":
            return value in ("hash", "id")
        return (name in ATTRIBUTES or name == "LOAD_CONST") and value == _HASH_METHOD

    def _is_a_set_of_another(self, index: int) -> bool:
        """Whether an attribute is a set of a library, or the method `copy` of a known set."""
        value = self.steps[index].argval
        if value == "copy":
            return index > 0 and isinstance(self.function(index - 1), set | frozenset)
        return value in _SETS_OF_LIBRARIES

    def _is_class_of_a_set_called(self, index: int, *, by_name: bool) -> bool:
        """Whether a class from `type` or `__class__` is called and its result may show an order."""
        if by_name:
            call = self.call_of(index)
            of_self = self.steps[index - 1].argval in ("self", "cls")
            return call is not None and not of_self and self._is_seen(call, frozenset())
        call = self.call_of(index)
        if call is None or self.call_of(call) is None or self._is_of_self(index):
            return False
        return self._is_seen_in_time(call)

    def _is_of_self(self, index: int) -> bool:
        """Whether the argument of `type` (which `index` loads) is `self`, or certainly no set."""
        steps = self.steps[index + 1 : index + 3]
        given = next((n for n, s in enumerate(steps) if s.opname != "PUSH_NULL"), 0)
        value = self.function(index + 1 + given)
        is_known = value is not None and not isinstance(value, set | frozenset)
        return is_known or steps[given].argval in ("self", "cls")

    def _is_seen_in_time(self, call: int) -> bool:
        made = self.call_of(call)
        return made is None or self._is_seen(made, frozenset())

    def _is_comprehension_seen(self, index: int) -> bool:
        function = self.taker(index)
        call = None if function is None else self.taker(function)
        return call is None or self._is_seen(call, frozenset())

    def _is_combined_view(self, index: int) -> bool:
        """Whether `.keys()` or `.items()` is combined to a set, and code may show its order."""
        call = self.call_of(index)
        return call is not None and self._is_combined(call, frozenset())

    def _is_combined(self, index: int, before: frozenset[int | str]) -> bool:
        taker = self.taker(index)
        if taker is None:
            return False
        name, value = self.steps[taker].opname, self.steps[taker].argval
        if name == "BINARY_OP" or (name in CALLS and is_any(self.called(taker), COMBINE)):
            return self._is_seen(taker, frozenset())
        if name != "STORE_FAST" or value in before:
            return False
        return any(
            self._is_combined(load, before | {value})
            for load, step in enumerate(self.steps)
            if step.opname.startswith("LOAD_FAST") and value in names_of(step)
        )

    def _is_order_seen(self, index: int) -> bool:
        return self._is_seen(index, frozenset())

    def _is_seen(self, index: int, before: frozenset[int | str]) -> bool:
        """Whether the set that `index` puts on the stack is used so that its order may be shown."""
        return self.is_taken(index, before, self._is_seen_by)

    def _is_seen_by(self, index: int, taker: int, before: frozenset[int | str]) -> bool:
        """Whether the instruction `taker` may show the order, or passes the set to one that may."""
        name, value = self.steps[taker].opname, self.steps[taker].argval
        if name in _LOOK_AT_NO_ORDER or name.startswith("POP_JUMP"):
            return False
        if name == "BINARY_OP":  # combining sets makes a set; formatting one shows its order
            is_set = self.steps[taker].argrepr.rstrip("=") in COMBINE_SIGNS
            return not is_set or self._is_seen(taker, before)
        if name in ATTRIBUTES:
            return value not in _METHODS
        if name == "STORE_FAST":
            return self._is_variable_seen(value, before)
        return name not in CALLS or self._is_seen_by_call(taker, before)

    def _is_variable_seen(self, name: str, before: frozenset[int | str]) -> bool:
        if name in before:
            return False
        return any(
            type(instruction.argval) is tuple or self._is_seen(index, before | {name})
            for index, instruction in enumerate(self.steps)
            if instruction.opname.startswith("LOAD_FAST") and name in names_of(instruction)
        )

    def _is_seen_by_call(self, call: int, before: frozenset[int | str]) -> bool:
        function = self.called(call)
        if is_any(function, _MAKERS):
            return self._is_seen(call, before)
        if not is_any(function, KEYED):
            return not is_any(function, _BLIND)
        if not self.has_keywords(call):
            return self._elements_tie
        return not (self._texts_differ and self._is_by_text(call))

    def _is_by_text(self, call: int) -> bool:
        """Whether the last argument of a call is the function `str` or `repr`."""
        last = call - 2 if self.steps[call].opname == "CALL_KW" else call - 1
        return is_any(self.function(last), (str, repr))
