"""Explores the states of a model: the reachable ones, or all that can be encoded.

If a measure of progress is known, the states are divided into layers, and each layer is completed
before the next one begins. Otherwise each action is applied at once to what the actions before it
found (chaining); in an asynchronous system this takes far fewer rounds than breadth-first search.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal, TypeAlias

from ...alarm import require_going_on, stopped_by
from ...data import dataclass
from ...errors import Fault
from ...logic.automata.automaton import Automaton
from ...model.model import Model
from ...stopped import NOT_STOPPED, Cause, Stopped
from ...tuning import USUAL, Tuning
from ..base.limits import NO_LIMITS, Limits
from ..base.task import Progress, Watcher
from .diagram import Diagram, Exhausted
from .machine import Machine, image, preimage
from .measure import Measure, found_measure, given_measure
from .moves import Batch, Step
from .relate import Relate
from .table import Table, table_of

Over: TypeAlias = Literal["reachable", "all"]
"""Whether a question is about the reachable states or about all encoded ones."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The states with one value of the measure. Their steps lead to the layers `after` (numbers),
    and, if `inner`, also to states of the same layer."""

    states: Diagram
    after: tuple[int, ...]
    inner: bool


class Space:
    """The states of a model, and the machine that computes their steps.

    `layers` are in the order of the measure: no step leads from a layer to an earlier one. They are
    empty if there is no measure. If states are missing, `stopped` says why.
    """

    def __init__(self, machine: Machine, over: Over) -> None:
        self.machine = machine
        self.over = over
        self.everything = machine.on.false
        self.layers: tuple[Layer, ...] = ()
        self.stopped = NOT_STOPPED
        self.cores: dict[tuple[Automaton, tuple[Diagram, ...]], list[Diagram]] = {}
        """For each automaton with the states that its letters hold in: see `fair.Product.core`."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as tables of nodes; the steps are compiled again."""
        machine, layers = self.machine, self.layers
        made_with = (machine.model, machine.backend, machine.on.manager.memory, machine.tuning)
        table = table_of(machine.on, [self.everything, *(layer.states for layer in layers)])
        shapes = tuple((layer.after, layer.inner) for layer in layers)
        return _again, (made_with, self.over, table, shapes, self.stopped)

    @cached_property
    def states(self) -> int:
        """The number of states that were found."""
        return self.machine.encoding.count(self.everything)

    @cached_property
    def transitions(self) -> int | None:
        """The number of distinct triples (source, label, target); None if it is hard to compute."""
        return _transitions(self.machine, self.everything)

    def rings(self, goal: Diagram) -> Iterator[Diagram]:
        """The states by their distance to `goal`, up to the first distance with an initial state.

        Raises `Exhausted`.
        """
        ring = seen = goal
        while not ring & self.machine.start:
            yield ring
            ring = preimage(self.machine.batches, ring, self.everything) - seen
            seen = seen | ring
            if not ring:
                raise Fault("no run leads to a state that was found")
        yield ring

    @cached_property
    def enabled(self) -> Diagram:
        """The states in which some action is enabled."""
        return self.machine.enabled(self.everything)

    @property
    def engine(self) -> str:
        """A description of how the states were found, for users."""
        layers = f", {len(self.layers)} layers" if self.layers else ""
        return f"symbolic, {self.machine.on.manager.name}{layers}"


def _again(
    made_with: tuple[Model, str, int, Tuning],
    over: Over,
    table: Table,
    shapes: tuple[tuple[tuple[int, ...], bool], ...],
    stopped: Stopped,
) -> Space:
    """The space that was pickled so; raises `Exhausted`."""
    space = Space(Machine(*made_with), over)
    space.everything, *layers = table.diagrams(space.machine.on)
    space.layers = tuple(Layer(states, *of) for states, of in zip(layers, shapes, strict=True))
    space.stopped = stopped
    if not stopped:
        space.machine.settle(space.everything)
    return space


def explore(
    model: Model,
    *,
    over: Over = "reachable",
    backend: str = "oxidd",
    limits: Limits = NO_LIMITS,
    watch: Watcher | None = None,
    tuning: Tuning = USUAL,
) -> Space:
    """The states of a model as a decision diagram.

    Limits and Ctrl-C end the search with what was found. Raises `OutOfSort` if an action gives a
    variable a value outside its sort, and `Exhausted` if not even the actions fit into memory.

    >>> from counterpoint.model.step import step
    >>> model = Model("lamps")
    >>> lamp = model.array("lamp", range(70), bool, init=False)
    >>> @model.action(i=range(70))
    ... def press(i):
    ...     return step(set={lamp[i]: ~lamp[i]})
    >>> explore(model).states == 2**70
    True
    """
    space = Space(Machine(model, backend, limits.bytes, tuning), over)
    search = _Search(space, limits, watch)
    try:
        search.run()
        _check_sorts(space)
        if not space.stopped:
            space.machine.settle(space.everything)
    except Exhausted as error:
        space.stopped = Stopped(error.message, Cause.MEMORY)
    except KeyboardInterrupt as error:
        space.stopped = stopped_by(error)
    return space


