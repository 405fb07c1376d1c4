"""Tunings under which answers must be what they are under the usual one.

What only large inputs would reach is taken by small ones here: rooms are full at once, calls are
short, each way to keep or to sweep states is forced on small models, and the order of chunks is
shuffled. A number at which an answer becomes unknown, or is refused, stays what it is.
"""

from __future__ import annotations

from counterpoint.engines.task import Task
from counterpoint.tuning import USUAL, Tuning

PACKED = Tuning(bitmap_at_once=0, bitmap_sparsest=0)
"""Models are searched with a hash table, whatever their size."""

NO_GRAPHS = Tuning(graph_at_once=0, graph_at_most=0)
"""Models are swept, whatever their size."""

TINY = Tuning(
    seed=1,
    threads=3,
    threads_from=1,
    sweep_chunk=1,
    layers_from=0,
    first_chunk=1,
    least_chunk=1,
    chunk_seconds=0.0,
    first_room=1,
    first_levels=2,
    doubled_up_to=2,
    batch=1,
    graph_at_once=0,
    graph_at_most=0,
    bitmap_at_once=0,
    bitmap_sparsest=1 << 40,
    sorted_from=0,
    sorted_level=1,
    numbers_chunk=1,
    starts_tried=0,
    starts_chunk=1,
    values_listed=1,
    table_size=1,
    longest_expression=1,
    longest_function=1,
)
"""Everything as small as it can be, and threads."""

MIXED = Tuning(
    seed=2,
    threads=3,
    threads_from=8,
    sweep_chunk=3,
    layers_from=4,
    first_chunk=2,
    least_chunk=2,
    first_room=4,
    batch=3,
    bitmap_at_once=0,
    bitmap_sparsest=0,
    graph_at_once=0,
    graph_at_most=12,
    numbers_chunk=5,
    starts_tried=2,
    starts_chunk=3,
    table_size=5,
    longest_expression=20,
    longest_function=6,
)
"""Hash tables, sweeps and graphs beside each other, each small."""

TUNINGS = {"usual": USUAL, "tiny": TINY, "mixed": MIXED}


def task(tuning: Tuning) -> Task:
    """The task of finding everything, so tuned."""
    return Task(tuning=tuning)
