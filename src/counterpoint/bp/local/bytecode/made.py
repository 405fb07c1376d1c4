"""Where code makes values that differ between processes: texts with addresses, and chance.

The text of a function, of an iterator or of a bare `object` shows its address. A random generator
without a seed starts in a random state.
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
"""Functions that show no order of their argument, except that of elements with equal keys."""

_MAKE_PLACED: tuple[Any, ...] = (iter, enumerate, zip, map, filter, reversed)
"""Functions that make objects with a text that shows their address."""

_CODE = types.CodeType
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")
_CONTAINERS = ("BUILD_TUPLE", "BUILD_LIST", "BUILD_MAP", "LIST_EXTEND", "LIST_APPEND")


class Made(Stack):
    """How a code object, without nested code, makes and uses objects of these kinds."""

    def lines_that_place(self) -> Iterator[int]:
        """The lines that make an object with an address in its text, and make this text."""
        for index in range(len(self.steps)):
            made = self._placed(index)
            if made is not None and self._is_made_a_text(made, frozenset()):
                yield self.line(index)

    def lines_that_draw(self) -> Iterator[int]:
        """The lines that may make or seed a random generator without giving a seed."""
        for index, step in enumerate(self.steps):
            name = step.argval
            is_seeding = step.opname in ATTRIBUTES and name == "seed"
            if (is_seeding or self._is_generator(index)) and self._has_no_seed(index, is_seeding):
                yield self.line(index)

    # Texts of objects that the code makes

    def _placed(self, index: int) -> int | None:
        """The instruction that puts an object with an address in its text on the stack.

        This object is the function loaded or made by `index`, or what that function returns. None
        if there is no such object.
        """
        step, function = self.steps[index], self.function(index)
        if step.opname == "MAKE_FUNCTION":
            return self._made_by_function(index)
        if isinstance(function, types.FunctionType):
            return index if self.call_of(index) is None else None
        if function is object or is_any(function, _MAKE_PLACED):
            return self.call_of(index)
        return None

    def _made_by_function(self, index: int) -> int | None:
        """The instruction that completes a function, or the call of a generator expression.

        None for comprehensions.
        """
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
        """Whether the code makes a text of what `index` puts on the stack. False if unclear."""
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
        """Whether a call is of a method such as `format`, or gets a function such as `str`."""
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

    # Random generators

    def _is_generator(self, index: int) -> bool:
        """Whether an instruction loads `Random` or a subclass of it."""
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
        """Whether a class is only used to test the type of an object."""
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
    """The names of the variables of an instruction. Some instructions have two."""
    value = instruction.argval
    return value if isinstance(value, tuple) else (value,)
