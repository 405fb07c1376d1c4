"""Names of clicks: what the program itself asks of the mouse there, or else where it is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ...data import dataclass
from ..evaluate.unit import Unit
from ..values.spread import Box, is_frozen
from ..values.value import TRUE, Value, show
from .ground import Ground
from .stage import Place

TICK = "tick"
"""The label of the step that happens when nothing is clicked, wherever the mouse is."""

ELSEWHERE = "elsewhere"
"""The label of a click that is none of those that a program asks for."""

Effects = tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """Groups of places under one label; without a label, nothing is known to happen there."""

    label: str | None
    groups: tuple[list[Place], ...]


def zones_of(
    ground: Ground,
    units: dict[int, Unit],
    word: str,
    effects: Sequence[tuple[list[Place], Effects]],
) -> list[Zone]:
    """The groups of a ground with their labels.

    A group that is the only one of which a definition is true has the name of that. Others are put
    together where they had the same effects so far, and are called by a position in them. `effects`
    are those of each group, None where there was none.
    """
    zones: list[Zone] = []
    alike: dict[Effects, list[list[Place]]] = {}
    names = _names([group for group, _ in effects], ground.keys, units, ground.clicked)
    for number, (group, effect) in enumerate(effects):
        if number in names:
            zones.append(Zone(names[number], (group,)))
        else:
            alike.setdefault(effect, []).append(group)
    for effect, groups in alike.items():
        boxes = [place.box for group in groups for place in group]
        label = positioned(word, boxes) if any(one is not None for one in effect) else None
        zones.append(Zone(label, tuple(groups)))
    return sorted(zones, key=lambda zone: _first(zone.groups))


def _first(groups: Iterable[list[Place]]) -> tuple[int, int]:
    """Where zones stand in a list: by their places from above, and from the left."""
    box = max((place.box for group in groups for place in group), key=_largest_first)
    return -box.top, box.left


def _names(
    groups: Sequence[list[Place]],
    keys: Iterable[Hashable],
    units: dict[int, Unit],
    clicked: bool,
) -> dict[int, str]:
    """The names of groups of which alone a definition is true, by their numbers.

    If all others have a name like this, the one of which none is true is where nothing is asked.
    """
    found: dict[int, str] = {}
    none = set(range(len(groups)))
    for key in keys:
        match key:
            case (int() as number, tuple() as args):
                true = [n for n, group in enumerate(groups) if group[0].answers[key] is TRUE]
                none -= set(true)
                name = called(units[number], args)
                if len(true) == 1 and name not in found.values():
                    found.setdefault(true[0], name)
    if found and len(none) == 1 and len(found) == len(groups) - 1:
        found[none.pop()] = ELSEWHERE if clicked else TICK
    return found


def called(unit: Unit, args: Sequence[Value]) -> str:
    """A call of a definition as a label: without the mouse, atoms and strings without marks."""
    given = [arg for arg in args if not is_frozen(arg)]
    shown = ",".join(show(arg).translate(_MARKS).replace(" ", "") for arg in given)
    return f"{unit.definition.name}({shown})" if given else unit.definition.name


_MARKS = {ord(mark): None for mark in '`"'}


def positioned(word: str, boxes: Iterable[Box]) -> str:
    """A label by the middle of the largest of some boxes."""
    x, y = max(boxes, key=_largest_first).centre
    return f"{word}({x},{y})"


def _largest_first(box: Box) -> tuple[int, int, int]:
    return box.size, -box.left, box.top
