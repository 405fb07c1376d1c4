"""Where code may let the order of a set be seen, or asks for an attribute by a name it works out.

A set of strings comes in another order in each process. Most code never looks: it asks what is in a
set, sorts it, or hands it to `sync`. So the code is followed in a straight line from each place
where a set comes up to the instruction that takes it from the stack; what is not understood counts
as looking.
"""

from __future__ import annotations

import builtins
import dis
import functools
import types
from collections.abc import Iterator, Mapping
from typing import Any

from ..eventset import event_set
from ..sync import sync

_SKIPPED = {"CACHE", "PRECALL", "EXTENDED_ARG", "RESUME", "NOP", "NOT_TAKEN"}
_GIVE_NOTHING = (
    "STORE_", "DELETE_", "POP_", "RETURN_", "LIST_", "SET_", "MAP_", "DICT_", "RAISE_", "JUMP_",
    "RERAISE",
)  # fmt: skip
_VARIABLES = ("LOAD_FAST", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_CLASSDEREF")
_ATTRIBUTES = ("LOAD_METHOD", "LOAD_ATTR")
_CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX")
_TAKE_ONE = (*_ATTRIBUTES, "FOR_ITER", "SEND", "YIELD_VALUE", "UNPACK_SEQUENCE", "UNPACK_EX")
_NOT_STRAIGHT = ("SWAP", "COPY", "SEND", "FOR_ITER", "RETURN", "RAISE", "JUMP")

_LOOK_AT_NO_ORDER = {
    "CONTAINS_OP", "COMPARE_OP", "IS_OP", "UNARY_NOT", "TO_BOOL", "SET_UPDATE", "BINARY_SUBSCR",
    "POP_TOP",
}  # fmt: skip
_METHODS_TEXT = """
    add discard remove clear update isdisjoint issubset issuperset difference_update
    intersection_update symmetric_difference_update
    """
_METHODS = frozenset(_METHODS_TEXT.split())
"""Methods of a set to which its order makes no difference."""

_KEYED: tuple[Any, ...] = (sorted, min, max)
"""Functions that see no order, but for that of elements whose keys are equal."""

_BLIND: tuple[Any, ...] = (*_KEYED, sync, event_set, len, bool, isinstance)
_MAKERS: tuple[Any, ...] = (set, frozenset)
_ADDRESSES: tuple[Any, ...] = (hash, id)
_BY_NAME: tuple[Any, ...] = (getattr, setattr, delattr)
_VIEWS = ("keys", "items")


def nested(code: types.CodeType) -> Iterator[types.CodeType]:
    """A piece of code and all that is nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from nested(constant)


@functools.lru_cache(512)
def instructions(code: types.CodeType) -> tuple[dis.Instruction, ...]:
    """The instructions of a piece of code, without what is nested in it."""
    return tuple(dis.get_instructions(code))


class Uses:
    """How a piece of code, without what is nested in it, uses what it puts on its stack.

    `known` are the globals that it sees.
    """

    def __init__(self, code: types.CodeType, known: Mapping[str, object]) -> None:
        self._code = code
        self._known = known
        self._all: list[dis.Instruction] = []
        self._keyed: set[int] = set()
        for instruction in instructions(code):
            if instruction.opname == "KW_NAMES":
                self._keyed.add(len(self._all))
            elif instruction.opname not in _SKIPPED:
                self._all += _apart(instruction)

    def lines_that_look(self) -> Iterator[int]:
        """The lines that make a set whose order may be seen, or ask where an object lies."""
        for index in range(len(self._all)):
            if self._is_doubtful(index):
                positions = self._all[index].positions
                yield (positions and positions.lineno) or self._code.co_firstlineno

    def looks_at(self, name: str) -> bool:
        """Whether the order of a set that variable `name` holds may be seen here."""
        return any(
            self._is_seen(index, frozenset())
            for index, instruction in enumerate(self._all)
            if instruction.opname.startswith(_VARIABLES) and name in _names(instruction)
        )

    def works_out_names(self) -> bool:
        """Whether an attribute is asked for, or set, by a name that does not stand in the code."""
        return any(
            (_is_any(self._function(index), _BY_NAME) and not self._is_named(index))
            or self._function(index) is vars
            or (instruction.opname in _ATTRIBUTES and instruction.argval == "__dict__")
            for index, instruction in enumerate(self._all)
        )

    # Where sets come up

    def _is_doubtful(self, index: int) -> bool:
        name, value = self._all[index].opname, self._all[index].argval
        if name == "BUILD_SET":
            in_comprehension = self._code.co_name == "<setcomp>" and value == 0
            return not in_comprehension and self._is_seen(index, frozenset())
        if name == "LOAD_CONST" and isinstance(value, frozenset):
            return comes_in_any_order(value) and self._is_seen(index, frozenset())
        if name == "LOAD_CONST" and isinstance(value, types.CodeType):
            return value.co_name == "<setcomp>" and self._is_comprehension_seen(index)
        function = self._function(index)
        if _is_any(function, _ADDRESSES):
            return self._code.co_name not in ("__hash__", "__eq__")
        if _is_any(function, _MAKERS):
            call = self._call_of(index)  # None: it is not called here, but handed on
            return self._is_seen(index if call is None else call, frozenset())
        return name in _ATTRIBUTES and value in _VIEWS and self._is_combined_view(index)

    def _is_comprehension_seen(self, index: int) -> bool:
        function = self._taker(index)
        call = None if function is None else self._taker(function)
        return call is None or self._is_seen(call, frozenset())

    def _is_combined_view(self, index: int) -> bool:
        """Whether `.keys()` or `.items()` is combined by an operator, which gives a set."""
        taker = self._taker(index + 1)
        is_combined = taker is not None and self._all[taker].opname == "BINARY_OP"
        return is_combined and self._is_seen(index + 1, frozenset())

    def _is_seen(self, index: int, before: frozenset[int | str]) -> bool:
        """Whether an instruction that sees the order takes what `index` puts on the stack."""
        if index in before:
            return False
        taker = self._taker(index)
        if taker is None:
            return True
        before |= {index}
        name, value = self._all[taker].opname, self._all[taker].argval
        if name in _LOOK_AT_NO_ORDER or name.startswith("POP_JUMP"):
            return False
        if name == "BINARY_OP":  # sets combined are a set
            return self._is_seen(taker, before)
        if name in _ATTRIBUTES:
            return value not in _METHODS
        if name == "STORE_FAST":
            return self._is_variable_seen(value, before)
        return name not in _CALLS or self._is_seen_by_call(taker, before)

    def _is_variable_seen(self, name: str, before: frozenset[int | str]) -> bool:
        if name in before:
            return False
        return any(
            type(instruction.argval) is tuple or self._is_seen(index, before | {name})
            for index, instruction in enumerate(self._all)
            if instruction.opname.startswith("LOAD_FAST") and name in _names(instruction)
        )

    def _is_seen_by_call(self, call: int, before: frozenset[int | str]) -> bool:
        for start in range(call - 1, -1, -1):
            function = self._function(start)
            if function is not None and self._call_of(start) == call:
                if _is_any(function, _MAKERS):
                    return self._is_seen(call, before)
                with_key = call in self._keyed or self._all[call].opname != "CALL"
                return not _is_any(function, _BLIND) or (with_key and _is_any(function, _KEYED))
        return True

    # The stack, in a straight line

    def _function(self, index: int) -> object:
        """What a global, or an attribute of a module that is a global, means; None for others."""
        name, value = self._all[index].opname, self._all[index].argval
        if name in ("LOAD_GLOBAL", "LOAD_NAME"):
            return self._known.get(value, getattr(builtins, value, None))
        if name in _ATTRIBUTES and index:
            owner = self._function(index - 1)
            return getattr(owner, value, None) if isinstance(owner, types.ModuleType) else None
        return None

    def _call_of(self, index: int) -> int | None:
        """The call of the function that `index` loads; None if something else takes it."""
        taker = self._taker(index)
        if taker is None or self._all[taker].opname not in _CALLS:
            return None
        above = sum(map(self._effect, range(index + 1, taker)))
        return taker if above == -self._effect(taker) - 1 else None

    def _taker(self, index: int) -> int | None:
        """The instruction that takes from the stack what `index` puts there; None if unclear."""
        above = 0
        for at in range(index + 1, len(self._all)):
            name = self._all[at].opname
            if above < self._pops(at):
                return None if name.startswith(_NOT_STRAIGHT) else at
            if name.startswith(_NOT_STRAIGHT) or "JUMP" in name:
                return None
            above += self._effect(at)
        return None

    def _effect(self, at: int) -> int:
        instruction = self._all[at]
        if instruction.opname == "CALL":  # together with what comes before it
            return -1 - (instruction.arg or 0)
        has_argument = instruction.opcode >= dis.HAVE_ARGUMENT
        return dis.stack_effect(instruction.opcode, instruction.arg if has_argument else None)

    def _pops(self, at: int) -> int:
        name = self._all[at].opname
        if name in ("SWAP", "COPY"):
            return self._all[at].arg or 1
        if name in _TAKE_ONE:
            return 1
        return max(0, (not name.startswith(_GIVE_NOTHING)) - self._effect(at))

    def _is_named(self, index: int) -> bool:
        """Whether the second argument of the function that `index` loads is a constant."""
        end = self._call_of(index)
        above = 0
        for at in range(index + 1, end or 0):
            if above == 1 and self._all[at].opname == "LOAD_CONST":
                return self._taker(at) == end
            above += self._effect(at)
        return False


def _apart(instruction: dis.Instruction) -> list[dis.Instruction]:
    """An instruction that moves two variables, as CPython 3.13 has some, as one for each."""
    names = instruction.opname.split("_FAST_")
    if type(instruction.argval) is not tuple or len(names) != 2:
        return [instruction]
    kinds = (f"{names[0]}_FAST", names[1])
    return [
        instruction._replace(opname=kind, opcode=dis.opmap[kind], arg=0, argval=name)
        for kind, name in zip(kinds, instruction.argval, strict=True)
    ]


def comes_in_any_order(value: object) -> bool:
    """Whether a set, or a set in a tuple, may come in another order in another process."""
    if isinstance(value, tuple):
        return any(map(comes_in_any_order, tuple.__iter__(value)))
    if isinstance(value, set | frozenset):
        return len(value) > 1 and not all(map(_has_steady_hash, value))
    return False


def _has_steady_hash(value: object) -> bool:
    if type(value) is tuple or type(value) is frozenset:
        return all(map(_has_steady_hash, value))
    return type(value) in (int, bool, float)


def _names(instruction: dis.Instruction) -> tuple[str, ...]:
    value = instruction.argval
    return value if isinstance(value, tuple) else (value,)


def _is_any(value: object, among: tuple[Any, ...]) -> bool:
    return any(value is each for each in among)
