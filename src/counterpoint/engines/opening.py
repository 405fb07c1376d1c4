"""Which engine opens a target for which question: from a target to a space of states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from ..errors import Misuse, Refused
from ..logic.core import Core
from ..model.model import Model
from ..model.network import Network
from ..model.system import Label, State, System
from ..verdict import system_of
from .arena import Arena
from .arenas import arena_of_exploration, arena_of_system
from .asking import watched_in
from .explicit import explore
from .limits import Limits
from .modelopening import ModelOpening
from .observe import Watched, observed
from .space import GraphSpace, Space
from .task import Task

ENGINES = ("auto", "explicit", "symbolic")


class Opening:
    """A target ready to be asked: explored when the first question comes, and once only."""

    def __init__(self, target: Any, over: str, engine: str, task: Task) -> None:
        if engine not in ENGINES:
            raise Misuse(f"engine= is one of {', '.join(ENGINES)}, not {engine!r}")
        self.system: System = system_of(target)
        self._over, self._engine, self._task = over, engine, task
        self._model: ModelOpening | None = None
        if isinstance(self.system, Model):
            self._model = ModelOpening(self.system, over, engine, task)
        elif not isinstance(self.system, System):
            raise Misuse(f"a program, a model or a system is needed, not {target!r}")
        else:
            self._refuse_what_only_models_allow()
        self._spaces: dict[tuple[tuple[str, bool], ...], GraphSpace] = {}

    def _refuse_what_only_models_allow(self) -> None:
        if self._over == "all":
            raise Refused(
                "only a Model has encoded states that are not reached: "
                'ask over="reachable", or write the system as a Model'
            )
        if self._engine == "symbolic":
            raise Refused("the symbolic engine reads Models only: this target is enumerated")

    def space(self, goal: Core) -> Space[Any]:
        """The space in which `goal` can be evaluated; raises `UnknownAtom` for names in it."""
        if self._model is not None:
            return self._model.space(goal)
        return self.graph(goal)

    def graph(self, goal: Core) -> GraphSpace:
        """The same, as an explicit graph in any case."""
        if self._model is not None:
            return self._model.graph(goal)
        watched = watched_in([goal], self.arena, self._known)
        key = tuple((one.text, one.remembers) for one in watched)
        if key not in self._spaces:
            self._spaces[key] = graph_space(self.arena, watched, self.system, self._task.limits)
        return self._spaces[key]

    @cached_property
    def arena(self) -> Arena:
        """The states and steps, without what formulas ask about events."""
        if isinstance(self.system, Network):
            return arena_of_exploration(explore(self.system, replace(self._task, edges=True)))
        return arena_of_system(self.system, self._task)

    @property
    def _known(self) -> tuple[Label, ...]:
        network = self.system
        return tuple(network.origin.labels()) if isinstance(network, Network) else ()


def graph_space(arena: Arena, watched: list[Watched], system: System, limits: Limits) -> GraphSpace:
    """The space of an arena, in which states tell of the events that are watched."""
    if not watched:
        return GraphSpace(arena, "explicit", system.show, limits=limits)
    texts = ", ".join(one.text for one in watched)
    note = f"a state also tells what of {texts} is true of the way to it"
    show = partial(_show_pair, system)
    return GraphSpace(observed(arena, watched), "explicit", show, note, limits)


def _show_pair(system: System, pair: tuple[State, frozenset[str]]) -> dict[str, str]:
    """A state that also tells of the past."""
    state, facts = pair
    shown = system.show(state)
    values = dict(shown) if isinstance(shown, Mapping) else {"state": str(shown)}
    return {**values, "so far": ", ".join(sorted(facts)) or "nothing"}
