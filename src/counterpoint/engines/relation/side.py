"""One of two targets: its graph, and what a view observes of its states."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ...alarm import require_going_on
from ...certificate import Seen
from ...errors import BadFormula, BadMap, Undecided
from ...logic.formula import Formula
from ...logic.lower import to_core
from ...model.capabilities import note_of
from ...model.network import Network
from ...model.system import Label
from ...observation.cells import cells_at_start, cells_by_name
from ...observation.view import Condition, Labels, View
from ..base.arrays import Bools, Ints
from ..base.ending import require_all
from ..base.engine import AUTO
from ..base.task import Task
from ..decide.network.doubts import awaits
from ..formula.evaluate import Evaluator
from ..space.opening import Opening
from ..space.space import GraphSpace


class Side:
    """A target, explored, and seen through a view.

    Raises `Undecided` if states are missing, and `BadMap` for a condition without a meaning.
    """

    def __init__(self, name: str, opening: Opening, view: View) -> None:
        self.name = name
        self.view = view
        self.system = opening.system
        self.space: GraphSpace = _space(name, opening, view)
        require_all(self.space.stopped, self.space.states, f"not all states of {name} are known")
        opening.require_trusted()
        self.graph = self.space.graph
        if isinstance(self.system, Network):
            self._require_declared(self.system)
        self.restricts = self.space.is_fair or opening.assumption is not None

    def _require_declared(self, network: Network) -> None:
        """Raise `Undecided` if a b-thread waits for an event from outside that is not declared."""
        if network.external is not None:
            return
        waiting = {
            (number, local): awaits(network, number, label)
            for number, automaton in enumerate(network.automata)
            for local in range(len(automaton.locals))
            for label in network.origin.awaited(number, local)
        }
        for state in range(self.states) if waiting else ():
            locals_ = self.seen(state).state
            for (number, local), why in waiting.items():
                if locals_[number] == local:
                    raise Undecided(f"{self.name}: {why}")

    @property
    def states(self) -> int:
        """The number of its states."""
        return self.graph.states

    @property
    def note(self) -> str:
        """What should be known of answers about the target; often empty."""
        return note_of(self.system)

    def observe(self, labels: Labels) -> None:
        """From now on, see labels in this way."""
        self.view = replace(self.view, labels=labels)

    @cached_property
    def conditions(self) -> list[Bools]:
        """For each condition of the view, where it is true."""
        evaluator = Evaluator(self.space.algebra)
        found = []
        for condition in self.view.conditions:
            try:
                found.append(evaluator.region(to_core(condition.formula)).bits)
            except BadFormula as error:
                raise _unfit(self.name, condition, error) from None
        return found

    @cached_property
    def values(self) -> list[list[str]]:
        """For each value of the view, what it is in each state."""
        if not self.view.values:
            return []
        cells_in = cells_by_name(self.system)
        found: list[list[str]] = [[] for _ in self.view.values]
        for number in range(self.states):
            require_going_on()
            cells = cells_in(self.seen(number).state)
            for column, value in zip(found, self.view.values, strict=True):
                column.append(value.of(cells))
        self._require_cells()
        return found

    def _require_cells(self) -> None:
        """Raise `BadMap` for a value of a cell that no initial state has."""
        known = cells_at_start(self.system)
        for value in self.view.values:
            if known and value.cell not in known:
                listed = ", ".join(list(known)[:12])
                raise BadMap(f"{self.name} has no cell {value.cell}: {listed}", value.place)

    def seen(self, number: int) -> Seen:
        """The state of the system with this number, and the facts that the graph records."""
        return self.space.memory.seen(self.graph.state(number))

    def number(self, seen: Seen) -> int | None:
        """The number of a state; None if it was not found."""
        return self.graph.number(self.space.memory.state(seen))

    @cached_property
    def initial(self) -> Ints:
        """The numbers of the initial states."""
        return self.graph.initial.astype(np.int64)

    @cached_property
    def source(self) -> Ints:
        """The source of each step."""
        return np.repeat(np.arange(self.states), np.diff(self.graph.edges.start).astype(np.int64))

    @cached_property
    def target(self) -> Ints:
        """The target of each step."""
        return self.graph.edges.target.astype(np.int64)

    @cached_property
    def names(self) -> list[str | None]:
        """The common name of each label of the graph; None for those that are hidden."""
        return [self.view.labels.name(label) for label in self.graph.labels]

    def label(self, step: int) -> Label:
        """The label of a step."""
        return self.graph.labels[int(self.graph.edges.event[step])]


def explored(name: str, target: Any, view: View, task: Task) -> Side:
    """The target as one side of a comparison, explored; raises what `Side` raises."""
    opening = Opening(target, "reachable", AUTO, task)
    return opening.asked(lambda of: Side(name, of, view))


def _space(name: str, opening: Opening, view: View) -> GraphSpace:
    try:
        return opening.graph(*(condition.formula for condition in view.conditions))
    except BadFormula as error:
        for condition in view.conditions:
            _require_fit(name, opening, condition)
        raise error from None


def _require_fit(name: str, opening: Opening, condition: Condition) -> None:
    formula: Formula = condition.formula
    try:
        opening.graph(formula)
    except BadFormula as error:
        raise _unfit(name, condition, error) from None


def _unfit(name: str, condition: Condition, error: BadFormula) -> BadMap:
    return BadMap(f"{condition.name} of {name}: {error.message}", condition.place)
