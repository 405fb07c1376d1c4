"""Generalised Buchi automata with acceptance on transitions."""

from __future__ import annotations

from ...data import dataclass
from ..core import Core


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition of an automaton.

    It can be taken in a state that satisfies every letter of `true` and none of `false`. `marks`
    are the numbers of the acceptance sets that it belongs to.
    """

    source: int
    true: frozenset[int]
    false: frozenset[int]
    target: int
    marks: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Automaton:
    """A generalised Buchi automaton over sets of `letters`, which are closed state formulas.

    It reads the states of a path from the first one on, one transition per state. A run is accepted
    if it takes transitions of each of the `acceptance` sets infinitely often; if there are no sets,
    every infinite run is accepted.
    """

    states: int
    initial: tuple[int, ...]
    letters: tuple[Core, ...]
    transitions: tuple[Transition, ...]
    acceptance: int
