"""What a formula asks of a target: which atoms are events, and whether all names are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..errors import UnknownAtom
from ..logic.core import Core, Step
from ..model.system import REST, Label
from .arena import Arena
from .fragments import atoms_in, everything_in
from .names import event_named, require_named
from .observe import Watched
from .tables import Array

_ONCE = re.compile(r"once\((.*)\)")
_ENABLED = re.compile(r"enabled\((.*)\)")


def watched_in(goals: Iterable[Core], arena: Arena, known: Sequence[Label]) -> list[Watched]:
    """The events that the goals ask about; raises `UnknownAtom` for a name that means nothing.

    `known` are labels that exist although they may never come up.
    """
    found: dict[str, Watched] = {}
    for goal in goals:
        for text in atoms_in(goal):
            if text not in found and (watched := _watched(text, arena, known)):
                found[text] = watched
        for part in everything_in(goal):
            if isinstance(part, Step) and part.label not in (None, str(REST)):
                assert part.label is not None
                _labels(part.label, arena, known)
    return list(found.values())


def _watched(text: str, arena: Arena, known: Sequence[Label]) -> Watched | None:
    """The event that an atom asks about; None if it is an atom of states."""
    if once := _ONCE.fullmatch(text):
        return Watched(text, _labels(once[1], arena, known), True)
    if enabled := _ENABLED.fullmatch(text):
        if enabled[1] != str(REST):
            _labels(enabled[1], arena, known)
        return None
    try:
        arena.prop(text)
    except UnknownAtom:
        if not event_named(text, (*arena.labels, *known)).any():
            raise
        return Watched(text, event_named(text, arena.labels), False)
    return None


def _labels(text: str, arena: Arena, known: Sequence[Label]) -> Array:
    require_named(text, (*arena.labels, *known))
    return event_named(text, arena.labels)
