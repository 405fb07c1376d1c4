"""Where a game begins: at its start, in a state, or at the end of a run.

A goal about events needs the run: a state alone does not record which events occurred.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from ..engines.base.task import Task
from ..engines.space.ground import Ground as Walk
from ..engines.space.ground import Handle
from ..engines.space.opening import Opening
from ..engines.space.space import GraphSpace, Space
from ..errors import BadTrace, Misuse, NothingToCheck, Refused
from ..logic.formula import Formula, atoms_of
from ..model.model import Model
from ..model.network import Network
from ..model.states import require_state
from ..model.system import Label, State, Trusted
from ..session import Session
from ..terms.apply import all_true, apply
from ..terms.term import Literal, Op
from ..verdict import Trace, retaken, system_of
from .atoms import is_of_states

Position: TypeAlias = State | Trace
"""A state, or a run that ends in it; for a program, a reachable state."""

Given: TypeAlias = Position | Session
"""A position as users give it: a session means its run, a text the labels of steps from the start.

For a system of any other kind a text is a state.
"""

THE_RUN = "the run that leads there from the start, such as Session.replay(program, labels).trace"

NEEDS_A_RUN = f"a goal asks about events, and a state does not tell which came: give {THE_RUN}"


def position_of(target: Any, given: Given | None) -> Position | None:
    """The state or the run given as a position; raises `Misuse` for anything that is neither.

    >>> from counterpoint.examples.nim import model
    >>> position_of(model(piles=(1, 2)), "take(0,0)")
    Trace(start=(1, 2, 1), steps=(('take(0,0)', (0, 2, 2)),), loop=None)
    """
    system: Any = system_of(target)
    match given:
        case None:
            return None
        case Trace():
            return _own(system, target, given)
        case Session():
            return _own(system, target, given.trace)
        case str() if isinstance(system, Model | Network):
            return Session.replay(system, given).trace
    if isinstance(system, Model):
        require_state(system, given)
    if isinstance(system, Network) and not isinstance(given, tuple):
        raise Misuse(f"{given!r} is no position in a program: give {THE_RUN}")
    return given


def _own(system: Any, target: Any, trace: Trace) -> Trace:
    """A run with the current numbers of the local states of a program; raises `BadTrace`.

    A run that does not begin at the start is assumed to have the current numbers.
    """
    if system is target or not isinstance(system, Network):
        return trace
    return retaken(trace, system) if trace.start in system.initial() else trace


def require_all_runs(system: Any) -> None:
    """Raise `Refused` if an assumption restricts the runs of a system."""
    if isinstance(system, Model) and system.parts.assumption is not None:
        raise Refused(
            "what a player can enforce is not decided under an assumption on runs: leave it out"
        )


def way_text(position: Position | None) -> str:
    """Where a position is, for an error message; empty for a position given as a state."""
    if position is None:
        return "at the start"
    if not isinstance(position, Trace):
        return ""
    return f"after {', '.join(map(str, position.events))}" if position.events else "at the start"


def end_of(position: Position) -> State:
    """The state of a position: the position itself, or the end of its run."""
    return position.states[-1] if isinstance(position, Trace) else position


def opening_of(
    target: Any,
    formulas: Iterable[Formula],
    position: Position | None,
    *,
    over: str,
    engine: str,
    task: Task,
) -> Opening:
    """The target, ready to be explored from `position` on, or from as near to it as possible.

    A program always begins at its start. So does any other system if a formula asks about events
    and `position` is a run from the start.
    """
    system: Any = system_of(target)
    require_all_runs(system)
    if position is not None and not isinstance(system, Network):
        if isinstance(position, Trace) and asks_about_events(formulas, system):
            if position.start not in system.initial():
                system = started(system, position.start)
        else:
            system = started(system, end_of(position))
    return Opening(system, over, engine, task)


def asks_about_events(formulas: Iterable[Formula], system: Any) -> bool:
    """Whether some formula asks what happened on the run to a state."""
    texts = {atom.text for formula in formulas for atom in atoms_of(formula)}
    return not all(is_of_states(text, system) for text in texts)


def located(space: Space[Any], position: Position | None) -> State:
    """The state of `space` for a position; it also records past events if the space does.

    Raises `Misuse` for a state that is not reachable, or that lacks the run needed for its past
    events, and `BadTrace` for a run that is not one of the system's.
    """
    if position is None or (space.note and not isinstance(position, Trace)):
        return _only(space, position)
    if space.note and isinstance(position, Trace):
        return walked(space, position)
    state = end_of(position)
    if not space.contains(space.algebra.everything, state):
        raise Misuse(f"the state {state!r} is not reached")
    return state


def _only(space: Space[Any], state: State | None) -> State:
    """The first initial state; raises `Misuse` if `state` is given and differs from it."""
    first = next(iter(space.members(space.initial)), None)
    if first is None:
        raise NothingToCheck("there is no initial state")
    if state is not None and plain(space, first) != state:
        raise Misuse(NEEDS_A_RUN)
    return first


def plain(space: Space[Any], state: State) -> State:
    """The system's own state for a state of the space."""
    handle = space.graph.number(state) if isinstance(space, GraphSpace) else state
    return space.ground.plain(handle)


def walked(space: Space[Any], trace: Trace) -> State:
    """The state of `space` at the end of a run; raises `BadTrace` if it has no such run."""
    end = followed_to(space.ground, space.handles(space.initial), trace)
    if end is None:
        raise BadTrace("the way to the position is not a run from the start of the game")
    return space.graph.state(end) if isinstance(space, GraphSpace) else end


def followed_to(ground: Walk, starts: Iterable[Handle], trace: Trace) -> Handle | None:
    """The handle of the state to which a run from one of `starts` leads; None if there is none.

    Steps with one label may lead to several states that the run does not distinguish; then it is
    the first of them.
    """
    here = [at for at in starts if ground.plain(at) == trace.start]
    for label, state in trace.steps:
        steps = (step for at in here for step in ground.steps(at))
        here = [there for name, there in steps if name == label and ground.plain(there) == state]
    return here[0] if here else None


def require_run(system: Any, trace: Trace) -> None:
    """Raise `BadTrace` unless the steps of a run, from whatever state, are steps of the system."""
    require_state(system, trace.start)
    for here, step in zip(trace.states, trace.steps, strict=False):
        if step not in list(system.successors(here)):
            raise BadTrace(f"{step[0]} does not lead from {here!r} to {step[1]!r}")


def started(system: Any, state: State) -> Any:
    """The system with `state` as its only initial state; not for networks.

    A network has a fixed initial state.
    """
    if not isinstance(system, Model):
        return _Started(system, state)
    require_state(system, state)
    values = zip(system.variables, state, strict=True)  # type: ignore[call-overload]
    here = all_true(apply(Op.EQ, v, Literal(value, v.sort)) for v, value in values)
    return Model.of(system.name, replace(system.parts, start=here))


class _Started(Trusted):
    def __init__(self, system: Any, state: State) -> None:
        self._system = system
        self._state = state

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its parts: while it has none, it would ask itself for its attributes."""
        return _Started, (self._system, self._state)

    def initial(self) -> tuple[State, ...]:
        return (self._state,)

    def successors(self, state: State) -> Iterable[tuple[Label, State]]:
        return self._system.successors(state)  # type: ignore[no-any-return]

    def show(self, state: State) -> Mapping[str, str] | str:
        return self._system.show(state)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)
