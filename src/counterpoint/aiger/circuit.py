"""Circuits: what an AIGER file says, as data.

Biere, Heljanko, Wieringa, AIGER 1.9 and beyond, report 11/2, FMV reports series, Johannes Kepler
University Linz, 2011. A literal is twice the number of a variable, plus 1 if it is negated; the
literals 0 and 1 are false and true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TypeAlias

from ..data import dataclass

Literal: TypeAlias = int
"""Twice the number of a variable, plus 1 if it is negated."""


@dataclass(frozen=True, slots=True)
class Latch:
    """A latch: its literal, the literal of its next value, and its first value.

    `reset` is 0 or 1, or the latch itself: then the first value may be either.
    """

    literal: Literal
    next: Literal
    reset: Literal = 0


@dataclass(frozen=True, slots=True)
class Circuit:
    """A circuit. `gates` maps the literal of each and-gate to its two inputs, inputs first.

    `bad` are literals that must never be true, in a run in which all of `constraints` are true at
    each step, the last one included. Each of `justice` is a list of literals: no infinite run of
    that kind may have all of them, and all of `fairness`, true infinitely often. `symbols` are
    names, by the letter of a section and the place in it, such as `l0`.
    """

    inputs: Sequence[Literal] = ()
    latches: tuple[Latch, ...] = ()
    outputs: tuple[Literal, ...] = ()
    bad: tuple[Literal, ...] = ()
    constraints: tuple[Literal, ...] = ()
    justice: tuple[tuple[Literal, ...], ...] = ()
    fairness: tuple[Literal, ...] = ()
    gates: Mapping[Literal, tuple[Literal, Literal]] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""

    def cone(self, literals: Iterable[Literal]) -> set[Literal]:
        """The positive literals that the value of some literals depends on, at the same time.

        >>> sorted(Circuit(inputs=(2, 4), gates={6: (2, 5)}).cone([7]))
        [2, 4, 6]
        """
        waiting = [literal & ~1 for literal in literals]
        found: set[Literal] = set()
        while waiting:
            here = waiting.pop()
            if here > 1 and here not in found:
                found.add(here)
                waiting += [literal & ~1 for literal in self.gates.get(here, ())]
        return found

    def cone_in_time(self, literals: Iterable[Literal]) -> set[Literal]:
        """The positive literals that the value of some literals depends on, now or earlier."""
        following = {latch.literal: latch.next for latch in self.latches}
        found: set[Literal] = set()
        waiting = list(literals)
        while waiting:
            fresh = self.cone(waiting) - found
            found |= fresh
            waiting = [following[literal] for literal in fresh if literal in following]
        return found
