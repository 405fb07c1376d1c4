"""Every size, count and time that selects a path: numbers that cost speed, never an answer.

An answer must be the same whatever stands here. Tests make everything tiny, so that what only large
inputs would reach is run by small ones too. A number is passed down in one `Tuning`, never read
from a module, and a test reads the source for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from .data import dataclass

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Tuning:
    """The numbers that select paths; each is told by the line below it.

    >>> Tuning(threads=3), USUAL.threads
    (Tuning(threads=3), None)
    """

    if not TYPE_CHECKING:

        def __init__(self, **given: object) -> None:
            """One that is compiled for all the names takes longer than all else of this module."""
            for part in fields(self):
                object.__setattr__(self, part.name, given.pop(part.name, part.default))
            if given:
                raise TypeError(f"a tuning has no {' and no '.join(given)}")

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

    moment: float = 0.2
    """Seconds that are left after Ctrl-C, or a limit of time, to say what was found."""

    in_a_moment: int = 1 << 19
    """States and steps that can be made a graph, and asked about, in that time."""

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

    # Programs: their local automata, and their runs.

    local_states: int = 512
    """Local states of one b-thread that are found before the search; the search asks for more."""

    local_replays: int = 2000
    """Steps of one b-thread that are replayed at most for that."""

    local_stands: int = 256
    """Runs of one b-thread that stand at local states, ready to go on from there."""

    local_work: int = 1 << 19
    """Steps of one b-thread that are replayed at most, together with the parts that are read."""

    local_parts: int = 8
    """Parts of a local state that count as one such step: they take about as long to read."""

    local_learning: int = 2
    """Steps that count as much as bringing one local state up to events found after it."""

    local_bytes: int = 1 << 16
    """Bytes of one number or text of a b-thread, unless it begins with a larger one."""

    live_runs: int = 3
    """Random runs that are compared with the automata before it is said that something holds."""

    live_steps: int = 60
    """Steps of each of them."""

    live_onward: int = 4
    """Steps that a live run goes on after one to a state that another way found before."""

    live_together: int = 1 << 12
    """Steps of live runs that another process is asked for at a time."""

    hash_seeds: int = 8
    """Hash seeds under which the order of sets is compared, each in a process of its own."""

    elsewhere_seconds: float = 60.0
    """Seconds after which another process is given up."""

    elsewhere_work: float = 20.0
    """Processor seconds, after the program was loaded, at which another process ends itself."""

    memory_room: int = 1 << 13
    """Statements in situations that a run remembers, until all are forgotten."""

    memory_worth: int = 4
    """So many steps for each that was remembered have to be taken for it to have paid."""

    memory_rest: int = 1 << 17
    """Steps for which a run learns nothing after that did not pay, as with ever new data."""

    turn_seconds: float = 0.005
    """Seconds after which a busy run lets the other tasks of the event loop go on."""

    # Networks and systems of other kinds.

    network_chunk: int = 1 << 8
    """States that the first native call of a search of a network looks at."""

    group_from: int = 1 << 15
    """States of a network from which on it pays to compose b-threads that move together."""

    group_states: int = 255
    """Joint local states of b-threads that are composed: with one for the unknown, a byte."""

    group_partners: int = 6
    """Others that a b-thread is tried with, to compose it with one that shares its events."""

    group_product: int = 1 << 16
    """Pairs of local states up to which it is tried whether two b-threads can be composed."""

    table_bytes: int = 1 << 28
    """Bytes of tables at which a b-thread that still grows is taken to be unbounded."""

    steps_at_once: int = 1 << 8
    """Steps of one state that are asked for before memory is looked at; sizes, every so many."""

    look_seconds: float = 0.1
    """Seconds between two times that a search in Python tells how far it is, or may be stopped."""

    # Paths in graphs.

    nodes_chunk: int = 1 << 20
    """Nodes of a product that one native call looks at, so that Ctrl-C need not wait long."""

    edges_in_python: int = 4000
    """Edges of a product up to which CPython is done sooner than machine code is loaded."""

    plan_positions: int = 10_000
    """Positions of a team's plan up to which it is listed, and tried, in an answer."""

    # Decision diagrams.

    values_split: int = 1 << 14
    """Values of a variable beyond which diagrams are refused: terms are split by each of them."""

    cases_most: int = 1 << 6
    """Combinations of new values of an action that are looked at one by one in diagrams."""

    layers_most: int = 1 << 11
    """Layers of a measure up to which diagrams are searched layer by layer."""

    group_widest: int = 24
    """Variables of a group beyond which it tells nothing about the order of bits."""

    order_patience: int = 8
    """Rounds without a shorter span after which the order of bits is taken."""

    cache_least: int = 1 << 10
    """Results that the cache of diagrams holds at least."""

    cache_most: int = 1 << 20
    """Results that it holds at most: with more, beginning takes longer than they save."""

    cache_share: int = 8
    """The cache takes at most one part in so many of the memory."""

    # Specifications: the evaluator first, then a search that learns.

    walk_work: int = 1 << 12
    """States and steps after which a search is worth learning for."""

    walk_more: int = 16
    """So many times more may be looked at while few states wait."""

    walk_few: int = 4
    """Few states wait if so many times as many were visited."""

    walk_seconds: float = 4.0
    """Seconds of the processor that the evaluator gets before anything is learned.

    So many that a search which is soon done is the same on a machine that is ten times slower.
    """

    walk_starts: int = 1 << 12
    """Initial states that are more than the evaluator does before anything is learned."""

    learn_from: int = 1000
    """States to learn from where it is learned anyway."""

    ways_compared: int = 1 << 12
    """Ways to take a step that are compared with the actions that fairness speaks of."""

    starts_at_first: int = 1 << 12
    """Initial states that are asked for at first; then four times as many, and so on."""

    size_sample: int = 1 << 6
    """States between two looks at how large states are, and so many that are looked at."""

    longest_loop: int = 300
    """Steps after which a loop that does not come back to the same state is given up."""

    numbered_below: int = 1 << 20
    """Values below this are numbered by a table of all, others by sorting."""

    checkpoint_every: float = 60.0
    """Seconds between two times that a search is written down."""

    checkpoint_share: int = 20
    """Between two times so many times as long goes by as writing took."""

    # The search that learns.

    learned_chunk: int = 1 << 10
    """States that its first native call visits; then twice as many, and so on."""

    learned_chunk_most: int = 1 << 16
    """States that one call visits at most: by number, so that the search is always the same."""

    pace_window: float = 0.5
    """Seconds over which states are counted, to tell whether learning gains anything."""

    pace_patience: int = 4
    """Slow windows in a row after which learning is given up."""

    out_room: int = 1 << 11
    """Steps that a batch of states may have at first; it is doubled where that is too few."""

    asked_room: int = 1 << 8
    """Questions that come up before they are answered."""

    pending_room: int = 1 << 8
    """States that are put off until questions are answered."""

    label_room: int = 1 << 10
    """Labels that steps are counted for at first."""

    first_heap: int = 1 << 12
    """Numbers that the heap of what is learned has room for at first."""

    narrow_node: int = 32
    """Values of a cell up to which a node of a trie has a row of them; with more it is hashed."""

    first_node: int = 4
    """Values that a node of a trie has room for at first."""

    sorted_ways: int = 3
    """Ways that begin with a look at the same cell, from which on they are sorted by its value."""

    sum_terms: int = 1 << 8
    """Terms of a sum, 256 or fewer, up to which it is reckoned and not learned."""

    places_most: int = 1 << 20
    """A table that finds the number in a cell for a whole number is no longer than this."""

    places_sparsest: int = 1 << 6
    """Nor than so many times the numbers that it has."""

    first_places: int = 16
    """Numbers that such tables have room for at first."""

    # Games.

    ahead_states_a_node: int = 16
    """States explored beforehand for each node that a search of moves may look at."""

    ahead_states_a_second: int = 50_000
    """States explored beforehand for each second that it may take."""

    ahead_of_a_program: int = 20_000
    """States of a program that are explored beforehand at most, as they are looked up slowly."""

    looked_up: int = 1 << 16
    """States whose numbers are remembered while moves are searched."""

    players_looked: int = 1000
    """States that are looked at for players whom a system does not name, to refuse unknown ones."""

    turns_kept: int = 1 << 14
    """States whose steps a search of moves remembers, until all are forgotten."""

    entries_kept: int = 1 << 18
    """States whose worth a search of moves remembers, until all are forgotten."""

    shallow_slack: int = 100
    """How many times its nodes a look one or two steps ahead may take."""

    line_longest: int = 64
    """Steps up to which the play from a state whose winner is known is followed."""

    playout_longest: int = 400
    """Steps after which a random play counts as a draw."""

    certificate_variables: int = 12
    """Numbers that automata compare at a time; with more they give up."""

    certificate_ends: int = 300
    """Smallest positions that are tried for an end that is claimed won."""

    certificate_smaller: int = 100_000
    """Smaller positions that are tried to show a small one."""

    certificate_bits: int = 8
    """Bits up to which it is tried whether small numbers show it too."""

    # TLA+ modules: the evaluator, and states as cells.

    heavy: int = 120
    """Operators from which on the results of a definition are remembered."""

    reads_most: int = 3
    """Things read, up to which results are remembered by them."""

    results_kept: int = 1 << 15
    """Results that a table has before it is emptied."""

    results_tried: int = 1 << 10
    """Results after which it is seen whether any come up again."""

    cheap: int = 30
    """Operators up to which a constant is computed where it might be of use."""

    elements_listed: int = 1 << 12
    """Elements up to which a constant set is listed."""

    arguments_listed: int = 1 << 16
    """Arguments up to which the domain of a function is listed."""

    elements_unrolled: int = 1 << 6
    """Elements up to which a quantifier is written out for cells."""

    parts_most: int = 1 << 10
    """Factors up to which a condition is taken apart for cells."""

    steps_unrolled: int = 1 << 12
    """Steps up to which a choice is written out for cells."""

    keys_most: int = 1 << 8
    """Arguments of a function up to which each gets cells of its own where it is changed."""

    cells_most: int = 1 << 10
    """Cells up to which a value is cut into the values that it is made of."""

    states_sampled: int = 1 << 12
    """States that are looked at to see how states are cut into cells."""

    pruned_growth: int = 4
    """Times its size up to which a condition may grow so that nothing is asked twice."""

    pruned_least: int = 200
    """Nodes up to which it may grow in any case."""

    renamings_few: int = 1 << 6
    """Renamings of SYMMETRY up to which states are found without it, and counted afterwards."""

    renamings_most: int = 1 << 16
    """Renamings beyond which SYMMETRY is refused."""

    renamed_kept: int = 1 << 15
    """Values whose renamings are remembered, until all are forgotten."""

    side_states: int = 30_000
    """States after which a question that nobody asked is left open."""

    unseen_states: int = 5_000
    """States, told apart where VIEW takes them as one, after which they count as infinite."""

    cone_states: int = 200_000
    """States after which a part of a specification is taken to be infinite."""

    guessed_values: int = 12
    """Values, for all together, that variables are tried with which a specification leaves free."""

    guessed_largest: int = 10
    """Numbers up to which those that are named are among them."""

    # Audits: how much is looked at again by the reference semantics.

    audited_states: int = 300
    """States of a sample."""

    audited_share: float = 0.04
    """The part of the time of a check that the samples of its audits take together."""

    audited_least: float = 0.002
    """Seconds that the first sample of a check may take in any case."""

    audited_seed: int = 0
    """Draws the states of a sample."""

    audited_whole: int = 200_000
    """States up to which a graph is compared with its definition, where all is audited."""

    numbers_scanned: int = 300
    """Numbers of states that are looked for among all states, before a table of these is made."""

    audited_apart: int = 100
    """States up to which those are told apart, in such a graph, that were taken as one."""

    audited_kept: int = 1_000
    """States whose steps, by the reference, are remembered until all are forgotten."""

    certified_sample: int = 10_000
    """States up to which runs and ranks that an engine does not note are looked for in a sample."""

    certified_all: int = 1_000_000
    """States up to which they are looked for where all is audited."""

    # LED programs.

    steps_kept: int = 100_000
    """States whose steps a program remembers, until all are forgotten."""

    applications_kept: int = 200_000
    """Values of one definition that are remembered, until all are forgotten."""

    clicks_learned: int = 40
    """States from which it is learned which positions of the mouse are alike."""

    clicks_told_by: int = 400
    """Questions by which positions of the mouse are told apart beforehand."""

    def paced(self, chunk: int, seconds: float) -> int:
        """The states for the next call of a native search, where `chunk` of them took this long.

        >>> USUAL.paced(4096, 0.01), USUAL.paced(4096, 0.1), USUAL.paced(4096, 1.0)
        (8192, 4096, 2048)
        """
        if seconds < self.chunk_seconds / 2:
            return chunk * 2
        too_slow = seconds > 2 * self.chunk_seconds
        return max(self.least_chunk, chunk // 2) if too_slow else chunk

    def __repr__(self) -> str:
        """What is not as usual: a signature with a tuning in it can be read."""
        said = [f"{part.name}={value!r}" for part in fields(self)
                if (value := getattr(self, part.name)) != part.default]  # fmt: skip
        return f"Tuning({', '.join(said)})"

    def shuffled(self, items: Sequence[Item]) -> Sequence[Item]:
        """What can be done in any order, in the order that the seed asks for.

        >>> USUAL.shuffled("abc"), sorted(Tuning(seed=1).shuffled("abc"))
        ('abc', ['a', 'b', 'c'])
        """
        if self.seed is None:
            return items
        from random import Random  # nothing is shuffled unless a test asks for it

        return Random(self.seed).sample(items, len(items))


USUAL = Tuning()
"""What is used unless a caller says otherwise."""
