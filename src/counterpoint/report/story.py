"""A trace retold: for each of its states what changed, who asked for it, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..model.explanation import Stand
from ..model.network import Network
from ..model.system import REST
from ..verdict import Trace

Show = Callable[[Sequence[Any]], str]


class Told(Protocol):
    """What a story is about: a target that was checked, and how it draws itself."""

    def network(self) -> Network:
        """The network that the trace is a run of."""

    @property
    def show(self) -> Show | None:
        """Draws a state as text, given the events selected so far."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One state of a trace: the event that led to it, who asked for that, who moved, its picture.

    The first scene has no event.
    """

    event: str | None
    asked_by: tuple[Stand, ...]
    moved: tuple[Stand, ...]
    picture: str | None


def story_of(trace: Trace, target: Told) -> list[Scene]:
    """The scenes of a trace of `target`, one for each state, drawn if it draws itself."""
    network, show = target.network(), target.show
    so_far: list[Any] = []
    scenes = [Scene(None, (), (), show([]) if show else None)]
    state: Any = trace.start
    for label, there in trace.steps:
        if label is not REST:
            so_far.append(label)
        step = network.explain_step(state, label)
        scenes.append(
            Scene(
                str(label),
                tuple(request.stand for request in step.requested_by),
                (*step.woke, *step.interrupted),
                show(tuple(so_far)) if show else None,
            )
        )
        state = there
    return scenes
