"""Choose the engine for a model: an explicit graph, native sweeps without a graph, or BDDs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import Refused
from ...model.model import Model
from ...model.notation import Notation
from ...stopped import NOT_STOPPED, Stopped
from ...terms.apply import variables_of
from ...terms.sort import size
from ...tuning import Tuning
from ..base.ending import hurried, is_too_long
from ..base.engine import (
    AUTO,
    DIAGRAMS,
    EXPLICIT,
    SYMBOLIC,
    Form,
    Needs,
    Swept,
    form_of_states,
    is_small,
)
from ..base.task import Task
from ..formula.question import Question
from ..search.compiled.layers import is_layered
from .prepared import Prepared, prepared_for
from .space import GraphSpace, Space

if TYPE_CHECKING:
    from ..search.compiled.space import Space as FoundSpace


def suits_diagrams(model: Model, tuning: Tuning) -> bool:
    """Whether diagrams suit a model best: many states are encoded, and one state leads to many.

    That is so if actions choose values, or if initial states have too many values to be listed.
    """
    if model.layout.size <= tuning.relation_states:
        return False
    if any(action.chosen for action in model.actions):
        return True
    fixed = {variable.name for variable in variables_of(model.parts.start)}
    free = (size(variable.sort) for variable in model.variables if variable.name not in fixed)
    return model.layout.size > tuning.starts_encoded and prod(free) > tuning.turn_listed


NEEDS_EDGES = "with states on disk this is not decided, as it needs the steps between the states"


def asks_for_the_past(text: str) -> str:
    """Why an atom cannot be asked of all encoded states."""
    return f"{text} asks what led to a state, and encoded states have no past"


class ModelOpening:
    """A model ready for questions; what is explored for one question is kept for the next.

    With `in_part`, a space that takes too long to look at is its first part.
    """

    def __init__(
        self, model: Model, over: str, engine: str, task: Task, *, in_part: bool = False
    ) -> None:
        self._model, self._over, self._engine, self._task = model, over, engine, task
        self._in_part = in_part
        self._prepared: dict[tuple[str, ...], _Spaces] = {}
        self._ended = NOT_STOPPED

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: where it goes on, a search that was ended may begin again."""
        return vars(self) | {"_ended": NOT_STOPPED}

    def space(self, question: Question) -> Space[Any]:
        """The space that suits the question best.

        After Ctrl-C, or a limit on the whole check, ended a search, only what was found can be
        used: raises `Refused` for a question that would need another search.
        """
        prepared = self._prepare(question)
        if self._ended:
            return prepared.found(self._ended)
        space = self._opened(prepared, question)
        if space.stopped.ends_everything:
            self._ended = space.stopped
        return space

    def first_part(self, question: Question) -> Space[Any] | None:
        """The first part of the space for a question, if that is swept and not all of it known."""
        return self._prepare(question).part_of_swept()

    def let_go(self) -> None:
        """Let the workers of clusters go."""
        for spaces in self._prepared.values():
            spaces.let_go()

    def leave(self, error: BaseException) -> None:
        """Close what is on disk after an error; it stays if a search may go on with it."""
        for spaces in self._prepared.values():
            spaces.leave(error)

    def end(self, stopped: Stopped) -> None:
        """Start no more searches, for the reason `stopped`."""
        self._ended = self._ended or stopped

    def _opened(self, prepared: _Spaces, question: Question) -> Space[Any]:
        if self._task.storage is not None:
            return prepared.stored(in_layers=question.follows_steps)
        if self._engine in DIAGRAMS:
            return prepared.symbolic(self._engine)
        assert self._engine in (AUTO, EXPLICIT), f"no form of states for engine={self._engine!r}"
        if self._engine == AUTO and (prepared.suits_diagrams or self._is_small_text(prepared)):
            with suppress(Refused):
                return prepared.symbolic()
        try:
            return self._explicit(prepared, question)
        except Refused:
            if self._engine == EXPLICIT:
                raise
            with suppress(Refused):  # the first refusal is the one to report
                return prepared.symbolic()
            raise

    def _is_small_text(self, prepared: _Spaces) -> bool:
        """Whether a model comes from SMV and is small: diagrams need no code, and are there first.

        Models written in Python are explored by the code that their larger instances need as well.
        """
        return self._model.notation is Notation.SMV and prepared.is_small

    def _explicit(self, prepared: _Spaces, question: Question) -> Space[Any]:
        """A graph or swept states; BDDs, unless excluded, if those do not fit the memory."""
        if prepared.is_graph_at_once:
            return prepared.graph()
        needs = Needs(question.needs_graph(fair=bool(self._model.fairness)), question.steps)
        tuning, free = self._task.tuning, self._task.limits.bytes
        match form_of_states(prepared.size, needs, self._engine, free, tuning):
            case Form.GRAPH:
                return prepared.graph()
            case Form.SWEPT:
                return prepared.swept()
            case Form.DIAGRAMS if self._task.spills and prepared.is_for_disk(question):
                return prepared.swept()
            case Form.DIAGRAMS:
                return self._symbolic(prepared)

    def _symbolic(self, prepared: _Spaces) -> Space[Any]:
        """BDDs, because nothing else fits the memory; if they refuse, swept states or a graph.

        Swept states that were freed for the BDDs are computed again.
        """
        try:
            return prepared.symbolic()
        except Refused:
            swept = prepared.swept()
            return swept if swept.stopped else prepared.graph()

    def graph(self, question: Question) -> GraphSpace:
        """The states as an explicit graph."""
        if self._task.storage is not None:
            raise Refused(NEEDS_EDGES)
        return self._prepare(question).graph()

    def known_graph(self) -> GraphSpace | None:
        """A graph of states that were found with their steps; None if it takes a search."""
        graphs = (spaces.known_graph() for spaces in self._prepared.values())
        return next((graph for graph in graphs if graph is not None), None)

    def _prepare(self, question: Question) -> _Spaces:
        """The spaces of the model with variables for what the question asks about the past.

        Raises what `prepared_for` raises, and `Refused` if encoded states are asked for their past.
        """
        prepared = prepared_for(self._model, question, self._task.limits)
        if prepared.past and self._over == "all":
            raise Refused(asks_for_the_past(prepared.past[0].text))
        key = tuple(one.text for one in prepared.past)
        return self._prepared.setdefault(
            key, _Spaces(prepared, self._over, self._task, in_part=self._in_part)
        )


