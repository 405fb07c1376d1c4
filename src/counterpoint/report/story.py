"""A trace as scenes: for each of its states, what led to it, what changed, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..bp.tick import events_among
from ..data import dataclass
from ..model.capabilities import as_json_of
from ..model.explanation import Stand
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.picture import drawn
from ..model.system import REST, Label, State, System
from ..verdict import Trace, system_of
from .look import Look, Texts

Show = Callable[[Sequence[Any]], str]


@dataclass(frozen=True, slots=True)
class Scene:
    """One state of a trace: the event before it, who requested the event, who moved, its picture.

    The first scene has no event. `picture` is what the target draws, or the values of its
    variables; a program that does neither has none. `whence` says where an event comes from that no
    b-thread requests. `look` shows values and what changed, if a state that has named values is
    not drawn; `values` are these values as data for JSON, and `changed` the names of those that
    changed. `title` is the event as text, and `actions` are those of a specification.
    """

    event: str | None
    asked_by: tuple[Stand, ...] = ()
    moved: tuple[Stand, ...] = ()
    whence: str = ""
    picture: str | None = None
    look: Look | None = None
    title: str = ""
    actions: tuple[Mapping[str, Any], ...] | None = None
    values: Mapping[str, Any] | None = None
    changed: Sequence[str] = ()


def story_of(trace: Trace, target: Any, of: object = None) -> list[Scene]:
    """The scenes of a trace of `target`, a program or a system, one for each state.

    `of` is the specification that the run belongs to, if that is not the target's own.
    """
    if notation_of(target) is Notation.MODULE:
        return _of_module(trace, target, of)
    system = system_of(target)
    if isinstance(system, Network):
        return _of_network(trace, system, None if target is system else target.show)
    scenes = [_scene(system, None, None, trace.start)]
    for here, (label, there) in zip(trace.states, trace.steps, strict=False):
        scenes.append(_scene(system, str(label), here, there))
    return scenes


def _scene(system: System, event: str | None, before: State | None, state: State) -> Scene:
    """The scene of a state of any system: its own picture, or else as the system shows it."""
    picture = drawn(system, state)
    shown = system.show(state)
    if not isinstance(shown, Mapping):
        return Scene(event, picture=str(shown) if picture is None else picture, title=event or "")
    was = None if event is None else system.show(before)
    look = Texts(shown, was if isinstance(was, Mapping) else None)
    return Scene(
        event,
        picture=look.picture if picture is None else picture,
        look=look if picture is None else None,
        title=event or "",
        values=as_json_of(system)(state),
        changed=look.places,
    )


def _of_module(trace: Trace, module: Any, of: object) -> list[Scene]:
    from .module import Values, actions, title  # imported here because only modules need TLA+
    from .module import system_of as specification_of

    system = specification_of(module, of)
    boxes = system.boxes
    states = trace.states
    following = [*states[1:], states[-1] if trace.loop is None else states[trace.loop]]
    shown = [module.seen(*pair) for pair in zip(states, following, strict=True)]
    first = Values(shown[0])
    scenes = [Scene(None, picture=first.picture, look=first, actions=(), values=first.values)]
    for number, (label, there) in enumerate(trace.steps):
        look = Values(shown[number + 1], shown[number])
        moved = system.moved(states[number], there)
        scenes.append(
            Scene(
                str(label),
                picture=look.picture,
                look=look,
                title=title(label, boxes, moved),
                actions=tuple(actions(label, boxes, moved)),
                values=look.values,
                changed=look.places,
            )
        )
    return scenes


def _of_network(trace: Trace, network: Network, show: Show | None) -> list[Scene]:
    so_far: list[Label] = []
    scenes = [Scene(None, picture=show([]) if show else None)]
    for here, (label, _) in zip(trace.states, trace.steps, strict=False):
        so_far.append(label)
        asked_by, moved = _movers(network, here, label)
        whence = "" if asked_by else _whence(network, label, moved)
        picture = show(events_among(so_far)) if show else None
        scenes.append(Scene(str(label), asked_by, moved, whence, picture, title=str(label)))
    return scenes


def _whence(network: Network, label: Label, moved: Sequence[Stand]) -> str:
    """Where an event comes from that no b-thread requests."""
    if label is REST:
        return ""
    event = network.event_index(label)
    if event == network.tick:
        return "time passes"
    if event not in network.timed:
        return "from outside"
    first, *others = moved
    more = f" and {len(others)} more" if others else ""
    return f"due for {first.thread}{more} at {first.place}"


def _movers(
    network: Network, here: Any, label: Label
) -> tuple[tuple[Stand, ...], tuple[Stand, ...]]:
    """The b-threads that requested a step, and those that moved in it; none for a `REST` step."""
    if label is REST:
        return (), ()
    step = network.explain_step(here, label)
    asked_by = tuple(request.stand for request in step.requested_by)
    return asked_by, (*step.woke, *step.interrupted)
