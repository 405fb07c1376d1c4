"""Arenas of networks, and of any system that can be enumerated."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import islice

import numpy as np

from ...alarm import require_going_on, stopped_by
from ...errors import UnknownAtom
from ...model.capabilities import declared_players, owner_of
from ...model.network import Network
from ...model.property import Labels
from ...model.system import REST, Label, State, System, atoms_of
from ...stopped import NOT_STOPPED, Stopped
from ..base.arrays import Array
from ..base.edges import Edges, counts
from ..base.ending import hurried
from ..base.limits import PER_STATE, PER_STEP, deep_size
from ..base.task import EVERYTHING, Progress, Task
from ..graph.arena import NOBODY, Arena, Fair
from ..graph.owners import ownership
from .network.atoms import NetworkAtoms
from .network.exploration import Exploration
from .network.kernel import FAILED, QUIET
from .network.numbers import Numbers


def arena_of_exploration(found: Exploration) -> Arena:
    """The arena of the states of a network that a search with edges has found."""
    network = found.network
    edges = _with_rests(found, len(network.alphabet))
    labels = (*network.alphabet, REST)
    players = tuple(network.owners)
    rests = edges.event == len(network.alphabet)
    of_label = np.array([*(_owner_of(network, label) for label in network.alphabet), NOBODY])
    owned = ownership(edges, of_label[edges.event], rests, players, labels)
    numbers = Numbers(found)
    return Arena(
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
    """What is declared to be fair, over the labels of an arena."""

    def constraint(strong: bool, wanted: Labels) -> Fair:
        return Fair(strong, np.array([x is not REST and x in wanted for x in labels], bool))

    return (
        *(constraint(False, wanted) for wanted in network.weak),
        *(constraint(True, wanted) for wanted in network.strong),
    )


def _owner_of(network: Network, label: Label) -> int:
    owners = [n for n, owned in enumerate(network.owners.values()) if label in owned]
    return owners[0] if owners else NOBODY


def _frontier(found: Exploration) -> Array | None:
    """The states that were found and not expanded."""
    if found.complete:
        return None
    assert found.edges is not None
    return np.arange(found.states) >= found.expanded


def _with_rests(found: Exploration, rest: int) -> Edges:
    """The steps of a search, and a rest wherever nothing need happen."""
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


def arena_of_system(system: System, task: Task = EVERYTHING) -> Arena:
    """The arena of the states of `system` that are reached, found one by one.

    A step (label, state) that is given twice counts once. Raises `KeyboardInterrupt` where that was
    pressed and so much was found that it would take long to make an arena of it.
    """
    walk = _Walk(system, task)
    try:
        stopped = walk.run()
    except KeyboardInterrupt as error:
        stopped = stopped_by(error)
    size = len(walk.order) + walk.taken
    return hurried(stopped, task.tuning, lambda: walk.arena(stopped), size)


class _Full(Exception):
    """A limit was reached: `stopped` says which."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped)
        self.stopped = stopped


class _Walk:
    def __init__(self, system: System, task: Task) -> None:
        self.system = system
        self.task = task
        self.numbers: dict[State, int] = {}
        self.order: list[State] = []
        self.labels: dict[Label, int] = {REST: 0}
        self.initial: list[int] = []
        self.steps: list[list[tuple[int, int]]] = []
        self.taken = 0
        self.tuning = task.tuning
        self.per_state = PER_STATE
        self.most_states, self.most_bytes = task.limits.states, task.limits.bytes

    def run(self) -> Stopped:
        """Visit every state; returns why it stopped before that, empty if it did not."""
        try:
            self._start()
            self._visit()
        except _Full as reason:
            return reason.stopped
        return NOT_STOPPED

    def _start(self) -> None:
        for state in self.system.initial():
            self.initial.append(self._number(state))
            self._require_room()

    def _visit(self) -> None:
        start = last = time.perf_counter()
        for number, state in enumerate(self.order):
            if number % self.tuning.steps_at_once == 0:
                self.per_state = PER_STATE + deep_size(self.order[-1])
                if stopped := self.task.exceeds(self._bytes):
                    raise _Full(stopped)
            require_going_on()
            self._require_room()
            self.steps.append(self._steps(state))
            self.taken += len(self.steps[-1])
            now = time.perf_counter()
            if self.task.watch is not None and now - last > self.tuning.look_seconds:
                last = now
                self.task.watch(Progress(len(self.order), len(self.order) - number, now - start))

    def _number(self, state: State) -> int:
        number = self.numbers.setdefault(state, len(self.order))
        if number == len(self.order):
            self.order.append(state)
        return number

    def _require_room(self) -> None:
        states = len(self.order)
        if self.most_states is not None and states > self.most_states:
            raise _Full(self.task.limits.too_many_states)
        if self._bytes > self.most_bytes:
            raise _Full(self.task.limits.too_much_memory)

    @property
    def _bytes(self) -> int:
        return len(self.order) * self.per_state + self.taken * PER_STEP

    def _steps(self, state: State) -> list[tuple[int, int]]:
        """The steps out of a state as numbers of labels and states; there may be no end of them."""
        labels, number = self.labels, self._number
        found: dict[tuple[int, int], None] = {}
        steps, most = iter(self.system.successors(state)), self.tuning.steps_at_once
        while some := [
            (labels.setdefault(label, len(labels)), number(there))
            for label, there in islice(steps, most)
        ]:
            found.update(dict.fromkeys(some))
            if len(some) < most:
                break
            self._require_room()
        return list(found) or [(0, number(state))]

    def arena(self, stopped: Stopped) -> Arena:
        expanded = len(self.steps)
        self.steps += [[(0, number)] for number in range(expanded, len(self.order))]
        edges = self._edges()
        labels = tuple(self.labels)
        players, step_owner = self._owners(edges)
        owned = ownership(edges, step_owner, edges.event == 0, players, labels)
        return Arena(
            edges,
            labels,
            np.array(list(dict.fromkeys(self.initial)), np.uint32),
            self.order.__getitem__,
            self.numbers.get,
            self._prop,
            players,
            owned.owner,
            owned.unowned,
            owned.contest,
            transitions=int((edges.event != 0).sum()),
            stopped=stopped,
            frontier=np.arange(len(self.order)) >= expanded if stopped else None,
            tuning=self.tuning,
        )

    def _edges(self) -> Edges:
        start = np.zeros(len(self.order) + 1, np.uint64)
        start[1:] = np.cumsum([len(steps) for steps in self.steps])
        flat = np.array([step for steps in self.steps for step in steps], np.uint32).reshape(-1, 2)
        return Edges(start, flat[:, 1].copy(), flat[:, 0].copy())

    def _owners(self, edges: Edges) -> tuple[tuple[str, ...], Array]:
        owner = owner_of(self.system)
        said = [owner(state) if owner else None for state in self.order]
        declared = declared_players(self.system)
        players = tuple(dict.fromkeys((*declared, *(p for p in said if p is not None))))
        numbers = {player: n for n, player in enumerate(players)}
        of_state = np.array([numbers.get(p, NOBODY) if p else NOBODY for p in said], np.int16)
        return players, np.repeat(of_state, counts(edges))

    def _prop(self, text: str) -> Array:
        atoms = atoms_of(self.system)
        if text not in atoms:
            raise UnknownAtom(f"there is no atom {text!r}; there are {', '.join(atoms) or 'none'}")
        found = np.zeros(len(self.order), bool)
        for number, state in enumerate(self.order):
            found[number] = bool(atoms[text](state))
            require_going_on()
        return found
