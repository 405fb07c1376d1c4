"""The graph around the current state: two steps back, and the possible next states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.naming import NamedStep
from ..report.score.difference import changes
from ..report.score.grid import Grid, symmetric
from ..report.score.presenter import likeness_of, values_of
from ..report.score.view import Seen, seen
from .events import NOTHING
from .walk import Walk

BACK = 2
"""Number of previous steps that are shown."""

MOST = 14
"""Maximum number of next states that are shown; the rest is counted."""

SHORT = 9
"""Maximum number of characters of a state that is written in its node."""

LONGEST = 18
"""Maximum number of characters of a step's name, or of its changes, in a node."""


def around_data(walk: Walk, *, fold: bool) -> dict[str, Any]:
    """The states around the current one as plain data, each as a small board or a label.

    With `fold`, states count as one if their boards are rotations or reflections of each other, or
    if a declared symmetry identifies them.
    """
    here = seen(walk.target, walk.state, walk.labels)
    boards = here.grid is not None
    back = range(max(0, walk.at - BACK), walk.at)
    nexts = _nexts(walk, fold, boards)
    labels = _labels(walk, [step for step, _, _ in nexts[:MOST]])
    taken = walk.steps[walk.at].name if walk.at < len(walk.steps) else None
    return {
        "back": [_past(walk, k, boards) for k in back],
        "earlier": max(0, walk.at - BACK),
        "here": {"board": _board(here.grid), "text": _text(walk, walk.state)},
        "next": [
            _next(walk, *entry, label, taken)
            for entry, label in zip(nexts[:MOST], labels, strict=True)
        ],
        "more": max(0, len(nexts) - MOST),
        "fold": fold,
        "folds": boards or likeness_of(walk.presenter) is not None,
    }


def _past(walk: Walk, k: int, boards: bool) -> dict[str, Any]:
    state = walk.state_at(k)
    labels = [step.label for step in walk.steps[:k]] if boards else []
    board = _board(seen(walk.target, state, labels).grid) if boards else None
    others = walk.ways_on(state)[0] - 1
    return {
        "step": k,
        "at": k,
        "board": board,
        "text": _text(walk, state),
        "others": max(0, others),
    }


def _nexts(walk: Walk, fold: bool, boards: bool) -> list[tuple[NamedStep, Seen, int]]:
    """The next steps, each with how its state looks, and how many states it represents."""
    found: dict[object, tuple[NamedStep, Seen, int]] = {}
    likeness = likeness_of(walk.presenter) if fold else None
    for number, step in enumerate(walk.choices):
        looks = Seen()
        if boards and (fold or number <= 4 * MOST):
            looks = seen(walk.target, step.state, [*walk.labels, step.label])
        same: object = number
        if fold and looks.grid:
            same = symmetric(looks.grid), step.owner
        elif likeness is not None:
            same = likeness(step.state), step.owner
        first, as_first, count = found.get(same, (step, looks, 0))
        found[same] = first, as_first, count + 1
    return list(found.values())


def _next(
    walk: Walk, step: NamedStep, looks: Seen, count: int, label: str, taken: str | None
) -> dict[str, Any]:
    after, is_all = walk.ways_on(step.state)
    return {
        "name": step.name,
        "voice": walk.presenter.voices.of_player(step.owner),
        "board": _board(looks.grid),
        "text": label,
        "told": ", ".join(_changes(walk, step)),
        "same": count,
        "after": after,
        "more_after": not is_all,
        "taken": step.name == taken,
    }


def _board(grid: Grid | None) -> Sequence[Sequence[str]] | None:
    return None if grid is None or len(grid) > 5 or len(grid[0]) > 7 else grid


def _text(walk: Walk, state: Any, most: int = SHORT) -> str:
    """The values of a state as a short label, such as `0·3`; empty if it is too long."""
    text = "·".join(values_of(walk.presenter, state).values())
    return text if len(text) <= most else ""


def _labels(walk: Walk, steps: Sequence[NamedStep]) -> list[str]:
    """Labels that distinguish the next states: the states if they are short, else their steps."""
    names = [step.name for step in steps]
    changed = [", ".join(_changes(walk, step)) or NOTHING for step in steps]
    short, longer = ([_text(walk, s.state, most) for s in steps] for most in (SHORT, LONGEST - 2))
    for labels in (short, names, changed, longer):
        numbered = labels is names and any("#" in name for name in names)
        fit = all(0 < len(label) <= LONGEST for label in labels)
        if fit and not numbered and len(set(labels)) == len(labels):
            return labels
    return names


def _changes(walk: Walk, step: NamedStep) -> list[str]:
    """What a step changes, as a short text for each variable."""
    found = changes(values_of(walk.presenter, walk.state), values_of(walk.presenter, step.state))
    return [f"{name} {change}" for name, change in found.items()]
