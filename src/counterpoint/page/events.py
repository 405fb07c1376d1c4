"""What can be done in a state, as plain data: a button for each event, with the square it marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.naming import NamedStep
from ..model.network import Network
from ..report.score.difference import changes
from ..report.score.moment import Moment, bits
from ..report.score.presenter import values_of
from ..report.score.view import Seen, seen, squares_of
from .walk import Walk

NOTHING = "nothing changes"
"""What is said of a step to the same state."""


def events_data(
    walk: Walk, persons: Sequence[str], playing: bool, *, most: int = 200, most_shut: int = 12
) -> dict[str, Any]:
    """The events that are possible here, then those requested in vain, or actions not enabled.

    At most `most` and `most_shut` are listed; `more_events` and `more_shut` count the rest. If not
    `is_listed`, there are choices that were not tried and may lead to further states.
    """
    now = seen(walk.target, walk.state, walk.labels)
    found = [_event(walk, step, now, persons, playing) for step in walk.choices[:most]]
    vain = _in_vain(walk)
    return {
        "events": found + [_shut(name) for name in vain[:most_shut]],
        "more_events": max(0, len(walk.choices) - most),
        "is_listed": walk.is_listed,
        "more_shut": max(0, len(vain) - most_shut),
    }


def _event(
    walk: Walk, step: NamedStep, now: Seen, persons: Sequence[str], playing: bool
) -> dict[str, Any]:
    squares: list[int] = []
    if now.grid is not None:
        squares = squares_of(now, seen(walk.target, step.state, [*walk.labels, step.label]))
    owned = step.owner in persons if walk.presenter.voices.players else True
    return {
        "name": step.name,
        "label": step.name if step.label is None else str(step.label) or step.name,
        "owner": step.owner,
        "voice": walk.presenter.voices.of_player(step.owner),
        "square": squares[0] if len(squares) == 1 else None,
        "leads": _leads(walk, step),
        "mine": playing and (owned or step.owner is None),
        "enabled": True,
    }


def _leads(walk: Walk, step: NamedStep) -> str:
    """What a step changes, as a short text."""
    before = values_of(walk.presenter, walk.state)
    found = changes(before, values_of(walk.presenter, step.state))
    if before and not found:
        return NOTHING
    text = ", ".join(f"{name} {change}" for name, change in found.items())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _shut(name: str) -> dict[str, Any]:
    return {"name": name, "label": name, "enabled": False, "mine": False, "square": None}


def _in_vain(walk: Walk) -> list[str]:
    """In a program, the requested events that cannot be selected; else the actions not enabled."""
    here: Any = walk.state
    if isinstance(walk.system, Network):
        moment = Moment(walk.system, here)
        asked = {event for voice in moment.voices for event in voice.request}
        return [str(walk.system.alphabet[n]) for n in sorted(asked - set(bits(moment.can)))]
    marks = walk.presenter.column(here, None)["marks"]
    groups = [group for group in walk.presenter.groups if group["kind"] == "actions"]
    return [row["name"] for group in groups for row in group["rows"] if row["id"] not in marks]
