"""Following code in a straight line: which instruction takes what another puts on the stack.

At branches, and at instructions that are not understood, the answer is "unclear". The loop of an
inlined comprehension is moved behind the other code. CPython 3.11 has a separate code object for
it.
"""

from __future__ import annotations

import builtins
import dis
import functools
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

_SKIPPED = {"CACHE", "PRECALL", "EXTENDED_ARG", "RESUME", "NOP", "NOT_TAKEN"}
_GIVE_NOTHING = (
    "STORE_", "DELETE_", "POP_", "RETURN_", "LIST_", "SET_", "MAP_", "DICT_", "RAISE_", "JUMP_",
    "RERAISE",
)  # fmt: skip
VARIABLES = ("LOAD_FAST", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_CLASSDEREF")
ATTRIBUTES = ("LOAD_METHOD", "LOAD_ATTR")
CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX")
_TAKE_ONE = (*ATTRIBUTES, "FOR_ITER", "SEND", "YIELD_VALUE", "UNPACK_SEQUENCE", "UNPACK_EX")
_NOT_STRAIGHT = ("SWAP", "COPY", "SEND", "FOR_ITER", "RETURN", "RAISE", "JUMP")

Takes: TypeAlias = Callable[[int, int, frozenset[int | str]], bool]
"""A predicate of an instruction, the instruction that takes its value, and those examined now."""

COMPREHENSION = "COMPREHENSION"
"""A comprehension that CPython 3.12 and later inline. `argval` is the instruction for its value."""

_MAKE = ("BUILD_SET", "BUILD_LIST", "BUILD_MAP")
_TAKES_ONE_GIVES_ONE = dis.opmap["GET_ITER"]
_NULL_COMES_AFTER = sys.version_info >= (3, 13)  # after the callable, not before it
_END_IS_POPPED = sys.version_info >= (3, 13)  # by an instruction after END_FOR
_END = list(dis.Bytecode("None"))[-1]  # it returns
"""Separates a loop that was moved from the code before it."""


def nested(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and all code objects nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from nested(constant)


@functools.lru_cache(512)
def instructions(code: types.CodeType) -> tuple[dis.Instruction, ...]:
    """The instructions of a code object, without nested code."""
    return tuple(dis.get_instructions(code))


class Stack:
    """A code object, without nested code, and which instructions take which values on its stack.

    `known` are the globals of the code. Instructions are identified by their index in `steps`.

    >>> def shown(numbers):
    ...     return len(numbers)
    >>> stack = Stack(shown.__code__, globals())
    >>> names = [step.opname for step in stack.steps]
    >>> names[stack.call_of(names.index("LOAD_GLOBAL"))]
    'CALL'
    """

    def __init__(self, code: types.CodeType, known: Mapping[str, object]) -> None:
        self.code = code
        self._known = known
        self._keyed: dict[int, tuple[str, ...]] = {}  # keyword names, by the offset of the call
        straight: list[dis.Instruction] = []
        names: tuple[str, ...] = ()
        for instruction in instructions(code):
            if instruction.opname == "KW_NAMES":
                names = code.co_consts[instruction.arg or 0]
            elif instruction.opname not in _SKIPPED:
                straight += _apart(instruction)
                if names:
                    self._keyed[instruction.offset] = names
                names = ()
        self.steps = _loops_behind(straight)

    def line(self, index: int) -> int:
        """The line of an instruction."""
        positions = self.steps[index].positions
        return (positions and positions.lineno) or self.code.co_firstlineno

    def function(self, index: int) -> object:
        """The value of a loaded global, or of an attribute of a module; None for other loads."""
        name, value = self.steps[index].opname, self.steps[index].argval
        if name in ("LOAD_GLOBAL", "LOAD_NAME"):
            return self._known.get(value, vars(builtins).get(value))
        if name in ATTRIBUTES and index:
            owner = self.function(index - 1)
            return getattr(owner, value, None) if isinstance(owner, types.ModuleType) else None
        return None

    def call_of(self, index: int) -> int | None:
        """The call of the function that `index` loads; None if it is not called, or unclear."""
        taker = self.taker(index)
        if taker is None or self.steps[taker].opname not in CALLS:
            return None
        start = index + 1
        if _NULL_COMES_AFTER and self.steps[start].opname == "PUSH_NULL":
            start += 1
        above = sum(map(self.effect_of, range(start, taker)))
        return taker if above == -self.effect_of(taker) - 1 else None

    def called(self, call: int) -> object:
        """The function that is called, if it is a global or an attribute of a module; else None."""
        for start in range(call - 1, -1, -1):
            function = self.function(start)
            if function is not None and self.call_of(start) == call:
                return function
        return None

    def taker(self, index: int) -> int | None:
        """The instruction that takes from the stack what `index` puts there; None if unclear."""
        above = 0
        for at in range(index + 1, len(self.steps)):
            name = self.steps[at].opname
            if above < self._pops(at):
                return None if name.startswith(_NOT_STRAIGHT) else at
            if name.startswith(_NOT_STRAIGHT) or "JUMP" in name:
                return None
            above += self.effect_of(at)
        return None

    def is_taken(self, index: int, before: frozenset[int | str], by: Takes) -> bool:
        """Whether `by` holds for the instruction that takes what `index` puts on the stack.

        True if it is unclear which instruction does. False if `index` is in `before`, which are the
        instructions that are being examined.
        """
        if index in before:
            return False
        taker = self.taker(index)
        return taker is None or by(index, taker, before | {index})

    def effect_of(self, at: int) -> int:
        instruction = self.steps[at]
        if instruction.opname == "CALL":  # together with a PRECALL before it
            return -1 - (instruction.arg or 0)
        has_argument = instruction.opcode >= dis.HAVE_ARGUMENT
        return dis.stack_effect(instruction.opcode, instruction.arg if has_argument else None)

    def _pops(self, at: int) -> int:
        name = self.steps[at].opname
        if name in ("SWAP", "COPY"):
            return self.steps[at].arg or 1
        if name in _TAKE_ONE:
            return 1
        return max(0, (not name.startswith(_GIVE_NOTHING)) - self.effect_of(at))

    def has_keywords(self, call: int) -> bool:
        """Whether a call has, or may have, keyword arguments."""
        step = self.steps[call]
        return step.opname != "CALL" or step.offset in self._keyed

    def keywords(self, call: int) -> tuple[str, ...] | None:
        """The names of the keyword arguments of a call; None if unclear."""
        step = self.steps[call]
        if step.opname == "CALL":
            return self._keyed.get(step.offset, ())
        names = self.steps[call - 1]
        return names.argval if step.opname == "CALL_KW" and names.opname == "LOAD_CONST" else None

    def name_given(self, index: int) -> str | None:
        """The second argument for the function that `index` loads, if it is a constant string."""
        end = self.call_of(index)
        above = 0
        for at in range(index + 1, end or 0):
            if above == 1 and self.steps[at].opname == "LOAD_CONST":
                value = self.steps[at].argval
                return value if self.taker(at) == end and isinstance(value, str) else None
            above += self.effect_of(at)
        return None


def _apart(instruction: dis.Instruction) -> list[dis.Instruction]:
    """Split an instruction that moves two variables, as CPython 3.13 has some, into two."""
    names = instruction.opname.split("_FAST_")
    if type(instruction.argval) is not tuple or len(names) != 2:
        return [instruction]
    kinds = (f"{names[0]}_FAST", names[1])
    return [
        instruction._replace(opname=kind, opcode=dis.opmap[kind], arg=0, argval=name)
        for kind, name in zip(kinds, instruction.argval, strict=True)
    ]


def _loops_behind(steps: list[dis.Instruction]) -> list[dis.Instruction]:
    """Replace each inlined comprehension by a single step, and move its loop to the end."""
    straight: list[dis.Instruction] = []
    behind: list[dis.Instruction] = []
    at = 0
    while at < len(steps):
        found = _comprehension(steps, at)
        if found is None:
            straight.append(steps[at])
            at += 1
        else:
            made, loop, at = found
            straight += made
            behind += [_END, *_loops_behind(loop)]
    return straight + behind


def _comprehension(
    steps: list[dis.Instruction], at: int
) -> tuple[list[dis.Instruction], list[dis.Instruction], int] | None:
    """The inlined comprehension at `at`, if any: its steps, its loop, and where the code continues.

    Its variables are saved before it and restored after it. In between, the loop builds a value.
    """
    start, saved = at, 0
    while at < len(steps) and steps[at].opname in ("LOAD_FAST_AND_CLEAR", "MAKE_CELL"):
        saved += steps[at].opname == "LOAD_FAST_AND_CLEAR"
        at += 1
    names = [step.opname for step in steps[at : at + 4]]
    if not saved or names[:1] + names[2:] != ["SWAP", "SWAP", "FOR_ITER"] or names[1] not in _MAKE:
        return None
    loop = at + 3
    target = steps[loop].argval
    end = next((n for n in range(loop, len(steps)) if steps[n].offset >= target), len(steps))
    after = end + 1 + _END_IS_POPPED
    made = [
        steps[start]._replace(
            opname=COMPREHENSION, opcode=_TAKES_ONE_GIVES_ONE, arg=None, argval=names[1]
        )
    ]
    if steps[after].opname != "SWAP":  # the value is taken before the variables are restored
        made.append(steps[after])
    return made, steps[loop + 1 : end], after + 1 + saved


def is_any(value: object, among: tuple[Any, ...]) -> bool:
    """Whether `value` is one of these objects, by identity."""
    return any(value is each for each in among)
