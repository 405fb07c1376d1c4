"""How a code object uses its variables that hold sets, and whether a use may show an order."""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping
from typing import NamedTuple

from ...sync import sync
from .made import names_of
from .set_flow import Places, is_seen_in_time
from .stack import COMPREHENSION, Stack, is_any

_ADDS = {"add", "update", "intersection_update", "symmetric_difference_update"}
"""Methods that may add objects. An intersection may take equal objects of the other set."""
_REMOVES = {
    "discard", "remove", "clear", "difference_update", "intersection_update",
    "symmetric_difference_update",
}  # fmt: skip
_ASKS = {"isdisjoint", "issubset", "issuperset"}
_GIVES = {"union", "intersection", "difference", "symmetric_difference", "copy"}
_METHODS = _ADDS | _REMOVES | _ASKS | _GIVES
_KEEP = {"difference", "copy"}
"""Methods that return a set with elements of their own set only."""

_SORT = (sorted, min, max, sum)
_SORT_KEYWORDS = {"reverse", "default"}
_SAID_KEYWORDS = {"request", "wait_for", "block", "interrupt", "hot", "priority"}
_SIGNS = {"|", "&", "-", "^"}
_UNCLEAR = ("SWAP", "COPY", "SEND", "YIELD", "FOR_ITER", "RETURN", "RAISE", "RERAISE")


class Needs(NamedTuple):
    """What the set of a variable is used for. This restricts its elements, so no order is shown.

    `sorts`: it is sorted, or its minimum, maximum or sum is computed. `says`: it is a part of a
    statement. `joins`: another set is made of it, or it is made of another set.
    """

    sorts: bool
    says: bool
    joins: bool