class _Spaces:
    """The spaces of one prepared model, each created on first use."""

    def __init__(self, of: Prepared, over: str, task: Task, *, in_part: bool) -> None:
        self._of, self._over, self._task = of, over, task
        self._in_part = in_part
        self._made: dict[str, Space[Any]] = {}

    @property
    def is_graph_at_once(self) -> bool:
        """Whether there is a graph, or the model is so small that it needs no sweep first."""
        return "graph" in self._made or self.is_small

    @property
    def is_small(self) -> bool:
        """Whether few states are encoded."""
        return is_small(self._of.model.layout.size, self._task.tuning)

    @property
    def suits_diagrams(self) -> bool:
        """Whether diagrams suit the model best."""
        return suits_diagrams(self._of.model, self._task.tuning)

    def is_for_disk(self, question: Question) -> bool:
        """Whether a question is surely decided with states on disk."""
        return not question.follows_steps or is_layered(self._of.model, self._task.tuning)

    @property
    def size(self) -> Swept:
        """What a sweep finds; no reference to the states is kept, since they may be freed."""
        found = self.swept()
        return Swept(found.states, found.transitions or 0, found.stopped)

    def found(self, ended: Stopped) -> Space[Any]:
        """A space that was created before everything `ended`.

        If there is none, the first part of one, or raises `Refused`.
        """
        for space in self._made.values():
            return space
        if self._in_part:
            return self.first_part(ended)
        raise Refused(str(ended))

    def graph(self) -> GraphSpace:
        """The states as an explicit graph; their first part if that is all there is time for."""

        def make() -> Space[Any]:
            found = self._known_steps() or self._with_steps(self._task)
            tuning, size = self._task.tuning, found.states + found.transitions
            if self._in_part and is_too_long(found.stopped, tuning, size):
                most = tuning.first_states(found.states, found.transitions)
                return self._part(most, found.stopped)
            return hurried(found.stopped, tuning, lambda: self._graph_of(found), size)

        return self._once("graph", make)  # type: ignore[return-value]

    def known_graph(self) -> GraphSpace | None:
        """The graph if it is there, or is soon made as what was swept has the steps too."""
        if "graph" not in self._made:
            found, most = self._known_steps(), self._task.tuning.graph_prepared
            if found is None or found.states + found.transitions > most:
                return None
        return self.graph()

    def first_part(self, stopped: Stopped) -> GraphSpace:
        """The first states as a graph: the rest is missing, or known without its steps."""
        tuning, limits = self._task.tuning, self._task.limits
        if "sweeps" in self._made:
            most = tuning.first_states(self.size.states, self.size.steps)
        else:
            most = min(tuning.first_listed, limits.states or tuning.first_listed)
        return self._once("first part", lambda: self._part(most, stopped))  # type: ignore[return-value]

    def part_of_swept(self) -> GraphSpace | None:
        """The first states as a graph, if a sweep was ended before it found all; else None."""
        swept = self._made.get("sweeps")
        return None if swept is None or not swept.stopped else self.first_part(swept.stopped)

    def _part(self, most: int, stopped: Stopped) -> GraphSpace:
        """The first `most` states as a graph; the others are missing, as `stopped` says."""
        limits = replace(self._task.limits, states=most)
        task = replace(self._task, limits=limits, watch=None)

        def make() -> GraphSpace:
            found = self._with_steps(task)
            if found.stopped:
                found.stopped = stopped
            return self._graph_of(found)

        return hurried(stopped, task.tuning, make)

    def _with_steps(self, task: Task) -> FoundSpace:
        """What a search finds that keeps the steps."""
        from ..search.compiled.search import search

        return search(self._of.model, replace(task, edges=True), roots=self._roots)

    def _known_steps(self) -> FoundSpace | None:
        """What was found for sweeps, if it has the steps too; else None."""
        swept: Any = self._made.get("sweeps")
        return None if swept is None or swept.found.edges is None else swept.found

    @property
    def _roots(self) -> str:
        return "all" if self._over == "all" else "initial"

    def _graph_of(self, found: FoundSpace) -> GraphSpace:
        from ..search.compiled.graph import graph_of_space

        of, graph = self._of, graph_of_space(found)
        graph.plain = partial(_plain_of, of, found)
        return GraphSpace(graph, "explicit", of.model, of.note, self._task.limits, of.memory)

    def swept(self) -> Space[Any]:
        """The states for sweeps, which compute their steps again.

        If there are few, what was found has the steps too, so that a graph needs no other search.
        """
        from ..search.compiled.search import search
        from .sweepspace import SweepSpace

        def make() -> Space[Any]:
            most = self._task.tuning.graph_prepared
            found = search(self._of.model, self._task, roots=self._roots, steps_up_to=most)
            return SweepSpace(self._of, found)

        return self._once("sweeps", make)

    def stored(self, *, in_layers: bool) -> Space[Any]:
        """The states on disk; each step must lead to the next level if they are `in_layers`."""
        from .sources import ModelSource  # few questions need a disk
        from .stored import opened_in

        return self._once("stored", lambda: opened_in(ModelSource(self._of), self._task, in_layers))

    def let_go(self) -> None:
        """Let the workers of a cluster go, if there are any."""
        space: Any = self._made.get("stored")
        if space is not None:
            space.let_go()

    def leave(self, error: BaseException) -> None:
        """Close the states on disk after an error, unless they are in an answer already."""
        space: Any = self._made.get("stored")
        if space is not None and not space.is_used:
            del self._made["stored"]
            space.leave(error, self._task)

    def symbolic(self, engine: str = SYMBOLIC) -> Space[Any]:
        """The states as BDDs; incomplete swept states are freed first."""
        if "sweeps" in self._made and self._made["sweeps"].stopped:
            del self._made["sweeps"]
        from .symbolicspace import SymbolicSpace

        package = DIAGRAMS[engine]
        return self._once(engine, lambda: SymbolicSpace(self._of, self._over, self._task, package))

    def _once(self, name: str, make: Callable[[], Space[Any]]) -> Space[Any]:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: spaces in memory with all their states; the others are made again."""
        made = {name: of for name, of in self._made.items() if name != "stored" and not of.stopped}
        return vars(self) | {"_made": made}


def _plain_of(of: Prepared, found: FoundSpace, number: int) -> Any:
    """The state of the original model for a state of the prepared one, by its number."""
    return of.plain(found.state(number))
