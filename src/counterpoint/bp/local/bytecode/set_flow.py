"""Whether a set that code sorts still has all the sorted elements at the next yield.

The elements of a set are examined when a b-thread yields. An element that is added, sorted and
removed again before the next yield would be sorted without having been examined. Taking the
minimum, the maximum or the sum counts as sorting.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from ....data import dataclass
from .stack import instructions

_RETURNS = ("RETURN_VALUE", "RETURN_CONST")
_ENDS = (*_RETURNS, "RAISE_VARARGS", "RERAISE")
_GO_ELSEWHERE = ("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")


@dataclass(slots=True)
class Places:
    """Offsets of the code where the set of a variable gets elements, is sorted, and loses elements.

    -1 is an unclear offset.
    """

    adds: set[int] = field(default_factory=set)
    uses: set[int] = field(default_factory=set)
    removes: set[int] = field(default_factory=set)


def is_seen_in_time(code: types.CodeType, places: Places) -> bool:
    """Whether no elements are added to the set, sorted, and removed before the next yield.

    The end of the code removes all elements.
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
    """For each instruction, by offset, the offsets of its successors. Exceptions are left out."""
    following = dict(pairwise(steps))
    return {at: tuple(_targets(step, following)) for at, step in steps.items()}


def _targets(step: dis.Instruction, following: dict[int, int]) -> Iterator[int]:
    if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
        yield step.argval
    if step.opname not in _ENDS and step.opname not in _GO_ELSEWHERE:
        yield following[step.offset]
