"""Open a target for questions: choose an engine, and explore a space of states."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import Misuse, Refused, Undecided
from ...identity import Identity, identity
from ...logic.formula import Formula
from ...logic.lower import to_core
from ...logic.premises import together
from ...model.capabilities import declared_labels, every_of
from ...model.checked import require_undrawn, why_no_system
from ...model.contested import naming_rules
from ...model.model import Model
from ...model.network import Network
from ...model.recorder import Recorder
from ...model.specified import following
from ...model.system import System
from ...stopped import NOT_STOPPED, Stopped
from ...verdict import system_of
from ..base.ending import hurried
from ..base.engine import (
    AUTO,
    BOUNDED,
    EXPLICIT,
    PORTFOLIO,
    SYMBOLIC,
    Reads,
    require_engine,
    require_reads,
)
from ..base.fallback import EngineFailed, guarded
from ..base.task import Task
from ..formula.evaluate import Evaluator
from ..formula.question import NEVER_RESTING, AtRest, Question
from ..formula.together import never_together
from ..search.making import graph_of_system
from ..search.network.explore import explore
from .graphs import Graphs, graphs_of
from .model_opening import NEEDS_EDGES, ModelOpening, asks_for_the_past
from .space import GraphSpace, Space

if TYPE_CHECKING:
    from .levelspace import LevelSpace

T = TypeVar("T")

NOT_STORED = "sets of states are on disk for models, behavioral programs and TLA+ modules only"

FOR_MODELS = "engine for models"
"""The name in the warning if an engine fails."""


def may_be_stored(system: object, engine: str) -> bool:
    """Whether the states of a target can be on disk, if an engine is asked for."""
    is_known = isinstance(system, Model | Network) or following(system) is not None
    return is_known and engine in {AUTO, EXPLICIT}


class Opening:
    """A target ready for questions; it is explored for the first one, and only once.

    Where everything must end, and what was found is too much to look at, a space is with `in_part`
    the first part of that.
    """

    def __init__(
        self, target: Any, over: str, engine: str, task: Task, *, in_part: bool = False
    ) -> None:
        require_engine(engine)
        if engine in {BOUNDED, PORTFOLIO}:
            raise Refused(
                f"the {engine} engine finds runs and proofs, not sets of states: only a check of "
                "properties can use it"
            )
        self.system: System = system_of(target, task.tuning)
        require_undrawn(self.system)
        self._over, self._engine, self._task = over, engine, task
        self._in_part = in_part
        self._explored: Graphs | None = None
        self._ended = NOT_STOPPED
        self.failures: dict[str, None] = {}
        self._model: ModelOpening | None = None
        self._stored: LevelSpace | None = None
        self._was_searched = False
        self._recording: dict[Identity, Opening] = {}
        self._of_target: Opening | None = None
        if isinstance(self.system, Model):
            require_reads(engine, Reads.MODEL)
            self._model = ModelOpening(self.system, over, engine, task, in_part=in_part)
            self._recorder = Recorder(self.system)
        elif isinstance(self.system, type) or not isinstance(self.system, System):
            raise Misuse(why_no_system(target))
        else:
            self._refuse_what_only_models_allow()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: what was found in full; what was ended, or is on disk, is left out."""
        explored = self._explored
        kept = {name: of for name, of in vars(self).items() if name != "_doubt"}
        return kept | {
            "_explored": None if explored is None or explored.graph.stopped else explored,
            "_ended": NOT_STOPPED,
            "_stored": None,
            "_was_searched": False,
            "_recording": list(self._recording.values()),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._recording = {identity(each.system): each for each in state["_recording"]}

    def _refuse_what_only_models_allow(self) -> None:
        if self._task.storage is not None and not may_be_stored(self.system, AUTO):
            raise Refused(NOT_STORED)
        if self._over == "all" and every_of(self.system) is None:
            raise Refused(
                "only a Model has encoded states that are not reached: "
                'ask over="reachable", or write the system as a Model'
            )
        is_network = isinstance(self.system, Network)
        require_reads(self._engine, Reads.NETWORK if is_network else Reads.SYSTEM)

    def asked(self, ask: Callable[[Opening], T]) -> T:
        """The result of `ask` for this opening, or with another engine if one for models fails.

        `failures` records a failure. If all engines fail, the exception of the first is raised.
        """
        if self._model is None and self._task.storage is None:  # there is no other engine
            with naming_rules(self.system):
                return ask(self)
        try:
            if self._task.storage is not None:
                found = ask(self)
                self._let_go()
                return found
            with guarded(FOR_MODELS):
                return ask(self)
        except EngineFailed as failed:
            return self._asked_otherwise(ask, failed)
        except BaseException as error:
            self._leave(error)
            raise

    def _let_go(self) -> None:
        """Let the workers of clusters go: the question is answered."""
        for opening in self._recording.values():
            opening._let_go()
        if self._model is not None:
            self._model.let_go()
        if self._stored is not None:
            self._stored.let_go()

    def _leave(self, error: BaseException) -> None:
        """Close what is on disk, after an error; it stays there only if a search may go on."""
        for opening in self._recording.values():
            opening._leave(error)
        if self._model is not None:
            self._model.leave(error)
        if self._stored is not None and not self._stored.is_used:
            self._stored.leave(error, self._task)
            self._stored, self._was_searched = None, False

    def _asked_otherwise(self, ask: Callable[[Opening], T], failed: EngineFailed) -> T:
        for engine in (EXPLICIT, SYMBOLIC):
            if engine == self._engine:
                continue
            other = Opening(self.system, self._over, engine, self._task, in_part=self._in_part)
            with suppress(EngineFailed), guarded(FOR_MODELS):
                found = ask(other)
                self.failures[failed.warning] = None
                return found
        assert failed.__cause__ is not None
        raise failed.__cause__

    def recording(self, *formulas: Formula, assuming: bool = True) -> Opening:
        """An opening of the model that also records what formulas ask of steps and of the past.

        That is this one if they ask for none of it. With `assuming`, the formula that restricts the
        runs counts as one of them. Raises `Refused` if encoded states are asked for their past.
        """
        if not isinstance(self.system, Model):
            return self
        assumed = self.system.parts.assumption if assuming else None
        model = self._recorder.of((*formulas, assumed))
        if model is self.system:
            return self
        if self._over == "all":
            raise Refused(asks_for_the_past(model.parts.recorded[0]))
        if identity(model) not in self._recording:
            made = Opening(model, self._over, self._engine, self._task, in_part=self._in_part)
            made._of_target = self
            self._recording[identity(model)] = made
        return self._recording[identity(model)]

    def warn(self, *formulas: Formula) -> None:
        """Warn for questions with answers that do not list warnings.

        That is of engines that have failed, and of what the formulas ask for in vain.
        """
        said = (*self.failures, *never_together(formulas, self.system))
        if not said:
            return
        from ...bp.lint import CounterpointWarning  # models need no programs

        for warning in said:
            warnings.warn(warning, CounterpointWarning, stacklevel=2)

    def require_trusted(self) -> None:
        """Raise `Undecided` if b-threads can reach something that cannot be observed.

        What is found for their automata may then be false for the b-threads.
        """
        if isinstance(self.system, Network) and (doubt := self._doubt):
            raise Undecided(doubt)

    @cached_property
    def _doubt(self) -> str:
        assert isinstance(self.system, Network)
        return self.system.origin.wander()

    @cached_property
    def assumption(self) -> Formula | None:
        """The formula that restricts the runs of the target that count; None if all do."""
        if not isinstance(self.system, Model):
            return None
        parts = self.system.parts
        endless = NEVER_RESTING if parts.endless and self._may_rest else None
        return together([parts.assumption, endless])

    @property
    def needs_counted_starts(self) -> bool:
        """Whether only initial states count in which a run begins that counts."""
        return isinstance(self.system, Model) and self.system.parts.endless

    @cached_property
    def _may_rest(self) -> bool:
        """Whether some state that is known rests, or some states are not known.

        The states of the target itself are looked at: what is recorded does not matter for that.
        """
        if self._of_target is not None:
            return self._of_target._may_rest
        space = self.space(NEVER_RESTING)
        return bool(space.stopped) or self._resting(space) is not None

    @staticmethod
    def _resting(space: Space[Any]) -> Any:
        """A state that rests; None if there is none."""
        region = Evaluator(space.algebra).region(to_core(AtRest()))
        return next(iter(space.members(region)), None)

    @property
    def said_of_rest(self) -> str:
        """A remark that runs which come to rest do not count, with a state that rests; often empty.

        It is made only if rest was looked for, for a target of which only endless runs count, and
        all states are known: one whose steps were not looked at seems to rest.
        """
        if "_may_rest" not in vars(self) or not self._may_rest:
            return ""
        space = self.space(NEVER_RESTING)
        if space.stopped:
            return ""
        shown = f", for example {_shown(self.system.show(self._resting(space)))}"
        return (
            f"the transition relation is not total: some states have no successor{shown}; only "
            "infinite runs count"
        )

    def space(
        self, *formulas: Formula, steps: bool = False, assuming: Formula | None = None
    ) -> Space[Any]:
        """The space to evaluate the formulas in; raises `UnknownAtom` for unknown names.

        With `steps`, as for strategies, prefer a space that stores its steps, unless too large.
        """
        question = Question(formulas, steps, assuming)
        if self._model is not None:
            return self._model.space(question)
        if self._task.storage is not None:
            return self._stored_space(question)
        return self.graph(*formulas)

    def _stored_space(self, question: Question) -> Space[Any]:
        """The states of a program or a module on disk, for a question about the state itself."""
        from .stored_system import require_about_states, system_opened_in  # few need a disk

        require_about_states(self.system, question)
        if not self._was_searched:
            self._stored = system_opened_in(self.system, self._task)
            self._was_searched = True
        return self._graphs.space(*question.formulas) if self._stored is None else self._stored

    def first_part(self, *formulas: Formula, assuming: Formula | None = None) -> Space[Any] | None:
        """The first part of a model as a graph, where the steps between its states are missing.

        None if that shows no more than what there is.
        """
        if self._model is None or not self._in_part:
            return None
        return self._model.first_part(Question(formulas, False, assuming))

    def end(self, stopped: Stopped) -> None:
        """Start no more searches; a question that needs one raises `Refused`."""
        self._ended = stopped
        if self._model is not None:
            self._model.end(stopped)
        for opening in self._recording.values():
            opening.end(stopped)

    def graph(self, *formulas: Formula) -> GraphSpace:
        """The same space, but always as an explicit graph."""
        if self._model is not None:
            return self._model.graph(Question(formulas))
        if self._task.storage is not None:
            raise Refused(NEEDS_EDGES)
        graphs, tuning = self._graphs, self._task.tuning
        return hurried(graphs.graph.stopped, tuning, lambda: graphs.space(*formulas))

    def known_graph(self) -> GraphSpace | None:
        """The states that were found, as a graph with their steps; None if it takes a search."""
        if self._model is not None:
            return self._model.known_graph()
        return None if self._explored is None else self._explored.space()

    @property
    def _graphs(self) -> Graphs:
        if self._explored is None:
            if self._ended:
                raise Refused(str(self._ended))
            self._explored = self._explore()
        return self._explored

    def _explore(self) -> Graphs:
        if isinstance(self.system, Network):
            task = self._task
            found = explore(self.system, replace(task, edges=True))
            size = found.states + found.transitions
            return hurried(found.stopped, task.tuning, lambda: graphs_of(found, task.limits), size)
        everything = self._over == "all"
        graph = graph_of_system(
            self.system, self._task, everything=everything, in_part=self._in_part
        )
        return Graphs(graph, self.system, declared_labels(self.system), self._task.limits)


def _shown(state: Mapping[str, str] | str) -> str:
    """A state as one line."""
    if isinstance(state, str):
        return state
    return ", ".join(f"{name} = {value}" for name, value in state.items())
