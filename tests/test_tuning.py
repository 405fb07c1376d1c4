"""Every number that selects a path is tuned, and tests make it tiny."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import counterpoint
from counterpoint.tuning import USUAL, Tuning

from .numbers import choosing
from .tunings import MIXED, STAY, TINY, TUNINGS


def changed(tuning: Tuning) -> set[str]:
    names = [field.name for field in fields(Tuning)]
    return {name for name in names if getattr(tuning, name) != getattr(USUAL, name)}


def test_all_is_tiny_that_does_not_say_why_it_stays() -> None:
    assert {field.name for field in fields(Tuning)} - changed(TINY) == STAY.keys()


def test_a_name_that_no_number_has_is_refused() -> None:
    with pytest.raises(TypeError, match="a tuning has no threats and no sead"):
        Tuning(threats=3, sead=1)  # type: ignore[call-arg]


def test_what_stays_does_so_in_each() -> None:
    assert not changed(MIXED) & STAY.keys()


@pytest.mark.parametrize("name", TUNINGS)
def test_shuffled_chunks_are_all_there(name: str) -> None:
    chunks = list(range(20))
    shuffled = TUNINGS[name].shuffled(chunks)
    assert sorted(shuffled) == chunks
    assert (shuffled == chunks) is (TUNINGS[name].seed is None)
    assert TUNINGS[name].shuffled(chunks) == shuffled


HOUSE = Path(counterpoint.__file__).parent

SHOWN = {
    "report": "what is shown of what was found",
    "page": "what is shown, and to how many; the engines that it asks have their own",
    "cli": "what is printed, and when files of others are old",
    "notebook": "what is shown of what was found",
    "examples": "the sizes of games",
    "progress.py": "when it is told how far a search is",
    "sweeps": "how many checks there are, and what is drawn of their figures",
    "errors.py": "how much of what was given is quoted",
    "session.py": "how long a play that nobody ends goes on",
    "position.py": "what is found of what was asked",
    "target.py": "what is found of what was asked",
    "figure.py": "how much of a number is written",
    "tuning.py": "where these numbers are",
}
"""Rooms that find nothing out: their limits bound what is shown."""

EXEMPT = {
    "how much is read, or handed out, at once, and when files are synced, or are old": {
        "bp/live/outside.py:LONGEST_SLEEP",
        "engines/base/usual.py:OLD",
        "engines/graph/explicit.py:AT_ONCE",
        "engines/search/cluster/search.py:MOST_LOSSES",
        "engines/search/cluster/with_ray.py:AHEAD",
        "engines/search/backward/lead.py:IN_A_BUCKET",
        "engines/search/backward/places.py:TOGETHER",
        "engines/search/levels/pool.py:AHEAD",
        "engines/search/levels/runs.py:TOGETHER",
        "engines/search/levels/shelf.py:SYNCED_EVERY",
    },
    "how numbers and words are laid out, so that nothing is cut off": {
        "engines/graph/observe.py:MOST",
        "engines/search/spec/checkpoint.py:_CHUNK",
        "engines/graph/product.py:MOST_MARKS",
        "engines/graph/product.py:MOST_NODES",
        "engines/search/compiled/expression.py:WIDEST",
        "engines/search/compiled/kernel.py:NO_STEPS",
        "engines/search/compiled/kernel.py:RESTS",
        "engines/search/compiled/kernel.py:WORDS",
        "engines/search/compiled/sweepkernel.py:LOG",
        "engines/search/parallel/kernel.py:FAULTY",
        "engines/search/tabled/layout.py:WORD",
        "engines/search/tabled/linear_kernel.py:BIAS",
        "engines/search/tabled/linear_kernel.py:MOST_TIMES",
        "engines/base/hashtable.py:LEAST_PART",
        "engines/base/hashtable.py:MOST_PARTS",
        "engines/base/hashtable.py:MOST_STATES",
        "engines/base/hashtable.py:NUMBER",
        "model/factored.py:MOST_PROBES",
        "engines/search/tabled/tries.py:HEAP_AT_MOST",
        "engines/search/tabled/interpreter.py:ALIKE",
        "engines/search/tabled/interpreter.py:HEAD",
        "engines/search/tabled/interpreter.py:COMPUTE",
        "engines/search/tabled/interpreter.py:WIDE",
        "engines/base/outcome.py:NONE",
        "engines/relation/union.py:CHANGE",
        "engines/symbolic/with_oxidd.py:MOST_NODES",
        "games/minmax.py:FINE",
        "games/umpire.py:SURE",
        "native/types.py:M64",
        "terms/layout.py:WORD",
        "tla/cells/linear.py:LARGEST",
        "terms/json.py:_EXACT",
        "engines/base/arrays.py:LARGEST",
        "tours/flow_kernel.py:BACK",
    },
    "how much of runs is replayed, if `audit` does not ask for all of them": {
        "tours/replayed.py:REPLAYED",
    },
    "how long runs with fewer events are looked for": {
        "tours/classes.py:BESIDE",
        "tours/classes.py:TRIES",
        "tours/classes.py:WORK",
        "tours/exact.py:MOST_PLACES",
        "tours/tour.py:KEPT",
        "tours/visits.py:TRIES",
        "tours/visits.py:WORK",
    },
    "how good a lower bound is, which is one in any case": {
        "tours/prices.py:AVERAGED",
        "tours/prices.py:EARLY",
        "tours/prices.py:LOWERED",
        "tours/prices.py:ROUNDS",
        "tours/prices.py:WORK",
    },
    "bound by the tuning where the kernel is compiled": {
        "engines/search/compiled/sweepkernel.py:AT_ONCE",
        "engines/search/tabled/insertion.py:FIRST_SIZE",
        "engines/search/tabled/insertion.py:DENSE_AT_MOST",
        "engines/search/tabled/insertion.py:NARROW_AT_MOST",
        "engines/search/tabled/insertion.py:SPARSEST",
        "engines/search/tabled/kernel.py:AT_ONCE",
    },
    "a hint to the memory, which changes no value": {
        "engines/graph/attractor_kernel.py:AHEAD",
        "engines/search/compiled/blockkernel.py:AHEAD",
    },
    "how much memory a thing takes, for the limit of memory": {
        "engines/search/levels/sizes.py:BESIDE",
        "engines/search/compiled/initial.py:PER_STATE",
        "engines/search/compiled/initial.py:PER_WORD",
        "engines/base/limits.py:GRAPH_STATE",
        "engines/base/limits.py:GRAPH_STEP",
        "engines/relation/saturated.py:BYTES",
        "engines/base/meter.py:ALLOWANCE",
        "engines/base/meter.py:LASTS",
        "engines/symbolic/with_dd.py:LEAST_MEMORY",
        "engines/symbolic/with_oxidd.py:CACHE_ENTRY_BYTES",
        "engines/symbolic/with_oxidd.py:NODE_BYTES",
    },
    "beyond it what was given is refused, with an error that says so": {
        "bp/event.py:_LONGEST_TEXT",
        "bp/resume.py:GENERATIONS",
        "engines/search/compiled/initial.py:LISTED",
        "engines/base/limits.py:ACTIONS",
        "engines/base/limits.py:FOREVER",
        "games/strategy.py:LARGEST_LIST",
        "led/easel/ground.py:MOST_PLACES",
        "led/evaluate/machine.py:LEVELS",
        "aiger/cursor.py:_MOST_DIGITS",
        "aiger/gates.py:_MOST_GROUPS",
        "depth.py:_FRAMES",
        "led/values/numbers.py:LONGEST",
        "led/values/numbers.py:MOST_BITS",
        "led/values/several.py:MOST_MEMBERS",
        "logic/build.py:LEVELS",
        "logic/automata/budget.py:MOST_WAYS",
        "logic/lower.py:LIMIT",
        "model/ground.py:MOST",
        "model/init.py:MOST",
        "smv/meaning/variables.py:MOST",
        "smv/modules/flatten.py:MOST",
        "smv/syntax/build.py:LARGEST_INTEGER",
        "smv/syntax/words.py:WIDEST",
        "smv/writing/export.py:MOST",
        "tla/evaluate/chosen.py:MOST_FRESH",
        "tla/evaluate/deep.py:LEVELS",
        "tla/library/ioutils.py:_WIDEST",
        "tla/library/numbers.py:MOST_BITS",
        "tla/library/sequences.py:LONGEST",
        "tla/sorts.py:MOST_STATES",
        "tla/spec/constants.py:LARGEST",
        "tla/steps/closures.py:MOST_STEPS",
        "tla/syntax/read.py:LISTS",
        "tla/syntax/read.py:PROOFS",
        "tla/syntax/source.py:LARGEST",
        "tla/syntax/source.py:LONGEST",
        "tla/syntax/read_config.py:DEEPEST",
        "tla/syntax/with_tree_sitter.py:DEEPEST",
        "tla/values/plenty.py:IN_REACH",
        "tla/values/plenty.py:LISTED",
        "tla/values/plenty.py:TRIED",
        "tours/circuit.py:MOST_STEPS",
    },
    "how much is kept before there is a tuning: where a model is declared, and solved": {
        "aiger/model.py:FEW_GATES",
        "model/init.py:ONE_BY_ONE",
        "terms/backtrace.py:MANY",
        "terms/bottom_up.py:DEEP",
        "terms/bottom_up.py:REPEATED",
        "terms/layout.py:FEW",
        "terms/solve.py:LISTED",
    },
    "how much of a graph is drawn, which says that some is left out": {
        "engines/state_graph.py:STEPS_OF_ONE",
    },
    "what is shown of a text, a value, a call or a reason": {
        "bp/thread.py:_LONGEST",
        "bp/lint.py:MANY_TICKS",
        "implementation/entry.py:LONGEST",
        "implementation/reading.py:QUOTED",
        "engines/decide/spec/answers.py:MOST_REASONS",
        "led/evaluate/explain.py:MOST_PARTS",
        "led/evaluate/unit.py:MOST_CALLS_SHOWN",
        "logic/complaint.py:WIDTH",
        "model/relation.py:_LONGEST",
        "smv/writing/expressions.py:_SHORT",
        "terms/text.py:_LONGEST",
        "tla/blame.py:MOST",
        "tla/evaluate/errors.py:MOST_CALLS",
        "tla/evaluate/chosen.py:LONGEST",
        "tla/places.py:MOST",
        "tla/spec/configured.py:MOST_NAMED",
        "tla/spec/text.py:LIMIT",
        "tla/syntax/source.py:TAB",
        "tla/theorems.py:LONGEST",
        "tla/values/grid.py:_WIDTH",
    },
    "how much of a system of a user's own is asked twice, to find one that changes": {
        "model/checked.py:LOOKS",
    },
    "what the process remembers of values, where whoever calls has no tuning to give": {
        "bp/live/plan.py:_MANY",
        "bp/sync.py:_MOST",
        "tla/values/functions.py:_FEW",
        "tla/values/operations.py:_LISTED",
        "tla/values/order.py:_ROOM",
    },
    "how far the way to a state is looked for that an error names": {
        "model/contested.py:LOOKED",
        "model/contested.py:NAMED",
        "model/contested.py:STEPS",
    },
    "how often Python refers to what nobody else holds": {
        "bp/local/state/cleanup.py:_OF_FRAME_AND_HERE",
        "bp/sync.py:_OF_CALL",
    },
    "how often it is seen whether something else ends the work": {
        "bp/local/processes/elsewhere.py:LISTENS_EVERY",
        "tla/values/plenty.py:LOOK_EVERY",
    },
    "how heavy an expression counts at most, where the lighter one is taken first": {
        "tla/evaluate/weight.py:_MOST",
        "tla/steps/summary.py:_ELEMENTS",
        "tla/steps/summary.py:_MANY",
    },
}
"""Numbers that conditions read and that are none of a tuning, by why."""


def test_a_number_that_selects_a_path_is_tuned() -> None:
    exempt = set().union(*EXEMPT.values())
    assert choosing(HOUSE, frozenset(SHOWN)) == exempt


@pytest.mark.parametrize(
    "text",
    ["if n > MANY:\n    pass", "for i in range(0, n, MANY):\n    pass", "min(n, 2 * MANY)"],
)
def test_a_number_in_a_condition_is_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f"MANY = 1 << 10\n{text}\n")
    (tmp_path / "other.py").write_text(f"from .one import MANY\n{text}\n")
    assert choosing(tmp_path, frozenset()) == {"one.py:MANY"}
    assert choosing(tmp_path, frozenset({"one.py", "other.py"})) == set()


def test_a_slot_of_an_array_is_no_such_number(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("FOUND = 0\nif status[FOUND] > n or n == FOUND:\n    pass\n")
    assert choosing(tmp_path, frozenset()) == set()
