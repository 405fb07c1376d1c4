"""Whether code that asks for the least element of a set still holds all its elements at its yield.

What a set holds is looked at when a b-thread yields. So that nothing was sorted that was never
looked at, what is added must not be sorted and then removed before the next yield.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from ...data import dataclass
from .stack import instructions

_RETURNS = ("RETURN_VALUE", "RETURN_CONST")
_ENDS = (*_RETURNS, "RAISE_VARARGS", "RERAISE")
_GO_ELSEWHERE = ("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")


@dataclass(slots=True)
class Places:
    """Where a variable's set gets elements, is sorted, and loses some; -1 where that is unclear."""

    adds: set[int] = field(default_factory=set)
    uses: set[int] = field(default_factory=set)
    removes: set[int] = field(default_factory=set)


def is_seen_in_time(code: types.CodeType, places: Places) -> bool:
    """Whether a set that was sorted after it got elements loses none before the next yield.

    The end of the code loses them all.
    """
    if not places.uses:
        return True
    if -1 in places.adds | places.removes:
        return False
    steps = {step.offset: step for step in instructions(code)}
    after = _after(steps)
    pending = [(at, False) for start in places.adds for at in after[start]]
    met = set(pending)
    while pending:
        at, is_sorted = pending.pop()
        name = steps[at].opname
        is_sorted = is_sorted or at in places.uses
        if is_sorted and (at in places.removes or name in _RETURNS):
            return False
        if name == "YIELD_VALUE":
            continue
        found = {(target, is_sorted) for target in after[at]} - met
        met |= found
        pending += found
    return True


def _after(steps: dict[int, dis.Instruction]) -> dict[int, tuple[int, ...]]:
    """Where each instruction goes on, without exceptions."""
    following = dict(pairwise(steps))
    return {at: tuple(_targets(step, following)) for at, step in steps.items()}


def _targets(step: dis.Instruction, following: dict[int, int]) -> Iterator[int]:
    if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
        yield step.argval
    if step.opname not in _ENDS and step.opname not in _GO_ELSEWHERE:
        yield following[step.offset]