class SetUses(Stack):
    """The uses of local variables in a code object, if these hold sets.

    Without `sorts`, sorting a set counts as a use that shows its order.
    """

    def __init__(self, code: types.CodeType, known: Mapping[str, object], sorts: bool) -> None:
        super().__init__(code, known)
        self._sorts = sorts and not any(step.opname == "PUSH_EXC_INFO" for step in self.steps)
        self._own: set[str] = set()
        self._forget()

    def _forget(self) -> None:
        self._joins = False
        self._says: set[str] = set()
        self._places: dict[str, Places] = {}

    def blind(self, without: frozenset[str]) -> dict[str, Needs]:
        """The variables for which no use shows an order, if they hold sets, except `without`."""
        code = self.code
        arguments = code.co_argcount + code.co_kwonlyargcount
        flags = (code.co_flags >> 2 & 1) + (code.co_flags >> 3 & 1)  # *args, **kwargs
        own = set(code.co_varnames[arguments + flags :]) - {*code.co_cellvars, *code.co_freevars}
        self._own = own - without
        while shown := self._shown():
            self._own -= shown
        return {
            name: Needs(bool(self._at(name).uses), name in self._says, self._joins)
            for name in sorted(self._own)
        }

    def _shown(self) -> set[str]:
        """The variables with a use that may show the order of the set."""
        self._forget()
        shown: set[str] = set()
        for index, step in enumerate(self.steps):
            if names := self._own & set(names_of(step)):
                shown |= set() if self._is_blind(index) else names
        late = (name for name, at in self._places.items() if not is_seen_in_time(self.code, at))
        return shown | (self._own & set(late))

    def _at(self, name: str) -> Places:
        return self._places.setdefault(name, Places())

    def _is_blind(self, index: int) -> bool:
        """Whether an instruction assigns a set to its variable, or uses it without its order."""
        step = self.steps[index]
        if step.opname == "DELETE_FAST":
            self._at(step.argval).removes.add(step.offset)
            return True
        if step.opname == "STORE_FAST":
            return self._is_set_stored(index)
        if step.opname not in ("LOAD_FAST", "LOAD_FAST_CHECK") or index + 1 == len(self.steps):
            return False
        if self.steps[index + 1].opname in ("LOAD_METHOD", "LOAD_ATTR"):
            return self._is_blind_method(index)
        return self._is_blind_value(index)

    def _is_set_stored(self, index: int) -> bool:
        """Whether a set is assigned that is new, or is that of the variable itself, changed."""
        made, step = index - 1, self.steps[index]
        if index == 0 or step.is_jump_target or self.steps[made].opname.startswith("LOAD_"):
            return False
        sign = self.steps[made].argrepr if self.steps[made].opname == "BINARY_OP" else ""
        at = self._at(step.argval)
        if sign != "|=":
            at.removes.add(step.offset)
        if sign != "-=":
            at.adds.add(step.offset)
        return self._is_a_set(made)

    # Which values are sets

    def _is_a_set(self, end: int) -> bool:
        """Whether the value that instruction `end` leaves on the stack is a set."""
        step = self.steps[end]
        if step.opname == "CALL":
            return self._gives_a_set(end)
        if step.opname in ("LOAD_FAST", "LOAD_FAST_CHECK"):
            return step.argval in self._own
        if step.opname == "BINARY_OP":
            return self._combines(end)
        # a set display; one of several constants is made by an update, which leaves it on top
        return step.opname in ("BUILD_SET", "SET_UPDATE") or (
            step.opname == COMPREHENSION and step.argval == "BUILD_SET"
        )

    def _gives_a_set(self, call: int) -> bool:
        function = self.called(call)
        if function is set:
            return True
        if function is frozenset:  # it returns a frozen set that it is given
            return self.steps[call].arg == 0 or self._is_a_set(call - 1)
        start = self._start(call)
        return (
            start is not None
            and self._is_method(start + 1)
            and self.steps[start + 1].argval in _GIVES
            and self.call_of(start + 1) == call
            and self._is_a_set(start)
        )

    def _source(self, end: int) -> str | None:
        """A variable with a set that contains all elements of the value; None if unclear."""
        step = self.steps[end]
        if step.opname.startswith("LOAD_FAST"):
            return str(step.argval)
        if step.argrepr in ("-", "-=") and (sides := self._sides(end)) is not None:
            return self._source(sides[0])
        start = self._start(end)
        is_kept = start is not None and self.steps[start + 1].argval in _KEEP
        return self._source(start) if is_kept and self._is_a_set(end) else None  # type: ignore[arg-type]

    def _combines(self, at: int) -> bool:
        """Whether an instruction combines two sets to a set."""
        sides = self._sides(at)
        is_set = self.steps[at].argrepr.rstrip("=") in _SIGNS
        return is_set and sides is not None and all(map(self._is_a_set, sides))

    def _sides(self, at: int) -> tuple[int, int] | None:
        """The instructions that leave the two operands of `at` on the stack; None if unclear."""
        right = None if self.steps[at].is_jump_target else self._start(at - 1)
        if not right or self.steps[right].is_jump_target or self._start(right - 1) is None:
            return None
        return right - 1, at - 1

    def _start(self, end: int) -> int | None:
        """The first instruction for the value that `end` leaves on the stack; None if unclear."""
        above = 0
        for at in range(end, -1, -1):
            step = self.steps[at]
            if step.opname.startswith(_UNCLEAR) or "JUMP" in step.opname:
                return None
            above += self.effect_of(at)
            if above == 1:
                return at
            if step.is_jump_target:
                return None
        return None

    # Uses of a set

    def _is_blind_value(self, end: int) -> bool:
        """Whether the instruction that takes the set left on the stack by `end` shows no order."""
        step = self.steps[end + 1]
        if step.opname in ("CONTAINS_OP", "UNARY_NOT", "TO_BOOL", "POP_TOP"):
            return True
        if step.opname.startswith("POP_JUMP"):
            return True
        if step.opname == "STORE_FAST":  # a set must not be in two variables
            is_made = not self.steps[end].opname.startswith("LOAD_")
            return is_made and step.argval in self._own and not step.is_jump_target
        taker = self.taker(end)
        if taker is None or self.steps[taker].is_jump_target:
            return False
        if self.steps[taker].opname in ("BINARY_OP", "COMPARE_OP"):
            return self._is_combined(end, taker)
        return self._is_given(end, taker)

    def _is_combined(self, end: int, taker: int) -> bool:
        sides = self._sides(taker)
        if sides is None or end not in sides or not all(map(self._is_a_set, sides)):
            return False
        if self.steps[taker].opname == "COMPARE_OP":
            return True
        self._joins = True
        is_set = self.steps[taker].argrepr.rstrip("=") in _SIGNS
        return is_set and self._is_blind_value(taker)

    def _is_given(self, end: int, call: int) -> bool:
        """Whether a call that is given the set shows no order."""
        function, start = self.called(call), self._start(end)
        if start is None or not start or not self.steps[call].opname.startswith("CALL"):
            return False
        names = self.keywords(call)
        if names is None:
            return False
        if function is sync and self.steps[end].opname.startswith("LOAD_FAST"):
            return self._is_said(end, call, names)
        if (self.steps[call].arg or 0) - len(names) != 1:
            return False
        if is_any(function, _SORT):
            is_first = self.call_of(start - 1) == call
            return is_first and {*names} <= _SORT_KEYWORDS and self._may_sort(end, call)
        if names or end + 1 != call:
            return False
        if is_any(function, (set, frozenset)):
            self._joins = True
            return self._is_blind_value(call)
        return is_any(function, (len, bool)) or self._is_joined(start, call)

    def _may_sort(self, end: int, call: int) -> bool:
        name = self._source(end)
        if name is None or not self._sorts:
            return False
        self._at(name).uses |= {self.steps[end].offset, self.steps[call].offset}
        return True

    def _is_said(self, end: int, call: int, names: tuple[str, ...]) -> bool:
        """Whether the set may be a part of a statement, which sorts its events."""
        is_clear = self.steps[call].arg == len(names) and {*names} <= _SAID_KEYWORDS
        if is_clear and self._may_sort(end, call):
            self._says.add(self.steps[end].argval)
            return True
        return False

    def _is_joined(self, start: int, call: int) -> bool:
        """Whether a method of a set in such a variable takes it as argument."""
        method = start - 1
        owner = self.steps[method - 1] if method else self.steps[0]
        if not owner.opname.startswith("LOAD_FAST") or owner.argval not in self._own:
            return False
        if not self._is_method(method) or self.call_of(method) != call:
            return False
        self._joins = True
        return self.steps[method].argval in _METHODS - {"add", "discard", "remove"}

    # Methods

    def _is_blind_method(self, index: int) -> bool:
        """Whether a method of the set is called directly, and shows no order."""
        if not self._is_method(index + 1):
            return False
        name, variable = self.steps[index + 1].argval, self.steps[index].argval
        call = self.call_of(index + 1)
        if name in _GIVES:
            self._joins = True
            return call is not None and self._is_blind_value(call)
        at = self._at(variable)
        offset = -1 if call is None else self.steps[call].offset  # -1 if unclear
        at.adds |= {offset} if name in _ADDS else set()
        at.removes |= {offset} if name in _REMOVES else set()
        return name in _METHODS

    def _is_method(self, index: int) -> bool:
        """Whether an instruction loads a method only to call it."""
        step = self.steps[index]
        is_called = step.opname == "LOAD_METHOD" or (
            _LOAD_ATTR_MARKS_METHODS and step.opname == "LOAD_ATTR" and bool((step.arg or 0) & 1)
        )
        return is_called and step.argval in _METHODS


_LOAD_ATTR_MARKS_METHODS = sys.version_info >= (3, 12)
"""Whether the argument of LOAD_ATTR shows that a method is called, as since CPython 3.12."""
