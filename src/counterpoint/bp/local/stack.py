"""Code followed in a straight line: which instruction takes what another puts on the stack.

Where the line forks, or does what is not understood, the answer is that it is unclear. What a
comprehension does stands behind the rest, as CPython 3.11 has it in a piece of code of its own.
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
"""Something about an instruction, who takes what it puts, and what is being asked about."""

COMPREHENSION = "COMPREHENSION"
"""A comprehension that CPython 3.12 and later have in line; its value is what it builds."""

_MAKE = ("BUILD_SET", "BUILD_LIST", "BUILD_MAP")
_TAKES_ONE_GIVES_ONE = dis.opmap["GET_ITER"]
_NULL_COMES_AFTER = sys.version_info >= (3, 13)  # behind what is called, not before it
_END_IS_POPPED = sys.version_info >= (3, 13)  # an instruction follows that was part of END_FOR
_END = list(dis.Bytecode("None"))[-1]  # it returns
"""Between a loop and what stands before it."""


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


class Stack:
    """A piece of code, without what is nested in it, and where it takes what is on its stack.

    `known` are the globals that it sees. Instructions go by their index in `steps`.

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
        self._keyed: dict[int, tuple[str, ...]] = {}  # by the place of the call that names them
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
        """What a global, or an attribute of a module that is a global, means; None for others."""
        name, value = self.steps[index].opname, self.steps[index].argval
        if name in ("LOAD_GLOBAL", "LOAD_NAME"):
            return self._known.get(value, vars(builtins).get(value))
        if name in ATTRIBUTES and index:
            owner = self.function(index - 1)
            return getattr(owner, value, None) if isinstance(owner, types.ModuleType) else None
        return None

    def call_of(self, index: int) -> int | None:
        """The call of the function that `index` loads; None if something else takes it."""
        taker = self.taker(index)
        if taker is None or self.steps[taker].opname not in CALLS:
            return None
        start = index + 1
        if _NULL_COMES_AFTER and self.steps[start].opname == "PUSH_NULL":
            start += 1
        above = sum(map(self.effect_of, range(start, taker)))
        return taker if above == -self.effect_of(taker) - 1 else None

    def called(self, call: int) -> object:
        """What a call calls, if that is a global or an attribute of one; None if it is not."""
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
        """Whether what `index` puts on the stack is taken as `by` says of who takes it.

        Where that is unclear it is; one of `before` is being asked about.
        """
        if index in before:
            return False
        taker = self.taker(index)
        return taker is None or by(index, taker, before | {index})

    def effect_of(self, at: int) -> int:
        instruction = self.steps[at]
        if instruction.opname == "CALL":  # together with what comes before it
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
        """Whether a call names some of its arguments."""
        step = self.steps[call]
        return step.opname != "CALL" or step.offset in self._keyed

    def keywords(self, call: int) -> tuple[str, ...] | None:
        """The names of the arguments that a call names; None if that is unclear."""
        step = self.steps[call]
        if step.opname == "CALL":
            return self._keyed.get(step.offset, ())
        names = self.steps[call - 1]
        return names.argval if step.opname == "CALL_KW" and names.opname == "LOAD_CONST" else None

    def name_given(self, index: int) -> str | None:
        """The second argument of the function that `index` loads, if it is a constant text."""
        end = self.call_of(index)
        above = 0
        for at in range(index + 1, end or 0):
            if above == 1 and self.steps[at].opname == "LOAD_CONST":
                value = self.steps[at].argval
                return value if self.taker(at) == end and isinstance(value, str) else None
            above += self.effect_of(at)
        return None


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


def _loops_behind(steps: list[dis.Instruction]) -> list[dis.Instruction]:
    """The steps with one for each comprehension that is in line, and its loop at the end."""
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
    """The comprehension in line at `at`, if any: what it is, its loop, and where the code goes on.

    Its variables are saved before it and given back after it; between them the loop builds a value.
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
    if steps[after].opname != "SWAP":  # the value is taken before the variables are given back
        made.append(steps[after])
    return made, steps[loop + 1 : end], after + 1 + saved


def is_any(value: object, among: tuple[Any, ...]) -> bool:
    """Whether `value` is one of these very things."""
    return any(value is each for each in among)