class _LeadsDown(Exception):
    """A step leads to a smaller value, so this is no measure."""


class _Stopped(Exception):
    """The limit of states was reached."""


class _Search:
    def __init__(self, space: Space, limits: Limits, watch: Watcher | None) -> None:
        self.space = space
        self.machine = space.machine
        self.limits = limits
        self.watch = watch
        self.began = time.perf_counter()
        self.seed = self.machine.start if space.over == "reachable" else self.machine.valid

    def run(self) -> None:
        try:
            for measure in self._measures():
                if self._layered(measure):
                    return
            self._chained()
        except _Stopped:
            self.space.stopped = self.limits.too_many_states

    def _measures(self) -> Iterator[Measure]:
        given = given_measure(self.machine)
        if given is not None:
            yield given
        players = self.machine.parts.players
        if players and (found := found_measure(self.machine)) is not None:
            yield found

    # Layers

    def _layered(self, measure: Measure) -> bool:
        """Search layer by layer; returns False if a step leads to an earlier layer."""
        try:
            self.space.layers = tuple(self._layers(measure))
        except _LeadsDown:
            self.space.everything = self.machine.on.false
            return False
        return True

    def _layers(self, measure: Measure) -> Iterator[Layer]:
        wheres = list(measure.values())
        waiting = [self.seed & where for where in wheres]
        for number, where in enumerate(wheres):
            layer, out, inner = self._closed(waiting[number], where)
            after = []
            for later in range(number + 1, len(wheres)):
                if not out:
                    break
                if part := out & wheres[later]:
                    waiting[later] = waiting[later] | part
                    after.append(later)
                    out = out - part
            if out:
                raise _LeadsDown
            self._found(self.space.everything | layer, layer)
            yield Layer(layer, tuple(after), inner)

    def _closed(self, layer: Diagram, where: Diagram) -> tuple[Diagram, Diagram, bool]:
        """A layer closed under inner steps, targets outside it, and whether it has such steps."""
        out = self.machine.on.false
        frontier, inner = layer, False
        while frontier:
            reached = image(self.machine.batches, frontier)
            if inside := reached & where:
                inner = True
                reached = reached - inside
            out = out | reached
            frontier = inside - layer
            layer = layer | frontier
        return layer, out, inner

    # Chaining

    def _chained(self) -> None:
        batches = [Batch(step.far, step.moves) for step in self.machine.steps]
        frontier = self.seed
        self._found(frontier, frontier)
        while frontier and self.space.over == "reachable":
            grown = frontier
            for batch in batches:
                grown = grown | batch.image(grown)
            frontier = grown - self.space.everything
            self._found(self.space.everything | frontier, frontier)

    def _found(self, states: Diagram, fresh: Diagram) -> None:
        """Record and report the states so far; raises `_Stopped` if there are too many."""
        require_going_on()
        self.space.everything = states
        if self.limits.states is None and self.watch is None:
            return
        count = self.machine.encoding.count
        total = count(states)
        if self.watch is not None:
            self.watch(Progress(total, count(fresh), time.perf_counter() - self.began))
        if self.limits.states is not None and total > self.limits.states:
            raise _Stopped


def first_state(space: Space, region: Diagram) -> tuple[Any, ...]:
    """One state of a region that is not empty."""
    return space.machine.encoding.state(region.pick())


def _check_sorts(space: Space) -> None:
    """Raise `OutOfSort`, by a Python step, if an action leaves a sort in some state found."""
    if bad := space.machine.leaving(space.everything):
        state = first_state(space, bad)
        list(space.machine.model.successors(state))
        raise Fault(f"no step leads out of its sort in the state {state!r}")


def _transitions(machine: Machine, states: Diagram) -> int | None:
    """The number of steps of all actions; None if two actions with one label may coincide."""
    total = 0
    by_label: dict[object, Diagram] = {}
    for step in machine.steps:
        if step.action.rests:
            continue
        here = step.enabled(states)
        others = by_label.get(step.action.label, machine.on.false)
        if here & others:
            return None
        by_label[step.action.label] = others | here
        count = _steps_of(machine, step, here)
        if count is None:
            return None
        total += count
    return total


def _steps_of(machine: Machine, step: Step, here: Diagram) -> int | None:
    """The number of an action's steps from states in which it is enabled; None if that is hard."""
    if step.choice is None:
        return machine.encoding.count(here)
    (move,) = step.moves
    assert isinstance(move, Relate)
    return move.count(here, machine.encoding.places.state_bits, machine.tuning.pairs_nodes)
