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

    # Searches natively: how long a call is, and how much room there is at first.

    first_chunk: int = 1 << 12
    """States that the first call of a native search looks at; later ones are as many as suit."""

    least_chunk: int = 64
    """States that a call of a native search looks at, however slow it is."""

    chunk_seconds: float = 0.1
    """Seconds that a call of a native search takes, about, so that Ctrl-C need not wait long."""

    first_room: int = 1 << 13
    """States that a native search has room for at first, a power of two; it is doubled if full."""

    first_levels: int = 1 << 10
    """Levels, two or more, that a native search has room for at first; it is doubled if full."""

    doubled_up_to: int = 1 << 24
    """States up to which the room of a bitmap's search is doubled; then it grows by a quarter."""

    batch: int = 8
    """States that a kernel expands together before it looks up what they lead to."""

    # Models: in which form their states are searched.

    graph_at_once: int = 1 << 18
    """Encoded states up to which a graph is made without asking how many are reached."""

    graph_at_most: int = 1 << 22
    """States and steps up to which a graph is worth its memory where sweeps would do."""

    bitmap_at_once: int = 1 << 28
    """Encoded states up to which a bitmap is so small that nothing else need be tried."""

    bitmap_at_most: int = 1 << 37
    """Encoded states beyond which no bitmap is made: it would take 16 GB."""

    bitmap_sparsest: int = 256
    """A bitmap takes less memory than a hash table if one encoded state in so many is reached."""

    sorted_from: int = 1 << 27
    """Encoded states from which on a bitmap fits no cache, so that large levels are sorted."""

    sorted_level: int = 1 << 16
    """States of a level from which on it is worth sorting."""

    numbers_chunk: int = 1 << 20
    """States whose membership in a swept region is looked up together."""

    starts_tried: int = 1 << 12
    """Combinations of values that Python tries for initial states; native code tries more."""

    starts_encoded: int = 1 << 33
    """Encoded states that native code tries one by one for initial states."""

    starts_chunk: int = 1 << 22
    """Encoded states that native code tries in one call for initial states."""

    values_listed: int = 64
    """Values of a sort that are listed to find out whether a model goes on level by level."""

    # Models: how their code is written.

    table_size: int = 1 << 10
    """Combinations of variables looked up in one table to unpack a rank: it fits a cache."""

    longest_expression: int = 300
    """Letters of an expression beyond which a part is computed by a line of its own."""

    longest_function: int = 400
    """Lines of one function beyond which it is cut: compiling takes more than in proportion."""

    def paced(self, chunk: int, seconds: float) -> int:
        """The states for the next call of a native search, where `chunk` of them took this long.

        >>> USUAL.paced(4096, 0.01), USUAL.paced(4096, 0.1), USUAL.paced(4096, 1.0)
        (8192, 4096, 2048)
        """
        if seconds < self.chunk_seconds / 2:
            return chunk * 2
        too_slow = seconds > 2 * self.chunk_seconds
        return max(self.least_chunk, chunk // 2) if too_slow else chunk

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
