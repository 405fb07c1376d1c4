"""A budget for the construction of the automata of one question, so that it always ends."""

from __future__ import annotations

from ...errors import Refused

MOST_WAYS = 1 << 15
"""The most transitions from one state of an automaton."""

MOST_COMPARED = 1 << 29
"""The most pairs of sets compared for one question: ten to twenty seconds."""

ASIDE = 1 << 26
"""The same for questions that the user did not ask, such as vacuity."""

PAIRS_A_STEP = 1 << 11
"""The cost of one transition of an automaton, to make and to follow, in pairs of sets compared."""


class Budget:
    """The work that is left for one question, counted in pairs of sets compared.

    >>> budget = Budget(100)
    >>> budget.compare(60)
    >>> budget.compare(60)
    Traceback (most recent call last):
        ...
    counterpoint.errors.Refused: [CP402] an automaton of this formula would be too large: ...
    """

    def __init__(self, left: int = MOST_COMPARED) -> None:
        self.left = left

    def compare(self, pairs: int) -> None:
        """Spend on comparing some pairs; raises `Refused` if too little is left."""
        self.left -= pairs
        if self.left < 0:
            raise _too_large("it would take too long to make")

    def make(self, steps: int) -> None:
        """Spend on some transitions of an automaton; raises `Refused` if too little is left."""
        self.compare(PAIRS_A_STEP * steps)

    def require_few(self, ways: int) -> None:
        """Raise `Refused` if a state would have more transitions than an automaton may have."""
        if ways > MOST_WAYS:
            raise _too_large(f"it has {ways:,} ways or more to go on from one state")


def _too_large(why: str) -> Refused:
    return Refused(
        f"an automaton of this formula would be too large: {why}. Ask for the parts of the formula "
        "one by one"
    )
