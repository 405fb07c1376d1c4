"""Which steps of a state matter for a condition on its next state, in restricted Python.

`mover` is bound by `build`. Glossary: i state, j step, k first step, e expansion, c choosing.
"""

from __future__ import annotations

from ....native import Ptr, Record, at, u8, u32, u64
from ..compiled.kernel import WORDS, mover
from ..compiled.sweepkernel import ALL, FORCE, NOBODY, SOME, owner_of
from ..levels.model_kernel import Expansion
from .kernel import ANY, BAD, BOTH, EITHER, EVERY, GOOD, SKIPPED


class Choosing(Record):
    """A condition: its kind, `asked`, as a number of `sweepkernel`, and what it depends on.

    `owner` has for each kind of step its owner, or 0; `named` 1 for each that counts. `rests` is
    the rule of a state without steps. `ours` has 1 for each player of the team, from 1 on. For each
    step and each state, its class and its rule are written.
    """

    owner: Ptr[u32]
    named: Ptr[u8]
    ours: Ptr[u8]
    classes: Ptr[u8]
    rules: Ptr[u8]
    asked: u64
    rests: u64


def classify(first: u64, end: u64, e: Expansion, c: Choosing) -> u64:
    """Write the rules of states, and the classes of their steps; returns 0."""
    for i in range(first, end):
        k = e.starts[i - first]
        last = e.starts[i - first + 1]
        rule = 0 + c.rests
        if k != last and (c.asked == SOME or c.asked == ALL):
            rule = quantified(k, last, e, c)
        elif k != last:
            rule = chosen(mover(at(e.states, i * WORDS)), k, last, e, c)
        c.rules[i - first] = rule
    return 0


def quantified(k: u64, last: u64, e: Expansion, c: Choosing) -> u64:
    """The rule if some of the named steps must lead into the region, or every one."""
    for j in range(k, last):
        which = GOOD if c.asked == SOME else BAD
        c.classes[j] = which if c.named[e.kinds[j]] != 0 else SKIPPED
    return ANY if c.asked == SOME else EVERY


def chosen(turn: u64, k: u64, last: u64, e: Expansion, c: Choosing) -> u64:
    """The rule if a team must be able to choose so, or unable to prevent it."""
    owner = owner_among(turn, k, last, e, c)
    ours = 0 + c.ours[owner]
    for j in range(k, last):
        mine = 0
        if ours != 0 and owner_of(e.kinds[j], turn, c.owner) == owner:
            mine = 1
        c.classes[j] = GOOD if (c.asked == FORCE) == (mine == 1) else BAD
    if ours == 0:
        return EVERY if c.asked == FORCE else ANY
    return BOTH if c.asked == FORCE else EITHER


def owner_among(turn: u64, k: u64, last: u64, e: Expansion, c: Choosing) -> u64:
    """The player who owns some of the steps."""
    owner = NOBODY
    for j in range(k, last):
        mine = owner_of(e.kinds[j], turn, c.owner)
        if mine != NOBODY:
            owner = mine
    return owner


def contested(first: u64, end: u64, several: u64, e: Expansion, c: Choosing) -> u64:
    """The first state in which two players could choose; `end` if there is none.

    `mover` returns `several` if more than one player is to move.
    """
    for i in range(first, end):
        turn = mover(at(e.states, i * WORDS))
        owner = NOBODY
        for j in range(e.starts[i - first], e.starts[i - first + 1]):
            mine = owner_of(e.kinds[j], turn, c.owner)
            if mine == several or (mine != NOBODY and owner != NOBODY and mine != owner):
                return i
            if mine != NOBODY:
                owner = mine
    return end
