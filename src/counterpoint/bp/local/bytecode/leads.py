"""What code sets attributes of, and where it reaches classes and functions without naming them.

Attributes of objects that code names can be watched. What it reaches by `type(value)`, by
`method.__func__` and so on can be any object, and setting an attribute there would couple b-threads
undetected. So the code is followed in a straight line from such a place. If the class is called or
compared, or only its name is read, it is merely inspected. Any other use leads on.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterator, Mapping
from typing import Any

from .stack import ATTRIBUTES, CALLS, VARIABLES, Stack, instructions, is_any

_LEADS_TEXT = """
    __class__ __mro__ __base__ __bases__ __orig_bases__ __orig_class__ __origin__ __args__ __func__
    __self__ __wrapped__ __objclass__ fget fset fdel
    """
_BY_CALLS_TEXT = "mro __reduce__ __reduce_ex__"
_BY_CALLS = frozenset(_BY_CALLS_TEXT.split())
_LEADS = frozenset(_LEADS_TEXT.split()) | _BY_CALLS
"""Attributes that lead from a value to a class or a function."""

_STORES = {"STORE_ATTR", "DELETE_ATTR"}
SETTERS: tuple[Any, ...] = (setattr, delattr)
_SETTING_METHODS = {"__setattr__", "__delattr__"}

_ONLY_NAMES = {"__name__", "__qualname__", "__module__", "__doc__"}
_LOOK = {
    "COMPARE_OP", "IS_OP", "CONTAINS_OP", "UNARY_NOT", "TO_BOOL", "POP_TOP", "FORMAT_VALUE",
    "FORMAT_SIMPLE", "FORMAT_WITH_SPEC", "CONVERT_VALUE", "STORE_SUBSCR",
}  # fmt: skip
_HOLD = {"BUILD_TUPLE", "BUILD_LIST", "BUILD_SET", "BINARY_OP", "BINARY_SUBSCR", "GET_ITER"}
_FUNCTIONS_THAT_LOOK: tuple[Any, ...] = (
    isinstance, issubclass, str, repr, hash, print, len, bool, super,
)  # fmt: skip
_METHODS_THAT_LOOK = {
    "get", "index", "count", "format", "__new__",
    "_saferepr", "_call_reprcompare", "_should_repr_global_name",
}  # fmt: skip
"""Methods that only inspect an argument. pytest generates calls of the last three for `assert`."""


class Leads(Stack):
    """How a code object, without nested code, reaches the objects that it sets attributes of.

    >>> def mark(value):
    ...     type(value).marked = True
    >>> leads = Leads(mark.__code__, globals())
    >>> leads.sets_others(), len(list(leads.lines_that_lead_on()))
    (True, 1)
    """

    @classmethod
    def of(cls, code: types.CodeType, known: Mapping[str, object]) -> Leads | None:
        """The leads of `code`, None if it has none, like most code. `known` are its globals."""
        return cls(code, known) if _may_lead(code) or _names_one_of(code, known) else None

    def sets_others(self) -> bool:
        """Whether the code sets or deletes attributes of an object other than `self`."""
        return self.has_setter() or any(
            step.opname in _STORES and not self._is_of_self(index)
            for index, step in enumerate(self.steps)
        )

    def has_setter(self) -> bool:
        """Whether the code uses `setattr` or `delattr`."""
        return any(is_any(self.function(index), SETTERS) for index in range(len(self.steps)))

    def names_given(self) -> Iterator[str]:
        """The constant names that the code gives to `setattr` and `delattr`."""
        for index in range(len(self.steps)):
            if is_any(self.function(index), SETTERS) and (name := self.name_given(index)):
                yield name

    def lines_that_set_by_force(self) -> Iterator[int]:
        """The lines that access `__setattr__` or `__delattr__`, other than those of `self`."""
        for index, step in enumerate(self.steps):
            if step.opname in ATTRIBUTES and step.argval in _SETTING_METHODS:
                of_self = self._is_asked_of_super(index) or self._is_self(index + 1)
                if not of_self:
                    yield self.line(index)
            elif step.opname == "LOAD_CONST" and _is_word(step.argval, _SETTING_METHODS):
                yield self.line(index)

    def lines_that_lead_on(self) -> Iterator[int]:
        """The lines that reach a class or a function and do more than inspect it."""
        for index, step in enumerate(self.steps):
            if step.opname in ATTRIBUTES and step.argval in _LEADS:
                got = self.call_of(index) if step.argval in _BY_CALLS else index
            elif self.function(index) is type:
                call = self.call_of(index)
                got = index if call is None else call
                if call is not None and self.steps[call].arg != 1:
                    continue  # it makes a class
            elif step.opname == "LOAD_CONST" and _is_word(step.argval, _LEADS):
                got = None
            else:
                continue
            if got is None or self._leads_on(got, frozenset()):
                yield self.line(index)

    # Uses of a class

    def _leads_on(self, index: int, before: frozenset[int | str]) -> bool:
        return self.is_taken(index, before, self._leads_on_by)

    def _leads_on_by(self, index: int, taker: int, before: frozenset[int | str]) -> bool:
        name, value = self.steps[taker].opname, self.steps[taker].argval
        if name in _LOOK or name.startswith("POP_JUMP"):
            return False
        if name in ATTRIBUTES:
            is_followed = value in _LEADS  # it is followed from there as a lead
            return not (is_followed or value in _ONLY_NAMES) and self._leads_on(taker, before)
        if name in _HOLD:
            return self._leads_on(taker, before)
        if name == "STORE_FAST":
            return value not in before and self._is_variable_leading(value, before | {value})
        return name not in CALLS or self._is_kept_by_call(index, taker)

    def _is_variable_leading(self, name: str, before: frozenset[int | str]) -> bool:
        return any(
            self._leads_on(index, before)
            for index, step in enumerate(self.steps)
            if step.opname.startswith(VARIABLES) and step.argval == name
        )

    def _is_kept_by_call(self, index: int, call: int) -> bool:
        if sum(map(self.effect_of, range(index + 1, call))) >= (self.steps[call].arg or 0):
            return self.steps[call].opname != "CALL"  # the class itself is called, for an instance
        for start in range(call - 1, -1, -1):
            if self.call_of(start) == call and self.steps[start].opname.startswith("LOAD_"):
                return not self._only_looks(start)
        return True

    def _only_looks(self, index: int) -> bool:
        """Whether the function loaded here does nothing but inspect its argument."""
        name, value = self.steps[index].opname, self.steps[index].argval
        if name.startswith("LOAD_FAST"):  # pytest stores functions that it calls in `@` variables
            return value.startswith("@") and all(
                self._only_looks(at - 1)
                for at, step in enumerate(self.steps)
                if (step.opname, step.argval) == ("STORE_FAST", value)
                and self.steps[at - 1].opname in ATTRIBUTES
            )
        function = self.function(index)
        is_error = isinstance(function, type) and issubclass(function, BaseException)
        asks = name in ATTRIBUTES and value in _METHODS_THAT_LOOK
        return asks or is_error or is_any(function, _FUNCTIONS_THAT_LOOK)

    # Attributes of `self`

    def _is_of_self(self, index: int) -> bool:
        if self.steps[index - 1].opname != "SWAP":
            return self._is_self(index - 1)
        name = self.steps[index].argval  # self.name += ...
        return any(
            self.steps[at].opname == "COPY"
            and self.steps[at + 1].argval == name
            and self._is_self(at - 1)
            for at in range(1, index - 1)
        )

    def _is_self(self, index: int) -> bool:
        step = self.steps[index]
        is_first = self.code.co_varnames[:1] == ("self",)
        return is_first and step.opname.startswith("LOAD_FAST") and step.argval == "self"

    def _is_asked_of_super(self, index: int) -> bool:
        return any(
            self.function(start) is super and self.call_of(start) == index - 1
            for start in range(index)
        )


@functools.lru_cache(512)
def _may_lead(code: types.CodeType) -> bool:
    """Whether code has a name, a string or an instruction that makes it worth following."""
    names = _LEADS | _SETTING_METHODS
    words = any(_is_word(value, names) for value in code.co_consts)
    return words or not names.isdisjoint(code.co_names) or _stores(code)


def _stores(code: types.CodeType) -> bool:
    return any(step.opname in _STORES for step in instructions(code))


def _names_one_of(code: types.CodeType, known: Mapping[str, object]) -> bool:
    """Whether a name in the code means `type`, `setattr` or `delattr`."""
    usual = {"type": type, "setattr": setattr, "delattr": delattr}
    return any(is_any(known.get(n, usual.get(n)), (type, *SETTERS)) for n in code.co_names)


def _is_word(value: object, among: frozenset[str] | set[str]) -> bool:
    if isinstance(value, tuple):  # the attribute names of a class pattern in `case`
        return any(_is_word(part, among) for part in value)
    return type(value) is str and value in among
