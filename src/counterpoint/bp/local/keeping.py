"""How code that runs while a module is loaded uses sets, and where it keeps those it makes."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping

from ..thread import Rule
from .mentions import OURS, root_of
from .stack import ATTRIBUTES, CALLS, VARIABLES
from .uses import Uses, comes_in_any_order

_CONTAINERS = ("BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_LIST", "BUILD_TUPLE")
_STORES = ("STORE_NAME", "STORE_GLOBAL")


class Keeping(Uses):
    """Uses of sets; what it keeps in a variable, or gives back, is seen by who reads that.

    `kept` are variables that hold sets, `held` such that hold them in containers, and `given` is
    the name of the code where that gives one back.
    """

    def __init__(self, code: types.CodeType, known: Mapping[str, object], grow: bool) -> None:
        super().__init__(code, known)
        self.kept: set[str] = set()
        self.held: set[str] = set()
        self.given: set[str] = set()
        self._grow = grow  # whether elements may be added to sets afterwards

    def lines_that_look_at(self, kept: set[str], held: set[str], given: set[str]) -> Iterator[int]:
        """The lines that may see the order of a set that a variable holds or a function gives."""
        for index, step in enumerate(self.steps):
            if not step.opname.startswith(VARIABLES) and step.opname not in ATTRIBUTES:
                continue
            if (
                (step.argval in kept and self._is_seen(index, frozenset()))
                or (step.argval in held and self._is_container_seen(index))
                or (step.argval in given and self._is_given_seen(index))
            ):
                yield self.line(index)

    def _is_given_seen(self, index: int) -> bool:
        call = self.call_of(index)
        return call is not None and self._is_seen(call, frozenset())

    def _is_doubtful(self, index: int) -> bool:
        return super()._is_doubtful(index) and (self._grow or not self._is_steady(index))

    def _is_steady(self, index: int) -> bool:
        """Whether a set is built here of constants that come in the same order everywhere."""
        step = self.steps[index]
        if step.opname != "BUILD_SET":
            return False
        if step.argval == 0:  # a constant follows, if there are several elements
            names = [step.opname for step in self.steps[index + 1 : index + 3]]
            whole = self.steps[index + 1].argval
            return names == ["LOAD_CONST", "SET_UPDATE"] and not comes_in_any_order(whole)
        elements = self.steps[max(0, index - step.argval) : index]
        made = frozenset(each.argval for each in elements if each.opname == "LOAD_CONST")
        return len(elements) == len(made) and not comes_in_any_order(made)

    def _is_followed(self, index: int) -> bool:
        step = self.steps[index]
        if step.opname in _STORES:
            self.kept.add(step.argval)
            return True
        if step.opname == "RETURN_VALUE" and self.code.co_name.isidentifier():
            self.given.add(self.code.co_name)
            return True
        return step.opname in _CONTAINERS and not self._is_container_seen(index)

    def _is_container_seen(self, index: int) -> bool:
        """Whether a set may be seen that is in a container, or under a key of it."""
        taker = self.taker(index)
        if taker is None:
            return True
        step = self.steps[taker]
        if step.opname in _STORES:
            self.held.add(step.argval)
            return False
        if step.opname in _CONTAINERS:
            return self._is_container_seen(taker)
        if step.opname == "BINARY_SUBSCR":
            return self._is_seen(taker, frozenset())
        if step.opname in CALLS:
            return not self._is_call_of_ours(taker)
        return step.opname not in ("CONTAINS_OP", "POP_TOP")

    def _is_seen_by_call(self, call: int, before: frozenset[int | str]) -> bool:
        if self.steps[call].opname == "CALL_FUNCTION_EX":
            return True  # it takes the elements one by one
        return not self._is_call_of_ours(call) and super()._is_seen_by_call(call, before)

    def _is_call_of_ours(self, call: int) -> bool:
        """Whether a rule is called, or what Counterpoint wrote: that keeps sets as they are."""
        for start in range(call - 1, -1, -1):
            function = self.function(start)
            if function is not None and self.call_of(start) == call:
                home = getattr(function, "__module__", None)
                return isinstance(function, Rule) or root_of(home) == OURS
        return False
