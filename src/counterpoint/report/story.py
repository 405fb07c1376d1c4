"""A trace retold: for each of its states what changed, who asked for it, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.explanation import Stand
from ..model.network import Network
from ..model.system import REST, Label, State, System
from ..verdict import Trace, system_of

Show = Callable[[Sequence[Any]], str]


@dataclass(frozen=True, slots=True)
class Scene:
    """One state of a trace: the event that led to it, who asked for that, who moved, its picture.

    The first scene has no event. `picture` is how the target draws itself, or the values of its
    variables; a program that does neither has none.
    """

    event: str | None
    asked_by: tuple[Stand, ...]
    moved: tuple[Stand, ...]
    picture: str | None


def story_of(trace: Trace, target: Any) -> list[Scene]:
    """The scenes of a trace of `target`, a program or a system, one for each state."""
    system = system_of(target)
    if isinstance(system, Network):
        return _of_network(trace, system, None if target is system else target.show)
    scenes = [Scene(None, (), (), picture_of(system, trace.start))]
    for label, there in trace.steps:
        scenes.append(Scene(str(label), (), (), picture_of(system, there)))
    return scenes


def _of_network(trace: Trace, network: Network, show: Show | None) -> list[Scene]:
    so_far: list[Any] = []
    scenes = [Scene(None, (), (), show([]) if show else None)]
    for here, (label, _) in zip(trace.states, trace.steps, strict=False):
        if label is not REST:
            so_far.append(label)
        asked_by, moved = _movers(network, here, label)
        picture = show(tuple(so_far)) if show else None
        scenes.append(Scene(str(label), asked_by, moved, picture))
    return scenes


def _movers(
    network: Network, here: Any, label: Label
) -> tuple[tuple[Stand, ...], tuple[Stand, ...]]:
    """Who asked for a step, and who moved in it; nobody when the program only rests."""
    if label is REST:
        return (), ()
    step = network.explain_step(here, label)
    asked_by = tuple(request.stand for request in step.requested_by)
    return asked_by, (*step.woke, *step.interrupted)


def picture_of(system: System, state: State) -> str:
    """A state as its system draws it, or else shows it, each variable on a line of its own."""
    draw = getattr(system, "picture", None)
    drawn = None if draw is None else draw(state)
    if drawn is not None:
        return str(drawn)
    shown = system.show(state)
    if isinstance(shown, Mapping):
        return "\n".join(f"{name} = {value}" for name, value in shown.items())
    return str(shown)
