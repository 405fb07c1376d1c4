"""Saves a walk as plain data, and restores it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....model.specified import StateProbe
from ....model.system import State
from .explored import Wanted
from .tally import Tally
from .walk import Walk

_PLAIN = (
    "order", "parents", "outside", "levels", "expanded", "initial", "entered", "deadlocks",
    "first_deadlock", "pattern_of", "ends", "targets", "events", "in_part", "begun",
    "is_alone",
)  # fmt: skip


def kept_of(walk: Walk) -> dict[str, Any]:
    """All that a walk needs to resume, as plain data."""
    kept = {name: vars(walk)[name] for name in _PLAIN}
    return kept | {
        "beside": list(walk.beside.numbers.values()),
        "judged": {walk.beside.numbers[key] for key in walk.beside.judged},
        "patterns": [(key, *_counts(tally)) for key, tally in walk.patterns.items()],
        "kinds": [(key, *_counts(tally)) for key, tally in walk.kinds.items()],
        "bad_starts": bad_starts(walk.bad_starts, walk.wanted),
        "bad_states": (walk.bad_states.left, walk.bad_states.found),
        "bad_steps": (walk.bad_steps.left, walk.bad_steps.found),
    }


def put_back(walk: Walk, kept: dict[str, Any]) -> None:
    """Restore saved data to a walk that has not begun.

    The keys of states are computed again: they may differ from one process to another.
    """
    for name in _PLAIN:
        setattr(walk, name, kept[name])
    beside, numbers, key = set(kept["beside"]), walk.numbers, walk.key
    for number, state in enumerate(walk.order):
        state_key = state if key is None else key(state)
        known = walk.beside.numbers if number in beside else numbers
        known[state_key] = number
        if number in kept["judged"]:
            walk.beside.judged.add(state_key)
    walk.patterns = {key: Tally(*counts) for key, *counts in kept["patterns"]}
    walk.kinds = {key: Tally(*counts) for key, *counts in kept["kinds"]}
    walk.bad_starts = {walk.wanted.start[number]: state for number, state in kept["bad_starts"]}
    walk.bad_states.left, walk.bad_states.found = kept["bad_states"]
    walk.bad_steps.left, walk.bad_steps.found = kept["bad_steps"]
    walk.choose_tests()


def bad_starts(bad: Mapping[StateProbe, State], wanted: Wanted) -> list[tuple[int, State]]:
    """Pairs of the number of a probe of initial states, and the first state where it is false."""
    return [(wanted.start.index(probe), state) for probe, state in bad.items()]


def _counts(tally: Tally) -> tuple[int, int, int]:
    return tally.number, tally.count, tally.fresh
