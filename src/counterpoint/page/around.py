"""The graph around the present state: two steps back, and what may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.naming import NamedStep
from ..report.score.grid import Grid, symmetric
from ..report.score.teller import values_of
from ..report.score.view import Seen, seen
from .walk import Walk

BACK = 2
"""Steps that are shown of the way here."""

MOST = 14
"""Next states that are shown; of more it is said how many."""


def around_data(walk: Walk, *, fold: bool) -> dict[str, Any]:
    """The states around the present one as plain data, each as a small board or a label."""
    here = seen(walk.target, walk.state, walk.labels)
    boards = here.grid is not None
    back = range(max(0, walk.at - BACK), walk.at)
    nexts = _nexts(walk, fold, boards)
    taken = walk.steps[walk.at].name if walk.at < len(walk.steps) else None
    return {
        "back": [_past(walk, k, boards) for k in back],
        "earlier": max(0, walk.at - BACK),
        "here": {"board": _board(here.grid), "text": _text(walk, walk.state)},
        "next": [_next(walk, *entry, taken) for entry in nexts[:MOST]],
        "more": max(0, len(nexts) - MOST),
        "fold": fold,
        "folds": here.grid is not None,
    }


def _past(walk: Walk, k: int, boards: bool) -> dict[str, Any]:
    state = walk.states[k]
    labels = [step.label for step in walk.steps[:k]]
    board = _board(seen(walk.target, state, labels).grid) if boards else None
    others = walk.ways_on(state) - 1
    return {"step": k, "board": board, "text": _text(walk, state), "others": max(0, others)}


def _nexts(walk: Walk, fold: bool, boards: bool) -> list[tuple[NamedStep, Seen, int]]:
    """The next steps, each with how its state looks and how many are like it."""
    found: dict[object, tuple[NamedStep, Seen, int]] = {}
    for number, step in enumerate(walk.choices):
        if not boards or (number > 4 * MOST and not fold):
            found[number] = step, Seen(), 1
            continue
        looks = seen(walk.target, step.state, [*walk.labels, step.label])
        same = (symmetric(looks.grid), step.owner) if fold and looks.grid else number
        first, as_first, count = found.get(same, (step, looks, 0))
        found[same] = first, as_first, count + 1
    return list(found.values())


def _next(
    walk: Walk, step: NamedStep, looks: Seen, count: int, taken: str | None
) -> dict[str, Any]:
    return {
        "name": step.name,
        "voice": walk.teller.voices.of_player(step.owner),
        "board": _board(looks.grid),
        "text": _text(walk, step.state),
        "same": count,
        "after": walk.ways_on(step.state),
        "taken": step.name == taken,
    }


def _board(grid: Grid | None) -> Sequence[Sequence[str]] | None:
    return None if grid is None or len(grid) > 5 or len(grid[0]) > 7 else grid


def _text(walk: Walk, state: Any) -> str:
    """The values of a state as a short label: such as `0·3`."""
    text = "·".join(values_of(walk.teller, state).values())
    return text if len(text) <= 9 else ""
