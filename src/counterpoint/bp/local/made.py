"""Where code makes what no other process makes alike: objects that lie somewhere, and chance.

The text of a function, of an iterator or of a bare `object` says where it lies; a random generator
without a seed begins anywhere.
"""

from __future__ import annotations

import dis
import random
import types
from collections.abc import Iterator
from typing import Any

from .stack import ATTRIBUTES, CALLS, VARIABLES, Stack, is_any

TEXTS: tuple[Any, ...] = (str, repr, ascii, format)
TEXT_METHODS = {"format", "format_map", "__repr__", "__str__", "__format__"}
TEXT_METHODS_BY_NAME = ("__repr__", "__str__", "__format__")
FORMATS = ("FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC", "CONVERT_VALUE")

KEYED: tuple[Any, ...] = (sorted, min, max)
"""Functions that see no order, but for that of elements whose keys are equal."""

_MAKE_PLACED: tuple[Any, ...] = (iter, enumerate, zip, map, filter, reversed)
"""What they make has a text that says where it lies."""

_CODE = types.CodeType
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")
_CONTAINERS = ("BUILD_TUPLE", "BUILD_LIST", "BUILD_MAP", "LIST_EXTEND", "LIST_APPEND")


class Made(Stack):
    """How a piece of code, without what is nested in it, uses what it makes of that kind."""

    def lines_that_place(self) -> Iterator[int]:
        """The lines that make a text of what they make, which says where that lies."""
        for index in range(len(self.steps)):
            made = self._placed(index)
            if made is not None and self._is_made_a_text(made, frozenset()):
                yield self.line(index)

    def lines_that_draw(self) -> Iterator[int]:
        """The lines that may make or set a random generator without a seed."""
        for index, step in enumerate(self.steps):
            name = step.argval
            is_seeding = step.opname in ATTRIBUTES and name == "seed"
            if (is_seeding or self._is_generator(index)) and self._has_no_seed(index, is_seeding):
                yield self.line(index)

    # Where texts of what is made here come up

    def _placed(self, index: int) -> int | None:
        """Where something is on the stack whose text says where it lies; None if nothing is."""
        step, function = self.steps[index], self.function(index)
        if step.opname == "MAKE_FUNCTION":
            return self._made_by_function(index)
        if isinstance(function, types.FunctionType):
            return index if self.call_of(index) is None else None
        if function is object or is_any(function, _MAKE_PLACED):
            return self.call_of(index)
        return None

    def _made_by_function(self, index: int) -> int | None:
        """A function that is made here, or the generator that it gives if that is one."""
        before = self.steps[:index]
        code = next((s.argval for s in reversed(before) if isinstance(s.argval, _CODE)), None)
        if code is None or code.co_name in _COMPREHENSIONS:
            return None
        at = index
        while (taker := self.taker(at)) is not None and (
            self.steps[taker].opname == "SET_FUNCTION_ATTRIBUTE"
        ):
            at = taker
        is_generator = code.co_name == "<genexpr>"
        return taker if is_generator else at

    def _is_made_a_text(self, index: int, before: frozenset[int | str]) -> bool:
        """Whether a text is made of what `index` puts on the stack, as far as that is clear."""
        taker = self.taker(index)
        if taker is None or index in before:
            return False
        before |= {index}
        name = self.steps[taker].opname
        if name.startswith(FORMATS) or self.steps[taker].argrepr.startswith("%"):
            return True
        if name == "STORE_FAST":
            return self._is_variable_made_a_text(self.steps[taker].argval, before)
        if name in _CONTAINERS:
            return self._is_made_a_text(taker, before)
        if name not in CALLS:
            return False
        return is_any(self.called(taker), TEXTS) or self._is_given_to_a_text(taker)

    def _is_given_to_a_text(self, call: int) -> bool:
        """Whether a call is of a method such as `format`, or gets a function that makes texts."""
        start = next((at for at in range(call) if self.taker(at) == call), call)
        hands_on = self.has_keywords(call) and not is_any(self.called(call), KEYED)
        return any(
            (step.opname in ATTRIBUTES and step.argval in TEXT_METHODS)
            or (hands_on and is_any(self.function(at), TEXTS))
            for at, step in enumerate(self.steps[start:call], start)
            if self.taker(at) == call
        )

    def _is_variable_made_a_text(self, name: str, before: frozenset[int | str]) -> bool:
        if name in before:
            return False
        return any(
            self._is_made_a_text(index, before | {name})
            for index, step in enumerate(self.steps)
            if step.opname.startswith("LOAD_FAST") and name in names_of(step)
        )

    # Where chance comes up

    def _is_generator(self, index: int) -> bool:
        """Whether `Random`, or a class that inherits from it, is asked for."""
        step, function = self.steps[index], self.function(index)
        if isinstance(function, type):
            return issubclass(function, random.Random)
        is_named = step.opname in ATTRIBUTES or step.opname.startswith(VARIABLES)
        return is_named and function is None and "Random" in names_of(step)

    def _has_no_seed(self, index: int, is_seeding: bool) -> bool:
        call = self.call_of(index)
        if call is None:
            return not is_seeding and not self._is_asked_of(index)
        count = self.steps[call].arg or 0
        first = self.steps[call - 1]
        is_none = count == 1 and first.opname == "LOAD_CONST" and first.argval is None
        return self.steps[call].opname == "CALL" and (count == 0 or is_none)

    def _is_asked_of(self, index: int) -> bool:
        """Whether a class is only compared with what something is an instance of."""
        taker = self.taker(index)
        if taker is not None and self.steps[taker].opname == "BUILD_TUPLE":
            taker = self.taker(taker)
        if taker is None:
            return False
        name = self.steps[taker].opname
        return name in ("MATCH_CLASS", "IS_OP") or (
            name in CALLS and is_any(self.called(taker), (isinstance, issubclass))
        )


def names_of(instruction: dis.Instruction) -> tuple[str, ...]:
    """The variables of an instruction, which may be two."""
    value = instruction.argval
    return value if isinstance(value, tuple) else (value,)
