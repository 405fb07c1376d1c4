"""Labels of clicks: a definition of the program that is true there, or else a position."""

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
"""The label of the step without a click, if the position of the mouse does not matter."""

ELSEWHERE = "elsewhere"
"""The label of a click for which no definition of the program is true."""

Effects = tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """Groups of places with one label; None if nothing is known to happen there."""

    label: str | None
    groups: tuple[list[Place], ...]


def zones_of(
    ground: Ground,
    units: dict[int, Unit],
    word: str,
    effects: Sequence[tuple[list[Place], Effects]],
) -> list[Zone]:
    """The zones of a ground, with their labels.

    If a definition is true for one group only, that group is a zone with the name of the
    definition. Other groups are merged if they had the same effects so far; their label is `word`
    and a position. `effects` has the groups and the effects of each, None for no effect.
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
    """The sort key of a zone: by its largest box, from the top and then from the left."""
    box = max((place.box for group in groups for place in group), key=_largest_first)
    return -box.top, box.left


def _names(
    groups: Sequence[list[Place]],
    keys: Iterable[Hashable],
    units: dict[int, Unit],
    clicked: bool,
) -> dict[int, str]:
    """The names of groups, by their index, that are the only one for which a definition is true.

    If all groups but one are named like this, and no definition is true for the remaining one, that
    is named `ELSEWHERE`, or `TICK` if the mouse only moves.
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
    """The label for a call of a definition.

    Arguments that depend on the mouse are left out, as are the marks of atoms and strings.
    """
    given = [arg for arg in args if not is_frozen(arg)]
    shown = ",".join(show(arg).translate(_MARKS).replace(" ", "") for arg in given)
    return f"{unit.definition.name}({shown})" if given else unit.definition.name


_MARKS = {ord(mark): None for mark in '`"'}


def positioned(word: str, boxes: Iterable[Box]) -> str:
    """A label with the centre of the largest of some boxes, such as `click(150,650)`."""
    x, y = max(boxes, key=_largest_first).centre
    return f"{word}({x},{y})"


def _largest_first(box: Box) -> tuple[int, int, int]:
    return box.size, -box.left, box.top
