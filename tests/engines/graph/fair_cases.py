"""Small graphs, automata and constraints, and what fair paths are by definition."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
from hypothesis import strategies as st

from counterpoint.engines.base.arrays import Bools
from counterpoint.engines.base.edges import Edges
from counterpoint.engines.graph import fair, product
from counterpoint.engines.graph.explicit import ExplicitGraph, Fair
from counterpoint.logic.automata.automaton import Automaton, Transition
from counterpoint.tuning import Tuning

LABELS = ("a", "b", "c")
LETTERS = 2
MODULES = (product, fair)
"""Those that call kernels."""

NATIVE = Tuning(edges_in_python=-1)
"""Small cases are run by machine code, which CPython would be done with sooner."""

Steps = Sequence[Sequence[tuple[int, str]]]
Node = tuple[int, int]
S = TypeVar("S", bound=Hashable)


def graph_of(
    steps: Steps, fairness: Sequence[Fair] = (), labels: Sequence[str] = LABELS
) -> ExplicitGraph:
    """The graph with the (target, label) steps out of each state."""
    start = np.cumsum([0, *map(len, steps)]).astype(np.uint64)
    flat = [step for row in steps for step in row]
    targets = np.array([target for target, _ in flat], np.uint32)
    events = np.array([labels.index(label) for _, label in flat], np.uint32)
    edges = Edges(start, targets, events)
    nothing = np.zeros(len(steps), bool)
    return ExplicitGraph(
        edges,
        tuple(labels),
        np.array([0], np.uint32),
        state=lambda number: number,
        number=lambda state: int(str(state)),
        prop=lambda text: nothing,
        fairness=tuple(fairness),
        tuning=NATIVE,
    )


def due(strong: bool, *names: str, labels: Sequence[str] = LABELS) -> Fair:
    return Fair(strong, np.array([label in names for label in labels]))


def transition(
    source: int, target: int, true: str = "", false: str = "", marks: str = ""
) -> Transition:
    """A transition; letters and marks are given as digits."""
    sets = [frozenset(map(int, digits)) for digits in (true, false, marks)]
    return Transition(source, sets[0], sets[1], target, sets[2])


INFINITELY_OFTEN = Automaton(
    1, (0,), (), (transition(0, 0, true="0", marks="0"), transition(0, 0, false="0")), 1
)
"""GF letter 0."""

ALWAYS = Automaton(1, (0,), (), (transition(0, 0, true="0"),), 0)
"""G letter 0."""

ALWAYS_AND_INFINITELY_OFTEN = Automaton(
    1, (0,), (), (transition(0, 0, true="01", marks="0"), transition(0, 0, true="0", false="1")), 1
)
"""G letter 0 and GF letter 1."""

IN_THE_END_ALWAYS = Automaton(
    2, (0,), (), (transition(0, 0), transition(0, 1), transition(1, 1, true="0", marks="0")), 1
)
"""FG letter 0."""


def explored(
    initial: S, step: Callable[[S], Sequence[tuple[str, S]]]
) -> tuple[list[S], list[list[tuple[int, str]]]]:
    """The states that are reached, and the steps between their numbers."""
    states = [initial]
    steps: list[list[tuple[int, str]]] = []
    for state in states:
        row = []
        for label, target in step(state):
            if target not in states:
                states.append(target)
            row.append((states.index(target), label))
        steps.append(row)
    return states, steps


@dataclass(frozen=True)
class Case:
    graph: ExplicitGraph
    automaton: Automaton
    letters: list[Bools]
    sources: Bools


@st.composite
def a_case(draw: st.DrawFn, pairs: int = 8) -> Case:
    automaton = draw(st.sampled_from((INFINITELY_OFTEN, IN_THE_END_ALWAYS)) | an_automaton())
    count = draw(st.integers(1, min(5, pairs // automaton.states)))
    a_step = st.tuples(st.integers(0, count - 1), st.sampled_from(LABELS))
    steps = [draw(st.lists(a_step, min_size=1, max_size=3)) for _ in range(count)]
    some_labels = st.sampled_from([due(True, label).labels for label in LABELS]) | st.lists(
        st.booleans(), min_size=len(LABELS), max_size=len(LABELS)
    ).map(np.array)
    fairness = draw(st.lists(st.builds(Fair, st.booleans(), some_labels), max_size=3))
    bits = st.lists(st.booleans(), min_size=count, max_size=count).map(np.array)
    return Case(
        graph_of(steps, fairness), automaton, [draw(bits) for _ in range(LETTERS)], draw(bits)
    )


@st.composite
def an_automaton(draw: st.DrawFn) -> Automaton:
    modes = draw(st.integers(1, 3))
    a_mode = st.integers(0, modes - 1)
    letters = st.frozensets(st.integers(0, LETTERS - 1), max_size=1)
    marks = st.frozensets(st.integers(0, 1), max_size=2)
    a_transition = st.builds(Transition, a_mode, letters, letters, a_mode, marks)
    transitions = draw(st.lists(a_transition, min_size=1, max_size=3 * modes))
    initial = draw(st.lists(a_mode, min_size=1, max_size=2))
    return _clipped(
        Automaton(modes, tuple(initial), (), tuple(transitions), draw(st.integers(0, 2)))
    )


def random_case(seed: int, states: int = 6) -> Case:
    """A case with loops that offer steps which only lead out of where the automaton stays."""
    pick = np.random.default_rng(seed)
    automaton = (ALWAYS, ALWAYS_AND_INFINITELY_OFTEN)[pick.integers(2)]
    outside = states - 1
    steps = []
    for _ in range(states):
        row = [(int(pick.integers(outside)), "a") for _ in range(pick.integers(1, 3))]
        for label in "bc":
            if pick.random() < 0.3:
                row.append((outside if pick.random() < 0.7 else int(pick.integers(states)), label))
        steps.append(row)
    fairness = [due(bool(pick.random() < 0.8), label) for label in "bc"]
    letters = [np.arange(states) != outside, pick.random(states) < 0.5]
    return Case(graph_of(steps, fairness), automaton, letters, pick.random(states) < 0.5)


def _clipped(automaton: Automaton) -> Automaton:
    """The automaton without marks of acceptance sets that it does not have."""
    kept = frozenset(range(automaton.acceptance))
    transitions = tuple(
        Transition(t.source, t.true, t.false, t.target, t.marks & kept)
        for t in automaton.transitions
    )
    return Automaton(
        automaton.states, automaton.initial, automaton.letters, transitions, automaton.acceptance
    )


def steps_of(graph: ExplicitGraph, state: int) -> Iterator[tuple[int, int, int]]:
    """(edge, target, label number) of the steps of a state."""
    for k in range(int(graph.edges.start[state]), int(graph.edges.start[state + 1])):
        yield k, int(graph.edges.target[k]), int(graph.edges.event[k])


def is_open(step: Transition, letters: Sequence[Bools], state: int) -> bool:
    return all(letters[a][state] for a in step.true) and not any(
        letters[a][state] for a in step.false
    )


def is_fair(graph: ExplicitGraph, states: set[int], taken: set[int]) -> bool:
    """Whether a path neglects nothing that is in `states` and takes labels `taken` for ever."""
    for constraint in graph.fairness:
        enabled = {
            state
            for state in states
            if any(constraint.labels[label] for _, _, label in steps_of(graph, state))
        }
        if any(constraint.labels[label] for label in taken):
            continue
        if enabled if constraint.strong else enabled == states:
            return False
    return True


def accepted_states(case: Case) -> set[int]:
    """The states from which a fair path is accepted, by trying every set of nodes as a loop."""
    edges = [
        ((state, step.source), (target, step.target), label, step.marks)
        for state in range(case.graph.states)
        for step in case.automaton.transitions
        if is_open(step, case.letters, state)
        for _, target, label in steps_of(case.graph, state)
    ]
    good: set[Node] = set()
    nodes = sorted({edge[0] for edge in edges})
    for size in range(1, len(nodes) + 1):
        for part in combinations(nodes, size):
            inside = [edge for edge in edges if edge[0] in part and edge[1] in part]
            marks = frozenset[int]().union(*(edge[3] for edge in inside))
            states = {node[0] for node in part}
            if (
                _connected(set(part), {edge[:2] for edge in inside})
                and len(marks) == case.automaton.acceptance
                and is_fair(case.graph, states, {edge[2] for edge in inside})
            ):
                good |= set(part)
    while more := {edge[0] for edge in edges if edge[1] in good} - good:
        good |= more
    return {
        state
        for state in range(case.graph.states)
        if any((state, mode) in good for mode in case.automaton.initial)
    }


def _connected(part: set[Node], pairs: set[tuple[Node, Node]]) -> bool:
    """Whether there is a way of at least one step from each node to each."""
    for node in part:
        found = {target for source, target in pairs if source == node}
        while more := {target for source, target in pairs if source in found} - found:
            found |= more
        if found != part:
            return False
    return True


def accepts(
    automaton: Automaton, letters: Sequence[Bools], stem: list[int], loop: list[int]
) -> bool:
    """Whether the automaton accepts the path through the states of `stem`, then `loop` for ever."""
    modes = set(automaton.initial)
    for state in stem:
        modes = {
            t.target
            for t in automaton.transitions
            if t.source in modes and is_open(t, letters, state)
        }
    edges = [
        ((place, t.source), ((place + 1) % len(loop), t.target), t.marks)
        for place, state in enumerate(loop)
        for t in automaton.transitions
        if is_open(t, letters, state)
    ]
    reached = _from({(0, mode) for mode in modes}, edges)
    for node in reached:
        ahead = _from({edge[1] for edge in edges if edge[0] == node}, edges)
        around = {other for other in ahead if node in _from({other}, edges)}
        marks = [edge[2] for edge in edges if edge[0] in around and edge[1] in around]
        if node in ahead and len(frozenset[int]().union(*marks)) == automaton.acceptance:
            return True
    return False


def _from(found: set[Node], edges: Sequence[tuple[Node, Node, frozenset[int]]]) -> set[Node]:
    found = set(found)
    while more := {edge[1] for edge in edges if edge[0] in found} - found:
        found |= more
    return found
