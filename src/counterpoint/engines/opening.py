"""Which engine opens a target for which question: from a target to a space of states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from ..errors import Misuse, Refused
from ..logic.formula import Formula
from ..model.model import Model
from ..model.network import Network
from ..model.system import Label, State, System
from ..verdict import system_of
from .arena import Arena
from .arenas import arena_of_exploration, arena_of_system
from .explicit import explore
from .limits import Limits
from .modelopening import ModelOpening
from .names import event_named
from .observe import Watched, observed
from .question import Question
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

    def space(self, *formulas: Formula) -> Space[Any]:
        """The space to evaluate formulas in; raises `UnknownAtom` for names that mean nothing."""
        if self._model is not None:
            return self._model.space(Question(formulas))
        return self.graph(*formulas)

    def graph(self, *formulas: Formula) -> GraphSpace:
        """The same, as an explicit graph in any case."""
        if self._model is not None:
            return self._model.graph(Question(formulas))
        watched = tuple(watched_by(Question(formulas), self.arena, self._known))
        key = tuple((one.text, one.remembers) for one in watched)
        if key not in self._spaces:
            limits = self._task.limits
            self._spaces[key] = graph_space(self.arena, watched, self.system, limits)
        return self._spaces[key]

    @cached_property
    def arena(self) -> Arena:
        """The states and steps, without what formulas ask about events."""
        if isinstance(self.system, Network):
            return arena_of_exploration(explore(self.system, replace(self._task, edges=True)))
        return arena_of_system(self.system, self._task)

    @property
    def _known(self) -> tuple[Label, ...]:
        """Labels that exist although they may never come up: a system may list its `labels`."""
        if isinstance(self.system, Network):
            return tuple(self.system.origin.labels())
        return tuple(getattr(self.system, "labels", ()))


def watched_by(question: Question, arena: Arena, known: Sequence[Label]) -> Iterator[Watched]:
    """The events that a question asks about; `known` are labels that need not come up."""
    for past in question.past((*arena.labels, *known), arena.prop):
        yield Watched(past.text, event_named(past.event, arena.labels), past.ever)


def graph_space(
    arena: Arena, watched: Sequence[Watched], system: System, limits: Limits
) -> GraphSpace:
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
