"""Every size, count and time that selects a path: numbers that cost speed, never an answer.

An answer must be the same whatever stands here. Tests make everything tiny, so that what only large
inputs would reach is run by small ones too. A number is passed down in one `Tuning`, never read
from a module, and a test reads the source for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Tuning:
    """The numbers that select paths; each is told by the line below it.

    >>> Tuning(threads=3).threads, USUAL.threads
    (3, None)
    """

    seed: int | None = None
    """Shuffles the chunks of a sweep that may be looked at in any order; None leaves them as is."""

    threads: int | None = None
    """Threads that a sweep uses where several pay; None for one for each processor."""

    threads_from: int = 1 << 18
    """States, of a space or of one level of it, from which on a sweep uses several threads."""

    sweep_chunk: int = 1 << 16
    """States that one native call of a sweep looks at, so that Ctrl-C need not wait long."""

    layers_from: int = 1 << 20
    """States from which on a sweep takes longer than to find out whether one sweep is enough."""

    def shuffled(self, items: Sequence[Item]) -> Sequence[Item]:
        """What can be done in any order, in the order that the seed asks for.

        >>> USUAL.shuffled("abc"), sorted(Tuning(seed=1).shuffled("abc"))
        ('abc', ['a', 'b', 'c'])
        """
        if self.seed is None:
            return items
        return Random(self.seed).sample(items, len(items))


USUAL = Tuning()
"""What is used unless a caller says otherwise."""
