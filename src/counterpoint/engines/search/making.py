"""Graphs of networks, and of any system that can be enumerated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from ...alarm import require_going_on, stopped_by
from ...errors import UnknownAtom
from ...model.capabilities import atoms_of, declared_players, every_of, owner_of
from ...model.network import Network
from ...model.property import Labels
from ...model.system import REST, Label, State, System
from ...stopped import NOT_STOPPED, Stopped
from ..base.arrays import I16, U8, Bools
from ..base.edges import Edges, counts
from ..base.ending import hurried
from ..base.task import EVERYTHING, Task
from ..graph.explicit import NOBODY, ExplicitGraph, Fair
from ..graph.owners import ownership
from .network.atoms import NetworkAtoms
from .network.exploration import Exploration
from .network.numbers import Numbers
from .network.steps import FAILED, QUIET
from .walker import Steps, Walker


def graph_of_exploration(found: Exploration) -> ExplicitGraph:
    """The graph of the states of a network, from a search that kept edges."""
    network = found.network
    edges = _with_rests(found, len(network.alphabet))
    labels = (*network.alphabet, REST)
    players = tuple(network.owners)
    rests = edges.event == len(network.alphabet)
    of_label = np.array([*(_owner_of(network, label) for label in network.alphabet), NOBODY])
    owned = ownership(edges, of_label[edges.event], rests, players, labels)
    numbers = Numbers(found)
    return ExplicitGraph(
        edges,
        labels,
        np.zeros(1, np.uint32),
        found.state,
        numbers.number,
        NetworkAtoms(found).states,
        players,
        owned.owner,
        owned.unowned,
        owned.contest,
        fairness_of(network, labels),
        transitions=found.transitions,
        stopped=found.stopped,
        frontier=_frontier(found),
        tuning=found.tuning,
    )


def fairness_of(network: Network, labels: Sequence[Label]) -> tuple[Fair, ...]:
    """The fairness conditions of a network, as sets of the labels of a graph."""

    def constraint(strong: bool, wanted: Labels) -> Fair:
        return Fair(strong, np.array([x is not REST and x in wanted for x in labels], bool))

    return (
        *(constraint(False, wanted) for wanted in network.weak),
        *(constraint(True, wanted) for wanted in network.strong),
    )


def _owner_of(network: Network, label: Label) -> int:
    owners = [n for n, owned in enumerate(network.owners.values()) if label in owned]
    return owners[0] if owners else NOBODY


def _frontier(found: Exploration) -> Bools | None:
    """For each state, whether it was found but not expanded; None if all were expanded."""
    if found.complete:
        return None
    assert found.edges is not None
    return np.arange(found.states) >= found.expanded


def _with_rests(found: Exploration, rest: int) -> Edges:
    """The steps of a search, with a rest step added in each state where a run may stop."""
    assert found.edges is not None
    start, target, event = found.edges.start, found.edges.target, found.edges.event
    steps = counts(found.edges)
    resting = (steps == 0) | ((found.marks & (QUIET | FAILED)) != 0)
    places = start[1:].astype(np.int64)[resting]
    states = np.flatnonzero(resting)
    new_start = np.zeros(len(start), np.uint64)
    new_start[1:] = np.cumsum(steps + resting)
    return Edges(
        new_start,
        np.insert(target, places, states.astype(target.dtype)),
        np.insert(event, places, np.full(len(states), rest, event.dtype)),
    )


def graph_of_system(
    system: System, task: Task = EVERYTHING, *, everything: bool = False, in_part: bool = False
) -> ExplicitGraph:
    """The graph of the reachable states of `system`, which are expanded one by one.

    With `everything`, of all states, reached or not, of a system that lists them.

    Equal steps (label, state) of a state count once. If the search was ended by time or Ctrl-C and
    building the graph of what was found would take long, it is with `in_part` the graph of the
    first part of that; else raises `KeyboardInterrupt`.
    """
    walk = _Walk(system, task, every_of(system) if everything else None)
    try:
        stopped = walk.run()
    except KeyboardInterrupt as error:
        stopped = stopped_by(error)
    size, first = len(walk.walker.order) + walk.walker.taken, task.tuning.first_listed
    if in_part and stopped.ends_everything and size > first:
        walk.walker.keep_first(first, len(walk.initial))
        size = 0
    return hurried(stopped, task.tuning, lambda: walk.graph(stopped), size)


class _Walk:
    """A search of a system that numbers its labels; REST has number 0."""

    def __init__(
        self, system: System, task: Task, every: Callable[[], Iterable[State]] | None
    ) -> None:
        self.system = system
        self._every = every
        self.tuning = task.tuning
        self.walker = Walker(task)
        self.labels: dict[Label, int] = {REST: 0}
        self.initial: dict[State, None] = {}
        self._props: dict[str, U8] = {}

    def run(self) -> Stopped:
        """Visit every state; returns why the search stopped early, empty if it did not."""
        return self.walker.run(self._start(), self._steps, lambda _: NOT_STOPPED)

    def _start(self) -> Iterator[State]:
        for state in self.system.initial():
            self.initial[state] = None
            yield state
        if self._every is not None:
            yield from self._every()

    def _steps(self, number: int, state: State) -> Steps:
        """The steps out of a state, read in portions, as there may be infinitely many."""
        labels, number_of = self.labels, self.walker.number
        found: dict[tuple[int, int], None] = {}
        steps, most = iter(self.system.successors(state)), self.tuning.steps_at_once
        while some := [
            (labels.setdefault(label, len(labels)), number_of(there))
            for label, there in islice(steps, most)
        ]:
            found.update(dict.fromkeys(some))
            if len(some) < most:
                break
            self.walker.require_room()
        return list(found) or [(0, number)]

    def graph(self, stopped: Stopped) -> ExplicitGraph:
        """The graph of what was found; a state that was not expanded has a rest step."""
        walker = self.walker
        expanded = len(walker.steps)
        walker.steps += [[(0, number)] for number in range(expanded, len(walker.order))]
        edges, labels = walker.edges(), tuple(self.labels)
        players, step_owner = self._owners(edges)
        owned = ownership(edges, step_owner, edges.event == 0, players, labels)
        return ExplicitGraph(
            edges,
            labels,
            np.array([walker.numbers[state] for state in self.initial], np.uint32),
            walker.order.__getitem__,
            walker.known,
            self._prop,
            players,
            owned.owner,
            owned.unowned,
            owned.contest,
            transitions=int((edges.event != 0).sum()),
            stopped=stopped,
            frontier=np.arange(len(walker.order)) >= expanded if stopped else None,
            tuning=self.tuning,
        )

    def _owners(self, edges: Edges) -> tuple[tuple[str, ...], I16]:
        owner = owner_of(self.system)
        movers = [owner(state) if owner else None for state in self.walker.order]
        declared = declared_players(self.system)
        players = tuple(dict.fromkeys((*declared, *(p for p in movers if p is not None))))
        numbers = {player: n for n, player in enumerate(players)}
        of_state = np.array([numbers.get(p, NOBODY) if p else NOBODY for p in movers], np.int16)
        return players, np.repeat(of_state, counts(edges))

    def _prop(self, text: str) -> Bools:
        """The states in which an atom is true; it is evaluated once in each, as it may be slow."""
        if text not in self._props:
            self._props[text] = np.packbits(self._evaluated(text))
        return np.unpackbits(self._props[text], count=len(self.walker.order)).astype(bool)

    def _evaluated(self, text: str) -> Bools:
        atoms = atoms_of(self.system)
        if text not in atoms:
            raise UnknownAtom(f"there is no atom {text!r}; there are {', '.join(atoms) or 'none'}")
        found = np.zeros(len(self.walker.order), bool)
        for number, state in enumerate(self.walker.order):
            found[number] = bool(atoms[text](state))
            require_going_on()
        return found
