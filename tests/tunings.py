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
    local_states=1,
    local_replays=20,
    live_runs=1,
    live_steps=1,
    memory_room=1,
    memory_worth=0,
    memory_rest=1,
    turn_seconds=0.0,
    network_chunk=1,
    group_from=1,
    group_states=2,
    group_partners=1,
    group_product=4,
    steps_at_once=1,
    look_seconds=0.0,
    nodes_chunk=1,
    edges_in_python=-1,
    cases_most=0,
    layers_most=0,
    group_widest=2,
    order_patience=1,
    cache_least=1,
    cache_most=1,
    cache_share=1 << 40,
    walk_work=0,
    walk_more=0,
    walk_few=1 << 40,
    walk_starts=64,
    learn_from=1,
    starts_at_first=1,
    size_sample=1,
    numbered_below=0,
    learned_chunk=1,
    learned_chunk_most=1,
    out_room=1,
    asked_room=1,
    pending_room=1,
    label_room=1,
    first_heap=2,
    narrow_node=1,
    first_node=1,
    sorted_ways=1,
    sum_terms=0,
    places_most=1,
    places_sparsest=0,
    first_places=1,
    ahead_states_a_node=0,
    ahead_states_a_second=0,
    ahead_of_a_program=1,
    looked_up=1,
    turns_kept=1,
    entries_kept=1,
    shallow_slack=1,
    line_longest=1,
    playout_longest=1,
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
    network_chunk=3,
    group_from=4,
    group_states=20,
    group_product=60,
    nodes_chunk=5,
    edges_in_python=6,
    cases_most=2,
    layers_most=6,
    walk_work=6,
    walk_starts=64,
    learn_from=4,
    starts_at_first=2,
    numbered_below=5,
    learned_chunk=3,
    learned_chunk_most=8,
    out_room=4,
    asked_room=3,
    pending_room=3,
    narrow_node=4,
    first_node=2,
    sorted_ways=2,
    sum_terms=1,
    places_most=4,
    places_sparsest=1,
    first_places=2,
)
"""Hash tables, sweeps and graphs beside each other, each small."""

STAY = {
    "bitmap_at_most": "beyond it encoded states are refused",
    "starts_encoded": "beyond it Python tries all combinations, however long that takes",
    "table_bytes": "beyond it a b-thread counts as unbounded, and the answer is unknown",
    "values_split": "beyond it diagrams are refused",
    "plan_positions": "beyond it a plan is not listed; the answer stays",
    "players_looked": "beyond it a player is refused who was not met",
    "certificate_variables": "beyond it automata give up",
    "certificate_ends": "beyond it the answer is unknown",
    "certificate_smaller": "beyond it another choice is shown",
    "certificate_bits": "beyond it another counterexample is shown",
    "longest_loop": "beyond it a counterexample is not found, and the answer is unknown",
    "walk_seconds": "it would leave it to the clock which search is taken",
    "pace_window": "it would leave it to the clock which search is taken",
    "pace_patience": "it would leave it to the clock which search is taken",
    "checkpoint_every": "when files are written; tests of checkpoints say it themselves",
    "checkpoint_share": "when files are written; tests of checkpoints say it themselves",
}
"""What is not made tiny, and why: see `tests/test_tuning.py`."""

TUNINGS = {"usual": USUAL, "tiny": TINY, "mixed": MIXED}


def task(tuning: Tuning) -> Task:
    """The task of finding everything, so tuned."""
    return Task(tuning=tuning)
