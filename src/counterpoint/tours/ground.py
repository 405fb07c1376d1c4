"""A target, explored for tours: its transitions, its states, and how they are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..engines.base.arrays import Bools, Ints
from ..engines.base.ending import require_all
from ..engines.base.engine import AUTO
from ..engines.base.memory import NO_MEMORY
from ..engines.base.task import Task
from ..engines.decide.decide import refusal
from ..engines.decide.network.doubts import awaits
from ..engines.formula.evaluate import Evaluator
from ..engines.space.opening import Opening
from ..engines.space.space import GraphSpace
from ..errors import Refused, Undecided
from ..logic.formula import Formula
from ..logic.lower import to_core
from ..model.network import Network
from ..model.system import State, System
from ..stopped import Stopped
from .plan import states_of
from .runs import Runs, States
from .steps import Paths, paths_of
from .walks import Walks


class Ground:
    """The transitions of a target, and the states in which a formula is true, if there is one.

    Raises `Undecided` if a formula is asked for and states are missing, or if b-threads can reach
    something that cannot be observed; and what `where` raises for a formula.
    """

    def __init__(
        self, target: Any, task: Task, seed: int, formula: Formula | None, *, loops: bool
    ) -> None:
        self.target = target
        self.opening = Opening(target, "reachable", AUTO, task)
        self.opening.asked(lambda opening: self._look(opening, formula, seed, loops))

    def _look(self, opening: Opening, formula: Formula | None, seed: int, loops: bool) -> None:
        if formula is not None and opening.recording(formula) is not opening:
            raise Refused(
                "states are covered here, and this formula is about the steps to them as well"
            )
        self._space: GraphSpace = opening.graph(*([] if formula is None else [formula]))
        everywhere = np.ones(self._space.graph.states, bool)
        self.wanted = everywhere if formula is None else self._where(opening, formula)
        opening.require_trusted()
        if isinstance(self.system, Network):
            self._require_declared(self.system)
        self.paths: Paths = paths_of(self._space.graph, self.system, seed, loops=loops)

    def _where(self, opening: Opening, formula: Formula) -> Bools:
        space, assuming = self._space, opening.assumption
        goal = to_core(formula, fair=space.is_fair, assuming=assuming)
        require_all(space.stopped, space.states)
        if refused := refusal(goal, space, assuming):
            raise Refused(refused)
        found: Bools = Evaluator(space.algebra).region(goal).bits
        return found

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
        numbers = np.arange(self._space.states if waiting else 0)
        state: Any
        for state in self.states_at(numbers):
            for place in enumerate(state):
                if place in waiting:
                    raise Undecided(f"not all runs are known: {waiting[place]}")

    @property
    def system(self) -> System:
        """The target as a system."""
        return self.opening.system

    @property
    def stopped(self) -> Stopped:
        """Why states are missing; empty if none are."""
        return self._space.stopped

    @property
    def note(self) -> str:
        """What a state records besides the state of the system; empty if nothing."""
        return self._space.note

    def state(self, number: int) -> State:
        """The state of the system with a number."""
        found: State = self._space.memory.seen(self._space.graph.state(number)).state
        return found

    def states_at(self, numbers: Ints) -> Iterator[State]:
        """The states of the system with some numbers."""
        memory, states = self._space.memory, self._space.graph.states_at(numbers)
        return states if memory is NO_MEMORY else (memory.seen(state).state for state in states)

    def runs(self, walks: Walks) -> Runs:
        """Walks along transitions as runs."""
        paths = self.paths
        _, states = states_of(paths, walks)
        label = paths.label[walks.arcs]
        return Runs(walks.start, label, states, paths.labels, States(self.states_at))
