"""Every size, count and time that selects a path: these numbers affect speed, never an answer.

An answer must be the same for all values, but for "unknown" where a search gives up. Tests make
every number tiny, so that small inputs run the code that otherwise only large inputs reach. The
numbers are passed down in one `Tuning`, never read from a module; a test searches the source for
other numbers.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from .data import dataclass

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Tuning:
    """The numbers that select paths; the text below each number describes it.

    >>> Tuning(threads=3), USUAL.threads
    (Tuning(threads=3), None)
    """

    if not TYPE_CHECKING:

        def __init__(self, **given: object) -> None:
            """Set all fields; a compiled constructor would take longer than the whole module."""
            for part in fields(self):
                object.__setattr__(self, part.name, given.pop(part.name, part.default))
            if given:
                raise TypeError(f"a tuning has no {' and no '.join(given)}")

    seed: int | None = None
    """Seed for shuffling chunks of a sweep that may be processed in any order; None: no shuffle."""

    threads: int | None = None
    """Threads of searches and sweeps for which several pay; None means one per processor."""

    threads_from: int = 1 << 15
    """States, of a space or of one level of it, from which on a sweep uses several threads."""

    sweep_chunk: int = 1 << 16
    """States per native call of a sweep: few enough that Ctrl-C is handled soon."""

    sweep_shares: int = 4
    """Chunks of a sweep for each thread, at least, so that threads that are slower get fewer."""

    layers_from: int = 1 << 20
    """States from which on a sweep takes longer than finding out whether one sweep is enough."""

    # Native searches: the length of a call, and the room at first.

    first_chunk: int = 1 << 12
    """States that the first call of a native search expands; later calls adapt to their speed."""

    least_chunk: int = 64
    """Minimum number of states per call of a native search, however slow it is."""

    chunk_seconds: float = 0.1
    """Approximate seconds per call of a native search, so that Ctrl-C is handled soon."""

    moment: float = 0.2
    """Seconds left after Ctrl-C, or a time limit, to report what was found."""

    in_a_moment: int = 1 << 19
    """States and steps that can be turned into a graph and queried within `moment`."""

    first_part: int = 1 << 17
    """States and steps, from the start, in which formulas are decided if the whole is too large."""

    first_listed: int = 1 << 15
    """The same where states are enumerated, so that Python evaluates what is asked of each."""

    first_room: int = 1 << 13
    """States that a native search has room for at first, a power of two; doubled when full."""

    first_levels: int = 1 << 10
    """Levels, two or more, that a native search has room for at first; doubled when full."""

    doubled_up_to: int = 1 << 24
    """States up to which the room of a bitmap's search is doubled; then it grows by a quarter."""

    batch: int = 8
    """States that a kernel expands together before it looks up their successors."""

    # Native searches in threads.

    reserved: int = 1 << 24
    """States for which a bitmap's search reserves room; memory is used only where states are."""

    block_from: int = 1 << 14
    """States of a level from which on threads expand them together, in blocks."""

    block_steps: int = 1 << 20
    """Steps that threads take together before the targets are looked up."""

    block_degree: float = 8.0
    """The steps of a state, on average, for which the first block has room."""

    block_share: float = 0.9
    """The part of the room for steps that a block should take."""

    block_bytes: int = 1 << 25
    """Bytes that the targets of the steps of a block may take; large states have fewer steps."""

    block_rooms: int = 4
    """How often the room for steps of a block suffices for all steps that its states may have."""

    block_chunks: int = 1 << 11
    """Maximum number of chunks of a block."""

    chunk_states: int = 1 << 10
    """States that a thread expands before it looks for more."""

    # Models: the form in which their states are searched.

    graph_at_once: int = 1 << 18
    """Encoded states up to which a graph is built without first counting the reachable states."""

    graph_prepared: int = 1 << 21
    """States and steps up to which a search keeps the steps in case a graph will be made."""

    relation_states: int = 1 << 28
    """Encoded states beyond which a model goes to diagrams at once if one state leads to many."""

    graph_at_most: int = 1 << 23
    """States and steps up to which a graph is worth its memory where sweeps would do."""

    bitmap_at_once: int = 1 << 28
    """Encoded states up to which a bitmap is so small that no other form is tried."""

    bitmap_at_most: int = 1 << 37
    """Encoded states beyond which no bitmap is used: it would take 16 GB."""

    bitmap_sparsest: int = 256
    """A bitmap takes less memory than a hash table if one in this many encoded states is found."""

    sorted_level: int = 1 << 10
    """States of a level of a bitmap's search from which on it is sorted: then any order will do."""

    numbers_chunk: int = 1 << 20
    """States that are looked up together in a swept region."""

    starts_tried: int = 1 << 12
    """Combinations of values up to which Python lists the initial states; beyond, native code."""

    starts_encoded: int = 1 << 33
    """Encoded states up to which native code tests each one for being initial."""

    starts_chunk: int = 1 << 22
    """Encoded states that one native call tests for being initial."""

    values_listed: int = 64
    """Values of a sort up to which they are listed to find out whether a model is layered."""

    choices_most: int = 1 << 10
    """Choices of an action in one state up to which native code tries each; beyond, diagrams."""

    # Models: relations as actions.

    inputs_grounded: int = 64
    """Combinations of inputs up to which each is a label of its own; beyond, inputs are chosen."""

    relation_actions: int = 1 << 12
    """Actions up to which the disjunctions of a relation are split; what remains is a guard."""

    faults_tried: int = 1 << 12
    """Values of variables that are tried to find out whether an SMV expression can have a fault."""

    # Models: the generated code.

    table_size: int = 1 << 10
    """Combinations of variables in one lookup table for unpacking ranks: the table fits a cache."""

    longest_expression: int = 300
    """Characters of an expression beyond which a part of it is computed in a separate line."""

    parity_rounds: int = 30
    """Rounds for each priority that the first way to solve a parity game has, before the next."""

    joined_parts: int = 64
    """Parts of nested conjunctions beyond which these are not joined to one: circuits have many."""

    longest_function: int = 400
    """Lines of a function beyond which it is split: compile time grows more than linearly."""

    # Programs: their local automata, and their runs.

    local_states: int = 512
    """Local states of a b-thread explored before the search, which asks for more on demand."""

    local_ticks: int = 128
    """Ticks of a b-thread with timeouts that count as one of these states: they replay nothing."""

    local_replays: int = 2000
    """Maximum number of steps of one b-thread that are replayed for that."""

    local_stands: int = 1 << 17
    """Parts of local states in suspended runs of one b-thread that wait there to be resumed."""

    local_work: int = 1 << 19
    """Maximum work for one b-thread: steps replayed, together with the parts that are read."""

    local_parts: int = 8
    """Parts of a local state that count as one step of work: reading them takes about as long."""

    local_learning: int = 2
    """Steps of work that one update of a local state for events found later counts as."""

    local_bytes: int = 1 << 16
    """Maximum bytes of one number or text of a b-thread, unless it begins with a larger one."""

    live_runs: int = 3
    """Random runs that are compared with the automata before a property is said to hold."""

    live_steps: int = 60
    """Steps of each of these runs."""

    live_onward: int = 4
    """Steps that a live run continues after a step to a state already known from another path."""

    live_together: int = 1 << 12
    """Steps of live runs that are sent to another process at a time."""

    hash_seeds: int = 8
    """Hash seeds under which the order of sets is compared, each in a separate process."""

    elsewhere_seconds: float = 60.0
    """Seconds after which waiting for another process is given up."""

    elsewhere_work: float = 20.0
    """Processor seconds after which the other process gives up; loading is not counted."""

    memory_room: int = 1 << 13
    """Statements in situations that a run remembers; when there are more, all are forgotten."""

    memory_worth: int = 4
    """Steps per remembered statement that must be taken for remembering to have paid."""

    memory_rest: int = 1 << 17
    """Steps for which a run learns nothing after learning did not pay, as with ever new data."""

    stays_from: int = 8
    """Steps at one statement after which a b-thread is found by its events, and not asked."""

    turn_seconds: float = 0.005
    """Seconds after which a busy run yields to the other tasks of the event loop."""

    # Networks and systems of other kinds.

    network_chunk: int = 1 << 8
    """States that the first native call of a network search expands."""

    moves_ahead: int = 1 << 10
    """Missing moves of a network that are computed between two native calls of its search."""

    group_from: int = 1 << 15
    """States of a network from which on composing b-threads that move together pays."""

    group_states: int = 255
    """Maximum joint local states of composed b-threads: with one for the unknown, a byte."""

    group_partners: int = 6
    """Partners that are tried for each b-thread, to compose it with one that shares its events."""

    group_product: int = 1 << 16
    """Pairs of local states up to which composing two b-threads is tried."""

    table_bytes: int = 1 << 28
    """Bytes of tables beyond which a b-thread that still grows is considered unbounded."""

    steps_at_once: int = 1 << 8
    """Steps of one state, or states, between two checks of the memory in use."""

    look_seconds: float = 0.1
    """Seconds between two moments when a search in Python reports progress, or may be stopped."""

    # Paths in graphs.

    nodes_chunk: int = 1 << 20
    """Nodes of a product that one native call expands: few enough that Ctrl-C is handled soon."""

    edges_in_python: int = 4000
    """Edges of a product up to which CPython finishes before machine code would be loaded."""

    plan_positions: int = 10_000
    """Positions of a team's plan up to which an answer lists and tests it."""

    # Decision diagrams.

    values_split: int = 1 << 14
    """Values of a variable beyond which diagrams are refused: terms are split by each value."""

    cases_most: int = 1 << 6
    """Combinations of new values of an action up to which diagrams handle each one separately."""

    aside_nodes: int = 1 << 20
    """Nodes of decision diagrams from which an operation may take long, so that limits end it."""

    cluster_nodes: int = 1 << 12
    """Nodes up to which conjuncts of a relation are joined to one."""

    settled_nodes: int = 1 << 18
    """Nodes up to which the steps between reachable states replace the clusters of a relation."""

    pairs_nodes: int = 1 << 14
    """Nodes of the pairs of states of a relation up to which its steps are counted."""

    layers_most: int = 1 << 11
    """Layers of a measure up to which diagrams are searched layer by layer."""

    group_widest: int = 24
    """Variables of a group beyond which it does not influence the order of bits."""

    order_patience: int = 8
    """Rounds without a shorter span after which the best order of bits so far is taken."""

    cache_least: int = 1 << 10
    """Minimum number of results in the cache of diagrams."""

    cache_most: int = 1 << 20
    """Maximum number of results in the cache: a larger one takes longer to set up than it saves."""

    cache_share: int = 8
    """The cache takes at most one part in this many of the memory."""

    # Specifications: the evaluator first, then a search that learns.

    walk_work: int = 1 << 11
    """States and steps after which a learning search is worthwhile."""

    walk_more: int = 16
    """Factor on `walk_work` up to which the evaluator continues while few states wait."""

    walk_few: int = 4
    """Few states wait if the number of visited states is at least this many times as large."""

    walk_seconds: float = 4.0
    """Processor seconds that the evaluator gets before anything is learned.

    They are enough that a short search takes the same path on a machine that is ten times slower.
    """

    walk_starts: int = 1 << 12
    """Initial states beyond which the evaluator does not list them all before learning."""

    learn_from: int = 1 << 8
    """States to learn from if learning was requested."""

    ways_compared: int = 1 << 12
    """Disjuncts of the next-state action that are compared with the actions under fairness."""

    starts_at_first: int = 1 << 12
    """Initial states requested at first; then four times as many, and so on."""

    size_sample: int = 1 << 6
    """States between two measurements of the size of states, and how many are measured."""

    longest_loop: int = 300
    """Steps after which a loop that has not returned to the same state is given up."""

    numbered_below: int = 1 << 20
    """Values below this are numbered by a table of all of them, others by sorting."""

    checkpoint_every: float = 60.0
    """Seconds between two checkpoints."""

    checkpoint_share: int = 20
    """The time between two checkpoints is at least this many times the time of writing one."""

    # Searches on disk.

    disk_bits: int = 6
    """The states are in 2 ** `disk_bits` parts, by the first bits of a hash."""

    disk_piece: int = 1 << 18
    """Targets that a thread finds before they are sorted, at most."""

    disk_small: int = 1 << 14
    """Words of sorted states up to which they are kept in memory, not in a file."""

    disk_block: int = 1 << 12
    """Sorted states that are read together."""

    disk_spare: int = 2
    """Bits that a cell of a module's states gets on disk beside those it needs, if it outgrows its.

    Then the search begins again: few bits take little room, and many are soon enough.
    """

    disk_chunk: int = 1 << 8
    """States that are expanded together, at least."""

    disk_shares: int = 4
    """Parts of a level for each thread, at least: the last ones are done at about the same time."""

    disk_memory: int = 1 << 26
    """The least limit of memory with which a search goes on on disk."""

    disk_reserve: int = 1 << 28
    """Bytes of a disk that are left free: with fewer, it counts as full."""

    # The search that learns.

    learned_chunk: int = 1 << 10
    """States that the first native call visits; each later call visits twice as many."""

    learned_chunk_most: int = 1 << 16
    """Maximum states per call: a count, not a time, so that every search runs the same way."""

    pace_window: float = 0.5
    """Seconds over which states are counted, to decide whether learning gains anything."""

    pace_patience: int = 4
    """Consecutive slow windows after which learning is given up."""

    out_room: int = 1 << 16
    """Steps of states that are held for which there is room at first; doubled when too few."""

    entered_room: int = 1 << 11
    """Steps for which there is room beforehand."""

    asked_room: int = 1 << 8
    """Questions collected before they are answered."""

    held_from: int = 1 << 11
    """States of a level from which on threads expand them together."""

    held_steps: int = 1 << 17
    """Steps that threads take together before those targets are entered that are not known."""

    held_at_once: int = 1 << 10
    """Steps for which a thread takes room at once."""

    held_chunk: int = 1 << 6
    """States that a thread expands before it looks for more, at most."""

    held_few: int = 1 << 8
    """States that wait up to which one thread expands them, and does not wake the others."""

    held_room: int = 1 << 14
    """States that may be expanded, at most, while one before them waits for answers."""

    held_least: int = 1 << 9
    """States that may be expanded while one waits; more if there are more than a few questions."""

    label_room: int = 1 << 10
    """Labels for which steps can be counted at first."""

    first_heap: int = 1 << 12
    """Numbers that the heap of learned data has room for at first."""

    narrow_node: int = 32
    """Values of a cell up to which a trie node is an array of them."""

    dense_node: int = 1 << 10
    """The same if it has enough of them; any other node is hashed."""

    sparsest_node: int = 8
    """One value in this many is enough."""

    first_node: int = 4
    """Values that a trie node has room for at first."""

    sorted_ways: int = 3
    """Ways that first read the same cell, from which on they are dispatched by its value."""

    tested_values: int = 1 << 8
    """Values of a cell, the first ones, by which a test jumps that reads no other cell."""

    linked_share: int = 1
    """If one answer in this many is new, it pays to link instructions anew."""

    sum_terms: int = 1 << 8
    """Terms of a sum, 256 or fewer, up to which it is computed instead of learned."""

    places_most: int = 1 << 20
    """Maximum length of a table that maps a whole number to its number in a cell."""

    places_sparsest: int = 1 << 6
    """Maximum length of such a table per entry."""

    first_places: int = 16
    """Numbers that such tables have room for at first."""

    # Games.

    ahead_states_a_node: int = 16
    """States explored in advance per node that a move search may visit."""

    ahead_states_a_second: int = 50_000
    """States explored in advance per second that a move search may take."""

    ahead_of_a_program: int = 20_000
    """Maximum states of a program explored in advance, because their lookup is slow."""

    looked_up: int = 1 << 16
    """States that have cached numbers during a move search."""

    players_looked: int = 1000
    """States visited to find players that a system does not name, to refuse unknown ones."""

    log_room: int = 1 << 22
    """States, steps and lines that a followed log remembers; then it forgets all but the last."""

    log_lines: int = 1 << 12
    """Lines of a log, or events, of which the meaning is remembered; then all are forgotten."""

    shrunk_runs: int = 2000
    """Runs of an implementation that are tried to find a shorter one that differs."""

    log_states: int = 1 << 20
    """States that may be possible after a line of a log; beyond it the answer is unknown."""

    turns_kept: int = 1 << 14
    """States with cached steps in a move search; when there are more, all are forgotten."""

    entries_kept: int = 1 << 18
    """States with cached values in a move search; when there are more, all are forgotten."""

    shallow_slack: int = 100
    """Factor by which a search of one or two steps may exceed its budget of nodes."""

    line_longest: int = 64
    """Maximum steps of the line that is followed from a state with a known winner."""

    playout_longest: int = 400
    """Steps after which a random playout counts as a draw."""

    certificate_variables: int = 12
    """Maximum numbers that an automaton compares at a time; with more, it gives up."""

    certificate_ends: int = 300
    """Smallest positions that are searched for an end that is claimed won."""

    certificate_smaller: int = 100_000
    """Positions with fewer or equally many matches that are tried to find a smaller example."""

    certificate_bits: int = 8
    """Bits up to which smaller numbers are searched that show the same."""

    # TLA+ modules: the evaluator, and states as cells.

    heavy: int = 120
    """Operators in a definition from which on its results are cached."""

    reads_most: int = 3
    """Places that an expression reads, up to which its results are cached by their values."""

    results_kept: int = 1 << 15
    """Results in a table at which it is emptied."""

    results_tried: int = 1 << 10
    """Results after which a table is given up unless enough of them recur."""

    cheap: int = 30
    """Operators up to which a constant is computed in advance where it might help."""

    elements_listed: int = 1 << 12
    """Elements up to which a constant set is listed."""

    arguments_listed: int = 1 << 16
    """Arguments up to which the domain of a function is listed."""

    elements_unrolled: int = 1 << 6
    """Elements up to which a quantifier is unrolled for cells."""

    parts_most: int = 1 << 10
    """Factors up to which a condition is decomposed for cells."""

    parts_updated: int = 1 << 4
    """Parts of a function up to which each is updated by itself if any of them may be meant."""

    steps_unrolled: int = 1 << 12
    """Steps up to which a choice is unrolled for cells."""

    keys_most: int = 1 << 8
    """Arguments up to which each one of a changed function gets separate cells."""

    cells_most: int = 1 << 10
    """Cells up to which a value is split into its components."""

    states_sampled: int = 1 << 12
    """States that are sampled to decide how to split states into cells."""

    pruned_growth: int = 4
    """Factor by which a condition may grow so that no question is asked twice."""

    pruned_least: int = 200
    """Nodes up to which it may grow in any case."""

    renamings_few: int = 1 << 6
    """SYMMETRY renamings up to which states are found without it, and counted afterwards."""

    renamings_most: int = 1 << 16
    """SYMMETRY renamings beyond which it is refused."""

    renamed_kept: int = 1 << 15
    """Values with cached renamings; when there are more, all are forgotten."""

    side_states: int = 30_000
    """States after which a question that the user did not ask is left open."""

    unseen_states: int = 5_000
    """States, distinguished where VIEW identifies them, after which they count as infinite."""

    cone_states: int = 200_000
    """States after which a part of a specification is considered infinite."""

    guessed_values: int = 12
    """Total number of values that are tried for the variables that a specification leaves free."""

    guessed_largest: int = 10
    """Largest number in the specification that is tried as a value."""

    # Formulas.

    vacuity_atoms: int = 1 << 9
    """Atoms of a formula up to which each is replaced to find out whether it matters."""

    # Audits: how much the reference semantics checks again.

    audited_states: int = 300
    """States in a sample."""

    audited_starts: int = 8
    """Initial states that a sample looks at however long that takes; more, while there is time."""

    audited_distance: int = 50
    """Steps up to which a distance is audited, as formulas that have an operator for each step."""

    audited_share: float = 0.04
    """Share of the time of a check that the samples of its audits take together."""

    audited_least: float = 0.002
    """Seconds that the first sample of a check may always take."""

    audited_seed: int = 0
    """Seed that selects the states of a sample."""

    audited_whole: int = 200_000
    """States up to which a full audit compares a graph with its definition."""

    numbers_scanned: int = 300
    """Numbers of states that are found by scanning all states, before an index is built."""

    audited_patience: float = 2.0
    """Most seconds that a sample may take longer than its share, before it ends within a state."""

    audited_grace: float = 0.1
    """Seconds that it may always take longer, so that states with many steps are looked at."""

    audited_apart: int = 100
    """States per found state that such a graph may have if the search identified states."""

    audited_steps: int = 1 << 12
    """Steps of one state up to which a sample lists them; a state with more is left out of it."""

    audited_kept: int = 1_000
    """States with cached steps of the reference; when there are more, all are forgotten."""

    encoded_kept: int = 1_000
    """Maximum number of cached encodings in bits: of states, and of values of each variable."""

    certified_sample: int = 10_000
    """States up to which a sample's audit searches for runs and ranks that were not recorded."""

    certified_all: int = 1_000_000
    """States up to which a full audit searches for them."""

    certified_steps: int = 100
    """Steps of a run that shows a claim, up to which a sample's audit searches for it."""

    # Comparisons of two targets.

    distinguishing_parts: int = 4_000
    """Parts of a formula that distinguishes two targets, beyond which none is shown."""

    distinguishing_tries: int = 300
    """Shorter formulas that are tried, to find a short one."""

    # LED programs.

    steps_kept: int = 100_000
    """States of a program with cached steps; when there are more, all are forgotten."""

    applications_kept: int = 200_000
    """Cached values of one definition; when there are more, all are forgotten."""

    clicks_learned: int = 40
    """States from which the search learns which mouse positions behave alike."""

    click_questions: int = 400
    """Maximum number of questions that distinguish mouse positions in advance."""

    # Bounded search, by SAT.

    turn_memory: int = 2 << 30
    """Bytes that other engines may take before bounded search has a turn, where more is allowed."""

    turn_states: int = 1 << 100
    """Encoded states from which a large relation gets a turn of bounded search before diagrams."""

    turn_listed: int = 1 << 21
    """States that are listed one by one before bounded search has a short turn."""

    turn_at_once: int = 3_000_000
    """Propagations of such a turn, and of one before decision diagrams of a large relation, for all
    properties together."""

    turn_work: int = 20_000_000
    """Propagations of a turn of bounded search, before other engines get all of the memory."""

    turn_last: int = 200_000_000
    """Propagations of the last turn of bounded search, where no limit of time ends it."""

    bounded_locals: int = 5_000
    """Local states of a b-thread, all of which bounded search needs; it refuses more."""

    bounded_conflicts: int = 1_000
    """Conflicts of a SAT solver between two looks at the limits, and at other searches."""

    bounded_failures: int = 5
    """Literals of a clause that are needed in a row, after which the others are not tried."""

    bounded_switches: int = 1_000
    """Clauses that were switched off in a SAT solver after which a fresh one is faster."""

    bounded_shares: tuple[int, int, int] = (2, 1, 3)
    """The shares of work of a search for runs, of an induction over runs, and of one by frames."""

    bounded_shortening: int = 10_000_000
    """Propagations that a search for a shorter run takes in any case."""

    bounded_confirming: int = 30
    """Portions of conflicts that confirming a part of a proof by another solver may take."""

    bounded_shown: int = 400
    """Clauses of an invariant up to which it is worth leaving out what is not needed."""

    bounded_listed: int = 1 << 10
    """Values of a sort up to which an invariant lists those that a variable has."""

    bounded_choices: int = 1 << 10
    """Choices of an action that are tried one by one to find out whether it is enabled."""

    bounded_starts: int = 16
    """Initial states up to which each is searched for a run, where each must have one."""

    bounded_gates: int = 1 << 20
    """Gates of a circuit up to which conditions on next states are expanded."""

    audited_choices: int = 1 << 12
    """Choices of an action up to which an audit lists the steps of a state; else it draws some."""

    # Repairs: what additions may be made of, and how many are tried.

    repair_sets: int = 60
    """Sets of events that statements of an added b-thread may name, besides single events."""

    repair_values: int = 16
    """Values of a variable up to which a guard may compare it with them."""

    repair_variables: int = 12
    """Variables, in the order of declaration, that a guard may compare with each other."""

    repair_literals: int = 400
    """Literals that a conjunct of a module may be made of."""

    repair_conditions: int = 2
    """Conditions that may be added together."""

    repair_compared: int = 12
    """Additions of one size that are compared before the first of them is checked."""

    repair_flaws: int = 8
    """Flaws that are learned from one proposal: each excludes others, and takes time to write."""

    repair_conflicts: int = 2000
    """Conflicts of the SAT solver between two looks at the limits."""

    def first_states(self, states: int, steps: int, *, listed: bool = False) -> int:
        """The states in the first part of a space of so many states and steps; fewer than all.

        >>> USUAL.first_states(10**6, 7 * 10**6), USUAL.first_states(100, 700)
        (16383, 99)
        """
        size = self.first_listed if listed else self.first_part
        return max(1, min(states - 1, size * states // (states + steps + 1)))

    @property
    def workers(self) -> int:
        """How many threads there are for searches and sweeps for which several pay.

        >>> Tuning(threads=3).workers, USUAL.workers > 0
        (3, True)
        """
        if self.threads is not None:
            return self.threads
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:  # only Linux says which processors this process may use
            return os.cpu_count() or 1

    def paced(self, chunk: int, seconds: float) -> int:
        """The states for the next call of a native search, if `chunk` of them took `seconds`.

        >>> USUAL.paced(4096, 0.01), USUAL.paced(4096, 0.1), USUAL.paced(4096, 1.0)
        (8192, 4096, 2048)
        """
        if seconds < self.chunk_seconds / 2:
            return chunk * 2
        too_slow = seconds > 2 * self.chunk_seconds
        return max(self.least_chunk, chunk // 2) if too_slow else chunk

    def __repr__(self) -> str:
        """The fields that differ from the defaults, so that a signature with a tuning is short."""
        said = [f"{part.name}={value!r}" for part in fields(self)
                if (value := getattr(self, part.name)) != part.default]  # fmt: skip
        return f"Tuning({', '.join(said)})"

    def shuffled(self, items: Sequence[Item]) -> Sequence[Item]:
        """The items in an order drawn by the seed; without a seed, as given.

        >>> USUAL.shuffled("abc"), sorted(Tuning(seed=1).shuffled("abc"))
        ('abc', ['a', 'b', 'c'])
        """
        if self.seed is None:
            return items
        from random import Random  # imported here because only tests shuffle

        return Random(self.seed).sample(items, len(items))


USUAL = Tuning()
"""The default tuning."""
